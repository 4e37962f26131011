from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from companion.core.record import BadForm
from tests.boxes.mousquetaires.scenes import (
    CALAIS,
    arm,
    call_out,
    clash,
    declare,
    in_the_gallery,
    in_the_louvre,
    on_the_quest,
    said,
    waiting,
)

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def meets(table: Evening, who: str, what: str = "mission", **cards: Any) -> list[str]:
    """He takes it on with these cards; what the table hears of it."""
    declare(table, "challenge", who=who, what=what)
    return said(table.do("meet", **cards))


# skill and cards against the value


@pytest.mark.parametrize(("cards", "mastered"), [(0, False), (2, False), (3, True), (5, True)])
def test_reaching_the_value_is_enough(evening: Start, cards: int, mastered: bool) -> None:
    table = in_the_louvre(evening, "dartagnan", "lubin")
    told = meets(table, "dartagnan", cards=cards)
    verb = "succeeds" if mastered else "fails"
    assert told[0] == f"d'Artagnan {verb}: {4 + cards} against 7."
    assert (table.state.louvre_mission.mastered, table.state.of("dartagnan").left) == (mastered, 2)


def test_no_card_need_be_played_at_all(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", **{"athos.place": "louvre"})
    table.do("louvre_mission", skill="nobility", value=4, foes=["lubin"])
    meets(table, "athos")
    assert table.state.louvre_mission.mastered is True


def test_each_musketeer_has_his_own_skill(evening: Start) -> None:
    for who, own in (("dartagnan", 4), ("aramis", 3), ("athos", 3), ("porthos", 2)):
        table = in_the_louvre(evening, who, "lubin")
        declare(table, "challenge", who=who)
        assert table.prompt.what.read() == f"Panache: {own} against 7"


def test_an_improved_skill_counts_one_more_where_it_fits(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin")
    arm(table, "porthos", "panache", "gallantry")
    assert meets(table, "porthos", cards=4)[0] == "Porthos succeeds: 7 against 7."


def test_the_reward_is_paid_as_soon_as_the_challenge_is_mastered(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", **{"athos.place": "louvre"})
    table.do("louvre_mission", skill="panache", value=7, reward=2, foes=["lubin"])
    meets(table, "athos", cards=3)
    assert table.state.purse == 3
    meets(table, "athos", cards=4)
    assert (table.state.purse, table.state.louvre_mission.known) == (5, True)


def test_what_is_mastered_is_not_taken_on_again(evening: Start) -> None:
    table = in_the_louvre(evening, "athos", "lubin")
    meets(table, "athos", cards=4)
    refusal = table.refused("challenge", who="athos")
    assert (refusal.rule, refusal.reason.read()) == ("challenge", "Athos finds no such challenge where he is.")


def test_challenge_and_duels_in_any_order_and_by_different_musketeers(evening: Start) -> None:
    table = in_the_louvre(evening, "athos", "lubin").at("actions", **{"porthos.place": "louvre"})
    call_out(table, "porthos", "lubin", 3)
    clash(table, "lily lily lily shield shield shield", "sword sword")
    table.do("rest", who="porthos")
    told = meets(table, "athos", cards=4)
    assert "The mission leaves the game; the next one is turned up and Milady mans it." in told
    assert table.state.louvre_mission.known is False


def test_a_paris_card_is_mastered_alike(evening: Start) -> None:
    table = evening(depth="clerk", paris="missing").at("actions", **{"athos.place": "paris"})
    table.do("paris_mission", skill="gallantry", value=6, foes=[])
    assert meets(table, "athos", cards=4)[0] == "Athos succeeds: 6 against 6."
    assert (table.state.paris, table.state.paris_gone) == ("", ("missing",))


# where he is


@pytest.mark.parametrize("place", ["paris", "quest", "rochelle", "richelieu", "colombier", "bastille"])
def test_he_has_to_be_where_the_challenge_is(evening: Start, place: str) -> None:
    table = in_the_louvre(evening, "porthos", "lubin").at("actions", **{"porthos.place": place})
    refusal = table.refused("challenge", who="porthos")
    assert (refusal.rule, refusal.overridable) == ("challenge", False)


def test_a_mission_without_a_challenge_has_none(evening: Start) -> None:
    table = evening(depth="clerk").at("actions", **{"porthos.place": "louvre"})
    table.do("louvre_mission", skill="none", foes=["lubin"])
    assert table.refused("challenge", who="porthos").rule == "challenge"


def test_nobody_meets_what_nobody_took_on(evening: Start) -> None:
    assert in_the_louvre(evening, "porthos", "lubin").refused("meet").rule == "challenge"


def test_an_action_is_needed(evening: Start) -> None:
    table = in_the_louvre(evening, "porthos", "lubin")
    table.do("turn", who="porthos")
    table.at("actions", **{"porthos.actions": 0})
    assert table.refused("challenge", who="porthos").rule == "turn"


@pytest.mark.parametrize("cards", [-1, 13])
def test_so_many_cards_are_a_slip(evening: Start, cards: int) -> None:
    table = in_the_louvre(evening, "porthos", "lubin")
    declare(table, "challenge", who="porthos")
    with pytest.raises(BadForm, match='"cards" must be 0 to 12'):
        table.act("meet", cards=cards)


# ambushes


def ambushed(evening: Start, ambush: str, **options: Any) -> Evening:
    table = evening(depth="clerk", **options).at("actions", **{"porthos.place": "louvre", "athos.place": "louvre"})
    table.do("louvre_mission", skill="panache", value=7, foes=["lubin"], ambush=ambush, nemesis="porthos")
    return table


def test_the_courtesan_makes_the_challenge_harder_by_one_until_gallantry_has_removed_her(evening: Start) -> None:
    table = ambushed(evening, "courtesan")
    declare(table, "challenge", who="porthos")
    assert table.prompt.what.read() == "Panache: 2 against 8"
    table.do("meet")
    assert meets(table, "porthos", "courtesan", cards=1)[0] == "Porthos fails: 5 against 6."
    assert table.state.louvre_mission.ambush == "courtesan"
    assert meets(table, "porthos", "courtesan", cards=2)[0] == "Porthos succeeds: 6 against 6."
    assert (table.state.louvre_mission.ambush, table.state.ambushes_gone) == ("", ("courtesan",))
    table.do("rest", who="porthos")
    declare(table, "challenge", who="athos")
    assert table.prompt.what.read() == "Panache: 3 against 7"


def test_the_courtesan_is_the_last_thing_that_keeps_a_mission_open(evening: Start) -> None:
    table = ambushed(evening, "courtesan")
    call_out(table, "athos", "lubin", 3)
    clash(table, "lily lily lily shield shield shield", "sword sword")
    meets(table, "athos", cards=5)
    assert table.state.louvre_mission.known is True
    meets(table, "athos", "courtesan", cards=4)
    assert table.state.louvre_mission.known is False


def test_without_a_courtesan_nobody_meets_her(evening: Start) -> None:
    table = ambushed(evening, "beggars")
    assert table.refused("challenge", who="porthos", what="courtesan").rule == "challenge"


def test_the_beggars_stop_everybody(evening: Start) -> None:
    table = ambushed(evening, "beggars")
    for who in ("porthos", "athos"):
        refusal = table.refused("challenge", who=who)
        assert (refusal.rule, refusal.overridable) == ("ambush-beggars", True)


def test_the_nemesis_stops_the_one_it_concerns(evening: Start) -> None:
    table = ambushed(evening, "nemesis")
    assert table.refused("challenge", who="porthos").rule == "ambush-nemesis"
    declare(table, "challenge", who="athos")
    assert waiting(table).waits == "cards"


# Calais


def test_calais_has_four_challenges_in_any_order_by_anybody(evening: Start) -> None:
    table = on_the_quest(evening, "porthos", CALAIS).at("actions", **{"athos.place": "quest"})
    assert meets(table, "porthos", "panache", cards=4)[0] == "Porthos fails: 6 against 7."
    assert meets(table, "porthos", "panache", cards=5)[0] == "Porthos succeeds: 7 against 7."
    assert meets(table, "porthos", "erudition", cards=3)[0] == "Porthos succeeds: 6 against 6."
    table.do("rest", who="porthos")
    assert meets(table, "athos", "nobility", cards=2)[0] == "Athos succeeds: 6 against 6."
    assert table.state.quest.calais == ("panache", "erudition", "nobility")
    assert table.refused("challenge", who="athos", what="panache").rule == "challenge"
    assert table.refused("duel", who="athos", foe="wardes").rule == "duel"
    meets(table, "athos", "gallantry", cards=5)
    table.do("duel", who="athos", foe="wardes")
    assert table.prompt.id == "duel"


@pytest.mark.parametrize(("epic", "mastered"), [(0, False), (1, False), (2, True), (3, True)])
def test_at_calais_each_epic_token_makes_it_easier_by_one(evening: Start, epic: int, mastered: bool) -> None:
    table = on_the_quest(evening, "porthos", CALAIS).at("actions", epic=3)
    meets(table, "porthos", "panache", cards=3, epic=epic)  # 2 + 3 against 7
    assert (table.state.quest.calais == ("panache",), table.state.epic) == (mastered, 3 - epic)


def test_nobody_spends_more_epic_tokens_than_there_are(evening: Start) -> None:
    table = on_the_quest(evening, "porthos", CALAIS).at("actions", epic=1)
    declare(table, "challenge", who="porthos", what="panache")
    (ask,) = table.offered("meet")[0].asks
    assert (ask.name, ask.lo, ask.hi, ask.start) == ("epic", 0, 1, 0)
    assert table.refused("meet", epic=2).rule == "challenge"
    assert table.refused("meet", epic=-1).rule == "challenge"


def test_epic_tokens_help_in_no_other_challenge(evening: Start) -> None:
    for table in (in_the_louvre(evening, "porthos", "lubin"), in_the_gallery(evening, "porthos", "trap", "two_dice")):
        table.at("actions", epic=3)
        declare(table, "challenge", who="porthos")
        assert table.offered("meet")[0].asks == ()
        refusal = table.refused("meet", cards=6, epic=1)
        assert (refusal.rule, refusal.overridable) == ("calais", True)


def test_a_table_whose_board_says_otherwise_reads_other_values(evening: Start) -> None:
    at = "quest.chapters.calais"
    read = {f"{at}.skills": ["nobility", "panache"], f"{at}.challenges": [5, 8]}
    table = on_the_quest(evening, "porthos", CALAIS, profile=read)
    assert meets(table, "porthos", "nobility", cards=2)[0] == "Porthos succeeds: 5 against 5."
    assert meets(table, "porthos", "panache", cards=6)[0] == "Porthos succeeds: 8 against 8."
    table.do("duel", who="porthos", foe="wardes")


# the galleries


def test_in_the_galleries_every_challenge_is_an_eight(evening: Start) -> None:
    table = in_the_gallery(evening, "porthos", "two_dice", "trap", skill="gallantry")
    assert meets(table, "porthos", cards=3)[0] == "Porthos fails: 7 against 8."
    assert (table.state.quest.room, table.state.of("porthos").left) == (0, 2)
    assert meets(table, "porthos", cards=4)[0] == "Porthos succeeds: 8 against 8."
    assert table.state.quest.room == 1


# deadly quest


def test_whoever_fell_on_the_deadly_quest_takes_on_nothing_there(evening: Start) -> None:
    table = on_the_quest(evening, "athos", CALAIS, deadly_quest=True).at("actions", **{"athos.life": 1})
    table = deadly(table)
    assert table.state.of("athos").banned is True
    table.at("actions", **{"athos.down": False, "athos.turn": "waiting", "athos.place": "quest"})
    refusal = table.refused("challenge", who="athos", what="panache")
    assert (refusal.rule, refusal.overridable) == ("deadly-quest", True)


def deadly(table: Evening) -> Evening:
    """Athos steps into a trap of the inn with his last heart."""
    table.at("actions", chapters_done=0)
    table.do("advance", who="athos", path=1)
    table.do("token", kind="trap")
    return table.at("actions", chapters_done=CALAIS)


def test_the_log_says_who_and_how(evening: Start) -> None:
    table = in_the_louvre(evening, "athos", "lubin")
    record = table.do("challenge", who="athos")
    assert table.match.label(record).read() == "Athos takes on a challenge"
    assert table.match.label(table.do("meet", cards=4)).read() == "Athos succeeds: 7 against 7."
