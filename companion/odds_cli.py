"""`companion odds`: the exact odds of a duel, of the siege and of Constance's dice."""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.board import FACES, Board, read_board
from companion.boxes.mousquetaires.odds import Duel, duel_odds, more_cards
from companion.boxes.mousquetaires.siege_odds import constance_odds, siege_odds
from companion.boxes.mousquetaires.throws import Faces
from companion.core.record import BadForm

Given = Mapping[str, Any]  # the options somebody typed, by name
Answer = tuple[dict[str, Any], list[str]]  # as JSON, and in lines for people


def add_options(parser: argparse.ArgumentParser) -> None:
    def flag(name: str, words: str) -> None:
        parser.add_argument(name, action="store_true", default=None, help=words)

    what = parser.add_mutually_exclusive_group()
    what.add_argument("--siege", dest="what", action="store_const", const="siege", help="the siege, not a duel")
    what.add_argument("--constance", dest="what", action="store_const", const="constance", help="Constance's dice")
    parser.add_argument("--blue", type=int, metavar="N", help="the musketeers' dice")
    parser.add_argument("--red", type=int, metavar="N", help="Milady's dice")
    parser.add_argument("--blue-faces", metavar="FACES", help="a blue die, such as sword=2,shield=2,lily=2")
    parser.add_argument("--red-faces", metavar="FACES", help="a red die, such as sword=3,shield=3")
    parser.add_argument("--blue-botte", action="append", metavar="FACES", help="such as lily,lily,lily; any will do")
    parser.add_argument("--red-botte", action="append", metavar="FACES", help="such as sword,sword,shield; any will do")
    flag("--pistol", "a sword more in the first exchange")
    flag("--cuirass", "a shield more in every exchange")
    flag("--toledo", "one die thrown again, at the best moment for winning")
    flag("--foe-cuirass", "a shield more for the foe in every exchange")
    flag("--jussac", "one wound at the end, whatever came of the duel")
    parser.add_argument("--fixed", metavar="FACES", help="a foe without dice always shows this, such as sword,shield")
    parser.add_argument("--life", type=int, metavar="N", help="the musketeer's (3)")
    parser.add_argument("--foe-life", type=int, metavar="N", help="the foe's (1)")
    flag("--smuggled", "siege: the black marketeers' sword")
    flag("--second-throw", "siege: Reinforcements when Milady has all her dice already")
    parser.add_argument("--at", type=int, metavar="N", help="Constance: successes so far (0)")
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(run=odds, what="duel")


def odds(options: argparse.Namespace) -> int:
    given = {name: value for name, value in vars(options).items() if value is not None}
    words, own, answer = _THROWS[options.what]
    for name in given:
        if name not in own and any(name in others for _, others, _ in _THROWS.values()):
            raise BadForm(f"--{name.replace('_', '-')} has nothing to do with {words}")
    try:
        form, lines = answer(given, read_board(BOX.profile()))
    except ValueError as error:
        raise BadForm(str(error)) from None
    print(json.dumps(form) if options.json else "\n".join(lines))
    return 0


def _duel(given: Given, board: Board) -> Answer:
    fixed = _symbols(given["fixed"]) if "fixed" in given else ()
    duel = Duel(
        blue=_needed(given, "blue"),
        # A token that always shows the same has no dice, whatever else was typed.
        red=0 if fixed else _needed(given, "red"),
        blue_bottes=tuple(_symbols(botte) for botte in given.get("blue_botte", ())),
        red_bottes=tuple(_symbols(botte) for botte in given.get("red_botte", ())),
        pistol="pistol" in given,
        cuirass="cuirass" in given,
        toledo="toledo" in given,
        foe_cuirass="foe_cuirass" in given,
        jussac=1 if "jussac" in given else 0,
        fixed=fixed,
        life=given.get("life", 3),
        foe_life=given.get("foe_life", 1),
        blue_faces=_die(given, board, "blue"),
        red_faces=_die(given, board, "red"),
    )
    found, with_cards = duel_odds(duel), list(enumerate(more_cards(duel)))
    form = {
        "outcomes": [{"foe_wounds": foe, "wounds": own, "p": str(p)} for (foe, own), p in found.outcomes.items()],
        "win": str(found.win),
        "out_of_action": str(found.out_of_action),
        "more_cards": [
            {"cards": n, "win": str(it.win), "out_of_action": str(it.out_of_action), "wounded": str(it.wounded)}
            for n, it in with_cards
        ],
    }
    foe = f"a foe who always shows {', '.join(fixed)}" if fixed else _dice(duel.red, "red")
    lines = [
        f"{_dice(duel.blue, 'blue')} against {foe}",
        "",
        *_columns(
            ("more cards", "dice", "win", "wounded", "out of action"),
            ((n, it.blue, it.win, it.wounded, it.out_of_action) for n, it in with_cards),
        ),
        "",
        *_columns(("foe's wounds", "wounds", "chance"), ((*ending, p) for ending, p in found.outcomes.items())),
    ]
    return form, lines


def _siege(given: Given, board: Board) -> Answer:
    blue, red, smuggled = _needed(given, "blue"), _needed(given, "red"), 1 if "smuggled" in given else 0
    moves = siege_odds(
        blue,
        red,
        smuggled=smuggled,
        second_throw="second_throw" in given,
        blue_faces=_die(given, board, "blue"),
        red_faces=_die(given, board, "red"),
    )
    ways = {
        "left": sum((p for by, p in moves.items() if by < 0), Fraction(0)),
        "stays": moves.get(0, Fraction(0)),
        "right": sum((p for by, p in moves.items() if by > 0), Fraction(0)),
    }
    form = {"moves": [{"by": by, "p": str(p)} for by, p in moves.items()]} | {way: str(p) for way, p in ways.items()}
    lines = [
        f"{_dice(blue, 'blue')} against {_dice(red, 'red')}{' and a smuggled sword' * smuggled} at La Rochelle",
        "",
        *_columns(("marker", "chance"), ((f"{by:+}" if by else "0", p) for by, p in moves.items())),
        "",
        *_columns(tuple(ways), [tuple(ways.values())]),
    ]
    return form, lines


def _constance(given: Given, board: Board) -> Answer:
    dice, at, goal = _needed(given, "red"), given.get("at", 0), board.tracks["constance"].hi
    found = constance_odds(dice, at, goal, _die(given, board, "red"))
    form = {
        "swords": [{"swords": swords, "p": str(p)} for swords, p in found.swords.items()],
        "reached": str(found.reached),
    }
    lines = [
        f"{_dice(dice, 'red')} for Constance, from {at} successes",
        "",
        *_columns(("swords", "chance"), found.swords.items()),
        "",
        f"{goal} are reached: {_percent(found.reached)}",
    ]
    return form, lines


# For each kind of throw: what it is called, the options that belong to it, and who answers.
_DICE = frozenset({"blue", "red", "blue_faces", "red_faces"})
_BLADES = frozenset({"blue_botte", "red_botte", "pistol", "cuirass", "toledo", "foe_cuirass"})
_THROWS: Mapping[str, tuple[str, frozenset[str], Callable[[Given, Board], Answer]]] = {
    "duel": ("a duel", _DICE | _BLADES | {"jussac", "fixed", "life", "foe_life"}, _duel),
    "siege": ("the siege", _DICE | {"smuggled", "second_throw"}, _siege),
    "constance": ("Constance's dice", frozenset({"red", "red_faces", "at"}), _constance),
}


def _needed(given: Given, name: str) -> int:
    if name not in given:
        raise BadForm(f"how many dice? --{name} is missing")
    number: int = given[name]
    return number


def _symbols(text: str) -> tuple[str, ...]:
    """Read "sword,shield"."""
    faces = tuple(face.strip() for face in text.split(","))
    for face in faces:
        if face not in FACES:
            raise BadForm(f'there is no face "{face}"; there are {", ".join(FACES)}')
    return faces


def _die(given: Given, board: Board, colour: str) -> Faces:
    """Read "sword=3,shield=3", or take the die of the box."""
    text = given.get(f"{colour}_faces")
    if text is None:
        return Faces.of(board.dice[colour[0]].faces)
    counts: dict[str, int] = {}
    for part in text.split(","):
        face, _, number = (word.strip() for word in part.partition("="))
        if not number.isdecimal() or face in counts:
            raise BadForm(f'--{colour}-faces: "{text}" is not a list of faces such as sword=3,shield=3')
        counts[_symbols(face)[0]] = int(number)
    return Faces(*(counts.get(face, 0) for face in FACES))


def _dice(number: int, colour: str) -> str:
    return f"{number} {colour} {'die' if number == 1 else 'dice'}"


def _columns(head: tuple[str, ...], rows: Iterable[tuple[int | str | Fraction, ...]]) -> list[str]:
    cells = [head, *(tuple(_percent(c) if isinstance(c, Fraction) else str(c) for c in row) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in cells]


def _percent(chance: Fraction) -> str:
    """Rounded for people, but never to a certainty that is none."""
    if 0 < chance < Fraction(1, 1000):
        return "<0.1%"
    if Fraction(999, 1000) < chance < 1:
        return ">99.9%"
    return f"{math.floor(chance * 1000 + Fraction(1, 2)) / 10}%"
