"""The command line: the same engine without a window.

Exit codes: 0 fine, 1 the answer is no (a chain broken, a refusal), 2 bad usage or bad input, with one clear line.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

from companion import __version__, boxes, odds_cli, simulate_cli, store_cli
from companion.core.commons import vocabulary
from companion.core.dice import BadDice, Chance, Pool, Roll, SeededChance, SystemChance, throw
from companion.core.fairness import Fairness, look_again
from companion.core.match import Match
from companion.core.record import BadForm, parse
from companion.play import Table, lines_of, play
from companion.store.files import StoreTrouble
from companion.store.journal import Damage, Journal

FINE, NO, BAD = 0, 1, 2


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One clear line instead of argparse's page of usage."""
        self.exit(BAD, f"{self.prog}: {message}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    given = sys.argv[1:] if arguments is None else list(arguments)
    if sys.stdout is None:
        _complain("there is nowhere to write to")
        return BAD
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Lines of JSON are UTF-8 wherever they are read, and a name must not fail on a terminal of another alphabet.
        sys.stdout.reconfigure(encoding="utf-8")
    try:
        options = _parser().parse_args(given)
        run = options.run
        code: int = run(options)
        sys.stdout.flush()
        return code
    except (BadForm, BadDice, StoreTrouble) as trouble:
        _complain(str(trouble))
        return BAD
    except BrokenPipeError:
        # The reader has gone; closing stdout quietly keeps the interpreter from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except KeyboardInterrupt:
        return 130


def _complain(reason: str) -> None:
    """One line, even if a name in it has several."""
    print("companion:", " ".join(reason.split()), file=sys.stderr)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="companion", description="A clerk for people who sit around a real board.")
    parser.add_argument("--version", action="version", version=f"companion {__version__}")
    parser.set_defaults(run=_open)
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=_Parser)

    one = commands.add_parser("play", help="play a match by lines of JSON")
    one.add_argument("box", metavar="BOX")
    one.add_argument("--seed", help="dice from this seed instead of the system's randomness")
    one.add_argument("--options", default="{}", metavar="JSON", help="options of the match")
    one.add_argument("--save", type=Path, metavar="FILE", help="keep the match here, or go on with it")
    one.set_defaults(run=_play)

    one = commands.add_parser("intents", help="every intent of a box")
    one.add_argument("box", metavar="BOX")
    one.add_argument("--json", action="store_true")
    one.set_defaults(run=_intents)

    one = commands.add_parser("roll", help="throw dice, such as 4b 3r")
    one.add_argument("dice", nargs="+", metavar="DICE")
    one.add_argument("--box", default="mousquetaires", metavar="BOX")
    one.add_argument("--seed")
    one.add_argument("--json", action="store_true")
    one.set_defaults(run=_roll)

    one = commands.add_parser("odds", help="the exact odds of a duel, the siege or Constance's dice")
    odds_cli.add_options(one)

    one = commands.add_parser("simulate", help="play whole matches and check everything that must hold")
    simulate_cli.add_options(one)

    one = commands.add_parser("replay", help="the final state of a match file")
    one.add_argument("file", type=Path, metavar="FILE")
    one.add_argument("--json", action="store_true")
    one.set_defaults(run=_replay)

    one = commands.add_parser("verify", help="is a match file whole?")
    one.add_argument("file", type=Path, metavar="FILE")
    one.set_defaults(run=_verify)

    store_cli.add_commands(commands.add_parser)

    one = commands.add_parser("tour", help="drive the app off-screen and save a picture of every screen")
    one.add_argument("--out", type=Path, default=Path("tour"), metavar="DIR")
    one.set_defaults(run=_tour)
    return parser


def _chance(seed: str | None) -> Chance:
    return SystemChance() if seed is None else SeededChance(seed)


def _given(text: str) -> dict[str, Any]:
    try:
        return parse(text)
    except BadForm as error:
        raise BadForm(f"--options: {error}") from None


def _play(options: argparse.Namespace) -> int:
    table = Table(boxes.load(options.box), _given(options.options), _chance(options.seed), options.save)
    try:
        if table.damage:
            _complain(table.damage.line.read())
        play(table, lines_of(sys.stdin.buffer) if sys.stdin else (), sys.stdout)
    finally:
        table.close()
    return FINE


def _intents(options: argparse.Namespace) -> int:
    words = vocabulary(boxes.load(options.box))
    if options.json:
        print(json.dumps(words, ensure_ascii=False, indent=1))
        return FINE
    for word in words:
        fields = " ".join(name if field["needed"] else f"[{name}]" for name, field in word["fields"].items())
        print(f"{word['do']:<14} {fields:<28} {word['help']}")
    return FINE


def _roll(options: argparse.Namespace) -> int:
    box = boxes.load(options.box)
    dice = box.dice(box.setup({}, box.profile()))
    roll = throw(Pool.parse(" ".join(options.dice), dice), _chance(options.seed))
    print(json.dumps(roll.plain()) if options.json else _shown(roll))
    return FINE


def _shown(roll: Roll) -> str:
    colours = dict.fromkeys(roll.pool.dice)
    return "  ".join(f"{die.name}: {' '.join(roll.of(die.letter))}" for die in colours)


def _replayed(file: Path) -> tuple[Match[Any], Damage | None]:
    header, records, damage = Journal.read(file)
    return Match.replay(boxes.load(header.box), header, records), damage


def _replay(options: argparse.Namespace) -> int:
    match, damage = _replayed(options.file)
    verdict = match.verdict()
    if damage:
        _complain(damage.line.read())
    if options.json:
        print(json.dumps({"state": match.view(), "verdict": verdict.read() if verdict else None}, ensure_ascii=False))
    else:
        for line in match.log():
            print(f"{line.seq:>4}  {'(undone) ' if line.undone else ''}{line.label.read()}")
        view = match.view()
        print(" ".join(f"{name}={track['at']}" for name, track in view["tracks"].items()))
        print(verdict.text.read() if verdict else f"Round {view['round']}, phase {view['phase']}")
    return NO if damage else FINE


def _verify(options: argparse.Namespace) -> int:
    match, damage = _replayed(options.file)
    if damage:
        print(f"broken after record {len(match.records)}: {damage.why.read()}")
        return NO
    found = match.box.findings(match.header, match.records)
    for one in found:
        print(one.line.read())
    throws = look_again(match.box, match.header, match.records)
    for line in _about(throws):
        print(line)
    if throws.unfair or not all(one.good for one in found):
        return NO
    print(f"whole: {len(match.records)} records")
    return FINE


def _about(throws: Fairness) -> Iterator[str]:
    """What there is to say of dice that several devices threw together."""
    if throws.joint:
        yield f"throws made together: {len(throws.joint)}, each as the coins of the devices say"
    for seq in throws.alone:
        yield f"record {seq}: thrown by one device alone"
    for seq in throws.unfair:
        yield f"record {seq}: the dice did not fall as the coins say"


def _tour(options: argparse.Namespace) -> int:
    from companion.app import headless

    if not _can_draw():
        return _nothing_to_draw_with()
    if not headless.has_gl():
        return _no_gl()
    from companion.app.tour import tour

    pictures = tour(options.out)
    print(f"{pictures} pictures are in {options.out}")
    return FINE


def _open(options: argparse.Namespace) -> int:
    """Open the app. Where nobody could see it, show it in pictures instead."""
    from companion.app import headless

    if not _can_draw():
        return _nothing_to_draw_with()
    if headless.has_display():
        headless.prepare("window", headless.PHONE)
        from companion.app.app import CompanionApp

        CompanionApp().run()
        return FINE
    if not headless.has_gl():
        return _no_gl()
    print("There is no display here: the app plays its tour off-screen instead.", flush=True)
    options.out = Path("tour")
    return _tour(options)


def _can_draw() -> bool:
    return find_spec("kivy") is not None and find_spec("kivymd") is not None


def _nothing_to_draw_with() -> int:
    _complain("the app needs Kivy and KivyMD, which are not installed here: make setup does it")
    return BAD


def _no_gl() -> int:
    from companion.app.headless import GL_PACKAGES

    packages = " ".join(GL_PACKAGES)
    _complain(f"drawing needs the OpenGL libraries: install {packages} (apt-get install {packages})")
    return BAD
