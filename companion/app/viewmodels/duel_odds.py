"""The odds that stand beside a decision in a duel: how many cards, how many tokens, which die again.

All of them are exact. They are worked out once for each state, and `odds.py` remembers what it has worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor

from companion.boxes.mousquetaires import duel as duels
from companion.boxes.mousquetaires import odds
from companion.boxes.mousquetaires.fights import epic_helps
from companion.boxes.mousquetaires.state import FACE_DOWN, Duel, State
from companion.boxes.mousquetaires.throws import Faces
from companion.core.words import Line, say

Read = Callable[[Line | None], str]

FACE_NAMES = {"sword": say("sword"), "shield": say("shield"), "lily": say("lily")}
MOST_CARDS = 3  # so many more cards are looked at


@dataclass(frozen=True, slots=True)
class Chance:
    share: float  # 0 to 1, for the bar
    text: str


@dataclass(frozen=True, slots=True)
class OddsRow:
    icon: str
    text: str
    chances: tuple[Chance, ...]  # one for each column


@dataclass(frozen=True, slots=True)
class OddsColumn:
    icon: str
    text: str
    camp: str  # whose joy it is


@dataclass(frozen=True, slots=True)
class OddsTable:
    title: str
    columns: tuple[OddsColumn, ...]
    rows: tuple[OddsRow, ...]


@dataclass(frozen=True, slots=True)
class _Hopes:
    """Foe beaten, foe hit, musketeer hurt: wounded, or out of action where a wound is certain anyway."""

    win: Fraction
    hit: Fraction
    hurt: Fraction

    @staticmethod
    def of(found: odds.DuelOdds, certain: int) -> _Hopes:
        hurt = found.out_of_action if certain else found.wounded
        return _Hopes(found.win, Fraction(sum(map(sum, found.shares[1:])), found.total), hurt)


def odds_table(state: State, fight: Duel, read: Read) -> OddsTable | None:
    """What helps with the decision that is open now; none while nobody knows the foe."""
    if fight.foe == FACE_DOWN:
        return None
    try:
        found = _rows(state, fight, read)
    except ValueError:
        return None  # dice or bottes set by hand that do not fit each other
    if found is None:
        return None
    title, hopes = found
    certain = duels.opponent(state, fight.foe).end_wounds
    hurt = say("Wounded") if state.of(fight.who).life > 1 and not certain else say("Out of action")
    # A foe of many hearts hardly ever falls in one duel: then only a hit is worth hoping for.
    falls = fight.life == 1 or any(hope.win >= Fraction(1, 200) for _, _, hope in hopes)
    columns = (
        (falls, OddsColumn("sword-cross", read(say("Foe beaten")), "musketeers"), "win"),
        (fight.life > 1, OddsColumn("sword", read(say("Foe hit")), "musketeers"), "hit"),
        (True, OddsColumn("heart-broken", read(hurt), "milady"), "hurt"),
    )
    shown = [(column, name) for wanted, column, name in columns if wanted]
    rows = tuple(
        OddsRow(icon, text, tuple(chance(getattr(hope, name), read) for _, name in shown)) for icon, text, hope in hopes
    )
    return OddsTable(read(title), tuple(column for column, _ in shown), rows)


def chance(share: Fraction, read: Read) -> Chance:
    """In whole percent, but never rounded to a certainty that is none."""
    percent = floor(share * 100 + Fraction(1, 2))
    if share > 0 and percent == 0:
        text = say("<{n}%", n=1)
    elif share < 1 and percent == 100:
        text = say(">{n}%", n=99)
    else:
        text = say("{n}%", n=percent)
    return Chance(float(share), read(text))


def _rows(state: State, fight: Duel, read: Read) -> tuple[Line, list[tuple[str, str, _Hopes]]] | None:
    if fight.waits == "cards":
        own = duels.own_dice(state, fight.who)
        useful = max(state.board.number("duel.most_blue") - own, 0)
        rows = _more(state, replace(fight, blue=own), min(useful, MOST_CARDS))
        return say("Combat cards"), [("cards-playing-outline", str(n), hope) for n, hope in enumerate(rows)]
    if fight.waits == "blade":
        return say("Toledo blade"), list(_blade(state, fight, read))
    if fight.waits != "dice":
        return None
    useful = min(state.epic, state.board.number("duel.most_blue") - fight.blue, MOST_CARDS)
    if fight.exchange == 0 and epic_helps(state, fight) and useful > 0:
        return say("Epic tokens"), [
            ("star-four-points", str(n), hope) for n, hope in enumerate(_more(state, fight, useful))
        ]
    return say("The odds"), [("dice-multiple", read(say("Now")), next(iter(_more(state, fight, 0))))]


def _more(state: State, fight: Duel, most: int) -> Iterator[_Hopes]:
    cap, certain = state.board.number("duel.most_blue"), duels.opponent(state, fight.foe).end_wounds
    return (_Hopes.of(found, certain) for found in odds.more_cards(as_odds(state, fight), most, cap))


def as_odds(state: State, fight: Duel) -> odds.Duel:
    """The rest of this duel as `odds` wants it told."""
    musketeer, board, foe = state.of(fight.who), state.board, duels.opponent(state, fight.foe)
    mine = duels.blue_steel(state, replace(fight, exchange=fight.exchange + 1))
    return odds.Duel(
        blue=fight.blue,
        red=0 if fight.fixed else fight.red,
        blue_bottes=tuple(filter(None, mine.bottes)),
        red_bottes=tuple(filter(None, foe.bottes)),
        # Numbers where a yes would do: in another edition a pistol may be worth more than one sword.
        pistol=mine.swords,  # type: ignore[arg-type]
        cuirass=mine.shields,  # type: ignore[arg-type]
        toledo=fight.blade,
        foe_cuirass=foe.shields,  # type: ignore[arg-type]
        jussac=foe.end_wounds,
        fixed=fight.fixed,
        life=max(musketeer.life, 1),
        foe_life=max(fight.life, 1),
        blue_faces=Faces.of(board.dice["b"].faces),
        red_faces=Faces.of(board.dice["r"].faces),
        pistol_in_botte=board.ruling("pistol_in_botte"),
        cuirass_in_botte=board.ruling("cuirass_in_botte"),
        both_bottes_wound=board.ruling("both_bottes_wound"),
        toledo_after_enemy_botte=board.ruling("toledo_after_enemy_botte"),
    )


def _blade(state: State, fight: Duel, read: Read) -> Iterator[tuple[str, str, _Hopes]]:
    """The throw as it lies, then each kind of face thrown again: dice that show the same are as good as each other."""
    yield "check", read(say("It stands")), _after(state, fight)
    sides = state.board.dice["b"].faces
    for face in dict.fromkeys(fight.blue_faces):
        at = fight.blue_faces.index(face)
        again = [
            _after(state, replace(fight, blade=False, blue_faces=_with(fight.blue_faces, at, side))) for side in sides
        ]
        name = read(say("{face} again", face=FACE_NAMES[face]))
        yield face, name[:1].upper() + name[1:], _mean(again)


def _with(faces: Sequence[str], at: int, face: str) -> tuple[str, ...]:
    return (*faces[:at], face, *faces[at + 1 :])


def _after(state: State, fight: Duel) -> _Hopes:
    """What comes of a throw that stands: blood, a draw, or the rest of the duel."""
    shown = duels.crossed(state, fight)
    extra = duels.opponent(state, fight.foe).end_wounds
    lost = state.board.number("duel.tie_dice_lost")
    blue, red = max(fight.blue - lost, 0), 0 if fight.fixed else max(fight.red - lost, 0)
    if shown.blood or (blue == 0 and red == 0):
        enough = max(state.of(fight.who).life, 1) if extra else 1
        return _Hopes(
            Fraction(shown.foe_wounds >= fight.life),
            Fraction(shown.foe_wounds > 0),
            Fraction(shown.wounds + extra >= enough),
        )
    return _Hopes.of(odds.duel_odds(as_odds(state, replace(fight, blue=blue, red=red))), extra)


def _mean(hopes: Sequence[_Hopes]) -> _Hopes:
    def mean(shares: Iterator[Fraction]) -> Fraction:
        return sum(shares, Fraction(0)) / len(hopes)

    return _Hopes(mean(h.win for h in hopes), mean(h.hit for h in hopes), mean(h.hurt for h in hopes))
