"""What must hold after every record, whoever plays."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NoReturn

from companion.core.box import Slot
from companion.core.match import Match
from companion.core.plain import look_up
from companion.core.prompt import Choice, Prompt, Refusal
from companion.core.record import BadForm, Intent, Record, canonical, parse
from companion.core.sealed import Opening
from companion.core.words import Line

LONGEST = 5_000  # records; a match that goes on for longer goes round in circles
PATIENCE = 100  # refusals in a row; whoever hears more of them has nothing left to try
_SECRET = 64  # a nonce or a seed; a shorter choice could stand anywhere by chance


class Broken(Exception):
    """Something that must hold does not; in one line, with where the match stood."""


class Secrets:
    """The vault of a simulated match. It remembers which openings nobody may have seen yet."""

    def __init__(self) -> None:
        self._openings: dict[int, Opening] = {}
        self.closed: Opening | None = None

    def keep(self, opening: Opening) -> None:
        self._openings[opening.round] = opening
        if opening.choice:  # an empty one only says that everybody has seen the one before
            self.closed = opening

    def opening(self, round: int) -> Opening | None:
        return self._openings.get(round)


class Watch:
    def __init__(self, match: Match[Any], secrets: Secrets) -> None:
        self._match = match
        self._secrets = secrets
        self._start = match.state
        self._refusals = 0  # in a row
        self._slots: dict[str, list[Slot]] = {}
        for slot in match.slots.values():
            self._slots.setdefault(slot.path.partition(".")[0], []).append(slot)

    def prompt(self) -> Prompt | None:
        """The prompt of the moment; none once the match is decided."""
        prompts, verdict = self._match.prompts(), self._match.verdict()
        if verdict:
            if prompts:
                self.fail("the match is decided, but something is still asked")
            self._rule(verdict.rule)
            return None
        if not prompts or not all(prompt.choices for prompt in prompts):
            self.fail("nothing can be done, and the match is not decided")
        if len(self._match.records) >= LONGEST:
            self.fail("the match does not come to an end")
        for prompt in prompts:
            self._rule(prompt.rule)
            for line in _lines(prompt):
                self._readable(line)
        return prompts[0]

    def refused(self, choice: Choice | None, intent: Intent, refusal: Refusal) -> None:
        """Picks are offered one by one; only together may they be too many, too dear or too strong."""
        self._rule(refusal.rule)
        self._refusals += 1
        if not choice or _picked(choice, intent) < 2 or self._refusals > PATIENCE:
            self.fail(f"{intent.do} {canonical(intent.fields)} was offered and refused: {refusal.reason.read()}")

    def accepted(self, before: object, record: Record) -> None:
        self._refusals = 0
        self._fits(record)
        for part in ("changes", "rolls", "draws", "tells"):
            for row in record.result.get(part, ()):
                self._rule(row["why"])
        for rule in record.result.get("rulings", ()):
            self._rule(rule)
        self._readable(self._match.label(record))
        self._keeps_secrets(before, record)

    def end(self) -> None:
        """Told again from its lines, the match is the same match."""
        match = self._match
        records = [Record.from_plain(parse(record.line())) for record in match.records]
        again = Match.replay(match.box, match.header, records)
        if again.state != match.state or again.head != match.head or again.log() != match.log():
            self.fail("the records replay to another state")
        self._comes_back(again)
        for number, good in match.box.audit(match.header.match, records).items():
            if not good:
                self.fail(f"round {number} does not fit its seal")

    def _comes_back(self, again: Match[Any]) -> None:
        """Taken back to its beginning and brought again, it is the same match once more."""
        for intent, state in ((Intent("back_to", {"seq": 0}), self._start), (Intent("redo"), self._match.state)):
            again.act(intent)
            if again.state != state:
                self.fail(f"{intent.do} leads to another state")

    def _fits(self, record: Record) -> None:
        """The state is possible, and every tracked value near a change is where it can be."""
        state = self._match.state
        try:
            self._match.box.check(state)
        except BadForm as error:
            self.fail(str(error))
        for top in {change["what"].partition(".")[0] for change in record.result.get("changes", ())}:
            for slot in self._slots.get(top, ()):
                value = look_up(state, slot.path)
                if not slot.holds(value):
                    self.fail(f"{slot.path} is {value}")

    def _rule(self, rule: str) -> None:
        if self._match.rule(rule).id != rule:
            self.fail(f'there is no rule "{rule}"')

    def _readable(self, line: Line) -> None:
        if not _reads_well(line):
            self.fail(f'nobody can read "{line.read()}"')

    def _keeps_secrets(self, before: object, record: Record) -> None:
        if record.result.get("draws") and self._secrets.closed is None:
            self.fail("something was drawn from a fate that everybody has seen")
        closed = self._secrets.closed
        if closed is None:
            return
        hidden = [text for text in (closed.choice, closed.nonce_hex) if len(text) == _SECRET]
        line = record.line()
        if any(text in line for text in hidden):
            # A seal is opened by the intent that shows it; a fate by whatever ends its draws, which is held above.
            shown = self._match.box.shows(before, record.intent)
            if len(closed.choice) != _SECRET and shown != closed.choice:
                self.fail("a record holds what opens the seal")
            self._secrets.closed = None
            return
        view = canonical(self._match.view())
        if any(text in view for text in hidden):
            self.fail("the public view holds what opens the seal")

    def fail(self, reason: str, error: Exception | None = None) -> NoReturn:
        raise Broken(f"after record {len(self._match.records)}, step {self._match.step}: {reason}") from error


@lru_cache(maxsize=50_000)
def _reads_well(line: Line) -> bool:
    text = line.read()
    return bool(text.strip()) and "{" not in text


def _picked(choice: Choice, intent: Intent) -> int:
    """How many things were picked in all."""
    values = (intent.fields.get(one.name, ()) for one in choice.picks)
    return sum(1 if isinstance(value, str) else len(value) for value in values)


def _lines(prompt: Prompt) -> Iterator[Line]:
    """Everything that people read of a prompt."""
    yield from (prompt.who, prompt.what, prompt.detail)
    if prompt.more:
        yield prompt.more
    for choice in prompt.choices:
        yield choice.label
        yield from (ask.label for ask in (choice.ask, *choice.asks) if ask)
        for one in choice.picks:
            yield one.label
            yield from (label for _, label in one.options)
