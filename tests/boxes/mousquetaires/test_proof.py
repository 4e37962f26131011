"""The audit believes nobody: neither what Milady says, nor what the table took for true, nor what it called a foul."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.proof import findings, proved
from companion.core.match import Match
from companion.core.record import Header, Record
from companion.core.sealed import Opening, fresh

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]
MUST = {"rochefort_must_appear": True}


def lay(table: Evening, place: str, digit: int = 0, *, round: int = 1, anyway: bool = False) -> Opening:
    seal, opening = fresh("m", round, place, lambda n: bytes([digit] * n))
    table.do("seal", anyway=anyway, seal=seal)
    return opening


def show(table: Evening, place: str, opening: Opening, **more: Any) -> None:
    table.at("reveal").do("reveal", place=place, nonce=opening.nonce_hex, **more)


def kinds(records: Iterable[Record], **how: Any) -> list[str]:
    return [one.kind for one in findings("m", records, **how)]


def knock(table: Evening, who: str = "porthos", **said: Any) -> None:
    table.at("actions").do("move", who=who, to="richelieu")
    table.do("richelieu", **said)


def ride(table: Evening, who: str = "porthos") -> None:
    """Something is tried in the Louvre, and Rochefort may step in."""
    table.at("actions", **{f"{who}.place": "louvre"})
    if not table.state.louvre_mission.known:
        table.do("louvre_mission", skill="panache", value=8)
    table.do("challenge", who=who)


# nothing to say


def test_an_honest_round_is_proved_and_nothing_is_said_of_it(evening: Start) -> None:
    table = evening(depth="clerk")
    opening = lay(table, "house")
    knock(table, found=False)
    show(table, "house", opening)
    assert findings("m", table.match.records) == ()
    assert proved("m", table.match.records) == BOX.audit("m", table.match.records) == {1: True}


def test_rounds_are_judged_one_by_one(evening: Start) -> None:
    table = evening(depth="clerk")
    rounds = (("house", "house"), ("house", "rochelle"), ("paris", "paris"))
    for number, (sealed, claimed) in enumerate(rounds, start=1):
        opening = lay(table, sealed, number, round=number)
        show(table, claimed, opening, anyway=True)
        table.at("aftermath").next()
    assert proved("m", table.match.records) == {1: True, 2: False, 3: True}
    assert [(one.round, one.kind) for one in findings("m", table.match.records)] == [(2, "broken")]


def test_without_a_seal_there_is_nothing_to_prove(evening: Start) -> None:
    table = evening(depth="clerk")
    knock(table, found=False)
    table.at("reveal").do("reveal", place="house")
    assert findings("m", table.match.records) == ()
    assert proved("m", table.match.records) == {}


def test_a_round_that_still_goes_on_is_not_judged(evening: Start) -> None:
    table = evening(depth="clerk")
    lay(table, "house")
    knock(table, found=False)
    table.at("reveal")
    assert findings("m", table.match.records) == ()
    assert proved("m", table.match.records) == {}


def test_another_match_is_not_proved_by_this_ones_openings(evening: Start) -> None:
    table = evening(depth="clerk")
    show(table, "house", lay(table, "house"))
    assert [one.kind for one in findings("another", table.match.records)] == ["broken"]
    assert proved("another", table.match.records) == {1: False}


# what does not fit


@pytest.mark.parametrize(
    ("place", "nonce", "line"),
    [
        ("rochelle", None, "Round 1: Milady claimed “La Rochelle”, but her seal says “Milady's house”."),
        ("house", "ff" * 32, "Round 1: Milady claimed “Milady's house”, but that does not open her seal."),
    ],
    ids=["another place", "another nonce"],
)
def test_an_opening_that_does_not_fit_is_found(evening: Start, place: str, nonce: str | None, line: str) -> None:
    table = evening(depth="clerk")
    opening = lay(table, "house")
    table.at("reveal").do("reveal", place=place, nonce=nonce or opening.nonce_hex)
    assert [one.line.read() for one in findings("m", table.match.records)] == [line]
    show(table, "house", opening)
    assert [one.line.read() for one in findings("m", table.match.records)] == [line]
    assert proved("m", table.match.records) == {1: False}


def test_a_false_claim_in_the_middle_of_the_round_is_found(evening: Start) -> None:
    table = evening(depth="clerk")
    opening = lay(table, "house")
    ride(table)
    table.do("rochefort", nonce=opening.nonce_hex)
    table.do("let_pass")
    table.do("meet")
    table.do("move", who="aramis", to="richelieu", anyway=True)
    table.do("richelieu", found=True, nonce="ff" * 32)
    table.do("richelieu", found=False)
    show(table, "house", opening)
    claims = [one.line.read() for one in findings("m", table.match.records)]
    assert claims == [
        "Round 1: Milady claimed “The Louvre”, but her seal says “Milady's house”.",
        "Round 1: Milady claimed “Richelieu's cabinet”, but that does not open her seal.",
    ]


@pytest.mark.parametrize("step", ["actions", "reveal"])
def test_only_the_last_seal_laid_in_time_counts(evening: Start, step: str) -> None:
    table = evening(depth="clerk")
    lay(table, "house")
    table.at(step)
    late = lay(table, "rochelle", 1, anyway=True)
    show(table, "rochelle", late)
    assert kinds(table.match.records) == ["late"]
    assert proved("m", table.match.records) == {1: False}


def test_who_opens_the_seal_laid_in_time_after_all_is_still_late_with_the_other(evening: Start) -> None:
    table = evening(depth="clerk")
    early = lay(table, "house")
    table.at("actions")
    lay(table, "rochelle", 1, anyway=True)
    show(table, "house", early)
    assert kinds(table.match.records) == ["late"]


def test_the_only_seal_may_be_the_late_one(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    show(table, "house", lay(table, "house", anyway=True))
    assert kinds(table.match.records) == ["late"]


def test_setting_the_step_by_hand_makes_a_late_seal_no_earlier(evening: Start) -> None:
    table = evening(depth="clerk")
    lay(table, "house")
    table.at("actions").do("draw", who="athos")
    table.at("paris")
    show(table, "rochelle", lay(table, "rochelle", 1))
    assert kinds(table.match.records) == ["late"]


def test_when_phase_two_is_over_everybody_has_acted(evening: Start) -> None:
    """The scorekeeper sees nobody act."""
    table = evening()
    lay(table, "house")
    table.at("actions").next()
    table.at("paris")
    show(table, "rochelle", lay(table, "rochelle", 1))
    assert kinds(table.match.records) == ["late"]


def test_what_was_done_stays_done_when_it_is_taken_back_and_brought_again(evening: Start) -> None:
    table = evening(depth="clerk")
    lay(table, "house")
    table.at("actions").do("draw", who="athos")
    for do in ("undo", "redo"):
        table.do(do)
    table.at("paris")
    show(table, "rochelle", lay(table, "rochelle", 1))
    assert kinds(table.match.records) == ["late"]


def test_one_late_seal_after_the_other_is_late_and_nothing_else(evening: Start) -> None:
    table = evening(depth="clerk").at("actions")
    lay(table, "house", anyway=True)
    table.do("draw", who="athos")
    show(table, "rochelle", lay(table, "rochelle", 1, anyway=True))
    assert kinds(table.match.records) == ["late"]


def test_a_seal_that_hides_nothing_any_more_does_not_hide_a_lie_either(evening: Start) -> None:
    table = evening(depth="clerk")
    opening = lay(table, "richelieu")
    knock(table, found=False)
    knock(table, "aramis", found=True, nonce=opening.nonce_hex)
    table.at("destination")
    lay(table, "house", 1)
    assert kinds(table.match.records) == ["answer"]
    assert [foul.kind for foul in table.state.fouls] == ["answer"]


def test_a_seal_laid_in_phase_two_is_late_even_when_it_hides_nothing(evening: Start) -> None:
    table = evening(depth="clerk")
    opening = lay(table, "richelieu")
    knock(table, found=True, nonce=opening.nonce_hex)
    lay(table, "house", 1, anyway=True)
    assert kinds(table.match.records) == [foul.kind for foul in table.state.fouls] == ["late"]


def test_once_her_place_is_proved_nothing_more_has_to_be_opened(evening: Start) -> None:
    table = evening(depth="clerk")
    opening = lay(table, "richelieu")
    knock(table, found=True, nonce=opening.nonce_hex)
    table.at("reveal").do("reveal", place="richelieu", nonce="ff" * 32)
    assert findings("m", table.match.records) == ()


@pytest.mark.parametrize("mended", [False, True])
def test_a_word_the_seal_belies_is_found(evening: Start, mended: bool) -> None:
    table = evening(depth="clerk")
    opening = lay(table, "richelieu")
    knock(table, found=False)
    if mended:  # the second who looks finds her; the first is in the Bastille all the same
        knock(table, "aramis", found=True, nonce=opening.nonce_hex)
    else:
        show(table, "richelieu", opening)
    (found,) = findings("m", table.match.records)
    assert (found.kind, found.good) == ("answer", False)
    assert found.line.read() == "Round 1: Milady said that she was elsewhere, but her seal says “Richelieu's cabinet”."


@pytest.mark.parametrize("must", [False, True])
def test_to_let_a_musketeer_pass_is_a_lie_only_where_rochefort_has_to_appear(evening: Start, must: bool) -> None:
    table = evening(depth="clerk", house={"rochefort_must_appear": must})
    opening = lay(table, "louvre")
    ride(table)
    table.do("let_pass")
    table.do("meet")
    show(table, "louvre", opening)
    found = BOX.findings(table.match.header, table.match.records)
    assert [one.kind for one in found] == (["answer"] if must else [])
    assert kinds(table.match.records, must_appear=must) == (["answer"] if must else [])


@pytest.mark.parametrize("how", ["no opening", "nothing at all", "only the next round"])
def test_a_seal_that_was_never_opened_is_found(evening: Start, how: str) -> None:
    table = evening(depth="clerk")
    lay(table, "house")
    if how == "no opening":
        table.at("reveal").do("reveal", anyway=True, place="rochelle")
    elif how == "nothing at all":
        table.at("reveal").do("next", anyway=True)
    else:
        table.at("aftermath").next()
    assert kinds(table.match.records) == ["unopened"]
    assert proved("m", table.match.records) == {1: False}


def test_setting_the_step_by_hand_ends_nothing(evening: Start) -> None:
    table = evening(depth="clerk")
    lay(table, "house")
    table.at("reveal").at("siege")
    assert kinds(table.match.records) == []


def test_what_opens_the_seal_must_not_be_told_before_she_shows_herself(evening: Start) -> None:
    table = evening(depth="clerk")
    opening = lay(table, "house")
    table.do("note", text=f"psst: {opening.nonce_hex}")
    show(table, "house", opening)
    table.do("note", text=f"so that is what it was: {opening.nonce_hex}")
    assert kinds(table.match.records) == ["leaked"]
    table = evening(depth="clerk")
    opening = lay(table, "house")
    show(table, "house", opening)
    table.do("undo")
    show(table, "house", opening)
    table.do("note", text=f"so that is what it was: {opening.nonce_hex}")
    assert kinds(table.match.records) == []


# taken back


def test_a_reveal_that_was_taken_back_does_not_count(evening: Start) -> None:
    table = evening(depth="clerk")
    opening = lay(table, "house")
    table.at("reveal").do("reveal", anyway=True, place="rochelle", nonce=opening.nonce_hex)
    table.do("undo")
    show(table, "house", opening)
    assert findings("m", table.match.records) == ()
    table.do("undo")
    table.do("redo")
    assert proved("m", table.match.records) == {1: True}


def test_a_word_that_was_taken_back_was_given_all_the_same(evening: Start) -> None:
    table = evening(depth="clerk")
    opening = lay(table, "richelieu")
    knock(table, found=False)
    for _ in range(2):
        table.do("undo")
    show(table, "richelieu", opening)
    assert table.state.fouls == ()
    assert kinds(table.match.records) == ["answer"]


def test_a_slip_of_the_finger_that_was_put_right_at_once_is_no_lie(evening: Start) -> None:
    table = evening(depth="clerk")
    opening = lay(table, "richelieu")
    knock(table, found=False)
    table.do("undo")
    table.do("richelieu", found=True, nonce=opening.nonce_hex)
    table.at("reveal").next()
    (found,) = findings("m", table.match.records)
    assert (found.kind, found.good) == ("slip", True)
    assert proved("m", table.match.records) == {1: True}


def test_a_word_given_over_another_seal_is_no_word_about_this_one(evening: Start) -> None:
    """Everything was taken back, the seal too: what she seals now is another choice, and everybody sees it."""
    table = evening(depth="clerk")
    lay(table, "house")
    knock(table, found=False)
    table.do("back_to", seq=0)
    show(table, "richelieu", lay(table, "richelieu", 1))
    (found,) = findings("m", table.match.records)
    assert (found.kind, found.good) == ("back", True)
    assert found.line.read() == "Round 1: Milady sealed anew after the ride had been taken back."


def test_a_seal_that_was_taken_back_is_none(evening: Start) -> None:
    table = evening(depth="clerk")
    lay(table, "house")
    table.do("undo")
    opening = lay(table, "rochelle", 1)
    show(table, "rochelle", opening)
    assert findings("m", table.match.records) == ()


def test_sealing_anew_before_the_ride_is_told_and_is_nobodys_fault(evening: Start) -> None:
    table = evening(depth="clerk")
    lay(table, "house")
    table.at("paris")
    show(table, "rochelle", lay(table, "rochelle", 1))
    (found,) = findings("m", table.match.records)
    assert (found.kind, found.good) == ("anew", True)
    assert found.line.read() == "Round 1: Milady sealed anew before the ride."


def test_a_round_that_is_given_another_number_is_still_proved(evening: Start) -> None:
    table = evening(depth="clerk")
    opening = lay(table, "house")
    table.at("actions", round=9)
    show(table, "house", opening)
    assert findings("m", table.match.records) == ()
    assert proved("m", table.match.records) == {1: True}


def test_a_round_that_was_begun_twice_is_judged_as_it_stands(evening: Start) -> None:
    table = evening(depth="clerk").at("aftermath")
    table.next()
    opening = lay(table, "house", round=2)
    table.at("reveal").do("reveal", anyway=True, place="rochelle", nonce=opening.nonce_hex)
    table.do("back_to", seq=1)
    table.next()
    show(table, "house", lay(table, "house", 2, round=2))
    assert findings("m", table.match.records) == ()
    assert proved("m", table.match.records) == {2: True}


# nobody's verdict is believed


def forged(records: Iterable[Record], header: Header) -> list[Record]:
    """The same taps, written down by a device that calls nothing a foul."""
    chain: list[Record] = []
    for record in records:
        result = {part: rows for part, rows in record.result.items() if part != "rulings"}
        result["changes"] = [one for one in record.result.get("changes", ()) if one["what"] != "fouls"]
        result["tells"] = [one for one in record.result.get("tells", ()) if not one["why"].startswith("seal-")]
        chain.append(Record.make(record.seq, record.at, record.intent, result, chain[-1] if chain else header.hash()))
    return chain


def all_lies(evening: Start) -> Evening:
    table = evening(depth="clerk", house=MUST)
    opening = lay(table, "richelieu")
    knock(table, found=False)
    show(table, "paris", opening)
    show(table, "richelieu", opening)
    table.at("aftermath").next()
    opening = lay(table, "louvre", 1, round=2)
    ride(table)
    table.do("let_pass")
    table.do("meet")
    lay(table, "louvre", 2, round=2, anyway=True)
    show(table, "louvre", opening, anyway=True)
    table.at("aftermath").next()
    lay(table, "house", 3, round=3)
    table.at("aftermath").next()
    return table


def test_what_the_table_called_a_foul_or_did_not_makes_no_difference(evening: Start) -> None:
    table = all_lies(evening)
    plainly = BOX.findings(table.match.header, table.match.records)
    assert [(one.round, one.kind) for one in plainly] == [
        (1, "broken"),
        (1, "answer"),
        (2, "late"),
        (2, "answer"),
        (3, "unopened"),
    ]
    silent = forged(table.match.records, table.match.header)
    assert BOX.findings(table.match.header, silent) == plainly
    assert BOX.audit("m", silent) == {1: False, 2: False, 3: False}


def test_a_match_from_before_there_were_fouls_still_replays(evening: Start) -> None:
    table = all_lies(evening)
    again = Match.replay(BOX, table.match.header, forged(table.match.records, table.match.header))
    assert replace(again.state, fouls=table.state.fouls) == table.state
    assert (again.state.fouls, len(table.state.fouls)) == ((), 5)


def test_a_device_that_writes_down_what_the_engine_would_never_accept_is_found(evening: Start) -> None:
    """A reveal that moves on as if its opening had fitted, with a chain that holds."""
    table = evening(depth="clerk")
    opening = lay(table, "house")
    show(table, "rochelle", opening, anyway=True)
    records = forged(table.match.records, table.match.header)
    assert [one.line.read() for one in findings("m", records)] == [
        "Round 1: Milady claimed “La Rochelle”, but her seal says “Milady's house”."
    ]


def test_a_nonce_beside_a_no_is_found_in_a_forged_record(evening: Start) -> None:
    table = evening(depth="clerk")
    opening = lay(table, "house")
    knock(table, found=False)
    show(table, "house", opening)
    records: list[Record] = []
    for record in table.match.records:
        intent = record.intent
        if intent.do == "richelieu":
            intent = type(intent)(intent.do, {**intent.fields, "nonce": opening.nonce_hex}, intent.seat, intent.id)
        records.append(Record.make(record.seq, record.at, intent, record.result, records[-1] if records else "x"))
    assert kinds(records) == ["leaked"]
