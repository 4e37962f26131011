"""Kill the companion at random moments, and look whether anything that was acknowledged is gone.

    python -m tools.kill --times 300 --seed 1

A child plays a match with the real journal and the real vault, and says of each record that it was acknowledged. It
is killed with SIGKILL somewhere in the middle. Then the match is opened again: everything acknowledged must be there,
and at most one record more. The next child plays on in the same file.

Every third child plays on a slow disk that takes a few bytes at a time, so that kills also fall between the first and
the last byte of a record. After every third kill the power fails too: of what was not yet synced, some is lost and
some has become nought bytes.
"""

from __future__ import annotations

import argparse
import os
import random
import select
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from companion.boxes import load
from companion.core.dice import SeededChance
from companion.core.match import Match
from companion.core.record import BadForm, Intent, Record
from companion.core.sealed import Opening, verify
from companion.simulate.players import RandomPlayer
from companion.store.files import StoreTrouble
from companion.store.table import OpenMatch, vault_path

BOX = "mousquetaires"
PLACES = ("louvre", "rochelle", "richelieu", "house")
LONGEST = 0.008  # seconds that a child plays, counted from its first word
LATEST = 20.0  # seconds; a child that says nothing for so long hangs
SIZE = 65  # bytes of a word: a mark, and a hash or a length
KILLS_PER_MATCH = 12
READY, SAFE, SYNCED = b"R", b"A", b"S"


class Lost(Exception):
    """Something that was acknowledged is not there, or something is there that nobody wrote."""


@dataclass
class Tally:
    """What the kills did. Kills that only ever fall between records would prove little."""

    kills: Counter[str] = field(default_factory=Counter)
    records: int = 0

    def line(self) -> str:
        parts = ", ".join(f"{count} {name}" for name, count in sorted(self.kills.items()))
        return f"{self.kills['kills']} kills, {self.records} acknowledged records, none lost ({parts})"


# --- the child ---


def child(path: Path, seed: str, slow: bool, out: int) -> NoReturn:
    """Play until killed, and say after each record that it is safe. Never returns to the parent's code."""
    try:
        chance = random.Random(seed)
        _say_what_is_synced(path, out)
        if slow:
            _slow_down(chance)
        play(path, chance, out)
    except BaseException as error:
        _say(out, b"E", f"{type(error).__name__} {error}"[: SIZE - 1])
    os._exit(0)


def play(path: Path, chance: random.Random, out: int) -> None:
    if path.exists():
        table = OpenMatch.resume(path, load, chance=SeededChance(str(chance.random())))
    else:
        options = {"players": chance.randint(2, 6), "depth": chance.choice(["clerk", "scorekeeper"])}
        table = OpenMatch.start(load(BOX), options, path, chance=SeededChance(str(chance.random())))
    _say(out, READY, "")
    player = RandomPlayer(SeededChance(str(chance.random())), ("musketeers", "table", "milady"))
    while True:
        outcome = _tap(table, player, chance)
        if isinstance(outcome, Record):
            _say(out, SAFE, outcome.hash)


def _tap(table: OpenMatch, player: RandomPlayer, chance: random.Random) -> object:
    match = table.match
    dice = chance.random()
    if dice < 0.08:
        return match.act(Intent(chance.choice(["undo", "undo", "redo"])))
    if dice < 0.14:
        return match.act(Intent("note", {"text": "Épée " * chance.randint(1, 300)}))
    if dice < 0.20:
        return match.act(Intent("correct", {"what": "purse", "to": chance.randint(0, 15)}))
    if dice < 0.30 and "destination" in match.step:
        return table.seal(chance.choice(PLACES))
    prompts = match.prompts()
    if match.verdict() or not prompts:
        return match.act(Intent("undo"))
    intent = player.answer(match, chance.choice(prompts))
    return match.act(intent) if intent else None


def _say(out: int, mark: bytes, text: str) -> None:
    """One write to a pipe is there whole or not at all, and outlives its writer."""
    os.write(out, mark + text.encode("ascii", "replace").ljust(SIZE - 1))


def _say_what_is_synced(path: Path, out: int) -> None:
    real = os.fsync

    def fsync(fd: Any) -> None:
        length = os.fstat(fd).st_size
        real(fd)
        if path.exists() and os.path.samestat(path.stat(), os.fstat(fd)):
            _say(out, SYNCED, str(length))

    os.fsync = fsync


def _slow_down(chance: random.Random) -> None:
    """A disk that takes a few bytes at a time: every one of them is a moment at which one can be killed."""
    real, most = os.write, chance.choice([1, 7, 40])

    def write(fd: int, data: Any) -> int:
        return real(fd, bytes(data[: chance.randint(1, most)]) if len(data) != SIZE else data)

    os.write = write


# --- the parent ---


def kill_once(path: Path, seed: str, slow: bool, wait: float, *, early: bool = False) -> tuple[list[str], int]:
    """What one child acknowledged before it was killed, and up to where the file was synced for certain."""
    before = path.stat().st_size if path.exists() else 0  # opening it again has synced what was there
    listen, talk = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(listen)
        child(path, seed, slow, talk)
    os.close(talk)
    try:
        # Without its first word most kills would fall into the opening; some shall.
        heard = b"" if early else _listen(listen, LATEST, once=True)
        time.sleep(wait)
        os.kill(pid, signal.SIGKILL)
        heard += _listen(listen, LATEST)
    finally:
        os.close(listen)
        os.waitpid(pid, 0)
    words = [heard[at : at + SIZE] for at in range(0, len(heard), SIZE)]
    for word in words:
        if word.startswith(b"E"):
            raise Lost(f"the child failed: {word[1:].decode('ascii').strip()}")
    safe = [word[1:].decode("ascii") for word in words if word.startswith(SAFE)]
    synced = [int(word[1:]) for word in words if word.startswith(SYNCED)]
    return safe, max(synced, default=before)


def _listen(pipe: int, patience: float, *, once: bool = False) -> bytes:
    heard = b""
    while select.select([pipe], [], [], patience)[0]:
        said = os.read(pipe, 1 << 16)
        heard += said
        if not said or once:
            return heard
    raise Lost("the child hangs")


def power_cut(path: Path, synced: int, chance: random.Random) -> bool:
    """Of what was never synced, a part is gone, and a part of the rest was allocated but never written."""
    if not path.exists() or path.stat().st_size <= synced:
        return False
    data = path.read_bytes()
    end = chance.randint(synced, len(data))
    holes = chance.randint(synced, end)
    path.write_bytes(data[:holes] + bytes(end - holes))
    return True


def check(path: Path, safe: list[str], tally: Tally) -> None:
    """Everything acknowledged is there, in its order, and at most one record more. The match goes on."""
    if not path.exists():
        if safe:
            raise Lost("the whole file is gone")
        return
    try:
        table = OpenMatch.resume(path, load)
    except StoreTrouble as trouble:
        if safe:
            raise Lost(f"the match does not open: {trouble}") from None
        path.unlink()  # killed while its first line was written: there never was a match
        tally.kills["in the first line"] += 1
        return
    except BadForm as error:
        raise Lost(f"the match does not replay: {error}") from None
    try:
        found = [record.hash for record in table.match.records]
        if found[: len(safe)] != safe:
            raise Lost(f"{len(safe)} records were acknowledged, {len(found)} are there, and they differ")
        if len(found) > len(safe) + 1:
            raise Lost(f"{len(found) - len(safe)} records are there that nobody acknowledged")
        if table.damage:
            tally.kills["in the middle of a record"] += 1
            if table.damage.kept is None or table.damage.lines > 1:
                raise Lost("more than the last line was damaged")
        elif len(found) > len(safe):
            tally.kills["after a record, before its acknowledgement"] += 1
        _check_secret(table, path)
    finally:
        table.close()
    safe[:] = found


def _check_secret(table: OpenMatch, path: Path) -> None:
    """A seal on the table can be opened: its opening was safe before."""
    match: Match[Any] = table.match
    seal = match.state.sealed
    if not seal or not vault_path(path).exists():
        return
    opening = table.opening()
    if not isinstance(opening, Opening):
        raise Lost("a seal is on the table, and its opening is gone")
    verify(seal, match.header.match, opening, match.state.round)


def run(times: int, seed: str, folder: Path) -> Tally:
    chance, tally = random.Random(seed), Tally()
    path, safe = folder / "0.jsonl", list[str]()
    for number in range(times):
        if number % KILLS_PER_MATCH == 0:
            path, safe = folder / f"{number}.jsonl", []
        slow = number % 3 == 1
        wait, early = chance.random() * LONGEST, chance.random() < 0.1
        new, synced = kill_once(path, f"{seed} {number}", slow, wait, early=early)
        tally.kills["kills"] += 1
        tally.records += len(new)
        safe += new
        if number % 3 == 2 and power_cut(path, synced, chance):
            tally.kills["with a power cut"] += 1
        try:
            check(path, safe, tally)
        except Lost as lost:
            raise Lost(f"kill {number}: {lost} ({path})") from None
    return tally


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.kill", description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=300)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args(arguments)
    folder = Path(tempfile.mkdtemp(prefix="companion-kill-"))
    try:
        tally = run(options.times, options.seed, folder)
    except Lost as lost:
        print(lost, file=sys.stderr)  # its folder stays, for whoever wants to look
        return 1
    shutil.rmtree(folder)
    print(tally.line())
    return 0


if __name__ == "__main__":
    sys.exit(main())
