"""Files of earlier versions: read as if they had been written today. Files of later ones: left alone.

Every kind of file has a number that grows when its form changes, and a row of steps: the first leads from form 1 to
form 2, the next on to form 3. A step is never changed again, because files of that age are out there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.core.record import BadForm, Header, Plain

Form = dict[str, Any]
Step = Callable[[Form], Form]

# No match has been written in another form than the first so far.
MATCH_STEPS: tuple[Step, ...] = ()


class FromLater(ValueError):
    """Written by a newer companion: what it means is not ours to judge."""


def newest(steps: Sequence[Step]) -> int:
    return len(steps) + 1


def brought_up(form: Form, number: object, steps: Sequence[Step]) -> Form:
    """The form as it is written today; FromLater if it is of tomorrow, BadForm if its number is none."""
    if type(number) is not int or number < 1:
        raise BadForm("there is no such form")
    if number > newest(steps):
        raise FromLater(number)
    for step in steps[number - 1 :]:
        form = step(form)
    return form


@dataclass(frozen=True, slots=True)
class _Older(Header):
    """A header of an earlier form. The chain begins with what was written, so that is what is hashed and copied."""

    written: Plain = field(default_factory=dict)

    def plain(self) -> dict[str, Any]:
        return dict(self.written)


def header_of(form: Mapping[str, Any]) -> Header:
    """The header in the first line of a match, whatever its age."""
    number = form.get("format")
    header = Header.from_plain(brought_up(dict(form), number, MATCH_STEPS))
    if number != header.format:
        parts = (header.match, header.box, header.options, header.profile, header.at, header.app, header.format)
        header = _Older(*parts, form)
    header.hash()  # broken text in a name only shows when it is encoded
    return header
