"""`companion export`, `import`, `archive`, `restore` and `report`: matches in and out of the shelf."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion import boxes
from companion.core.words import Line, say_n
from companion.store.archive import Tally, export_all, restore
from companion.store.arrivals import bring_in
from companion.store.files import plainly
from companion.store.journal import Damage
from companion.store.parcel import export
from companion.store.report import save_report
from companion.store.shelf import Shelf

FINE, NO = 0, 1


def add_commands(add: Callable[..., argparse.ArgumentParser]) -> None:
    """`add` makes one command, as `add_parser` of argparse does."""

    def command(name: str, run: Callable[[Any], int], words: str, *files: str) -> None:
        one = add(name, help=words)
        for file in files:
            one.add_argument(file.lower(), type=Path, metavar=file)
        if run in (_import, _archive, _restore):
            one.add_argument("--home", type=Path, required=True, metavar="DIR", help="the folder of the shelf")
        one.set_defaults(run=run)

    command("export", _export, "pack a match into one file that can travel", "FILE", "OUT")
    command("import", _import, "put a packed match on a shelf", "FILE")
    command("archive", _archive, "pack a whole shelf into one archive", "OUT")
    command("restore", _restore, "take in everything sound from an archive", "ARCHIVE")
    command("report", _report, "a match without anything personal, for a bug report", "FILE", "OUT")


def _export(options: argparse.Namespace) -> int:
    records, damage = export(options.file, options.out)
    return _saved(records, options.out, damage)


def _report(options: argparse.Namespace) -> int:
    made = save_report(options.file, options.out)
    return _saved(len(made.records), options.out, made.damage)


def _saved(records: int, out: Path, damage: Damage | None) -> int:
    _print(say_n("One record is in {file}.", "{n} records are in {file}.", records, file=out.name))
    if damage is None:
        return FINE
    _complain(damage.line)
    return NO


def _import(options: argparse.Namespace) -> int:
    with _shelf(options.home) as shelf:
        _print(bring_in(options.file, shelf, boxes.load).line)
    return FINE


def _archive(options: argparse.Namespace) -> int:
    with plainly(options.home / "shelf.json"):
        options.home.stat()  # a slip in the name must not make a new and empty shelf
    with _shelf(options.home) as shelf:
        return _told(export_all(shelf, options.out))


def _restore(options: argparse.Namespace) -> int:
    with _shelf(options.home) as shelf:
        return _told(restore(options.archive, shelf, boxes.load))


def _told(tally: Tally) -> int:
    _print(tally.line)
    return FINE if tally.good else NO


def _shelf(home: Path) -> Shelf:
    shelf = Shelf(home)
    if shelf.damage:
        _complain(shelf.damage)
    return shelf


def _print(line: Line) -> None:
    """One line, even if a file name in it has several."""
    print(" ".join(line.read().split()))


def _complain(line: Line) -> None:
    print("companion:", " ".join(line.read().split()), file=sys.stderr)
