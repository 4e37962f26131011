"""A match whose order another device keeps, laid out on our own shelf."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.boxes import load
from companion.core.match import Match, open_header
from companion.core.record import BadForm, Header, Intent, Record
from companion.core.words import say
from companion.store import copies
from companion.store.copies import APART, lay_out, shared_by
from companion.store.files import StoreTrouble
from companion.store.journal import Journal
from companion.store.parcel import journal_bytes
from companion.store.shelf import MatchEntry, Shelf
from companion.store.table import OpenMatch, vault_path

BOX = load("mousquetaires")
NOW = 1_700_000_000_000


def header(match: str = "m1", **options: Any) -> Header:
    return open_header(BOX, match, {"players": 5, **options}, BOX.profile(), NOW, "test")


def played(*texts: str, of: Header | None = None) -> Match[Any]:
    match = Match(BOX, of or header(), clock=lambda: NOW + 5)
    for text in texts:
        match.act(Intent("note", {"text": text}))
    return match


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    with Shelf(tmp_path / "home") as shelf:
        yield shelf


def laid(shelf: Shelf, match: Match[Any], **given: Any) -> tuple[str, list[Record]]:
    """The copy, as it lies there when it is closed again: its name, and what of ours stands no more."""
    opened, name, gone = lay_out(shelf, match.header, match.records, load, lambda: NOW + 9, **given)
    try:
        assert opened.match.records == match.records
        assert opened.match.state == match.state
    finally:
        opened.close()
    found_header, records, damage = Journal.read(shelf.journal_path(name))
    assert (found_header.hash(), records, damage) == (match.header.hash(), match.records, None)
    return name, list(gone)


def kept_aside(shelf: Shelf) -> list[list[Record]]:
    return [Journal.read(path)[1] for path in sorted(shelf.folder.rglob(f"*{APART}*"))]


def test_a_match_that_is_new_here_is_on_disk_and_on_the_shelf(shelf: Shelf) -> None:
    match = played("a", "b")
    name, gone = laid(shelf, match)
    assert name == "m1"
    assert gone == []
    assert shelf.entries() == [MatchEntry("m1", BOX.name, NOW, NOW + 5, round=1)]


def test_a_match_without_records_can_be_laid_out(shelf: Shelf) -> None:
    assert laid(shelf, played()) == ("m1", [])
    assert shelf.entries() == [MatchEntry("m1", BOX.name, NOW, NOW, round=1)]


def test_what_is_decided_here_later_has_the_clock_of_the_table(shelf: Shelf) -> None:
    opened, _, _ = lay_out(shelf, header(), [], load, lambda: NOW + 9)
    record = opened.match.act(Intent("note", {"text": "x"}))
    opened.close()
    assert isinstance(record, Record)
    assert record.at == NOW + 9


@pytest.mark.parametrize("length", range(4))
def test_a_copy_that_is_the_beginning_is_continued_in_its_place(shelf: Shelf, length: int) -> None:
    whole = played("a", "b", "c")
    laid(shelf, Match.replay(BOX, whole.header, whole.records[:length]))
    before = shelf.journal_path("m1").stat().st_ino
    assert laid(shelf, whole) == ("m1", [])
    assert kept_aside(shelf) == []
    assert shelf.journal_path("m1").stat().st_ino == before  # added to, not written anew
    assert len(shelf.entries()) == 1


@pytest.mark.parametrize(
    ("ours", "theirs", "gone"),
    [
        (("a", "x", "y"), ("a", "b"), 2),
        (("a", "b", "c"), ("a", "b"), 1),
        (("x",), ("a", "b", "c"), 1),
        (("a",), (), 1),
    ],
)
def test_another_way_is_kept_aside_and_told(
    shelf: Shelf, ours: tuple[str, ...], theirs: tuple[str, ...], gone: int
) -> None:
    old = played(*ours)
    laid(shelf, old)
    assert laid(shelf, played(*theirs)) == ("m1", old.records[-gone:])
    assert kept_aside(shelf) == [old.records]
    assert len(shelf.entries()) == 1


def test_every_way_that_was_ever_gone_is_kept(shelf: Shelf) -> None:
    ways = [played(first) for first in "abc"]
    for way in ways:
        laid(shelf, way)
    assert kept_aside(shelf) == [way.records for way in ways[:2]]


def test_the_secrets_of_this_device_stay_with_the_match(shelf: Shelf) -> None:
    """She sealed before the table's device was lost, and has to open afterwards."""
    opened, name, _ = lay_out(shelf, header(), [], load, lambda: NOW)
    record = opened.seal("louvre")
    opening = opened.opening()
    opened.close()
    assert isinstance(record, Record)
    assert opening
    theirs = Match(BOX, header(), clock=lambda: NOW)
    theirs.act(Intent("note", {"text": "another way"}))
    theirs.act(Intent("seal", record.intent.fields))
    again, again_name, _ = lay_out(shelf, header(), theirs.records, load, lambda: NOW)
    try:
        assert again_name == name
        assert again.opening() == opening
        assert vault_path(shelf.journal_path(name)).exists()
    finally:
        again.close()


def test_another_match_of_the_same_name_is_left_alone(shelf: Shelf) -> None:
    mine = played("mine", of=header(head_start=True))
    laid(shelf, mine)
    before = shelf.journal_path("m1").read_bytes()
    name, gone = laid(shelf, played("theirs"))
    assert name != "m1"
    assert gone == []
    assert shelf.journal_path("m1").read_bytes() == before
    assert kept_aside(shelf) == []
    assert {entry.id for entry in shelf.entries()} == {"m1", name}


@pytest.mark.parametrize("match", ["../../etc", "", "x" * 65, "a/b", ".hidden", "ä", "a\x00b"])
def test_a_name_that_is_no_file_name_is_not_used_as_one(shelf: Shelf, match: str) -> None:
    name, _ = laid(shelf, played("a", of=header(match)))
    assert name != match
    assert [path.name for path in shelf.folder.rglob("*.jsonl")] == [f"{name}.jsonl"]


def test_a_match_whose_end_was_torn_is_mended_and_the_torn_end_is_kept(shelf: Shelf) -> None:
    whole = played("a", "b")
    laid(shelf, played("a"))
    path = shelf.journal_path("m1")
    with path.open("ab") as file:
        file.write(b'{"seq":2,"torn')
    torn = path.read_bytes()
    assert laid(shelf, whole) == ("m1", [])
    assert [aside.read_bytes() for aside in shelf.folder.rglob(f"*{APART}")] == [torn]


def test_a_file_that_is_no_match_is_one_line_and_left_alone(shelf: Shelf) -> None:
    laid(shelf, played("a"))
    path = shelf.journal_path("m1")
    path.write_bytes(b"not a match\n")
    with pytest.raises(StoreTrouble):
        laid(shelf, played("a", "b"))
    assert path.read_bytes() == b"not a match\n"


# --- looking before taking ---


def test_what_is_new_here_is_looked_at_and_nothing_else(shelf: Shelf) -> None:
    whole = played("a", "b", "c", "d")
    seen: list[tuple[int, Record]] = []

    def look(match: Match[Any], record: Record) -> None:
        seen.append((len(match.records), record))

    laid(shelf, played("a", "b", "x"), look=look)
    assert [record.seq for _, record in seen] == [1, 2, 3]
    seen.clear()
    laid(shelf, whole, look=look)
    assert seen == [(2, whole.records[2]), (3, whole.records[3])]
    seen.clear()
    laid(shelf, whole, look=look)
    assert seen == []


def _nothing_of_a_match() -> list[Record]:
    match = played("a")
    return [Record.make(1, NOW, Intent("nonsense", id="x"), {}, match.header.hash())]


def _undo_of_nothing() -> list[Record]:
    match = played("a")
    return [*match.records, Record.make(2, NOW, Intent("undo", id="u"), {"undoes": [7]}, match.head)]


def _gap() -> list[Record]:
    return played("a", "b").records[1:]


@pytest.mark.parametrize("bad", [_nothing_of_a_match, _undo_of_nothing, _gap])
@pytest.mark.parametrize("ours", [None, ("a",), ("x", "y")])
def test_what_is_no_match_touches_nothing(
    shelf: Shelf, bad: Callable[[], list[Record]], ours: tuple[str, ...] | None
) -> None:
    """A host who means harm must not be able to take our own copy from us."""
    if ours is not None:
        laid(shelf, played(*ours))
    before = _files(shelf)
    with pytest.raises(BadForm):
        lay_out(shelf, header(), bad(), load, lambda: NOW)
    assert _files(shelf) == before


@pytest.mark.parametrize("box", ["no box at all", "../core", ""])
def test_a_match_of_no_box_touches_nothing(shelf: Shelf, box: str) -> None:
    before = _files(shelf)
    with pytest.raises(BadForm):
        lay_out(shelf, Header("m1", box, {}, {}), [], load, lambda: NOW)
    assert _files(shelf) == before


def _files(shelf: Shelf) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in shelf.folder.rglob("*") if path.is_file()}


# --- killed in between ---

STEPS = ("is_taken", "keep_aside", "read_file", "place_over", "place_new")


class Killed(BaseException):
    """Nobody catches this, and nothing is put in order."""


@pytest.mark.parametrize("ours", [None, ("a",), ("a", "x")])
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("step", [*STEPS, "resume", "learn", "add"])
def test_a_kill_between_two_steps_loses_nothing(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch, step: str, after: bool, ours: tuple[str, ...] | None
) -> None:
    whole, old = played("a", "b", "c"), played(*ours or ())
    if ours is not None:
        laid(shelf, old)
    home = {"resume": OpenMatch, "learn": OpenMatch, "add": Shelf}.get(step, copies)
    real = getattr(home, step)

    def killed(*args: Any, **named: Any) -> Any:
        if after:
            done = real(*args, **named)
            if isinstance(done, OpenMatch):
                done.close()
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(home, step, staticmethod(killed) if step == "resume" else killed)
        try:
            lay_out(shelf, whole.header, whole.records, load, lambda: NOW)[0].close()
        except Killed:
            pass
        else:
            assert step not in ("is_taken", "resume")
    if ours is not None:
        standing = [Journal.read(path)[1] for path in shelf.folder.rglob("*.jsonl*") if path.suffix != ".secret"]
        assert any(records[: len(old.records)] == old.records for records in standing)
    # The next evening it is laid out as if nothing had been.
    laid(shelf, whole)
    assert len(shelf.entries()) == 1
    assert kept_aside(shelf) == ([old.records] if ours == ("a", "x") else [])


def test_a_journal_that_cannot_be_put_on_the_shelf_is_not_left_locked(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(entry: MatchEntry) -> None:
        raise StoreTrouble(say("The disk is full."))

    monkeypatch.setattr(shelf, "add", full)
    with pytest.raises(StoreTrouble):
        lay_out(shelf, header(), [], load, lambda: NOW)
    OpenMatch.resume(shelf.journal_path("m1"), load).close()


def test_what_two_have_in_common() -> None:
    one, other = played("a", "b", "c"), played("a", "b", "x", "y")
    assert shared_by(one.records, other.records) == 2
    assert shared_by(one.records, one.records[:2]) == 2
    assert shared_by([], one.records) == shared_by(one.records, []) == 0
    assert shared_by(one.records, one.records) == 3


def test_the_file_is_what_the_host_has(shelf: Shelf) -> None:
    whole = played("a", "b")
    laid(shelf, whole)
    assert shelf.journal_path("m1").read_bytes() == journal_bytes(whole.header, whole.records)
