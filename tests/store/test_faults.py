"""Every file operation fails once, in turn, in each way a disk can fail; and from each one on, all of them do.

Whatever happens, people get one sentence, what was acknowledged is there afterwards, and the next evening begins as
if nothing had been.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from companion.boxes import load
from companion.core.dice import SeededChance
from companion.core.match import Match, open_header
from companion.core.record import Header, Intent, Record
from companion.store import lock
from companion.store.archive import Tally, export_all, restore
from companion.store.arrivals import bring_in
from companion.store.backups import back_up, backup_path
from companion.store.cabinet import Cabinet, Papers
from companion.store.copies import lay_out
from companion.store.draft import Draft
from companion.store.files import StoreTrouble
from companion.store.journal import Journal
from companion.store.parcel import export, unpack
from companion.store.report import save_report
from companion.store.shelf import MatchEntry, Shelf
from companion.store.table import OpenMatch, vault_path
from companion.store.vault import FileVault

BOX = load("mousquetaires")
OPERATIONS = (
    *("open", "close", "read", "write", "lseek", "fsync", "ftruncate", "fstat", "stat", "lstat", "fchmod"),
    *("replace", "rename", "link", "unlink", "mkdir", "listdir"),
)
HERS = Papers({"plot": 1}, notes="behind the arras")
HALF = -1  # the write that takes half of what it is given, and then says that the disk is full
SHORT = -2  # the write that takes one byte and is content: no trouble at all
FAILURES = {"full": errno.ENOSPC, "broken": errno.EIO, "forbidden": errno.EACCES, "half": HALF, "short": SHORT}


class Disk:
    """Counts what is done to one folder, and lets an operation of that count fail."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        self.fails_at: int | None = None
        self.failure = 0
        self.for_good = False
        self.done: list[str] = []
        self.failed: list[str] = []

    def _is_ours(self, args: tuple[Any, ...]) -> bool:
        what = args[0] if args else None
        return isinstance(what, int) or (isinstance(what, (str, os.PathLike)) and self.folder in os.fspath(what))

    def watched(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **named: Any) -> Any:
            if not self._is_ours(args):
                return real(*args, **named)
            at = len(self.done)
            self.done.append(name)
            due = self.fails_at is not None and (at >= self.fails_at if self.for_good else at == self.fails_at)
            return self._fail(name, real, args) if due else real(*args, **named)

        return call

    def _fail(self, name: str, real: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        number = self.failure
        if number in (HALF, SHORT):
            if name != "write":
                return real(*args)
            self.failed.append(name)
            data = bytes(args[1])
            written = real(args[0], data[:1] if number == SHORT else data[: len(data) // 2])
            if number == SHORT:
                return written
            number = errno.ENOSPC
        if name == "close":
            real(*args)  # the file is closed all the same, as the manual says
        self.failed.append(name)
        raise OSError(number, os.strerror(number))


@contextmanager
def watching(disk: Disk) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name in OPERATIONS:
            patch.setattr(os, name, disk.watched(name, getattr(os, name)))
        if os.name == "posix":
            unix = import_module("fcntl")
            patch.setattr(unix, "flock", disk.watched("flock", unix.flock))
        yield


@dataclass
class Told:
    """What a scenario was told: what is safe, and the trouble there was."""

    safe: list[Any] = field(default_factory=list)
    tried: Any = None  # what was being done when the trouble came
    lines: list[str] = field(default_factory=list)

    def attempt(self, what: Any, work: Callable[[], Any]) -> bool:
        try:
            done = work()
        except StoreTrouble as trouble:
            self.tried = what
            self.lines.append(trouble.line.read())
            return False
        self.safe.append(what if done is None else done)
        return True


class Scenario:
    def prepare(self, folder: Path) -> None:
        """What is there before the disk begins to fail."""

    def run(self, folder: Path, told: Told) -> None: ...

    def check(self, folder: Path, told: Told, for_good: bool) -> None: ...


def tap(number: int) -> Intent:
    return Intent("correct", {"what": "purse", "to": number})


def play_on(path: Path, first: int) -> None:
    """The next evening: the match opens, and takes what comes."""
    table = OpenMatch.resume(path, load, chance=SeededChance("s"))
    try:
        for number in range(first, first + 2):
            assert isinstance(table.match.act(tap(number)), Record)
        assert isinstance(table.seal("louvre"), Record)
        assert table.opening() is not None
        stood = table.match.records
    finally:
        table.close()
    assert Journal.read(path)[1:] == (stood, None)


class Evening(Scenario):
    """A new match, a few taps, a secret."""

    def run(self, folder: Path, told: Told) -> None:
        tables: list[OpenMatch] = []
        started = Told()
        begun = started.attempt(
            "start", lambda: tables.append(OpenMatch.start(BOX, {}, folder / "m.jsonl", chance=SeededChance("s")))
        )
        told.lines += started.lines
        if not begun:
            return
        (table,) = tables
        try:
            for number in range(1, 4):
                if not told.attempt(None, partial(table.match.act, tap(number))):
                    told.attempt(None, partial(table.match.act, tap(number)))
            told.attempt(None, lambda: table.seal("louvre"))
            assert table.match.records == told.safe
        finally:
            table.close()

    def check(self, folder: Path, told: Told, for_good: bool) -> None:
        path = folder / "m.jsonl"
        if not path.exists():
            assert told.safe == []
            return
        try:
            _, records, damage = Journal.read(path)
        except StoreTrouble:
            assert told.safe == []  # what could not even be removed again
            assert for_good
            return
        assert records[: len(told.safe)] == told.safe
        if not for_good:
            assert damage is None
            assert len(records) == len(told.safe)
        assert len(records) <= len(told.safe) + 1
        sealed = [record for record in told.safe if record.intent.do == "seal"]
        if sealed:
            assert FileVault(vault_path(path)).opening(1) is not None
        play_on(path, 5)


class Torn(Scenario):
    """A match whose end was torn."""

    TAIL = b'{"seq":3,"at":'

    def prepare(self, folder: Path) -> None:
        table = OpenMatch.start(BOX, {}, folder / "m.jsonl", name="m", chance=SeededChance("s"))
        for number in (1, 2):
            table.match.act(tap(number))
        table.close()
        with (folder / "m.jsonl").open("ab") as file:
            file.write(self.TAIL)

    def run(self, folder: Path, told: Told) -> None:
        tables: list[OpenMatch] = []
        told.attempt("open", lambda: tables.append(OpenMatch.resume(folder / "m.jsonl", load)))
        for table in tables:
            told.attempt(None, partial(table.match.act, tap(3)))
            table.close()

    def check(self, folder: Path, told: Told, for_good: bool) -> None:
        path = folder / "m.jsonl"
        kept = [aside.read_bytes() for aside in folder.glob("m.jsonl.torn*")]
        assert self.TAIL in kept or path.read_bytes().endswith(self.TAIL)
        _, records, _ = Journal.read(path)
        safe = [record for record in told.safe if isinstance(record, Record)]
        assert records[2 : 2 + len(safe)] == safe
        assert 2 <= len(records) <= 3
        play_on(path, 5)


class Deleted(Scenario):
    """Somebody deletes the folder of an open match."""

    def prepare(self, folder: Path) -> None:
        path = folder / "matches" / "m.jsonl"
        path.parent.mkdir()
        self.table = OpenMatch.start(BOX, {}, path, chance=SeededChance("s"))
        self.table.match.act(tap(1))
        path.unlink()
        path.parent.rmdir()

    def run(self, folder: Path, told: Told) -> None:
        for number in (2, 3):
            if not told.attempt(None, partial(self.table.match.act, tap(number))):
                told.attempt(None, partial(self.table.match.act, tap(number)))
        self.table.close()

    def check(self, folder: Path, told: Told, for_good: bool) -> None:
        assert self.table.match.records[1:] == told.safe
        path = folder / "matches" / "m.jsonl"
        if not path.exists():
            assert told.safe == []
            assert for_good
            return
        try:
            records = Journal.read(path)[1]
        except StoreTrouble:
            assert told.safe == []  # the disk would not even take the empty file away again
            assert for_good
            return
        assert records[1 : 1 + len(told.safe)] == told.safe
        assert len(records) <= 1 + len(told.safe) + for_good
        play_on(path, 5)


ONE = MatchEntry("one", "mousquetaires", 100, 300, "Soirée")
TWO = MatchEntry("two", "mousquetaires", 100, 200)


class Shelved(Scenario):
    """The list of matches and the settings."""

    def run(self, folder: Path, told: Told) -> None:
        shelves: list[Shelf] = []
        steps: tuple[tuple[str, Callable[[], None]], ...] = (
            ("shelf", lambda: shelves.append(Shelf(folder / "home"))),
            ("one", lambda: shelves[0].add(ONE)),
            ("two", lambda: shelves[0].add(TWO)),
            ("round", lambda: shelves[0].update("one", round=7)),
            ("language", lambda: shelves[0].set_setting("language", "fr")),
            ("again", lambda: Shelf(folder / "home").close()),
        )
        for what, step in steps:
            if not told.attempt(what, step) and not told.attempt(what, step):
                return

    def check(self, folder: Path, told: Told, for_good: bool) -> None:
        shelf = Shelf(folder / "home")
        assert shelf.damage is None
        found = {entry.id for entry in shelf.entries()} | {"round" for entry in shelf.entries() if entry.round == 7}
        found |= set(shelf.settings())
        safe = set(told.safe) - {"shelf", "again"}
        assert found == safe or (for_good and found == safe | {told.tried})


class Rebuilt(Scenario):
    """A shelf of which both generations are damaged, and the journals from which it is made again."""

    def prepare(self, folder: Path) -> None:
        with Shelf(folder / "home") as shelf:
            for name in ("one", "two"):
                header = Header(name, "a box that is not here", {}, {})  # so that nobody has to set it up
                with Journal.create(shelf.journal_path(name), header) as journal:
                    journal.append(Record.make(1, 9, Intent("note"), {}, header.hash()))
        for name in ("shelf.json", "shelf.json.bak"):
            (folder / "home" / name).write_bytes(b"broken " + name.encode())

    def run(self, folder: Path, told: Told) -> None:
        told.attempt("shelf", lambda: Shelf(folder / "home").close())

    def check(self, folder: Path, told: Told, for_good: bool) -> None:
        shelf = Shelf(folder / "home")
        assert {entry.id for entry in shelf.entries()} == {"one", "two"}
        kept = {path.read_bytes() for path in (folder / "home").glob("shelf.json*")}
        assert {b"broken shelf.json", b"broken shelf.json.bak"} <= kept
        for name in ("one", "two"):
            assert len(Journal.read(shelf.journal_path(name))[1]) == 1


class Travelling(Scenario):
    """A match leaves in every way there is: as a parcel, as a report, as a backup, in an archive of everything."""

    OUT = ("parcel", "report", "backup", "archive")

    def prepare(self, folder: Path) -> None:
        with Shelf(folder / "home") as shelf:
            shelf.add(ONE)
            table = OpenMatch.start(BOX, {}, shelf.journal_path("one"), name="one", chance=SeededChance("s"))
            for number in (1, 2):
                table.match.act(tap(number))
            table.close()
        self.journal = shelf.journal_path("one")
        self.before = self.journal.read_bytes()
        self.match = table.match

    def _places(self, folder: Path) -> dict[str, Path]:
        home = folder / "home"
        files = {name: folder / f"out.{name}" for name in self.OUT}
        return {**files, "backup": backup_path(home, "one")}

    def run(self, folder: Path, told: Told) -> None:
        out, shelves = self._places(folder), list[Shelf]()
        steps: tuple[tuple[str, Callable[[], Any]], ...] = (
            ("parcel", lambda: export(self.journal, out["parcel"])),
            ("report", lambda: save_report(self.journal, out["report"])),
            ("backup", lambda: back_up(folder / "home", "one", self.match.header, self.match.records)),
            ("shelf", lambda: shelves.append(Shelf(folder / "home"))),
            ("archive", lambda: _all_of(export_all(shelves[0], out["archive"]))),
        )
        for what, step in steps:
            if not told.attempt(what, partial(_quietly, step)):
                told.attempt(what, partial(_quietly, step))
            if what == "shelf" and not shelves:
                return

    def check(self, folder: Path, told: Told, for_good: bool) -> None:
        """Whole or not at all; and the match itself is left alone."""
        assert self.journal.read_bytes() == self.before
        out = self._places(folder)
        for name in self.OUT:
            assert out[name].exists() or name not in told.safe
        with Shelf(folder / "elsewhere") as shelf:
            for name in ("parcel", "backup"):
                if out[name].exists():
                    assert unpack(out[name].read_bytes(), name).records == tuple(self.match.records)
            if out["archive"].exists():
                assert restore(out["archive"], shelf, load).good
                assert "one" in {entry.id for entry in shelf.entries()} or "archive" not in told.safe
        if out["report"].exists():
            assert len(Journal.read(out["report"])[1]) == 2
        play_on(self.journal, 5)


class Arriving(Scenario):
    """A match and an archive come in, to a shelf that has one already; a form is half filled, and Milady writes."""

    def prepare(self, folder: Path) -> None:
        self.files = {name: folder / name for name in ("two", "three")}
        with Shelf(folder / "there") as there:
            for name in self.files:
                path = there.journal_path(name)
                table = OpenMatch.start(BOX, {}, path, name=name, chance=SeededChance(name))
                table.match.act(tap(1))
                table.close()
                export(path, folder / name)
            there.add(replace(TWO, id="three"))
            self.files["three"].unlink()
            export_all(there, self.files["three"])
        with Shelf(folder / "home") as home:
            home.add(ONE)
            table = OpenMatch.start(BOX, {}, home.journal_path("one"), name="one", chance=SeededChance("s"))
            table.close()
        self.journal = home.journal_path("one")
        self.head = table.match.head

    def run(self, folder: Path, told: Told) -> None:
        shelves: list[Shelf] = []
        steps: tuple[tuple[str, Callable[[], Any]], ...] = (
            ("draft", lambda: Draft(self.journal).keep(self.head, {"form": {"to": "louvre"}})),
            ("papers", lambda: Cabinet(self.journal).keep(HERS)),
            ("shelf", lambda: shelves.append(Shelf(folder / "home"))),
            ("two", lambda: bring_in(self.files["two"], shelves[0], load)),
            ("three", lambda: _all_of(restore(self.files["three"], shelves[0], load))),
        )
        for what, step in steps:
            if not told.attempt(what, partial(_quietly, step)):
                told.attempt(what, partial(_quietly, step))
            if what == "shelf" and not shelves:
                return

    def check(self, folder: Path, told: Told, for_good: bool) -> None:
        draft = Draft(self.journal).read(self.head)
        assert draft == {"form": {"to": "louvre"}} or (draft == {} and "draft" not in told.safe)
        papers = Cabinet(self.journal).read()
        assert papers == HERS or (papers == Papers() and "papers" not in told.safe)
        with Shelf(folder / "home") as shelf:
            standing = {entry.id for entry in shelf.entries()}
            assert "one" in standing
            assert {name for name in ("two", "three") if name in told.safe} <= standing
            for match_id in standing - {"one"}:
                assert len(Journal.read(shelf.journal_path(match_id))[1]) == 1
            # Whatever was missed comes in the next evening, and nothing comes in twice.
            bring_in(self.files["two"], shelf, load)
            restore(self.files["three"], shelf, load)
            assert {entry.id for entry in shelf.entries()} >= {"one", "two", "three"}
        play_on(self.journal, 5)


class Joining(Scenario):
    """A match comes from another device, another way takes its place, and many records follow at once."""

    def prepare(self, folder: Path) -> None:
        Shelf(folder / "home").close()
        header = open_header(BOX, "one", {}, BOX.profile(), 100, "test")
        self.first, self.other = Match(BOX, header), Match(BOX, header)
        for match, numbers in ((self.first, (1, 2)), (self.other, (1, 3, 4, 5))):
            for number in numbers:
                match.act(tap(number))
        self.tables: list[OpenMatch] = []

    def _lay_out(self, shelf: Shelf, match: Match[Any], until: int) -> None:
        while self.tables:
            self.tables.pop().close()
        table, _, _ = lay_out(shelf, match.header, match.records[:until], load, lambda: 9)
        self.tables.append(table)

    def run(self, folder: Path, told: Told) -> None:
        shelves: list[Shelf] = []
        steps: tuple[tuple[str, Callable[[], Any]], ...] = (
            ("shelf", lambda: shelves.append(Shelf(folder / "home"))),
            ("first", lambda: self._lay_out(shelves[0], self.first, 2)),
            ("other", lambda: self._lay_out(shelves[0], self.other, 2)),
            ("rest", lambda: self.tables[0].learn(self.other.records[2:])),
        )
        for what, step in steps:
            if not told.attempt(what, step) and not told.attempt(what, step):
                break
        for table in self.tables:
            if "rest" in told.safe:
                assert table.match.records == self.other.records
            table.close()

    def check(self, folder: Path, told: Told, for_good: bool) -> None:
        with Shelf(folder / "home") as shelf:
            path = shelf.journal_path("one")
            ways = [Journal.read(found)[1] for found in path.parent.glob("one.jsonl*") if _has_a_match(found)]
            if "first" in told.safe:
                assert self.first.records in ways
            if "other" in told.safe:
                assert self.other.records[:2] in [way[:2] for way in ways]
            if "rest" in told.safe:
                assert Journal.read(path) == (self.other.header, self.other.records, None)
            # The next evening it is laid out, whatever was missed.
            if path.exists() and not _has_a_match(path):
                assert for_good
                path.unlink()
            self._lay_out(shelf, self.other, 4)
            self.tables.pop().close()
            assert "one" in {entry.id for entry in shelf.entries()}
        play_on(path, 6)


def _has_a_match(path: Path) -> bool:
    try:
        Journal.read(path)
    except StoreTrouble:
        return False
    return True


def _quietly(step: Callable[[], Any]) -> None:
    step()


def _all_of(tally: Tally) -> None:
    """A match that could not be read or put on the shelf is counted, and the others go on."""
    if not tally.good:
        raise StoreTrouble(tally.line)


SCENARIOS = (Evening, Torn, Deleted, Shelved, Rebuilt, Travelling, Arriving, Joining)


def run(kind: type[Scenario], folder: Path, failure: int, at: int | None, for_good: bool) -> Disk:
    folder.mkdir()
    scenario, told, disk = kind(), Told(), Disk(folder)
    scenario.prepare(folder)
    disk.fails_at, disk.failure, disk.for_good = at, failure, for_good
    with watching(disk):
        scenario.run(folder, told)
    for line in told.lines:
        assert line
        assert "\n" not in line
        assert "Errno" not in line
    if at is None or failure == SHORT:
        assert told.lines == []
    scenario.check(folder, told, for_good)
    return disk


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock, "PATIENCE", 0.0)


@pytest.mark.parametrize("for_good", [False, True], ids=["once", "for good"])
@pytest.mark.parametrize("failure", FAILURES)
@pytest.mark.parametrize("kind", SCENARIOS)
def test_every_operation_may_fail(tmp_path: Path, kind: type[Scenario], failure: str, for_good: bool) -> None:
    sound = run(kind, tmp_path / "sound", 0, None, False)
    before = _open_files()
    failed: set[str] = set()
    for at, name in enumerate(sound.done):
        if name == "write" or FAILURES[failure] > 0:
            disk = run(kind, tmp_path / f"at {at}", FAILURES[failure], at, for_good)
            failed |= set(disk.failed)
    assert failed == {"write"} if FAILURES[failure] < 0 else failed >= {"open", "write", "fsync", "fstat", "close"}
    assert _open_files() == before


def _open_files() -> int:
    listed = Path("/proc/self/fd")
    return len(list(listed.iterdir())) if listed.exists() else 0
