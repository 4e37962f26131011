"""The watch must notice whatever goes wrong: one that never barks is no watch. So each test here plants one fault."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.boxes.mousquetaires.box import Mousquetaires
from companion.boxes.mousquetaires.state import State
from companion.core.dice import Chance
from companion.core.match import Match
from companion.core.pen import Pen
from companion.core.prompt import Ask, Choice, Pick, Prompt, Refusal, Verdict
from companion.core.record import BadForm, Intent, Record
from companion.core.sealed import Opening
from companion.core.verb import Verb
from companion.core.words import Line, say
from companion.simulate import watch as watching
from companion.simulate.mousquetaires.table import Mousquetaires as Table
from companion.simulate.watch import Broken, Secrets, Watch
from tests.simulate.matches import RANDOM, fresh, one


def changed(do: str, **parts: Any) -> Mapping[str, Verb[State]]:
    """The box's verbs with something different about one of them."""
    return {**Mousquetaires.verbs, do: replace(Mousquetaires.verbs[do], **parts)}


# What is asked


class Spoiled(Mousquetaires):
    """A box with one thing wrong about its prompts, from the tenth round of taps on."""

    def __init__(self) -> None:
        self.asked = 0

    def prompts(self, state: State, seat: str) -> tuple[Prompt, ...]:
        self.asked += 1
        prompts = super().prompts(state, seat)
        return self.spoil(prompts) if prompts and self.asked > 10 else prompts

    def spoil(self, prompts: tuple[Prompt, ...]) -> tuple[Prompt, ...]:
        return prompts


class Silent(Spoiled):
    def spoil(self, prompts: tuple[Prompt, ...]) -> tuple[Prompt, ...]:
        return ()


class NoChoice(Spoiled):
    def spoil(self, prompts: tuple[Prompt, ...]) -> tuple[Prompt, ...]:
        return (replace(prompts[0], choices=()),)


class NoSuchRule(Spoiled):
    def spoil(self, prompts: tuple[Prompt, ...]) -> tuple[Prompt, ...]:
        return (replace(prompts[0], rule="nonsense"),)


class Gibberish(Spoiled):
    def spoil(self, prompts: tuple[Prompt, ...]) -> tuple[Prompt, ...]:
        return (replace(prompts[0], what=say("What about {this}?")),)


class BlankOption(Spoiled):
    def spoil(self, prompts: tuple[Prompt, ...]) -> tuple[Prompt, ...]:
        blank = Pick("to", say("where to"), (("paris", Line(" ")),))
        return (replace(prompts[0], choices=(replace(prompts[0].choices[0], picks=(blank,)),)),)


class BlankAsk(Spoiled):
    def spoil(self, prompts: tuple[Prompt, ...]) -> tuple[Prompt, ...]:
        blank = Ask("cards", Line(""), 0, 1, 0)
        return (replace(prompts[0], choices=(replace(prompts[0].choices[0], ask=blank),)),)


class OfferedAndRefused(Spoiled):
    def spoil(self, prompts: tuple[Prompt, ...]) -> tuple[Prompt, ...]:
        return (replace(prompts[0], choices=(Choice(say("Accept the defeat"), "accept"),)),)


class StillAsking(Mousquetaires):
    def prompts(self, state: State, seat: str) -> tuple[Prompt, ...]:
        asked = replace(state, time=1, queen=0, rochelle=5, constance=0, chapters=0)
        return super().prompts(state, seat) or super().prompts(asked, seat)


class BadVerdict(Mousquetaires):
    def verdict(self, state: State) -> Verdict | None:
        verdict = super().verdict(state)
        return replace(verdict, rule="nonsense") if verdict else None


class Impossible(Mousquetaires):
    def check(self, state: State) -> None:
        if state.round == 2:
            raise BadForm("this cannot be")


class Garbled(Mousquetaires):
    verbs = changed("next", label=lambda record: Line("  "))


@pytest.mark.parametrize(
    ("box", "reason"),
    [
        (Silent(), "nothing can be done, and the match is not decided"),
        (NoChoice(), "nothing can be done, and the match is not decided"),
        (NoSuchRule(), 'there is no rule "nonsense"'),
        (Gibberish(), 'nobody can read "What about {this}\\?"'),
        (BlankOption(), 'nobody can read " "'),
        (BlankAsk(), 'nobody can read ""'),
        (OfferedAndRefused(), "accept {} was offered and refused: There is no defeat to accept"),
        (StillAsking(), "something is still asked"),
        (BadVerdict(), 'there is no rule "nonsense"'),
        (Impossible(), "this cannot be"),
        (Garbled(), "nobody can read"),
    ],
    ids=lambda case: type(case).__name__ if isinstance(case, Mousquetaires) else "",
)
def test_whatever_is_wrong_with_a_box_is_noticed(box: Mousquetaires, reason: str) -> None:
    with pytest.raises(Broken, match=f"^after record [0-9]+, step .*{reason}"):
        one(box=box, sensible=RANDOM, players=2)


def test_a_match_that_goes_round_in_circles_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "LONGEST", 60)
    with pytest.raises(Broken, match=r"^after record 60, step .* does not come to an end"):
        one()


# What is refused

BUY = Choice(
    say("Buy"), "equip", picks=(Pick("buy", say("what"), (("horse", say("Horse")), ("pistol", say("P"))), 1, 2, True),)
)
NO = Refusal(say("No."), "equip")


def a_watch() -> Watch:
    return Watch(fresh(), Secrets())


def test_two_things_that_were_picked_may_be_too_dear_together() -> None:
    a_watch().refused(BUY, Intent("equip", {"buy": ["horse", "pistol"]}), NO)


@pytest.mark.parametrize("choice", [BUY, None])
def test_one_thing_that_was_offered_must_be_had(choice: Choice | None) -> None:
    with pytest.raises(Broken, match="was offered and refused: No"):
        a_watch().refused(choice, Intent("equip", {"buy": ["horse"]}), NO)


def test_a_refusal_must_know_its_rule() -> None:
    with pytest.raises(Broken, match='there is no rule "nonsense"'):
        a_watch().refused(BUY, Intent("equip", {"buy": ["horse", "pistol"]}), replace(NO, rule="nonsense"))


def test_nobody_is_refused_for_ever() -> None:
    watch, intent = a_watch(), Intent("equip", {"buy": ["horse", "pistol"]})
    for _ in range(watching.PATIENCE):
        watch.refused(BUY, intent, NO)
    with pytest.raises(Broken, match="was offered and refused"):
        watch.refused(BUY, intent, NO)


# What is written


def test_a_token_out_of_its_range_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.core.match.check_values", lambda tracked, result: None)

    def rob(pen: Pen[State]) -> None:
        Mousquetaires.verbs["draw"].decide(pen)
        pen.write("purse", 99, "draw")

    class Robbers(Mousquetaires):
        verbs = changed("draw", decide=rob)

    with pytest.raises(Broken, match="purse is 99"):
        one(box=Robbers())


@pytest.mark.parametrize("part", ["changes", "rolls", "draws", "tells", "rulings"])
def test_a_part_of_a_record_without_a_rule_is_noticed(part: str) -> None:
    match = fresh()
    watch, before = Watch(match, Secrets()), match.state
    record = match.act(Intent("next"))
    assert isinstance(record, Record)
    row: Any = "nonsense" if part == "rulings" else {"what": "step", "to": "paris", "why": "nonsense"}
    with pytest.raises(Broken, match='there is no rule "nonsense"'):
        watch.accepted(before, replace(record, result={part: [row]}))


def _forget(monkeypatch: pytest.MonkeyPatch, do: str) -> None:
    """A fold that changes something of its own when this is done."""
    fold = Match._fold

    def forgetful(self: Match[State], record: Record, after: State | None = None) -> None:
        fold(self, record, after)
        if record.intent.do == do and (after is not None or do in ("back_to", "redo")):
            self.state = replace(self.state, epic=(self.state.epic + 1) % 7)

    monkeypatch.setattr(Match, "_fold", forgetful)


def test_records_that_replay_to_another_state_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    _forget(monkeypatch, "siege")
    with pytest.raises(Broken, match="replay to another state"):
        one(sensible=RANDOM, players=2)


@pytest.mark.parametrize("do", ["back_to", "redo"])
def test_a_way_back_that_leads_elsewhere_is_noticed(do: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _forget(monkeypatch, do)
    with pytest.raises(Broken, match=f"{do} leads to another state"):
        one(sensible=RANDOM, players=2)


# What is secret


class Remembering(Secrets):
    last: Opening | None = None

    def keep(self, opening: Opening) -> None:
        super().keep(opening)
        Remembering.last = opening


@pytest.mark.parametrize("options", [{}, {"players": 3, "milady": False}], ids=["her seal", "the app's fate"])
def test_a_secret_in_the_public_view_is_noticed(options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    class Chatty(Mousquetaires):
        def view(self, state: State, seat: str) -> dict[str, Any]:
            last = Remembering.last
            return {**super().view(state, seat), "by the way": last.nonce_hex if last else ""}

    monkeypatch.setattr("companion.simulate.evening.Secrets", Remembering)
    with pytest.raises(Broken, match="the public view holds what opens the seal"):
        one(box=Chatty(), **options)


def test_a_secret_in_a_record_that_shows_nothing_is_noticed() -> None:
    class Blabbing(Table):
        def due(self, match: Match[State], now: int, chance: Chance) -> Intent | None:
            opening = match._vault.opening(1)
            known = opening is not None and match.state.sealed and match.state.step == "paris"
            return Intent("note", {"text": opening.nonce_hex}) if known and opening else None

    with pytest.raises(Broken, match="a record holds what opens the seal"):
        one(table=Blabbing())


def test_a_draw_from_a_fate_that_everybody_has_seen_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Secrets, "keep", lambda self, opening: self._openings.update({opening.round: opening}))
    with pytest.raises(Broken, match="a fate that everybody has seen"):
        one(players=2, milady=False)


def test_draws_that_do_not_fit_their_seal_are_noticed() -> None:
    class BadAudit(Mousquetaires):
        def audit(self, match: str, records: Any) -> Mapping[int, bool]:
            return {**super().audit(match, records), 2: False}

    with pytest.raises(Broken, match="round 2 does not fit its seal"):
        one(box=BadAudit(), players=2, milady=False)
