from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from companion.core.record import BadForm
from tests.boxes.mousquetaires.scenes import hearts, said

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]
MANNED: dict[str, Any] = {"skill": "panache", "value": 6, "foes": ["lubin"]}


def waiting(evening: Start, dice: str, ambush: str, **tokens: Any) -> Evening:
    """An ambush in the Louvre, where Porthos is."""
    table = evening(dice, depth="clerk").at("actions", **tokens)
    table.do("louvre_mission", ambush=ambush, **MANNED)
    return table


def sprung(evening: Start, dice: str, ambush: str, **tokens: Any) -> Evening:
    """The same, when the dice have been thrown."""
    table = waiting(evening, dice, ambush, **tokens)
    table.do("ambush")
    return table


TWO = {"athos.place": "louvre", "porthos.place": "paris", "aramis.place": "louvre"}
ALL = {"athos.place": "louvre", "aramis.place": "louvre"}


# they strike those who are there and those who come in


@pytest.mark.parametrize(("face", "hearts"), [("sword", 4), ("shield", 5)])
def test_the_assassin_strikes_at_once_whoever_is_there(evening: Start, face: str, hearts: int) -> None:
    table = sprung(evening, face, "assassin")
    (roll,) = table.match.records[-1].result["rolls"]
    assert (roll["dice"], roll["why"], roll["typed"]) == ("1r", "ambush-assassin", False)
    assert [musketeer.life for musketeer in table.state.company] == [3, 3, 3, hearts]


@pytest.mark.parametrize(("face", "purse"), [("sword", 2), ("shield", 3)])
def test_the_thieves_steal_at_once_from_whoever_is_there(evening: Start, face: str, purse: int) -> None:
    table = sprung(evening, face, "thieves")
    assert table.state.purse == purse
    told = ["The thieves take {n} pistole from {name}."] if face == "sword" else []
    assert table.told(table.match.records[-1]) == told


def test_each_of_several_is_thrown_for(evening: Start) -> None:
    table = sprung(evening, "sword shield sword", "thieves", **ALL)
    assert [roll["dice"] for roll in table.match.records[-1].result["rolls"]] == ["3r"]
    assert table.state.purse == 1


def test_who_comes_in_later_is_thrown_for_each_time(evening: Start) -> None:
    table = sprung(evening, "shield sword sword", "assassin")
    for _ in range(2):
        table.do("move", who="athos", to="louvre")
        record = table.do("ambush")
        assert [roll["dice"] for roll in record.result["rolls"]] == ["1r"]
        if table.state.of("athos").left:
            table.do("move", who="athos", to="paris")
    assert [hearts(table, who) for who in ("athos", "porthos")] == [1, 5]


def test_who_simply_stays_is_left_alone(evening: Start) -> None:
    table = sprung(evening, "sword", "assassin")
    table.at("aftermath").next()
    table.at("actions")
    for who in ("porthos", "athos"):
        for _ in range(3):
            table.do("draw", who=who)
            assert table.state.errand is None
    assert hearts(table, "porthos") == 4


@pytest.mark.parametrize("place", ["paris", "quest", "rochelle"])
def test_they_do_not_strike_elsewhere(evening: Start, place: str) -> None:
    table = sprung(evening, "shield", "assassin")
    table.do("move", who="athos", to=place)
    assert table.state.errand is None


def test_a_fallen_musketeer_is_not_struck(evening: Start) -> None:
    table = waiting(evening, "", "assassin", **{"porthos.life": 0, "porthos.down": True})
    assert (table.state.errand, hearts(table, "porthos")) == (None, 0)


def test_thieves_find_no_more_than_the_purse_holds(evening: Start) -> None:
    table = sprung(evening, "sword sword sword", "thieves", purse=2, **ALL)
    assert table.state.purse == 0
    assert [line.split("from")[0] for line in said(table.match.records[-1])] == [
        "The thieves take 1 pistole ",
        "The thieves take 1 pistole ",
        "The thieves take 0 pistoles ",
    ]


def test_what_hits_can_be_checked_in_the_box(evening: Start) -> None:
    profile = {"ambushes.assassin.face": "shield", "ambushes.assassin.wounds": 2}
    table = evening("shield", depth="clerk", profile=profile).at("actions")
    table.do("louvre_mission", ambush="assassin", **MANNED)
    table.do("ambush")
    assert hearts(table, "porthos") == 3


@pytest.mark.parametrize("ambush", ["thieves", "assassin"])
def test_they_do_not_bar_the_mission_and_leave_with_it_for_good(evening: Start, ambush: str) -> None:
    table = sprung(evening, "shield shield", ambush)
    table.do("move", who="athos", to="louvre")
    table.do("ambush")
    table.do("challenge", who="athos")
    table.do("meet", cards=3)
    table.do("duel", who="athos", foe="lubin")
    table.do("commit")
    table.do("clash", faces=["sword", "sword", "sword", "shield", "shield"])
    assert (table.state.louvre_mission.known, table.state.ambushes_gone) == (False, (ambush,))
    assert table.refused("louvre_mission", ambush=ambush, **MANNED | {"foes": ["cavois"]}).rule == "mission-force"


@pytest.mark.parametrize("ambush", ["thieves", "assassin"])
def test_the_scorekeeper_lets_the_table_throw(evening: Start, ambush: str) -> None:
    table = evening().at("actions")
    record = table.do("louvre_mission", ambush=ambush, **MANNED)
    assert table.state.errand is None
    (tell,) = record.result["tells"]
    assert (tell["say"], tell["why"]) == ("Milady throws a die for every musketeer who is there.", f"ambush-{ambush}")


@pytest.mark.parametrize("ambush", ["beggars", "courtesan"])
def test_the_others_strike_nobody(evening: Start, ambush: str) -> None:
    assert waiting(evening, "", ambush).state.errand is None


# real dice


def test_the_assassin_wounds_on_a_sword_of_the_real_die(evening: Start) -> None:
    table = waiting(evening, "", "assassin")
    record = table.do("ambush", faces=["sword"])
    assert (hearts(table, "porthos"), record.result["rolls"][0]["typed"]) == (4, True)


def test_thieves_take_nothing_where_the_real_dice_show_shields(evening: Start) -> None:
    table = waiting(evening, "", "thieves", **ALL)
    record = table.do("ambush", faces=["shield", "shield", "shield"])
    assert (table.state.purse, said(record)) == (3, [])


@pytest.mark.parametrize(("faces", "struck"), [("sword shield", (2, 3)), ("shield sword", (3, 2))])
def test_each_of_two_has_the_real_die_that_lies_in_his_place(
    evening: Start, faces: str, struck: tuple[int, int]
) -> None:
    table = waiting(evening, "", "assassin", **TWO)
    assert table.prompt.what.read() == "1 die each, in this order: Aramis, Athos"
    table.do("ambush", faces=faces.split())
    assert (hearts(table, "aramis"), hearts(table, "athos"), hearts(table, "porthos")) == (*struck, 5)


def test_each_may_have_several_dice(evening: Start) -> None:
    table = evening(depth="clerk", profile={"ambushes.assassin.dice": 2}).at("actions", **TWO)
    table.do("louvre_mission", ambush="assassin", **MANNED)
    assert table.prompt.what.read() == "2 dice each, in this order: Aramis, Athos"
    table.do("ambush", faces=["sword", "sword", "shield", "shield"])
    assert (hearts(table, "aramis"), hearts(table, "athos")) == (1, 3)


@pytest.mark.parametrize(
    ("faces", "complaint"),
    [
        ([], "The roll has 2 dice, but the number of faces given is 0."),
        (["sword"], "The roll has 2 dice, but the number of faces given is 1."),
        (["sword", "shield", "sword"], "The roll has 2 dice, but the number of faces given is 3."),
        (["sword", "lily"], 'Die 2 (r) has no face "lily"; it has shield, sword.'),
        (["sword", ""], 'Die 2 (r) has no face ""; it has shield, sword.'),
    ],
)
def test_dice_that_cannot_lie_there_change_nothing(evening: Start, faces: list[str], complaint: str) -> None:
    table = waiting(evening, "", "assassin", **TWO)
    before = table.state, len(table.match.records)
    with pytest.raises(BadForm) as caught:
        table.act("ambush", faces=faces)
    assert (str(caught.value), (table.state, len(table.match.records))) == (complaint, before)


def test_only_the_throw_itself_is_told_what_the_dice_show(evening: Start) -> None:
    table = sprung(evening, "shield", "assassin")
    with pytest.raises(BadForm, match='"move" has no field "faces"'):
        table.act("move", who="athos", to="louvre", faces=["sword"])


def test_where_nobody_walks_into_an_ambush_nothing_is_thrown(evening: Start) -> None:
    table = sprung(evening, "shield", "assassin")
    for faces in ({}, {"faces": ["sword"]}):
        refusal = table.refused("ambush", anyway=True, **faces)
        assert (refusal.reason.read(), refusal.overridable) == ("Nobody is walking into an ambush.", False)
    table.do("challenge", who="porthos")
    assert table.refused("ambush").rule == "ambush-thieves"  # something else waits


# the throw comes first


def test_nothing_else_is_done_before_the_dice_are_thrown(evening: Start) -> None:
    table = waiting(evening, "", "thieves")
    for do, fields in (("draw", {"who": "athos"}), ("next", {}), ("louvre_done", {}), ("louvre_mission", MANNED)):
        assert table.refused(do, anyway=True, **fields).reason.read() == "First finish what has begun."
    assert table.prompt.id == "ambush"
    table.do("ambush", faces=["shield"])
    table.do("draw", who="athos")


def test_not_even_the_sand_runs_out_before(evening: Start) -> None:
    table = evening(depth="clerk").at("perfidy")
    table.do("perfidy", how="play", card="hurry")
    table.do("louvre_mission", ambush="assassin", **MANNED)
    assert table.refused("sand", anyway=True, how="out").reason.read() == "First finish what has begun."
    table.do("ambush", faces=["shield"])
    table.do("sand", anyway=True, how="out")


@pytest.mark.parametrize("ambush", ["thieves", "assassin"])
def test_the_table_is_asked_for_that_throw_alone(evening: Start, ambush: str) -> None:
    table = waiting(evening, "", ambush)
    (choice,) = table.prompt.choices
    assert (choice.do, choice.weight, choice.dice) == ("ambush", "main", "1r")
    assert table.prompt.what.read() == "1 die for Porthos"
    assert table.prompt.rule == f"ambush-{ambush}"
    assert table.match.label(table.do("ambush", faces=["shield"])).read() == f"Ambush: {ambush.title()}"


def test_undone_the_throw_is_asked_for_again(evening: Start) -> None:
    table = sprung(evening, "sword shield", "assassin")
    table.do("undo")
    assert (table.prompt.id, hearts(table, "porthos")) == ("ambush", 5)
    table.do("ambush")
    assert (hearts(table, "porthos"), table.state.errand) == (5, None)


def test_it_does_not_matter_how_closely_the_clerk_follows_by_then(evening: Start) -> None:
    table = waiting(evening, "", "assassin")
    table.do("depth", to="scorekeeper")
    assert table.prompt.id == "ambush"
    table.do("ambush", faces=["sword"])
    assert hearts(table, "porthos") == 4


def test_for_a_figure_that_was_moved_away_by_hand_no_die_is_thrown(evening: Start) -> None:
    table = waiting(evening, "", "assassin", **TWO)
    table.do("correct", what="athos.place", to="quest")
    assert (table.prompt.what.read(), table.prompt.choices[0].dice) == ("1 die for Aramis", "1r")
    table.do("correct", what="aramis.place", to="quest")
    assert (table.prompt.what.read(), table.prompt.choices[0].dice) == ("Nobody is there any more.", "")
    with pytest.raises(BadForm, match="nobody to throw for"):
        table.act("ambush", faces=[])
    record = table.do("ambush")
    assert ("rolls" in record.result, table.state.errand) == (False, None)


def test_who_comes_in_is_thrown_for_and_not_those_who_are_there(evening: Start) -> None:
    table = sprung(evening, "shield", "thieves")
    table.do("move", who="athos", to="louvre")
    assert (table.prompt.what.read(), table.prompt.choices[0].dice) == ("1 die for Athos", "1r")


def test_a_mission_that_is_done_on_the_spot_leaves_its_dice_behind(evening: Start) -> None:
    table = evening(depth="clerk", paris="held").at("actions", constance=2)
    table.do("paris_mission", skill="none", successes=2, ambush="assassin")
    assert (table.state.paris, table.state.paris_mission.ambush) == ("", "")
    table.do("ambush", faces=["sword"])
    assert hearts(table, "dartagnan") == 2


# the Courtesan


def test_the_courtesan_makes_the_challenge_harder_by_one_until_she_is_charmed(evening: Start) -> None:
    table = waiting(evening, "", "courtesan", **{"athos.place": "louvre"})
    table.do("turn", who="athos")
    assert [choice.label.read() for choice in table.offered("challenge")] == [
        "Challenge: Panache 7",
        "Challenge: Gallantry 6",
    ]
    table.do("challenge", who="athos", what="courtesan")
    table.do("meet", cards=3)
    assert table.state.louvre_mission.ambush == "courtesan"
    table.do("challenge", who="athos", what="courtesan")
    table.do("meet", cards=4)
    assert (table.state.louvre_mission.ambush, table.state.ambushes_gone) == ("", ("courtesan",))
    assert [choice.label.read() for choice in table.offered("challenge")] == ["Challenge: Panache 6"]


def test_rochefort_does_not_protect_the_courtesan(evening: Start) -> None:
    table = waiting(evening, "", "courtesan")
    table.do("challenge", who="porthos", what="courtesan")
    assert table.prompt.id == "challenge"


def test_house_rule_rochefort_may_interrupt_that_too(evening: Start) -> None:
    table = evening(depth="clerk", house={"rochefort_stops_ambushes": True}).at("actions")
    table.do("louvre_mission", ambush="courtesan", **MANNED)
    table.do("challenge", who="porthos", what="courtesan")
    assert table.prompt.id == "rochefort"


def test_the_mission_is_not_done_while_she_is_there(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", **{"athos.place": "louvre"})
    table.do("louvre_mission", skill="panache", value=6, ambush="courtesan")
    table.do("challenge", who="athos")
    table.do("meet", cards=4)
    assert (table.state.louvre_mission.mastered, table.state.epic) == (True, 0)
    table.do("challenge", who="athos", what="courtesan")
    table.do("meet", cards=4)
    assert (table.state.louvre_mission.known, table.state.epic) == (False, 2)


# the Nemesis


def hunted(evening: Start) -> Evening:
    table = evening(depth="clerk").at("actions", **{"athos.place": "louvre"})
    table.do("louvre_mission", ambush="nemesis", nemesis="athos", **MANNED)
    return table


def test_the_nemesis_stops_one_musketeer_and_nobody_else(evening: Start) -> None:
    table = hunted(evening)
    assert table.refused("challenge", who="athos").rule == "ambush-nemesis"
    assert table.refused("duel", who="athos", foe="lubin").rule == "ambush-nemesis"
    table.do("turn", who="athos")
    assert [choice.fields["foe"] for choice in table.offered("duel")] == ["nemesis"]
    table.do("rest")
    assert table.refused("duel", anyway=True, who="porthos", foe="nemesis").rule == "duel"
    table.do("challenge", who="porthos")


def test_he_has_to_beat_it_in_a_duel(evening: Start) -> None:
    table = hunted(evening)
    table.do("duel", who="athos", foe="nemesis")
    table.do("commit")
    assert table.offered("clash")[0].dice == "3b 3r"
    table.do("clash", faces=["sword", "sword", "shield", "shield", "sword", "shield"])
    table.do("clash", faces=["sword", "sword", "shield", "sword"])
    assert (table.state.louvre_mission.ambush, table.state.ambushes_gone) == ("", ("nemesis",))
    table.do("challenge", who="athos")


def test_the_nemesis_has_a_name(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    assert table.refused("louvre_mission", ambush="nemesis", **MANNED).rule == "ambush-nemesis"
    assert table.refused("louvre_mission", ambush="nemesis", nemesis="treville", **MANNED).rule == "ambush-nemesis"
