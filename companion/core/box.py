"""What a game box must offer so that the shelf, the match, the command line and the app can work with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from companion.core.dice import Die
from companion.core.profile import Profile
from companion.core.prompt import Prompt, Rules, Verdict
from companion.core.record import Header, Intent, Plain, Record
from companion.core.sealed import Opening
from companion.core.verb import Verb
from companion.core.words import Line

if TYPE_CHECKING:
    from companion.core.pen import Pen

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Slot:
    """A tracked value that people may set by hand: where it lives, and what fits in."""

    path: str
    label: Line
    lo: int = 0
    hi: int = 0
    choices: tuple[str, ...] = ()  # set: the value is one of these words
    flag: bool = False  # set: the value is yes or no
    then: Callable[[Pen[Any]], None] | None = None  # what hangs on the value and has to be put right with it
    first: Callable[[Pen[Any]], None] | None = None  # what would be lost with it and has to be kept before

    def holds(self, value: object) -> bool:
        """Can the tracked value be this?"""
        if self.flag or isinstance(value, bool):
            return self.flag and isinstance(value, bool)
        if self.choices:
            return value in self.choices
        return isinstance(value, int) and self.lo <= value <= self.hi


@dataclass(frozen=True, slots=True)
class Finding:
    """Something the audit has found out about a round."""

    round: int
    kind: str
    line: Line
    good: bool = True  # worth knowing, and nobody's fault


class Box(Protocol[S]):
    """States are opaque to everybody but the box itself."""

    name: str
    title: Line
    rules: Rules
    phases: tuple[tuple[str, Line], ...]  # what the ribbon shows: a short sign and a name, in the order of the round
    verbs: Mapping[str, Verb[S]]

    def profile(self) -> Profile: ...

    def setup(self, options: Plain, profile: Profile) -> S: ...

    def dice(self, state: S) -> Mapping[str, Die]: ...

    def slots(self, state: S) -> Mapping[str, Slot]:
        """What can be set by hand; the same for every state of one match."""
        ...

    def check(self, state: S) -> None:
        """BadForm for a state that no play can reach and that `slots` alone would let pass: a record was forged."""
        ...

    def step(self, state: S) -> str: ...

    def prompts(self, state: S, seat: str) -> tuple[Prompt, ...]: ...

    def view(self, state: S, seat: str) -> dict[str, Any]: ...

    def verdict(self, state: S) -> Verdict | None: ...

    def shows(self, state: S, intent: Intent) -> str:
        """The sealed choice that this intent would show; empty if it shows none."""
        ...

    def answer(self, match: str, state: S, opening: Opening | None) -> Intent | None:
        """What the device that keeps this opening has to say now without asking anybody.

        Nothing if nothing is asked, or if this is not what opens the seal on the table: a device that does not hold
        the secret must never answer.
        """
        ...

    def audit(self, match: str, records: Iterable[Record]) -> Mapping[int, bool]:
        """Round by round, where a seal was opened or should have been: does everything fit it, whether somebody chose
        under it or the app drew for a player who is not there?"""
        ...

    def findings(self, header: Header, records: Iterable[Record]) -> tuple[Finding, ...]:
        """The same in words, for people; with the house rules of the match, and with what is merely worth knowing."""
        ...
