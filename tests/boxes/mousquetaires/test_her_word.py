"""What Milady's device says for her. Every answer is also carried out: it must be one that the rules take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.names import DESTINATIONS
from companion.core.record import Intent, Record
from companion.core.sealed import Opening, fresh

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]
ELSEWHERE = ("paris", "quest", "rochelle", "richelieu", "house")


def sealed(evening: Start, place: str, *, round: int = 1, match: str = "m", **options: Any) -> tuple[Evening, Opening]:
    seal, opening = fresh(match, round, place, lambda n: bytes(range(n)))
    table = evening(depth="clerk", **options)
    table.do("seal", seal=seal)
    table.at("actions").do("louvre_mission", skill="panache", value=8, foes=["lubin"])
    return table, opening


def at_the_louvre(evening: Start, place: str, who: str = "porthos", **more: Any) -> tuple[Evening, Opening]:
    table, opening = sealed(evening, place, **more)
    table.at("actions", **{f"{who}.place": "louvre"}).do("challenge", who=who)
    return table, opening


def at_richelieus(evening: Start, place: str, who: str = "porthos", **more: Any) -> tuple[Evening, Opening]:
    table, opening = sealed(evening, place, **more)
    table.do("move", who=who, to="richelieu")
    return table, opening


def word(table: Evening, opening: Opening | None) -> Intent | None:
    return BOX.answer("m", table.state, opening)


def taken(table: Evening, intent: Intent | None) -> Record:
    assert intent is not None
    outcome = table.match.act(intent)
    assert isinstance(outcome, Record), outcome
    return outcome


# Rochefort


def test_where_she_is_rochefort_comes(evening: Start) -> None:
    table, opening = at_the_louvre(evening, "louvre")
    intent = word(table, opening)
    assert intent == Intent("rochefort", {"nonce": opening.nonce_hex}, "milady")
    taken(table, intent)
    assert (table.state.milady_at, table.state.rochefort_at) == ("louvre", "louvre")


@pytest.mark.parametrize("place", ELSEWHERE)
def test_where_she_is_not_nobody_comes_and_nothing_is_told(evening: Start, place: str) -> None:
    table, opening = at_the_louvre(evening, place)
    intent = word(table, opening)
    assert intent == Intent("let_pass", {}, "milady")
    record = taken(table, intent)
    assert table.state.milady_at == ""
    assert opening.nonce_hex not in record.line()


def test_nobody_can_tell_a_place_where_she_is_not_from_an_interruption_that_was_forgotten(evening: Start) -> None:
    """The same line, byte for byte; even the seal lies there before, so it is set to the same."""
    lines = []
    for place in ("louvre", *ELSEWHERE):
        table, opening = at_the_louvre(evening, place)
        forgotten = Intent("let_pass", seat="milady") if place == "louvre" else word(table, opening)
        record = taken(table, forgotten)
        lines.append({name: part for name, part in record.plain().items() if name not in ("hash", "prev")})
    assert all(line == lines[0] for line in lines)


def test_whom_rochefort_never_meets_he_is_not_asked_about(evening: Start) -> None:
    table, opening = at_the_louvre(evening, "louvre", "athos")
    assert table.prompt.id == "challenge"
    assert word(table, opening) is None


def test_out_of_action_he_comes_nowhere(evening: Start) -> None:
    table, opening = sealed(evening, "louvre")
    table.at("actions", rochefort=0).do("challenge", who="porthos")
    assert word(table, opening) is None
    table, opening = at_the_louvre(evening, "louvre")
    table.at("actions", rochefort=0)
    assert word(table, opening) == Intent("let_pass", {}, "milady")


def test_once_he_stands_there_nobody_asks_any_more(evening: Start) -> None:
    table, opening = at_the_louvre(evening, "louvre")
    taken(table, word(table, opening))
    assert table.state.duel is not None
    assert word(table, opening) is None


# Richelieu


@pytest.mark.parametrize("who", ["porthos", "athos"])
def test_where_she_is_she_is_found(evening: Start, who: str) -> None:
    table, opening = at_richelieus(evening, "richelieu", who)
    intent = word(table, opening)
    assert intent == Intent("richelieu", {"found": True, "nonce": opening.nonce_hex}, "milady")
    taken(table, intent)
    assert (table.state.milady_at, table.state.found) == ("richelieu", True)


@pytest.mark.parametrize("place", [place for place in DESTINATIONS if place != "richelieu"])
def test_where_she_is_not_he_finds_nobody_and_the_nonce_stays_secret(evening: Start, place: str) -> None:
    table, opening = at_richelieus(evening, place)
    intent = word(table, opening)
    assert intent == Intent("richelieu", {"found": False}, "milady")
    assert opening.nonce_hex not in taken(table, intent).line()
    assert table.state.of("porthos").place == "bastille"


def test_when_everybody_knows_where_she_is_nobody_is_asked(evening: Start) -> None:
    table, opening = at_richelieus(evening, "richelieu")
    taken(table, word(table, opening))
    table.do("rest")
    table.do("move", who="aramis", to="richelieu")
    assert table.state.errand is None
    assert word(table, opening) is None
    # Not even where something went wrong, and a question still stands there.
    asked, _ = at_richelieus(evening, "richelieu")
    assert BOX.answer("m", replace(asked.state, milady_at="richelieu"), opening) is None


# a device that must not answer


def test_while_nobody_asks_there_is_nothing_to_say(evening: Start) -> None:
    table, opening = sealed(evening, "louvre")
    assert word(table, opening) is None


@pytest.mark.parametrize("scene", [at_the_louvre, at_richelieus])
@pytest.mark.parametrize(
    ("change", "more"),
    [
        ({"round": 2}, {}),
        ({"nonce_hex": "ff" * 32}, {}),
        ({"nonce_hex": ""}, {}),
        ({"choice": "house"}, {}),
        ({}, {"round": 2}),
        ({}, {"match": "another"}),
    ],
    ids=["its round", "its nonce", "no nonce", "its place", "a seal of another round", "a seal of another match"],
)
def test_a_device_that_does_not_hold_what_opens_the_seal_never_answers(
    evening: Start, scene: Any, change: dict[str, Any], more: dict[str, Any]
) -> None:
    table, opening = scene(evening, "louvre", **more)
    assert word(table, replace(opening, **change)) is None
    assert word(table, None) is None


@pytest.mark.parametrize("scene", [at_the_louvre, at_richelieus])
def test_where_nothing_is_sealed_her_card_lies_on_the_table_and_she_answers_herself(evening: Start, scene: Any) -> None:
    table, opening = scene(evening, "louvre")
    assert BOX.answer("m", replace(table.state, sealed=""), opening) is None


def test_where_nobody_plays_her_nobody_answers_for_her(evening: Start) -> None:
    table, opening = at_richelieus(evening, "richelieu")
    assert BOX.answer("m", replace(table.state, milady=False), opening) is None


def test_another_match_is_none_of_its_business(evening: Start) -> None:
    table, opening = at_richelieus(evening, "richelieu")
    assert BOX.answer("another", table.state, opening) is None


def test_a_number_set_by_hand_does_not_silence_it(evening: Start) -> None:
    table, opening = at_richelieus(evening, "richelieu")
    table.at("actions", round=9)
    assert word(table, opening) == Intent("richelieu", {"found": True, "nonce": opening.nonce_hex}, "milady")


def test_what_waits_for_cards_waits_for_no_word_of_hers(evening: Start) -> None:
    table, opening = at_the_louvre(evening, "house")
    taken(table, word(table, opening))
    assert table.state.errand is not None
    assert table.state.errand.waits == "cards"
    assert word(table, opening) is None
