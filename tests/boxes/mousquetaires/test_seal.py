from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.foul import foul_line
from companion.boxes.mousquetaires.names import PLACES
from companion.boxes.mousquetaires.state import Foul, State
from companion.core.dice import SeededChance
from companion.core.match import Match
from companion.core.prompt import Refusal
from companion.core.record import BadForm, Header, Intent, Record
from companion.core.sealed import Opening, fresh

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]


def under_seal(
    evening: Start, place: str, *, round: int = 1, match: str = "m", **options: Any
) -> tuple[Evening, Opening]:
    seal, opening = fresh(match, round, place, lambda n: bytes(range(n)))
    table = evening(depth="clerk", **options)
    table.do("seal", seal=seal)
    return table, opening


def test_the_destination_lies_under_seal_and_nobody_can_read_it(evening: Start) -> None:
    table, opening = under_seal(evening, "richelieu")
    table.next()
    assert table.match.view()["milady"]["sealed"] == table.state.sealed
    assert table.match.view()["milady"]["at"] is None
    written = json.dumps([record.plain() for record in table.match.records])
    assert "richelieu" not in written
    assert opening.nonce_hex not in written
    assert table.match.label(table.match.records[0]).read() == "Milady seals her destination"


def test_the_right_opening_shows_it(evening: Start) -> None:
    table, opening = under_seal(evening, "house")
    table.at("reveal").do("reveal", place="house", nonce=opening.nonce_hex)
    assert (table.state.milady_at, table.state.step) == ("house", "siege")


@pytest.mark.parametrize(
    ("place", "nonce", "sealed"),
    [("rochelle", None, "house"), ("house", "ff" * 32, ""), ("rochelle", "ff" * 32, "")],
    ids=["another place", "another nonce", "both"],
)
def test_what_does_not_open_it_is_seen_by_everybody_and_moves_nothing(
    evening: Start, place: str, nonce: str | None, sealed: str
) -> None:
    table, opening = under_seal(evening, "house")
    table.at("reveal")
    before = table.state
    record = table.do("reveal", place=place, nonce=opening.nonce_hex if nonce is None else nonce)
    foul = Foul(1, "broken", place, sealed)
    assert table.state == replace(before, fouls=(foul,))
    assert table.told(record) == [foul_line(foul).text]
    assert table.match.label(record).read() == f"The seal does not fit: Milady claimed {PLACES[place].read()}"


@pytest.mark.parametrize("nonce", ["", "0", "F" * 64, "ff" * 31], ids=["none", "a digit", "capitals", "too short"])
def test_what_is_no_opening_at_all_is_refused(evening: Start, nonce: str) -> None:
    table, _ = under_seal(evening, "house")
    table.at("reveal")
    refusal = table.refused("reveal", place="house", nonce=nonce)
    assert (refusal.rule, refusal.overridable) == ("sealed", True)
    assert "house" not in refusal.reason.read()


@pytest.mark.parametrize(("nonce", "kind"), [(None, "broken"), ("", "unopened"), ("0", "broken")])
def test_a_table_that_insists_goes_on_and_everybody_sees_what_was_not_shown(
    evening: Start, nonce: str | None, kind: str
) -> None:
    table, opening = under_seal(evening, "house")
    table.at("reveal")
    given = opening.nonce_hex if nonce is None else nonce
    record = table.do("reveal", anyway=True, place="rochelle", nonce=given)
    assert record.result["rulings"] == ["sealed"]
    assert (table.state.milady_at, table.state.step) == ("rochelle", "siege")
    assert table.state.fouls == (Foul(1, kind, "rochelle", "house" if nonce is None else ""),)


def test_the_same_false_opening_is_taken_once_and_the_true_one_still_counts(evening: Start) -> None:
    table, opening = under_seal(evening, "house")
    table.at("reveal").do("reveal", place="paris", nonce=opening.nonce_hex)
    for nonce in (opening.nonce_hex, "ff" * 32):
        refusal = table.refused("reveal", place="paris", nonce=nonce)
        assert (refusal.rule, refusal.overridable) == ("seal-broken", True)
    table.do("reveal", place="quest", nonce="ff" * 32)
    table.do("reveal", place="house", nonce=opening.nonce_hex)
    assert (table.state.milady_at, table.state.step) == ("house", "siege")
    assert [foul.claimed for foul in table.state.fouls] == ["paris", "quest"]


def test_undo_takes_a_foul_back_like_anything_else(evening: Start) -> None:
    table, opening = under_seal(evening, "house")
    table.at("reveal").do("reveal", place="paris", nonce=opening.nonce_hex)
    table.do("undo")
    assert table.state.fouls == ()
    table.do("reveal", place="house", nonce=opening.nonce_hex)
    assert table.state.fouls == ()


@pytest.mark.parametrize("other", [{"round": 2}, {"match": "another"}], ids=["another round", "another match"])
def test_a_seal_of_another_round_or_match_does_not_open(evening: Start, other: dict[str, Any]) -> None:
    table, opening = under_seal(evening, "house", **other)
    table.at("reveal").do("reveal", place="house", nonce=opening.nonce_hex)
    assert (table.state.milady_at, table.state.fouls) == ("", (Foul(1, "broken", "house", ""),))


def test_a_round_that_is_given_another_number_keeps_its_seal(evening: Start) -> None:
    table, opening = under_seal(evening, "house")
    table.at("reveal", round=7).at("reveal", round=3)
    table.do("reveal", place="house", nonce=opening.nonce_hex)
    assert (table.state.milady_at, table.state.fouls, table.state.sealed_for) == ("house", (), 1)
    table.at("aftermath").next()
    assert (table.state.round, table.state.sealed_for) == (4, 0)


def test_a_seal_that_is_laid_anew_under_the_new_number_opens_with_that(evening: Start) -> None:
    table, _ = under_seal(evening, "house")
    table.at("destination", round=7)
    seal, opening = fresh("m", 7, "rochelle")
    table.do("seal", seal=seal)
    table.at("reveal").do("reveal", place="rochelle", nonce=opening.nonce_hex)
    assert (table.state.milady_at, table.state.fouls) == ("rochelle", ())


def test_rochefort_opens_it_on_the_spot(evening: Start) -> None:
    table, opening = under_seal(evening, "louvre")
    table.at("actions").do("louvre_mission", skill="panache", value=6)
    table.do("challenge", who="porthos")
    assert table.refused("rochefort").rule == "sealed"
    errand = table.state.errand
    record = table.do("rochefort", nonce="ff" * 32)
    assert (table.state.errand, table.state.milady_at, table.state.rochefort_at) == (errand, "", "")
    assert table.match.label(record).read() == "The seal does not fit: Milady claimed The Louvre"
    table.do("rochefort", nonce=opening.nonce_hex)
    assert (table.state.milady_at, table.state.rochefort_at) == ("louvre", "louvre")


def test_so_does_the_musketeer_who_finds_her_at_richelieus(evening: Start) -> None:
    table, opening = under_seal(evening, "richelieu")
    table.at("actions").do("move", who="porthos", to="richelieu")
    assert table.refused("richelieu", found=True).rule == "sealed"
    errand = table.state.errand
    record = table.do("richelieu", found=True, nonce="ff" * 32)
    assert (table.state.errand, table.state.milady_at, table.state.found) == (errand, "", False)
    assert table.match.label(record).read() == "The seal does not fit: Milady claimed Richelieu's cabinet"
    table.do("richelieu", found=True, nonce=opening.nonce_hex)
    assert table.state.milady_at == "richelieu"


def test_sealing_anew_is_seen_by_everybody(evening: Start) -> None:
    table, _ = under_seal(evening, "house")
    seal, opening = fresh("m", 1, "rochelle")
    record = table.do("seal", seal=seal)
    assert table.told(record) == ["Milady has changed her mind and sealed anew."]
    assert table.match.label(record).read() == "Milady seals her destination anew"
    table.at("reveal").do("reveal", place="rochelle", nonce=opening.nonce_hex)


# too late


@pytest.mark.parametrize("step", ["destination", "paris", "perfidy"])
def test_it_is_sealed_before_the_musketeers_ride(evening: Start, step: str) -> None:
    table = evening().at(step)
    for digit in "01":
        table.do("seal", seal=digit * 64)
        assert (table.state.sealed, table.state.fouls) == (digit * 64, ())


@pytest.mark.parametrize("step", ["actions", "reveal", "siege", "aftermath"])
@pytest.mark.parametrize("before", [False, True], ids=["for the first time", "anew"])
def test_a_seal_after_phase_one_takes_a_ruling_and_everybody_sees_it(evening: Start, step: str, before: bool) -> None:
    table = under_seal(evening, "house")[0] if before else evening()
    table.at(step)
    assert table.refused("seal", seal="0" * 64).rule == "destination"
    record = table.do("seal", anyway=True, seal="0" * 64)
    assert (table.state.sealed, table.state.fouls) == ("0" * 64, (Foul(1, "late"),))
    assert table.match.label(record).read() == "Milady seals her destination too late"
    table.do("seal", anyway=True, seal="1" * 64)
    assert (table.state.sealed, table.state.fouls) == ("1" * 64, (Foul(1, "late"),))


def test_setting_the_step_by_hand_makes_a_late_seal_no_earlier(evening: Start) -> None:
    table, _ = under_seal(evening, "house")
    table.at("actions").do("draw", who="athos")
    table.at("perfidy").do("seal", seal="0" * 64)
    assert table.state.fouls == (Foul(1, "late"),)
    table.do("undo")
    table.at("actions").do("rest")
    table.do("move", who="aramis", to="paris")
    table.do("rest")
    table.at("destination").do("seal", seal="0" * 64)
    assert table.state.fouls == (Foul(1, "late"),)


def test_before_anybody_has_acted_the_step_may_be_set_back_by_hand(evening: Start) -> None:
    table, _ = under_seal(evening, "house")
    table.at("actions").at("perfidy").do("seal", seal="0" * 64)
    assert table.state.fouls == ()


def test_who_fell_and_got_up_in_phase_one_has_not_acted(evening: Start) -> None:
    table, _ = under_seal(evening, "house")
    table.at("destination", **{"aramis.place": "colombier", "aramis.turn": "done"}).do("seal", seal="0" * 64)
    assert table.state.fouls == ()


def test_once_everybody_knows_her_place_a_seal_hides_nothing(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    table.do("draw", who="athos")
    table.at("reveal").do("reveal", place="house")
    table.at("destination").do("seal", seal="0" * 64)
    assert table.state.fouls == ()


# a word that the seal belies


def denied_at_richelieus(evening: Start, place: str = "richelieu") -> tuple[Evening, Opening]:
    table, opening = under_seal(evening, place)
    table.at("actions", treachery_cards=0).do("move", who="porthos", to="richelieu")
    table.do("richelieu", found=False)
    return table, opening


def test_what_the_seal_proves_counts_and_what_the_truth_would_have_cost_is_lost(evening: Start) -> None:
    table, opening = denied_at_richelieus(evening)
    table.at("reveal")
    record = table.do("reveal", place="richelieu", nonce=opening.nonce_hex, fill=True)
    assert (table.state.milady_at, table.state.found, table.state.step) == ("richelieu", True, "siege")
    assert table.state.perfidy == 0
    assert table.state.fouls == (Foul(1, "answer", "", "richelieu"),)
    assert table.match.label(record).read() == "Milady had denied it: Richelieu's cabinet"
    assert "rulings" not in record.result


@pytest.mark.parametrize("nonce", [{}, {"nonce": ""}])
def test_without_the_opening_her_word_stands(evening: Start, nonce: dict[str, Any]) -> None:
    table, _ = denied_at_richelieus(evening)
    refusal = table.at("reveal").refused("reveal", place="richelieu", **nonce)
    assert (refusal.rule, refusal.overridable) == ("richelieu", True)
    table.do("reveal", anyway=True, place="richelieu")
    assert [foul.kind for foul in table.state.fouls] == ["unopened"]


def test_a_false_opening_after_a_word_to_the_contrary_is_a_false_opening(evening: Start) -> None:
    table, _ = denied_at_richelieus(evening, "house")
    table.at("reveal").do("reveal", place="richelieu", nonce="ff" * 32)
    assert (table.state.milady_at, table.state.found) == ("", False)
    assert [foul.kind for foul in table.state.fouls] == ["broken"]


def test_the_second_who_finds_her_shows_that_she_lied_to_the_first(evening: Start) -> None:
    table, opening = denied_at_richelieus(evening)
    table.do("move", who="aramis", to="richelieu")
    table.do("richelieu", found=True, nonce=opening.nonce_hex)
    assert (table.state.found, table.state.fouls) == (True, (Foul(1, "answer", "", "richelieu"),))
    record = table.at("reveal").do("reveal", place="richelieu")
    assert (table.state.step, "rulings" in record.result) == ("siege", False)


def let_pass(evening: Start, must: bool) -> tuple[Evening, Opening]:
    table, opening = under_seal(evening, "louvre", house={"rochefort_must_appear": must})
    table.at("actions").do("louvre_mission", skill="panache", value=8)
    table.do("challenge", who="porthos")
    table.do("let_pass")
    table.do("meet")
    return table, opening


@pytest.mark.parametrize("must", [False, True])
def test_a_forgotten_rochefort_is_a_lie_only_where_he_has_to_appear(evening: Start, must: bool) -> None:
    table, opening = let_pass(evening, must)
    record = table.at("reveal").do("reveal", place="louvre", nonce=opening.nonce_hex)
    assert (table.state.milady_at, table.state.step) == ("louvre", "siege")
    assert table.state.fouls == ((Foul(1, "answer", "", "louvre"),) if must else ())
    assert "rulings" not in record.result


def test_where_he_has_to_appear_he_cannot_appear_at_the_second_action_only(evening: Start) -> None:
    table, opening = let_pass(evening, True)
    table.do("challenge", who="porthos")
    table.do("rochefort", nonce=opening.nonce_hex)
    assert (table.state.rochefort_at, table.state.fouls) == ("louvre", (Foul(1, "answer", "", "louvre"),))


def test_fouls_stay_for_the_whole_match(evening: Start) -> None:
    table, opening = denied_at_richelieus(evening)
    table.at("reveal").do("reveal", place="richelieu", nonce=opening.nonce_hex)
    table.at("aftermath").next()
    assert table.state.round == 2
    assert table.match.view()["fouls"] == [{"round": 1, "kind": "answer", "claimed": "", "sealed": "richelieu"}]


# not at all


def test_who_leaves_the_seal_closed_is_seen(evening: Start) -> None:
    table, _ = under_seal(evening, "house")
    record = table.at("reveal").do("next", anyway=True)
    assert (table.state.step, table.state.fouls) == ("siege", (Foul(1, "unopened"),))
    assert table.told(record) == ["Round {round}: nobody opened Milady's seal."]
    table.at("aftermath").next()
    assert table.state.fouls == (Foul(1, "unopened"),)


def test_a_round_that_ends_by_hand_leaves_its_seal_closed_too(evening: Start) -> None:
    table, _ = under_seal(evening, "house")
    table.at("aftermath").next()
    assert table.state.fouls == (Foul(1, "unopened"),)


@pytest.mark.parametrize("do", ["rochefort", "richelieu"])
def test_a_place_the_table_takes_on_trust_is_not_proved(evening: Start, do: str) -> None:
    table, _ = under_seal(evening, "house")
    table.at("actions").do("louvre_mission", skill="panache", value=8)
    if do == "rochefort":
        table.do("challenge", who="porthos")
        record = table.do("rochefort", anyway=True)
        place = "louvre"
    else:
        table.do("move", who="porthos", to="richelieu")
        record = table.do("richelieu", anyway=True, found=True)
        place = "richelieu"
    assert (table.state.milady_at, table.state.fouls) == (place, (Foul(1, "unopened", place),))
    assert table.match.label(record).read() == f"The seal stays closed: {PLACES[place].read()}"


def test_without_a_seal_there_is_no_foul(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    table.do("move", who="porthos", to="richelieu")
    table.do("richelieu", found=False, anyway=True)
    table.at("reveal").do("reveal", place="richelieu", anyway=True, nonce="ff" * 32)
    table.at("aftermath").next()
    assert table.state.fouls == ()


def test_the_apps_own_seal_is_not_miladys() -> None:
    """Where nobody plays her there is nobody to be accused."""
    header = Header("m", BOX.name, {"milady": False, "depth": "clerk"}, {})
    match: Match[State] = Match(BOX, header, chance=SeededChance(1))
    match.act(Intent("louvre_mission", {"skill": "panache", "value": 7}))
    sealed = match.state.sealed
    assert sealed
    match.act(Intent("correct", {"what": "step", "to": "reveal"}))
    opened = Intent("reveal", {"place": "house", "nonce": "ff" * 32})
    assert isinstance(match.act(opened), Refusal)
    assert isinstance(match.act(replace(opened, anyway=True)), Record)
    assert match.state.fouls == ()
    match.act(Intent("undo"))
    assert isinstance(match.act(Intent("next", anyway=True)), Record)
    match.act(Intent("correct", {"what": "step", "to": "aftermath"}))
    assert isinstance(match.act(Intent("next")), Record)
    assert (match.state.round, match.state.sealed_for, match.state.fouls) == (2, 0, ())


def test_every_round_has_its_own_seal(evening: Start) -> None:
    table, _ = under_seal(evening, "house")
    table.at("aftermath").next()
    assert table.state.sealed == ""


@pytest.mark.parametrize("seal", ["", "0" * 63, "0" * 65, "G" * 64, "A" * 64])
def test_a_seal_is_sixty_four_hexadecimal_digits(evening: Start, seal: str) -> None:
    with pytest.raises(BadForm, match="64 hexadecimal digits"):
        evening().act("seal", seal=seal)


def test_without_milady_nobody_seals_by_hand(evening: Start) -> None:
    refusal = evening(milady=False).refused("seal", anyway=True, seal="0" * 64)
    assert (refusal.rule, refusal.overridable) == ("no-milady", False)


@pytest.mark.parametrize("place", ["paris", "house"])
def test_a_seal_is_not_needed(evening: Start, place: str) -> None:
    table = evening().at("reveal")
    table.do("reveal", place=place)
    assert table.state.milady_at == place
