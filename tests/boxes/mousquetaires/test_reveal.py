from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from companion.boxes.mousquetaires.names import DESTINATIONS, PLACES
from companion.boxes.mousquetaires.reveal import places
from companion.core.record import BadForm

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]
WITH_ROCHEFORT = ("paris", "louvre", "quest")
ALONE = ("rochelle", "richelieu", "house")


@pytest.mark.parametrize("place", DESTINATIONS)
def test_milady_shows_where_she_was_and_the_siege_comes_next(evening: Start, place: str) -> None:
    table = evening().at("reveal")
    record = table.do("reveal", place=place)
    assert table.state.step == "siege"
    assert table.match.label(record).read() == f"Milady was here: {PLACES[place].read()}"


@pytest.mark.parametrize(
    ("hand", "fill", "then"), [(0, False, 1), (3, False, 4), (0, True, 3), (2, True, 3), (3, True, 3), (5, True, 5)]
)
def test_at_richelieus_she_takes_one_card_of_her_choice_or_draws_up_to_three(
    evening: Start, hand: int, fill: bool, then: int
) -> None:
    table = evening().at("reveal", treachery_cards=hand)
    table.do("reveal", place="richelieu", fill=fill)
    assert table.state.perfidy == then


def test_unless_she_says_so_she_takes_one_card(evening: Start) -> None:
    table = evening().at("reveal", treachery_cards=0)
    table.do("reveal", place="richelieu")
    assert table.state.perfidy == 1


def test_a_card_of_her_choice_leaves_the_pile_to_be_shuffled(evening: Start) -> None:
    table = evening().at("reveal", treachery_cards=0)
    told = "It is the one of her choice; she shuffles the others."
    assert told in table.told(table.do("reveal", place="richelieu"))
    table.do("undo")
    assert told not in table.told(table.do("reveal", place="richelieu", fill=True))


def test_found_at_richelieus_she_loses_her_action(evening: Start) -> None:
    table = evening().at("reveal", treachery_cards=0)
    record = table.do("reveal", place="richelieu", fill=True, found=True)
    assert (table.state.perfidy, table.state.step) == (0, "siege")
    assert table.match.label(record).read() == "Milady was found: Richelieu's cabinet"


def test_at_home_she_takes_a_paris_card_of_her_choice(evening: Start) -> None:
    table = evening().at("reveal")
    assert table.told(table.do("reveal", place="house")) == ["Milady takes a Paris card of her choice into her hand."]


def test_at_la_rochelle_she_removes_a_card_from_the_game(evening: Start) -> None:
    table = evening().at("reveal")
    assert table.told(table.do("reveal", place="rochelle")) == ["Milady removes one card at La Rochelle from the game."]


@pytest.mark.parametrize("place", WITH_ROCHEFORT)
def test_where_she_had_rochefort_she_has_no_other_action(evening: Start, place: str) -> None:
    record = evening().at("reveal").do("reveal", place=place)
    assert "tells" not in record.result
    assert {change["what"] for change in record.result["changes"]} == {"milady_at", "step"}


def test_she_shows_herself_at_the_end_of_phase_two(evening: Start) -> None:
    assert evening().at("actions").refused("reveal", place="house").rule == "reveal"


@pytest.mark.parametrize("place", WITH_ROCHEFORT)
def test_without_rochefort_she_could_not_have_chosen_three_places(evening: Start, place: str) -> None:
    table = evening().at("destination", rochefort=0)
    table.next()
    assert places(table.state) == ALONE
    table.at("reveal")
    assert table.refused("reveal", place=place).rule == "destination"
    for open_place in ALONE:
        table.do("reveal", place=open_place)
        table.do("undo")


def test_balm_after_she_has_chosen_does_not_change_where_she_could_go(evening: Start) -> None:
    table = evening().at("destination", rochefort=0)
    table.next()
    table.next()
    table.do("perfidy", how="play", card="balm")
    assert table.state.rochefort == 2
    assert places(table.state) == ALONE


def test_rochefort_beaten_in_paris_does_not_undo_that_she_was_there(evening: Start) -> None:
    table = evening()
    table.next()
    table.at("reveal", rochefort=0)
    assert places(table.state) == DESTINATIONS
    table.do("reveal", place="paris")
    assert table.state.step == "siege"


def test_what_barred_her_is_asked_anew_every_round(evening: Start) -> None:
    table = evening().at("destination", rochefort=0)
    table.next()
    table.at("aftermath", rochefort=5).next()
    table.next()
    assert places(table.state) == DESTINATIONS


@pytest.mark.parametrize("fields", [{}, {"place": "bastille"}, {"place": "colombier"}, {"place": "paris", "found": 1}])
def test_she_never_goes_anywhere_else(evening: Start, fields: dict[str, Any]) -> None:
    with pytest.raises(BadForm):
        evening().at("reveal").act("reveal", **fields)


# what everybody knows already


def sent_home(evening: Start) -> Evening:
    """d'Artagnan has wounded Rochefort in Paris, and Milady fled home with him."""
    table = evening(depth="clerk", paris="held").at("actions")
    table.do("paris_mission", skill="panache", value=6, foes=["cavois"])
    table.do("challenge", who="dartagnan")
    table.do("rochefort")
    table.do("commit")
    table.do("clash", faces=["sword", "sword", "sword", "sword", "shield", "shield", "sword"])
    table.do("meet")
    return table.at("reveal")


def test_sent_home_by_a_wound_of_rocheforts_she_takes_no_paris_card(evening: Start) -> None:
    table = sent_home(evening)
    assert (table.state.milady_at, table.state.found) == ("house", True)
    assert table.told(table.do("reveal", place="house")) == []
    table.do("undo")
    assert [choice.do for choice in table.prompt.choices if choice.weight == "main"] == ["next"]
    record = table.next()
    assert (table.state.step, table.told(record)) == ("siege", [])


def test_she_cannot_have_been_where_nobody_saw_her(evening: Start) -> None:
    table = sent_home(evening)
    refusal = table.refused("reveal", place="richelieu")
    assert (refusal.rule, refusal.reason.read()) == ("reveal", "Everybody has seen her elsewhere.")


def let_pass(evening: Start, **house: bool) -> Evening:
    table = evening(depth="clerk", house=house).at("actions")
    table.do("louvre_mission", skill="panache", value=9)
    table.do("challenge", who="porthos")
    table.do("let_pass")
    table.do("meet")
    return table.at("reveal")


def test_rochefort_may_have_been_forgotten_where_she_was(evening: Start) -> None:
    table = let_pass(evening)
    table.do("reveal", place="louvre")
    assert table.state.milady_at == "louvre"


def test_house_rule_she_has_to_show_rochefort(evening: Start) -> None:
    table = let_pass(evening, rochefort_must_appear=True)
    assert table.refused("reveal", place="louvre").rule == "rochefort-forgotten"
    table.do("reveal", place="paris")


# La Rochelle


def besieged(evening: Start, *cards: str, **house: bool) -> Evening:
    table = evening(depth="clerk", players=4, house=house).at("actions")
    for card in cards:
        if card == "bassompierre":
            table.do("character", who="aramis", card=card)
        else:
            table.do("reinforce", who="aramis", card=card)
    return table.at("reveal")


def test_at_la_rochelle_she_removes_a_card_of_her_choice(evening: Start) -> None:
    table = besieged(evening, "single", "double", "double")
    assert [choice.fields["card"] for choice in table.offered("reveal") if choice.fields["place"] == "rochelle"] == [
        "single",
        "double",
    ]
    assert table.refused("reveal", place="rochelle").rule == "reveal"
    record = table.do("reveal", place="rochelle", card="double")
    assert (table.state.siege_cards, table.state.siege_dice) == (("single", "double"), 3)
    assert table.told(record) == ["Milady removes one card at La Rochelle from the game."]


def test_where_one_card_lies_nobody_has_to_say_which(evening: Start) -> None:
    table = besieged(evening, "double")
    table.do("reveal", place="rochelle")
    assert (table.state.siege_cards, table.state.siege_dice) == ((), 0)


def test_where_no_card_lies_she_removes_none(evening: Start) -> None:
    table = besieged(evening)
    assert table.told(table.do("reveal", place="rochelle")) == []


def test_she_removes_only_what_lies_there(evening: Start) -> None:
    refusal = besieged(evening, "single").refused("reveal", anyway=True, place="rochelle", card="double")
    assert (refusal.rule, refusal.overridable) == ("reveal", False)


@pytest.mark.parametrize("removable", [True, False])
def test_house_rule_whether_bassompierre_can_be_removed(evening: Start, removable: bool) -> None:
    table = besieged(evening, "single", "bassompierre", bassompierre_may_be_removed=removable)
    if removable:
        table.do("reveal", place="rochelle", card="bassompierre")
        assert table.state.siege_cards == ("single",)
    else:
        assert table.refused("reveal", place="rochelle", card="bassompierre").rule == "reveal"
        table.do("reveal", place="rochelle")
        assert table.state.siege_cards == ("bassompierre",)


def test_house_rule_where_only_bassompierre_lies_she_removes_none(evening: Start) -> None:
    table = besieged(evening, "bassompierre", bassompierre_may_be_removed=False)
    assert table.told(table.do("reveal", place="rochelle")) == []
    assert table.state.siege_cards == ("bassompierre",)


def test_house_rule_a_removed_card_goes_to_the_discards(evening: Start) -> None:
    table = besieged(evening, "single", removed_siege_card_leaves_game=False)
    assert table.told(table.do("reveal", place="rochelle")) == ["Milady puts one card at La Rochelle on the discards."]
    assert table.state.siege_cards == ()
