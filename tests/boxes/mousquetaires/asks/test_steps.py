from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.names import DESTINATIONS, PARIS_CARDS, PERFIDY_CARDS
from companion.boxes.mousquetaires.state import STEPS
from tests.boxes.mousquetaires.scenes import call_out, clash, in_the_louvre
from tests.boxes.mousquetaires.taps import tap

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


@pytest.mark.parametrize("step", STEPS)
def test_every_answer_is_taken_and_the_match_goes_on(evening: Start, step: str) -> None:
    many = " ".join(["sword"] * 8)
    for at in range(len(evening(paris="abducted").at(step).prompt.choices)):
        table = evening(many, paris="abducted").at(step)
        choice = table.prompt.choices[at]
        outcome = table.match.act(tap(choice))
        assert outcome == table.match.records[-1], (choice, outcome)
        assert table.match.prompts()


# phase I


def test_milady_is_reminded_where_she_may_not_go(evening: Start) -> None:
    fit, out = evening().at("destination", rochefort=1), evening().at("destination", rochefort=0)
    assert "Rochefort" not in fit.prompt.detail.read()
    assert out.prompt.detail.read() == "Rochefort is out of action: not Paris, not the Louvre, not the quest."


def test_the_paris_cards_that_are_left_are_offered(evening: Start) -> None:
    table = evening(paris="held").at("paris", paris_cards=2)
    assert table.prompt.detail.read() == "In Paris now: Constance held captive"
    assert {choice.fields["card"] for choice in table.offered("paris_card")} == set(PARIS_CARDS) - {"held"}
    table.do("paris_card", card="duels")
    table.at("paris")
    assert {choice.fields["card"] for choice in table.offered("paris_card")} == set(PARIS_CARDS) - {"held", "duels"}


def test_without_a_paris_card_in_her_hand_milady_is_offered_none(evening: Start) -> None:
    table = evening(paris="held").at("paris")
    assert table.offered("paris_card") == []
    assert table.prompt.what.read() == "No Paris card to lay out"
    assert table.at("paris", paris_cards=1).offered("paris_card")


def test_milady_draws_or_plays_and_with_an_empty_hand_she_can_only_draw(evening: Start) -> None:
    table = evening().at("perfidy")
    assert table.prompt.detail.read() == "3 cards in her hand"
    played = [choice.fields["card"] for choice in table.offered("perfidy") if choice.fields["how"] == "play"]
    assert played == list(PERFIDY_CARDS)
    table.at("perfidy", treachery_cards=0)
    assert [choice.fields for choice in table.offered("perfidy")] == [{"how": "draw"}]


def test_whom_treachery_strikes_is_asked_where_the_figures_are_followed(evening: Start) -> None:
    table = evening(depth="clerk").at("perfidy", **{"athos.down": True})
    for card in ("wound", "imprisoned"):
        (play,) = (choice for choice in table.offered("perfidy") if choice.fields.get("card") == card)
        (whom,) = play.picks
        assert (whom.name, [value for value, _ in whom.options]) == ("target", ["dartagnan", "aramis", "porthos"])
    others = [choice for choice in table.offered("perfidy") if choice.fields.get("card") not in ("wound", "imprisoned")]
    assert not any(choice.picks for choice in others)
    assert not any(choice.picks for choice in evening().at("perfidy").offered("perfidy"))


def test_nobody_on_his_feet_can_be_struck(evening: Start) -> None:
    fallen = {f"{who}.down": True for who in ("dartagnan", "aramis", "athos", "porthos")}
    cards = {choice.fields.get("card") for choice in evening(depth="clerk").at("perfidy", **fallen).offered("perfidy")}
    assert not cards & {"wound", "imprisoned"}
    assert "plot" in cards


def test_treachery_that_was_played_is_not_offered_again(evening: Start) -> None:
    table = evening().at("perfidy")
    copies = table.state.board.number("perfidy.plot.copies")
    for _ in range(copies):
        assert any(choice.fields.get("card") == "plot" for choice in table.offered("perfidy"))
        table.do("perfidy", how="play", card="plot")
        table.at("perfidy", queen=0, treachery_cards=3)
    assert not any(choice.fields.get("card") == "plot" for choice in table.offered("perfidy"))


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
    assert {choice.fields["place"] for choice in offers} == set(DESTINATIONS)
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


def test_where_somebody_looked_in_vain_she_cannot_have_been(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    table.do("move", who="athos", to="richelieu")
    table.do("richelieu", found=False)
    offers = table.at("reveal").offered("reveal")
    assert {choice.fields["place"] for choice in offers} == set(DESTINATIONS) - {"richelieu"}


@pytest.mark.parametrize("must", [True, False])
def test_where_rochefort_must_appear_she_was_not_where_he_did_not(evening: Start, must: bool) -> None:
    """French FAQ: a forgotten Rochefort does not mean that she was elsewhere."""
    table = in_the_louvre(evening, "porthos", "lubin", house={"rochefort_must_appear": must})
    call_out(table, "porthos", "lubin")
    clash(table, "sword sword sword", "shield shield")
    offers = table.at("reveal").offered("reveal")
    assert ("louvre" in {choice.fields["place"] for choice in offers}) is not must


def test_who_was_seen_already_is_not_asked_again(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    table.do("move", who="athos", to="richelieu")
    table.do("richelieu", found=True)
    table.at("reveal")
    assert (table.prompt.choices[0].do, table.prompt.choices[0].weight) == ("next", "main")
    assert table.offered("reveal") == []
    assert table.prompt.detail.read() == "Everybody knows where she was: Richelieu's cabinet."


def test_at_la_rochelle_she_chooses_one_of_the_cards_that_lie_there(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    table.do("reinforce", who="aramis", card="single")
    here = [choice for choice in table.at("reveal").offered("reveal") if choice.fields["place"] == "rochelle"]
    assert [dict(choice.fields) for choice in here] == [{"place": "rochelle"}]
    table.at("actions").do("reinforce", who="aramis", card="double")
    here = [choice for choice in table.at("reveal").offered("reveal") if choice.fields["place"] == "rochelle"]
    assert [choice.fields["card"] for choice in here] == ["single", "double"]


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


def test_the_clerk_asks_who_gives_a_heart(evening: Start) -> None:
    table = evening("sword sword", depth="clerk").at("siege", time=4, **{"athos.place": "rochelle"})
    table.do("siege", blue=0)
    none, one, two = table.offered("march")
    assert (none.fields, none.weight, none.picks) == ({"sacrifices": 0}, "main", ())
    for hearts, choice in ((1, one), (2, two)):
        (pick,) = choice.picks
        assert (pick.name, pick.least, pick.most, pick.many) == ("by", hearts, hearts, True)
        assert [value for value, _ in pick.options] == ["aramis", "athos"]
    table.match.act(tap(two))
    assert (table.state.of("athos").life, table.state.of("aramis").life, table.state.rochelle) == (2, 2, 5)


@pytest.mark.parametrize("may", [True, False])
def test_the_last_heart_is_asked_for_only_where_the_table_plays_so(evening: Start, may: bool) -> None:
    table = evening("sword", depth="clerk", house={"sacrifice_may_knock_out": may}).at("siege", **{"aramis.life": 1})
    table.do("siege", blue=0)
    assert len(table.offered("march")) == (2 if may else 1)


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


def test_a_louvre_marker_that_does_not_fall_is_not_said_to(evening: Start) -> None:
    table = evening(house={"louvre_moves_under_new_mission": False}).at("actions")
    table.do("louvre_done")
    table.at("louvre", louvre=2)
    assert table.prompt.detail.read() == "The mission is new: at this table the Louvre marker waits."
    assert labels(table) == ["Go on"]
    table.next()
    assert (table.state.louvre, table.state.queen) == (2, 0)


def test_without_louvre_cards_there_is_no_marker_to_move(evening: Start) -> None:
    table = evening(profile={"rulings.louvre_deck_empty": "stop"}).at("actions")
    for _ in range(8):
        table.match.act(tap(table.offered("louvre_done")[0]))
    assert table.offered("louvre_done") == []
    table.at("louvre", louvre=3)
    assert (table.prompt.rule, labels(table)) == ("louvre-deck", ["Go on"])
    table.next()
    assert (table.state.louvre, table.state.queen) == (3, 0)


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
