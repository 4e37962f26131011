from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.lots import audit
from companion.boxes.mousquetaires.state import State
from companion.core.dice import SeededChance
from companion.core.fate import MemoryVault, Vault
from companion.core.match import Match
from companion.core.record import Header, Intent, Record
from companion.core.sealed import Opening, seal
from tests.boxes.mousquetaires.scenes import said

LOST = "The sealed choices of this round were lost or seen: they are sealed anew."
GONE = "The sealed choices of this round were lost: nobody can open them."


class Table:
    """A match without Milady, with a vault that can be robbed."""

    def __init__(self, seed: int = 1, vault: Vault | None = None, **options: Any) -> None:
        self.vault = vault or MemoryVault()
        header = Header("m", BOX.name, {"milady": False, "depth": "clerk", **options}, {})
        self.match: Match[State] = Match(BOX, header, chance=SeededChance(seed), vault=self.vault)

    @property
    def state(self) -> State:
        return self.match.state

    @property
    def records(self) -> list[Record]:
        return self.match.records

    def do(self, do: str, /, anyway: bool = False, **fields: Any) -> Record:
        errand = self.state.errand
        if errand and errand.waits == "dice" and do != "ambush":
            self.do("ambush")  # what is drawn may be an ambush, and its dice come first
        outcome = self.match.act(Intent(do, fields, anyway=anyway))
        assert isinstance(outcome, Record), outcome
        return outcome

    def phase_one(self) -> None:
        for _ in range(3):
            self.do("fate")

    def to_the_reveal(self) -> None:
        """Phases I and II, without any action."""
        self.phase_one()
        for musketeer in self.state.company:
            if musketeer.down:
                self.do("recover", who=musketeer.id)
        self.do("next")

    def round(self) -> None:
        self.to_the_reveal()
        self.do("fate")
        self.end()

    def end(self) -> None:
        """Phases III and IV; nothing may decide the match here."""
        for what, to in (("rochelle", 5), ("time", 1), ("queen", 0), ("paris", "")):
            self.do("correct", what=what, to=to)
        while self.state.step != "destination":
            self.do({"siege": "siege", "march": "march"}.get(self.state.step, "next"))


class Leaky(MemoryVault):
    """Forgets everything on demand."""

    def rob(self) -> None:
        self._openings.clear()


# sealed, opened, proved


def test_the_seal_lies_there_before_anything_is_drawn() -> None:
    table = Table()
    record = table.do("fate")
    sealed = [change for change in record.result["changes"] if change["what"] == "sealed"]
    assert (record.result["changes"][0], len(sealed)) == (sealed[0], 1)
    opening = table.vault.opening(1)
    assert opening is not None
    assert seal("m", 1, opening.choice, bytes.fromhex(opening.nonce_hex)) == table.state.sealed
    table.do("fate")
    table.do("fate")
    # One seal for the whole round.
    assert table.state.sealed == sealed[0]["to"]


def test_no_record_tells_the_seed_before_the_opening() -> None:
    table = Table()
    table.to_the_reveal()
    opening = table.vault.opening(1)
    assert opening is not None
    lines = [record.line() for record in table.records]
    assert not any(opening.choice in line or opening.nonce_hex in line for line in lines)
    record = table.do("fate")
    assert f"Opened: seed {opening.choice}, nonce {opening.nonce_hex}" in said(record)
    assert (table.state.sealed, table.state.step) == ("", "siege")


def test_every_round_that_was_opened_is_proved() -> None:
    table = Table()
    for _ in range(3):
        table.round()
    table.do("fate")
    assert audit("m", table.records) == {1: True, 2: True, 3: True}
    assert BOX.audit("m", table.records) == {1: True, 2: True, 3: True}


def test_a_round_that_was_not_opened_yet_is_not_judged() -> None:
    table = Table()
    table.to_the_reveal()
    assert audit("m", table.records) == {}


def test_with_milady_at_the_table_there_is_nothing_to_prove() -> None:
    match: Match[State] = Match(BOX, Header("m", BOX.name, {}, {}), chance=SeededChance(1))
    match.act(Intent("next", {}))
    assert audit("m", match.records) == {}


def test_another_match_is_not_proved_by_this_ones_seeds() -> None:
    table = Table()
    table.round()
    assert audit("another", table.records) == {1: False}


# tampering


def changed(record: Record, **parts: Any) -> Record:
    """The record as a forger would write it, with a hash that fits."""
    return Record.make(record.seq, record.at, record.intent, {**record.result, **parts}, record.prev)


def drawing(table: Table) -> list[int]:
    return [at for at, record in enumerate(table.records) if record.result.get("draws")]


def test_any_draw_that_was_tampered_with_is_found() -> None:
    table = Table(seed=3)
    table.round()
    table.round()
    places = drawing(table)
    assert len(places) >= 4
    for at in places:
        record = table.records[at]
        for number, drawn in enumerate(record.result["draws"]):
            others = [name for name in drawn["among"] if name != drawn["drawn"]]
            if not others:
                continue
            forged = [*record.result["draws"]]
            forged[number] = {**drawn, "drawn": others[0]}
            records = [*table.records[:at], changed(record, draws=forged), *table.records[at + 1 :]]
            found = audit("m", records)
            assert sorted(found.values()) == [False, True], (at, number)


def test_another_seed_does_not_open_the_seal() -> None:
    table = Table()
    table.round()
    (at,) = [at for at, record in enumerate(table.records) if any("Opened" in line for line in said(record))]
    tells = [
        {**tell, "with": {**tell["with"], "seed": "0" * 64}} if "seed" in tell.get("with", {}) else tell
        for tell in table.records[at].result["tells"]
    ]
    records = [*table.records[:at], changed(table.records[at], tells=tells), *table.records[at + 1 :]]
    assert audit("m", records) == {1: False}


def test_a_draw_smuggled_in_after_the_opening_is_found() -> None:
    table = Table()
    table.to_the_reveal()
    table.do("fate")
    record = table.do("siege")
    smuggled = [{"among": ["paris", "quest"], "drawn": "quest", "why": "no-milady"}]
    assert audit("m", table.records) == {1: True}
    assert audit("m", [*table.records[:-1], changed(record, draws=smuggled)]) == {1: False}


@pytest.mark.parametrize("with_what", [{}, {"seed": "ff"}, {"seed": 7, "nonce": 8}])
def test_a_damaged_opening_opens_nothing(with_what: dict[str, Any]) -> None:
    table = Table()
    table.to_the_reveal()
    record = table.do("fate")
    tells = [{**record.result["tells"][-1], "with": with_what}]
    assert audit("m", [*table.records[:-1], changed(record, tells=tells)]) == {}


# a vault that was lost


def test_a_lost_fate_is_sealed_anew_for_all_to_see_and_the_round_is_not_proved() -> None:
    vault = Leaky()
    table = Table(vault=vault)
    table.do("fate")
    before = table.state.sealed
    vault.rob()
    record = table.do("fate")
    assert LOST in said(record)
    assert table.state.sealed not in ("", before)
    table.do("fate")
    table.do("next")
    table.do("fate")
    # What was drawn before the loss can never be proved any more, and the audit says so.
    assert audit("m", table.records) == {1: False}


def test_a_vault_that_holds_something_else_counts_as_lost() -> None:
    vault = Leaky()
    table = Table(vault=vault)
    table.do("fate")
    vault.keep(Opening(1, "00" * 32, "00" * 32))
    assert LOST in said(table.do("fate"))


def test_what_was_lost_before_the_opening_cannot_be_opened() -> None:
    vault = Leaky()
    table = Table(vault=vault)
    table.to_the_reveal()
    vault.rob()
    record = table.do("fate")
    assert GONE in said(record)
    assert (table.state.step, audit("m", table.records)) == ("siege", {})


# after the opening


def opened(record: Record) -> str:
    return next((line for line in said(record) if line.startswith("Opened: seed ")), "")


def test_a_fate_that_everybody_has_seen_is_not_drawn_from_even_if_its_opening_is_taken_back() -> None:
    table = Table()
    table.to_the_reveal()
    before = table.state.sealed
    table.do("fate")
    table.do("undo")
    assert table.state.sealed == before
    record = table.do("louvre_mission", skill="panache", value=7)
    assert record.result["draws"]
    assert table.state.sealed not in ("", before)
    assert LOST in said(record)
    table.do("fate")
    # What was drawn before, under the first seal, is proved by the opening that was taken back.
    assert audit("m", table.records) == {1: True}


def test_a_draw_under_the_first_seal_that_does_not_follow_from_it_is_found_in_spite_of_the_undo() -> None:
    table = Table()
    table.to_the_reveal()
    table.do("fate")
    table.do("undo")
    table.do("louvre_mission", skill="panache", value=7)
    table.do("fate")
    early = next(at for at, record in enumerate(table.records) if record.result.get("draws"))
    forged = list(table.records)
    draw = forged[early].result["draws"][0]
    other = next(name for name in draw["among"] if name != draw["drawn"])
    rest = forged[early].result["draws"][1:]
    forged[early] = changed(forged[early], draws=[{**draw, "drawn": other}, *rest])
    assert audit("m", forged) == {1: False}


def test_what_is_drawn_after_the_opening_has_a_seal_of_its_own_and_is_opened_with_the_draw() -> None:
    table = Table()
    table.to_the_reveal()
    first = opened(table.do("fate"))
    record = table.do("louvre_mission", skill="panache", value=7)
    assert record.result["draws"]
    assert opened(record) not in ("", first)
    assert (table.state.sealed, LOST in said(record)) == ("", False)
    assert audit("m", table.records) == {1: True}


def test_a_mission_read_out_before_she_sets_out_seals_the_round_early_and_loses_nothing() -> None:
    table = Table()
    record = table.do("louvre_mission", skill="panache", value=7)
    assert LOST not in said(record)
    early = table.state.sealed
    assert early
    table.phase_one()
    assert table.state.sealed == early
    table.do("next")
    table.do("fate")
    assert audit("m", table.records) == {1: True}


# taking back


def test_what_was_taken_back_does_not_count_against_the_app() -> None:
    table = Table()
    table.do("fate")
    first = table.state.sealed
    table.do("undo")
    assert not table.state.sealed
    record = table.do("fate")
    assert table.state.sealed != first
    assert LOST not in said(record)
    table.do("fate")
    table.do("fate")
    table.do("next")
    table.do("fate")
    table.do("undo")
    table.do("redo")
    table.end()
    # Back into the round before, and through its end once more.
    for _ in range(2):
        table.do("undo")
    table.end()
    assert audit("m", table.records) == {1: True}


def test_a_forged_draw_hides_behind_no_undo() -> None:
    table = Table()
    table.round()
    at = drawing(table)[0]
    record = table.records[at]
    (drawn,) = record.result["draws"]
    other = next(name for name in drawn["among"] if name != drawn["drawn"])
    table.do("note", text="An evening to remember.")
    table.do("undo")
    forged = changed(record, draws=[{**drawn, "drawn": other}])
    assert audit("m", [*table.records[:at], forged, *table.records[at + 1 :]]) == {1: False}


def test_the_same_seed_and_the_same_taps_draw_the_same() -> None:
    one, two, other = Table(seed=5), Table(seed=5), Table(seed=6)
    for table in (one, two, other):
        table.round()
    assert [record.result.get("draws") for record in one.records] == [
        record.result.get("draws") for record in two.records
    ]
    assert one.state == two.state
    assert replace(one.state, board=other.state.board) != other.state
