"""Spoil match files in every way we can think of, and open them.

    python -m tools.fuzz --files 2000 --seed 1

Each file must open, open in part, or be refused with one line. A traceback is a fault, and so is a file that takes
more than a few seconds, a byte that is nowhere any more, or a match that opened once and does not open again.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any

from companion.boxes import load
from companion.core.record import BadForm, Intent, Record, digest
from companion.store.files import StoreTrouble
from companion.store.journal import Journal
from companion.store.table import OpenMatch

GAMES = Path(__file__).parents[1] / "tests" / "games"
SECONDS = 5  # an honest match of this size takes some hundredths
MOST = 24  # records: enough for every kind, and quick

Lines = list[bytes]
Spoiler = Callable[[Lines, random.Random], bytes]

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**53, 2**53 + 1, 2**64, 10**400, 0.5, 1e308, -0.0, "", "x", "\0", "\ud800"),
    *("é" * 3_000, "../../etc", "{round}", "{0}", "%s", [], {}, [[]], [None], {"": ""}, {"a": {"b": {"c": []}}}),
)
RAW = (b"NaN", b"Infinity", b"1e999", b"9" * 5_000, b"[" * 100_000, b'{"a":' * 50_000, b'"\\ud800"', b"\x00", b"\xff")


class Fault(Exception):
    """A file that did something else than to open or to be refused."""


# --- how files are spoiled ---


def flipped(lines: Lines, chance: random.Random) -> bytes:
    data = bytearray(b"".join(lines))
    for _ in range(chance.choice([1, 1, 2, 8, 100])):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(data)


def cut_short(lines: Lines, chance: random.Random) -> bytes:
    data = b"".join(lines)
    return data[: chance.randrange(len(data) + 1)]


def moved(lines: Lines, chance: random.Random) -> bytes:
    """Lines dropped, doubled, exchanged."""
    lines = list(lines)
    for _ in range(chance.choice([1, 1, 2])):
        at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        match chance.randrange(3):
            case 0 if len(lines) > 1:
                del lines[at]
            case 1:
                lines.insert(other, lines[at])
            case _:
                lines[at], lines[other] = lines[other], lines[at]
    return b"".join(lines)


def inserted(lines: Lines, chance: random.Random) -> bytes:
    """Nought bytes, broken text, endless numbers and nesting, anywhere."""
    data = b"".join(lines)
    at, out = chance.randrange(len(data) + 1), chance.choice([0, 0, 1, 30])
    put = chance.choice([*RAW, b"\n", b"\r\n", bytes(4_096), b"\xc3", b'"', b"}", b"\n" * 1_000])
    return data[:at] + put + data[at + out :]


def endless(lines: Lines, chance: random.Random) -> bytes:
    """One line that does not seem to end, as text or as a value."""
    at = chance.randrange(len(lines))
    filling = chance.choice([b"x", b" ", b"9", b"[", b'{"a":', b"\\u0000", b"\x00"]) * chance.choice([70_000, 300_000])
    put = filling if chance.random() < 0.5 else lines[at].replace(b'"with":{', b'"with":{"x":"' + filling + b'",', 1)
    return b"".join([*lines[:at], put, b"\n", *lines[at:]])


def operated(lines: Lines, chance: random.Random) -> bytes:
    """Values exchanged, and every hash made to fit again: the chain holds, the sense does not."""
    forms = [json.loads(line) for line in lines]
    for _ in range(chance.choice([1, 1, 1, 2, 5])):
        _operate(chance.choice(forms[:1] + forms[1:] * 3), chance, forms)
    return _chained(forms, chance)


def _operate(form: Any, chance: random.Random, forms: list[Any]) -> None:
    """Walk to somewhere inside, and put something else there."""
    inside, key = _somewhere(form, chance)
    if inside is None:
        return
    match chance.randrange(6):
        case 0 if isinstance(inside, dict):
            del inside[key]
        case 1 if isinstance(inside, dict):
            inside[chance.choice(["x", "", "seq", "what", "faces", "\ud800"])] = _odd(chance)
        case 2:
            other, there = _somewhere(chance.choice(forms), chance)
            if other is not None:
                inside[key] = json.loads(json.dumps(other[there]))
        case 3 if type(inside[key]) is int:
            inside[key] += chance.choice([-1, 1, 7, -100, 10**6])
        case _:
            inside[key] = _odd(chance)


def _odd(chance: random.Random) -> Any:
    """A copy: the next operation may be on the inside of it."""
    return deepcopy(chance.choice(ODD))


def _somewhere(form: Any, chance: random.Random) -> tuple[Any, Any]:
    inside, key = None, None
    while isinstance(form, (dict, list)) and form and (inside is None or chance.random() < 0.8):
        inside = form
        key = chance.choice(list(form)) if isinstance(form, dict) else chance.randrange(len(form))
        form = form[key]
    return inside, key


def _chained(forms: list[Any], chance: random.Random) -> bytes:
    out: list[bytes] = []
    prev = ""
    for number, form in enumerate(forms):
        if number and isinstance(form, dict):
            form["prev"] = prev
            form.pop("hash", None)
        try:
            prev = digest(form)
            if number:
                form["hash"] = prev
            out.append(json.dumps(form, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass"))
        except (ValueError, TypeError):  # what has no hash goes in as it is
            out.append(json.dumps(form).encode())
    return b"\n".join(out) + b"\n"


SPOILERS: tuple[Spoiler, ...] = (flipped, cut_short, moved, inserted, endless, operated, operated, operated, operated)


def spoiled(games: list[Lines], chance: random.Random) -> tuple[str, bytes]:
    lines = chance.choice(games)
    if chance.random() < 0.9:
        lines = lines[: 2 + chance.randrange(MOST)]
    how = chance.choice(SPOILERS)
    data = how(lines, chance)
    if chance.random() < 0.1:
        data = cut_short([data], chance)
    return how.__name__, data


# --- how they are opened ---


def opened(path: Path, data: bytes) -> str:
    """What became of the file: "whole", "in part" or "refused"."""
    path.write_bytes(data)
    try:
        table = OpenMatch.resume(path, load)
    except (StoreTrouble, BadForm) as trouble:
        _one_line(str(trouble))
        _nothing_lost(path, data)
        return "refused"
    try:
        _look_around(table)
        damage = table.damage
        if damage:
            _one_line(damage.line.read())
        _nothing_lost(path, data)
        _go_on(table)
    finally:
        table.close()
    again = OpenMatch.resume(path, load)
    again.close()
    if again.damage or again.match.records != table.match.records:
        raise Fault("a match that was opened does not open again as it was")
    return "in part" if damage else "whole"


def _look_around(table: OpenMatch) -> None:
    """Everything a screen asks for."""
    match = table.match
    for prompt in match.prompts():
        prompt.read()
    json.dumps(match.view())
    for line in match.log():
        line.label.read()
    for label in (match.undo_label(), match.redo_label()):
        if label:
            label.read()
    table.opening()
    Journal.peek(table._journal.path if table._journal else Path())


def _go_on(table: OpenMatch) -> None:
    outcome = table.match.act(Intent("note", {"text": "we go on"}))
    if not isinstance(outcome, Record):
        raise Fault("a match that opened does not go on")
    table.match.act(Intent("undo"))


def _nothing_lost(path: Path, data: bytes) -> None:
    """Every byte is in the file still, or beside it."""
    torn = path.with_name(path.name + ".torn")
    now = path.read_bytes() + (torn.read_bytes() if torn.exists() else b"")
    if now not in (data, data + b"\n"):
        raise Fault("some bytes of the file are nowhere any more")


def _one_line(text: str) -> None:
    if not text or "\n" in text or len(text) > 500:
        raise Fault(f"this is not one line: {text[:200]!r}")


@contextmanager
def in_time() -> Iterator[None]:
    """Windows has no alarm clock; there only the traceback is a fault."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def late(*_: object) -> None:
        raise Fault(f"still not open after {SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def games() -> list[Lines]:
    return [path.read_bytes().splitlines(keepends=True) for path in sorted(GAMES.glob("*.jsonl"))]


def run(files: int, seed: str, folder: Path) -> Counter[str]:
    found: Counter[str] = Counter()
    recorded = games()
    for number in range(files):
        how, data = spoiled(recorded, random.Random(f"{seed} {number}"))
        home = folder / str(number)
        home.mkdir()
        try:
            with in_time():
                found[opened(home / "match.jsonl", data)] += 1
        except Exception as error:  # whatever it is, it is what this looks for
            (home / "match.jsonl").write_bytes(data)
            where = home / "match.jsonl"
            raise Fault(f"file {number}, {how}: {type(error).__name__}: {error} ({where})") from error
        shutil.rmtree(home)
    return found


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=__doc__.splitlines()[0])
    parser.add_argument("--files", type=int, default=2_000)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args(arguments)
    folder = Path(tempfile.mkdtemp(prefix="companion-fuzz-"))
    try:
        found = run(options.files, options.seed, folder)
    except Fault as fault:
        print(fault, file=sys.stderr)  # its folder stays, for whoever wants to look
        return 1
    shutil.rmtree(folder)
    print(f"{options.files} files: " + ", ".join(f"{count} {what}" for what, count in sorted(found.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
