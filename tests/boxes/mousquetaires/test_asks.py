from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.names import PARIS_CARDS, PERFIDY_CARDS, PLACES
from companion.boxes.mousquetaires.state import STEPS, State
from companion.core.dice import Pool, SeededChance
from companion.core.match import Match
from companion.core.prompt import Choice
from companion.core.record import Header, Intent, Record

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def labels(table: Evening) -> list[str]:
    return [choice.label.read() for choice in table.prompt.choices]


# every step asks something that makes sense


@pytest.mark.parametrize("step", STEPS)
def test_every_step_asks_with_a_rule_and_one_usual_answer(evening: Start, step: str) -> None:
    prompt = evening().at(step).prompt
    assert (prompt.id, prompt.rule in BOX.rules) == (step, True)
    assert prompt.camp in ("milady", "musketeers", "table")
    assert prompt.who.read()
    assert prompt.what.read()
    assert prompt.detail.read()
    mains = [choice for choice in prompt.choices if choice.weight == "main"]
    assert len(mains) == (0 if step == "reveal" else 1)
    assert {choice.weight for choice in prompt.choices} <= {"main", "other", "quiet"}


@pytest.mark.parametrize(
    ("step", "camp"),
    [
        ("destination", "milady"),
        ("paris", "milady"),
        ("perfidy", "milady"),
        ("actions", "musketeers"),
        ("reveal", "milady"),
        ("march", "musketeers"),
        ("time", "table"),
    ],
)
def test_the_prompt_wears_the_colour_of_the_side_that_is_asked(evening: Start, step: str, camp: str) -> None:
    assert evening().at(step).prompt.camp == camp


class Wanderer:
    """Plays a match by taking choices as they are offered, and takes note of anything that was offered in vain."""

    def __init__(self, options: dict[str, Any], seed: int) -> None:
        header = Header("m", BOX.name, options, {})
        self.match: Match[State] = Match(BOX, header, chance=SeededChance(seed))

    def take(self, choice: Choice, number: int) -> None:
        fields = dict(choice.fields)
        if choice.ask:
            span = choice.ask.hi - choice.ask.lo + 1
            assert choice.ask.lo <= choice.ask.start <= choice.ask.hi
            fields[choice.ask.name] = choice.ask.lo + number % span
        if choice.dice:
            Pool.parse(choice.dice, BOX.dice(self.match.state))
        outcome = self.match.act(Intent(choice.do, fields))
        assert isinstance(outcome, Record), (choice, outcome)
        assert self.match.label(outcome).read()

    def wander(self, numbers: list[int]) -> None:
        for number in numbers:
            prompts = self.match.prompts()
            assert (prompts == ()) == (self.match.verdict() is not None)
            if not prompts:
                return
            (prompt,) = prompts
            assert prompt.rule in BOX.rules
            texts = [choice.label.read() for choice in prompt.choices]
            assert len(set(texts)) == len(texts)
            self.take(prompt.choices[number % len(prompt.choices)], number)


matches = st.fixed_dictionaries(
    {"players": st.sampled_from([2, 3, 4, 5]), "head_start": st.booleans()},
    optional={"paris": st.sampled_from(sorted(PARIS_CARDS))},
)


@settings(max_examples=60)
@given(matches, st.integers(0, 999), st.lists(st.integers(0, 5000), min_size=30, max_size=120))
def test_every_choice_that_is_offered_can_be_taken(options: dict[str, Any], seed: int, numbers: list[int]) -> None:
    wanderer = Wanderer(options, seed)
    wanderer.wander(numbers)
    match = wanderer.match
    assert Match.replay(BOX, match.header, match.records).state == match.state
    for name, slot in BOX.slots(match.state).items():
        if not slot.choices and not slot.flag:
            assert slot.lo <= getattr(match.state, slot.path) <= slot.hi, name


@settings(max_examples=20)
@given(st.integers(0, 999), st.lists(st.integers(0, 5000), min_size=40, max_size=80))
def test_two_players_never_see_the_card_separated(seed: int, numbers: list[int]) -> None:
    wanderer = Wanderer({"players": 2}, seed)
    for number in numbers:
        for prompt in wanderer.match.prompts():
            assert all(choice.fields.get("card") != "separated" for choice in prompt.choices)
        wanderer.wander([number])


@pytest.mark.parametrize("tokens", [{"rochelle": 1}, {"time": 12}, {"queen": 8}, {"chapters_done": 4}])
@pytest.mark.parametrize("step", STEPS)
def test_with_a_verdict_nothing_is_asked(evening: Start, step: str, tokens: dict[str, int]) -> None:
    assert evening().at(step, **tokens).match.prompts() == ()


# phase I


def test_milady_is_reminded_where_she_may_not_go(evening: Start) -> None:
    fit, out = evening().at("destination", rochefort=1), evening().at("destination", rochefort=0)
    assert "Rochefort" not in fit.prompt.detail.read()
    assert out.prompt.detail.read() == "Rochefort is out of action: not Paris, not the Louvre, not the quest."


def test_the_paris_cards_that_are_left_are_offered(evening: Start) -> None:
    table = evening(paris="held").at("paris")
    assert table.prompt.detail.read() == "In Paris now: Constance held captive"
    assert {choice.fields["card"] for choice in table.offered("paris_card")} == set(PARIS_CARDS) - {"held"}
    table.do("paris_card", card="duels")
    table.at("paris")
    assert {choice.fields["card"] for choice in table.offered("paris_card")} == set(PARIS_CARDS) - {"held", "duels"}


def test_milady_draws_or_plays_and_with_an_empty_hand_she_can_only_draw(evening: Start) -> None:
    table = evening().at("perfidy")
    assert table.prompt.detail.read() == "3 cards in her hand"
    played = [choice.fields["card"] for choice in table.offered("perfidy") if choice.fields["how"] == "play"]
    assert played == list(PERFIDY_CARDS)
    table.at("perfidy", treachery_cards=0)
    assert [choice.fields for choice in table.offered("perfidy")] == [{"how": "draw"}]


# phase II


@pytest.mark.parametrize(("players", "actions"), [(2, 3), (3, 3), (4, 4), (5, 3)])
def test_each_musketeer_has_three_actions_or_four_when_three_ride(evening: Start, players: int, actions: int) -> None:
    detail = evening(players=players).at("actions").prompt.detail.read()
    assert detail == f"{actions} actions for each musketeer, in any order"


def test_only_a_card_that_lies_in_paris_can_be_solved(evening: Start) -> None:
    assert "Paris card solved" not in labels(evening().at("actions"))
    assert "Paris card solved" in labels(evening(paris="held").at("actions"))


@pytest.mark.parametrize(
    ("done", "name"),
    [(0, "The inn of the Golden Lily"), (1, "Calais"), (2, "Return to Paris"), (3, "The galleries of the Louvre")],
)
def test_the_chapter_at_hand_is_named(evening: Start, done: int, name: str) -> None:
    assert f"Chapter finished: {name}" in labels(evening().at("actions", chapters_done=done))


def test_every_place_is_offered_and_found_only_where_she_can_be_found(evening: Start) -> None:
    offers = evening().at("reveal").offered("reveal")
    assert {choice.fields["place"] for choice in offers} == set(PLACES)
    assert [choice.fields["place"] for choice in offers if choice.fields.get("found")] == ["richelieu"]
    assert {"place": "richelieu"} in [choice.fields for choice in offers]


@pytest.mark.parametrize(("hand", "offered"), [(0, True), (1, True), (2, False), (3, False), (7, False)])
def test_drawing_up_to_three_is_offered_when_it_is_more_than_one(evening: Start, hand: int, offered: bool) -> None:
    offers = evening().at("reveal", treachery_cards=hand).offered("reveal")
    assert any(choice.fields.get("fill") for choice in offers) is offered


def test_places_she_could_not_choose_are_not_offered(evening: Start) -> None:
    table = evening().at("destination", rochefort=0)
    table.next()
    offers = table.at("reveal").offered("reveal")
    assert {choice.fields["place"] for choice in offers} == {"rochelle", "richelieu", "house"}


# phase III


def test_the_siege_asks_for_the_blue_dice_and_remembers_the_last_answer(evening: Start) -> None:
    table = evening().at("siege", time=8, siege_dice=2)
    (roll,) = table.offered("siege")
    assert roll.ask is not None
    assert (roll.ask.name, roll.ask.lo, roll.ask.hi, roll.ask.start) == ("blue", 0, 6, 2)
    assert roll.dice == "3r"


def test_the_siege_says_what_milady_throws(evening: Start) -> None:
    table = evening().at("siege")
    assert table.prompt.detail.read() == "Milady throws 1 red die."
    table.at("siege", paris="traffickers")
    assert table.prompt.detail.read() == "Milady throws 1 red die and has one sword besides."
    table.at("perfidy").do("perfidy", how="play", card="reinforcements")
    table.at("siege", paris="", time=10)
    assert table.prompt.detail.read() == "Milady throws 4 red dice and may throw one shield again."


def test_each_number_of_sacrifices_says_what_comes_of_it(evening: Start) -> None:
    table = evening("sword lily  sword sword").at("siege", time=4)
    table.do("siege", blue=2)
    assert table.prompt.what.read() == "Swords: 1 against 2"
    assert labels(table) == ["1 space lost", "1 sacrifice: the marker stays", "2 sacrifices: 1 space gained"]


def test_three_musketeers_give_at_most_three_hearts(evening: Start) -> None:
    table = evening("sword sword sword sword", players=4).at("siege", time=10)
    table.do("siege")
    assert [choice.fields["sacrifices"] for choice in table.offered("march")] == [0, 1, 2, 3]


# phase IV


@pytest.mark.parametrize(
    ("space", "detail", "rule"),
    [
        (1, "The Queen's honour is safe this time.", "louvre"),
        (2, "The Queen will lose 1 honour.", "louvre"),
        (3, "The mission fails: the Queen loses 2 honour, Milady draws a treachery card.", "louvre-failed"),
    ],
)
def test_what_the_fall_of_the_louvre_marker_will_mean(evening: Start, space: int, detail: str, rule: str) -> None:
    prompt = evening().at("louvre", louvre=space).prompt
    assert (prompt.detail.read(), prompt.rule) == (detail, rule)


@pytest.mark.parametrize(("held", "uses"), [(False, ["time", "queen", "epic"]), (True, ["queen", "epic"])])
def test_one_for_all_is_offered_for_what_it_can_still_do(evening: Start, held: bool, uses: list[str]) -> None:
    table = evening(head_start=True).at("actions", time_held=held)
    assert [choice.fields["use"] for choice in table.offered("one_for_all")] == uses


def test_time_that_is_held_is_not_offered_to_be_moved(evening: Start) -> None:
    prompt = evening().at("time", time_held=True).prompt
    assert (prompt.rule, prompt.what.read()) == ("time-held", "Time stands still")
    assert [choice.label.read() for choice in prompt.choices] == ["Go on"]


@pytest.mark.parametrize(
    ("step", "tokens", "what"),
    [("time", {"time": 11}, "time"), ("louvre", {"louvre": 2, "queen": 7}, "queen")],
)
def test_a_step_that_has_happened_is_not_offered_again(
    evening: Start, step: str, tokens: dict[str, int], what: str
) -> None:
    table = evening().at(step, **tokens)
    table.next()
    table.do("correct", what=what, to=5)
    assert labels(table) == ["Go on"]
    if step == "louvre":
        assert table.prompt.detail.read() == "The Queen's honour is safe this time."


@pytest.mark.parametrize(
    ("card", "rule", "label", "dice"),
    [
        ("", "paris-effect", "Begin the next round", ""),
        ("abducted", "paris-abducted", "Roll for Constance", "4r"),
        ("missing", "paris-missing", "Done, next round", ""),
        ("held", "paris-held", "Done, next round", ""),
        ("duels", "paris-effect", "Done, next round", ""),
        ("traffickers", "paris-effect", "Done, next round", ""),
    ],
)
def test_the_card_in_paris_says_what_it_does(evening: Start, card: str, rule: str, label: str, dice: str) -> None:
    prompt = evening(paris=card).at("aftermath").prompt
    (main,) = prompt.choices
    assert (prompt.rule, main.label.read(), main.dice) == (rule, label, dice)


# a defeat that can still be averted


@pytest.mark.parametrize(
    ("step", "tokens", "use"), [("time", {"time": 11}, "time"), ("louvre", {"louvre": 3, "queen": 7}, "queen")]
)
def test_before_a_defeat_counts_the_musketeers_are_asked(
    evening: Start, step: str, tokens: dict[str, int], use: str
) -> None:
    table = evening(head_start=True).at(step, **tokens)
    table.next()
    prompt = table.prompt
    assert (prompt.id, prompt.camp, prompt.rule) == ("escape", "musketeers", f"defeat-{use}")
    assert [(choice.do, choice.fields) for choice in prompt.choices] == [
        ("one_for_all", {"use": use}),
        ("accept", {}),
    ]
