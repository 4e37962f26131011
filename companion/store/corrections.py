"""What people read off their own box: kept once, in force in every later match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.box import Box
from companion.core.profile import Profile
from companion.core.record import BadForm


def fits(box: Box[Any], profile: Profile) -> bool:
    """Can a match be begun with this profile at all? Each value alone may be sound and the whole still impossible."""
    try:
        state = box.setup({}, profile)
        box.check(state)
        return box.verdict(state) is None
    except (BadForm, ValueError):
        return False


def checked(box: Box[Any], kept: Mapping[str, Any]) -> Profile:
    """The profile of a box as its owner has it.

    What is kept may be damaged, or older than a box that has changed since: whatever does not fit is left out, one by
    one, and where only the whole does not fit, table by table.
    """
    printed = box.profile()
    sound = {path: value for path, value in kept.items() if _sound(printed, path, value)}
    if not sound:
        return printed
    together = printed.corrected(sound)
    if fits(box, together):
        return together
    taken: dict[str, Any] = {}
    for table in dict.fromkeys(path.rpartition(".")[0] for path in sound):
        more = {**taken, **{path: value for path, value in sound.items() if path.rpartition(".")[0] == table}}
        if fits(box, printed.corrected(more)):
            taken = more
    return printed.corrected(taken) if taken else printed


def _sound(printed: Profile, path: str, value: Any) -> bool:
    try:
        printed.corrected({path: value})
    except (ValueError, TypeError, OverflowError):
        return False
    return True
