"""A report tells how the match went and nothing about the people. Played again, it must come to the same end."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.boxes import load
from companion.core import record as core_record
from companion.core.match import Match
from companion.core.record import Intent, Record
from companion.simulate import evening
from companion.simulate.evening import Sitting, play
from companion.simulate.mousquetaires.table import Mousquetaires
from companion.store import formats, table
from companion.store.files import StoreTrouble
from companion.store.journal import Journal
from companion.store.parcel import export, journal_bytes, unpack
from companion.store.report import report, save_report
from companion.store.table import OpenMatch, vault_path
from tools.games.again import play_again

BOX = load("mousquetaires")
EVENING = 1_780_686_000_000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.jsonl"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that every reading moves on."""
    times = iter(range(EVENING, EVENING + 10**9, 7_000))
    monkeypatch.setattr(table, "now", lambda: next(times))


def act(opened: OpenMatch, do: str, /, seat: str = "table", **fields: object) -> Record:
    outcome = opened.match.act(Intent(do, fields, seat, id=f"device-4711-{len(opened.match.records)}"))
    assert isinstance(outcome, Record), outcome
    return outcome


@pytest.mark.usefixtures("clock")
def test_what_people_wrote_who_they_are_and_when_it_was_is_not_in_it(path: Path, tmp_path: Path) -> None:
    opened = OpenMatch.start(BOX, {"players": 5}, path)
    act(opened, "note", "Anna's phone", text="Anna owes Bert a beer")
    act(opened, "correct", "Bert", what="purse", to=3, reason="Anna dropped it")
    act(opened, "next", "Bert")
    act(opened, "undo")
    opened.close()
    out = tmp_path / "report.jsonl"
    made = save_report(path, out)
    told = out.read_text("utf-8")
    assert not re.search("Anna|Bert|beer|dropped|device-4711", told)
    assert not re.search(r'":\s*178068', told)
    header, records, damage = Journal.read(out)
    assert damage is None
    assert (header, tuple(records)) == (made.header, made.records)
    assert header.at == 0
    assert [record.intent.seat for record in records] == ["seat 1", "seat 2", "seat 2", "table"]
    assert records[0].intent.fields == {"text": "x" * len("Anna owes Bert a beer")}
    assert records[1].intent.fields["reason"] == "x" * len("Anna dropped it")
    gaps = [record.at - other.at for record, other in zip(opened.match.records[1:], opened.match.records, strict=False)]
    assert [record.at - other.at for record, other in zip(records[1:], records, strict=False)] == gaps
    assert Match.replay(BOX, header, records).view()["tracks"] == opened.match.view()["tracks"]


def test_the_match_itself_is_left_alone_and_so_is_a_file_of_that_name(path: Path, tmp_path: Path) -> None:
    OpenMatch.start(BOX, {}, path).close()
    before, out = path.read_bytes(), tmp_path / "report.jsonl"
    out.write_bytes(b"was here first")
    with pytest.raises(StoreTrouble, match="already there"):
        save_report(path, out)
    assert out.read_bytes() == b"was here first"
    assert path.read_bytes() == before


def test_of_a_damaged_match_the_sound_part_is_told(path: Path) -> None:
    opened = OpenMatch.start(BOX, {}, path)
    act(opened, "next")
    opened.close()
    path.write_bytes(path.read_bytes() + b'{"torn')
    made = report(path)
    assert len(made.records) == 1
    assert made.damage is not None


@pytest.mark.parametrize("number", [0, 1, 5, 8, 13, 18])
def test_a_report_of_any_match_runs_as_a_test(
    number: int, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With and without Milady, with and without hourglass, from both depths: decided again, it is the same match."""

    class Late(evening.Clock):
        def __init__(self) -> None:
            self.now = EVENING

    monkeypatch.setattr(evening, "Clock", Late)
    people = Mousquetaires()
    options = people.options(BOX.profile(), number, None)
    who = {"musketeers": True, "milady": number % 2 == 0}
    match = play(BOX, people, Sitting(options, who, f"report-{number}", people.brought(number)))
    path.write_bytes(journal_bytes(match.header, match.records))
    out = tmp_path / "report.jsonl"
    save_report(path, out)
    again = play_again(out)
    assert again.verdict() == match.verdict() is not None
    assert again.view()["tracks"] == match.view()["tracks"]
    assert not re.search(r":\s*178\d{10}", out.read_text("utf-8"))


# --- secrets ---


def _sealed(path: Path) -> OpenMatch:
    """Milady has chosen, and nobody may know where she goes."""
    opened = OpenMatch.start(BOX, {"players": 5}, path)
    assert isinstance(opened.seal("louvre"), Record)
    return opened


def _fated(path: Path) -> OpenMatch:
    """Nobody plays Milady: the round's fate is under seal, and something was drawn from it."""
    opened = OpenMatch.start(BOX, {"players": 3, "milady": False}, path)
    while not any(record.result.get("draws") for record in opened.match.records):
        choice = opened.match.prompts()[0].choices[0]
        assert isinstance(opened.match.act(Intent(choice.do, choice.fields)), Record)
    return opened


@pytest.mark.parametrize("start", [_sealed, _fated])
def test_a_secret_that_is_still_one_travels_in_no_file(
    start: Callable[[Path], OpenMatch], path: Path, tmp_path: Path
) -> None:
    opened = start(path)
    opening = opened.opening()
    opened.close()
    assert opening is not None
    assert opening.choice in vault_path(path).read_text("ascii")  # the test looks for the right thing
    export(path, tmp_path / "out.match")
    save_report(path, tmp_path / "out.jsonl")
    for file in (path, tmp_path / "out.match", tmp_path / "out.jsonl"):
        text = file.read_text("utf-8")
        assert opening.nonce_hex not in text
        assert f'"{opening.choice}"' not in "\n".join(text.splitlines()[1:])  # the header names every place there is
    assert vault_path(path).stat().st_mode & 0o077 == 0


def test_an_opened_seal_still_fits_in_export_and_report(path: Path, tmp_path: Path) -> None:
    opened = _sealed(path)
    opening = opened.opening()
    assert opening is not None
    for do in ("next", "next", "next", "next"):
        opened.match.act(Intent(do))
    outcome = opened.match.act(Intent("reveal", {"place": "louvre", "nonce": opening.nonce_hex}))
    opened.close()
    assert isinstance(outcome, Record), outcome
    export(path, tmp_path / "out.match")
    assert unpack((tmp_path / "out.match").read_bytes(), "x").records[-1] == outcome
    save_report(path, tmp_path / "out.jsonl")
    assert play_again(tmp_path / "out.jsonl").state.milady_at == "louvre"


@pytest.mark.usefixtures("clock")
def test_the_header_of_an_earlier_form_does_not_give_the_time_away(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    OpenMatch.start(BOX, {}, path).close()
    monkeypatch.setattr(core_record, "FORMAT", 2)
    monkeypatch.setattr(formats, "MATCH_STEPS", (lambda form: {**form, "format": 2},))
    made = report(path)
    assert json.loads(made.data().splitlines()[0])["at"] == 0
