from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from companion.boxes.mousquetaires.missions import adversaries_in_hand, ambushes_in_hand, force_of
from companion.core.record import BadForm

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def clerk(evening: Start, dice: str = "", **options: Any) -> Evening:
    """Athos is in the Louvre: him Rochefort leaves alone."""
    return evening(dice, depth="clerk", **options).at("actions", **{"athos.place": "louvre"})


def beat(table: Evening, foe: str) -> None:
    """Athos beats somebody with all his swords; a botte of theirs is no matter here."""
    table.do("duel", who="athos", foe=foe)
    table.do("commit")
    fight = table.state.duel
    assert fight is not None
    table.do("clash", faces=["sword"] * fight.blue + ["shield"] * (fight.red - 1) + ["sword"])
    table.at("actions", **{"athos.life": 3})


def master(table: Evening, cards: int = 9) -> None:
    table.do("challenge", who="athos")
    table.do("meet", cards=cards)


# what Milady lays out


@pytest.mark.parametrize(
    ("foes", "ambush", "force"),
    [
        (["laffemas"], "", 3),
        (["boisrenard", "lubin"], "thieves", 3),
        (["brisemont"], "thieves", 3),
        (["brisemont"], "", 2),
        (["lubin"], "thieves", 2),
    ],
    ids=["three", "ambush and two of one", "ambush and a two", "two", "ambush and one"],
)
def test_the_printed_examples_of_force(evening: Start, foes: list[str], ambush: str, force: int) -> None:
    table = evening(depth="clerk").at("actions", **{"porthos.place": "paris"})
    assert force_of(table.state, tuple(foes), ambush) == force
    told: dict[str, Any] = {"ambush": ambush} if ambush else {}
    table.do("louvre_mission", skill="panache", value=6, foes=foes, force=force, **told)
    assert [foe.id for foe in table.state.louvre_mission.foes] == foes


@pytest.mark.parametrize("foes", [[], ["lubin"], ["laffemas", "lubin"]])
def test_they_have_to_add_up_to_the_force_unless_the_table_insists(evening: Start, foes: list[str]) -> None:
    table = clerk(evening)
    refusal = table.refused("louvre_mission", skill="panache", value=6, foes=foes, force=3)
    assert (refusal.rule, refusal.overridable) == ("mission-force", True)
    table.do("louvre_mission", anyway=True, skill="panache", value=6, foes=foes, force=3)


def test_without_a_force_nobody_counts(evening: Start) -> None:
    clerk(evening).do("louvre_mission", skill="panache", value=6, foes=["laffemas", "cavois"])


def test_an_adversary_lies_in_one_place_only(evening: Start) -> None:
    table = clerk(evening, paris="held")
    table.do("louvre_mission", skill="panache", value=6, foes=["lubin"])
    assert "lubin" not in adversaries_in_hand(table.state)
    assert table.refused("paris_mission", skill="panache", value=6, foes=["lubin"]).rule == "mission-force"
    assert table.refused("paris_mission", skill="panache", value=6, foes=["cavois", "cavois"]).rule == "mission-force"


def test_a_beaten_adversary_is_out_of_the_game(evening: Start) -> None:
    table = clerk(evening, paris="held")
    table.do("louvre_mission", skill="panache", value=6, foes=["lubin"])
    beat(table, "lubin")
    assert "lubin" not in adversaries_in_hand(table.state)
    assert table.refused("paris_mission", skill="panache", value=6, foes=["lubin"]).rule == "mission-force"


def test_the_henchman_goes_back_to_miladys_hand(evening: Start) -> None:
    table = clerk(evening, paris="held")
    table.do("louvre_mission", skill="panache", value=6, foes=["henchman"])
    beat(table, "henchman")
    assert table.state.beaten == ()
    table.do("paris_mission", skill="panache", value=6, foes=["henchman"])


def test_an_ambush_lies_in_one_place_and_there_is_one_in_each(evening: Start) -> None:
    table = clerk(evening, "shield shield", paris="held")
    table.do("louvre_mission", foes=["lubin"], ambush="assassin")
    table.do("ambush")
    assert "assassin" not in ambushes_in_hand(table.state)
    assert table.refused("paris_mission", skill="panache", value=6, ambush="assassin").rule == "mission-force"
    refusal = table.refused("louvre_mission", anyway=True, skill="panache", value=6, ambush="thieves")
    assert refusal.reason.read() == "An ambush lies there already."


def test_nobody_knows_an_adversary_of_another_name(evening: Start) -> None:
    refusal = clerk(evening).refused("louvre_mission", anyway=True, foes=["rochefort"])
    assert (refusal.rule, refusal.overridable) == ("mission-force", False)


@pytest.mark.parametrize("what", ["value", "reward", "duels", "successes", "force"])
def test_no_card_prints_such_numbers(evening: Start, what: str) -> None:
    for number in (-1, 13):
        refusal = clerk(evening).refused("louvre_mission", anyway=True, skill="panache", **{what: number})
        assert refusal.reason.read() == "No card says more than 12."


@pytest.mark.parametrize("fields", [{"ambush": "plague"}, {"skill": "fencing"}, {"foes": "lubin"}])
def test_a_slip_of_the_pen_is_no_mission(evening: Start, fields: dict[str, Any]) -> None:
    with pytest.raises(BadForm):
        clerk(evening).act("louvre_mission", **fields)


# read out bit by bit


def test_who_lies_there_stays_when_the_rest_is_read_out(evening: Start) -> None:
    table = clerk(evening, "shield shield")
    table.do("louvre_mission", foes=["lubin"], ambush="thieves")
    table.do("ambush")
    assert table.state.louvre_mission.known is False
    table.do("louvre_mission", skill="panache", value=6, reward=2, foes=["cavois"])
    mission = table.state.louvre_mission
    assert (mission.known, mission.skill, mission.value, mission.reward) == (True, "panache", 6, 2)
    assert ([foe.id for foe in mission.foes], mission.ambush) == (["lubin", "cavois"], "thieves")


@pytest.mark.parametrize("content", [{}, {"skill": "none"}, {"skill": "panache"}, {"skill": "panache", "value": 0}])
def test_a_card_that_asks_for_nothing_has_not_been_read(evening: Start, content: dict[str, Any]) -> None:
    """It would be accomplished on the spot and pay two epic tokens."""
    table = clerk(evening)
    table.do("louvre_mission", **content)
    assert (table.state.louvre_mission.known, table.state.epic) == (False, 0)
    assert table.refused("challenge", anyway=True, who="athos").rule == "challenge"


# working it off, in any order


@pytest.mark.parametrize("duel_first", [True, False])
def test_all_steps_in_any_order_finish_the_mission(evening: Start, duel_first: bool) -> None:
    table = clerk(evening)
    table.do("louvre_mission", card="debt", skill="panache", value=6, reward=2, foes=["lubin"])
    if not duel_first:
        master(table)
        assert (table.state.louvre_mission.known, table.state.epic) == (True, 0)
    beat(table, "lubin")
    if duel_first:
        assert (table.state.louvre_mission.known, table.state.epic) == (True, 0)
        master(table)
    assert (table.state.louvre_mission.known, table.state.louvre_gone, table.state.epic) == (False, ("debt",), 2)


def test_the_worked_example_of_the_poison_affair(evening: Start) -> None:
    """German rules, challenges: d'Artagnan, panache 4, three cards, against 7."""
    table = evening(depth="clerk").at("actions", **{"dartagnan.place": "louvre"})
    table.do("louvre_mission", card="poisons", foes=["lubin", "boisrenard"])
    assert (table.state.louvre_mission.skill, table.state.louvre_mission.value) == ("panache", 7)
    table.do("challenge", who="dartagnan")
    table.do("let_pass")
    record = table.do("meet", cards=3)
    assert table.match.label(record).read() == "d'Artagnan succeeds: 7 against 7."
    assert table.state.louvre_mission.mastered is True


def test_the_reward_is_paid_as_soon_as_the_challenge_is_mastered_and_once(evening: Start) -> None:
    table = clerk(evening)
    table.do("louvre_mission", skill="panache", value=6, reward=3, foes=["lubin"])
    master(table, cards=2)
    assert (table.state.purse, table.state.louvre_mission.mastered) == (3, False)
    master(table, cards=3)
    assert (table.state.purse, table.state.louvre_mission.mastered) == (6, True)
    assert table.refused("challenge", anyway=True, who="athos").rule == "challenge"


def test_adversaries_pay_pistoles_or_epic_tokens(evening: Start) -> None:
    table = clerk(evening)
    table.do("louvre_mission", skill="panache", value=6, foes=["lubin", "laffemas"])
    beat(table, "lubin")
    assert (table.state.purse, table.state.epic) == (4, 0)
    table.do("duel", who="athos", foe="laffemas")
    table.do("commit", cards=3)
    table.do("clash", faces=["sword"] * 6 + ["shield"] * 4)
    assert (table.state.purse, table.state.epic, table.state.beaten) == (4, 1, ("lubin", "laffemas"))
