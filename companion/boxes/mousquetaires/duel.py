"""A duel, throw by throw: cards, then dice, then perhaps the Toledo blade, until blood or until no dice are left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.boxes.mousquetaires import sand
from companion.boxes.mousquetaires.board import Opponent
from companion.boxes.mousquetaires.fencing import Botte, Exchange, Steel, cross
from companion.boxes.mousquetaires.names import FOES
from companion.boxes.mousquetaires.state import Duel, Musketeer, State
from companion.core.pen import Pen
from companion.core.record import BadForm
from companion.core.words import say


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a duel ended. Wounds as dealt."""

    duel: Duel
    foe_wounds: int
    wounds: int

    @property
    def beaten(self) -> bool:
        return self.foe_wounds >= self.duel.life


def opponent(state: State, foe: str) -> Opponent:
    return state.board.opponents.get(foe, Opponent(foe))


def begin(pen: Pen[State], duel: Duel) -> None:
    """The blades are drawn; first the musketeer says how many cards he plays."""
    musketeer = pen.state.of(duel.who)
    sand.hold(pen, "duel")
    blade = Duel(
        duel.who,
        duel.foe,
        duel.place,
        duel.target,
        red=duel.red,
        fixed=duel.fixed,
        life=duel.life,
        blade="toledo" in musketeer.gear,
    )
    pen.write("duel", blade, "duel")


def against(state: State, who: str, foe: str, place: str, target: str = "", life: int | None = None) -> Duel:
    known = opponent(state, foe)
    return Duel(who, foe, place, target, red=known.dice, fixed=known.fixed, life=known.life if life is None else life)


def own_dice(state: State, who: str) -> int:
    return state.board.number(f"musketeers.{who}.dice")


def bottes_of(state: State, musketeer: Musketeer) -> tuple[Botte, ...]:
    """An improved botte takes the place of the old one, except with d'Artagnan, who keeps both."""
    profile, at = state.board.profile, f"musketeers.{musketeer.id}"
    own, improved = profile.texts(f"{at}.botte"), profile.texts(f"{at}.improved_botte")
    if not musketeer.botte:
        return (own,)
    return (own, improved) if profile.flag(f"{at}.keeps_botte") else (improved,)


def blue_steel(state: State, duel: Duel) -> Steel:
    musketeer, board = state.of(duel.who), state.board
    pistol = "pistol" in musketeer.gear and duel.exchange <= 1
    return Steel(
        bottes_of(state, musketeer),
        swords=board.number("arsenal.pistol.swords") if pistol else 0,
        shields=board.number("arsenal.cuirass.shields") if "cuirass" in musketeer.gear else 0,
        swords_in_botte=board.ruling("pistol_in_botte"),
        shields_in_botte=board.ruling("cuirass_in_botte"),
    )


def red_steel(state: State, duel: Duel) -> Steel:
    foe = opponent(state, duel.foe)
    return Steel(foe.bottes, shields=foe.shields, shields_in_botte=state.board.ruling("cuirass_in_botte"))


def pool_of(duel: Duel) -> str:
    """The dice of the next throw; a foe with a fixed result has none."""
    red = 0 if duel.fixed else duel.red
    return " ".join(f"{n}{letter}" for n, letter in ((duel.blue, "b"), (red, "r")) if n)


def throw(pen: Pen[State], duel: Duel, typed: Sequence[str] | None) -> None:
    roll = pen.roll(pen.state.board.pool(pool_of(duel)), "duel", typed)
    pen.write("duel.exchange", duel.exchange + 1, "duel")
    pen.write("duel.blue_faces", roll.of("b"), "duel")
    pen.write("duel.red_faces", duel.fixed or roll.of("r"), "duel")


def crossed(state: State, duel: Duel) -> Exchange:
    both = state.board.ruling("both_bottes_wound")
    return cross(duel.blue_faces, duel.red_faces, blue_steel(state, duel), red_steel(state, duel), both)


def may_use_blade(state: State, duel: Duel) -> bool:
    """Is there any use for the blade after this throw?"""
    if not duel.blade or not duel.blue_faces:
        return False
    shown = crossed(state, duel)
    if shown.red_botte and not state.board.ruling("toledo_after_enemy_botte"):
        return False
    return shown.wounds > 0 or shown.foe_wounds < duel.life


def use_blade(pen: Pen[State], duel: Duel, die: int, face: str | None) -> None:
    if not 0 <= die < len(duel.blue_faces):
        raise BadForm(f'"die" must be 0 to {len(duel.blue_faces) - 1}')
    roll = pen.roll(pen.state.board.pool("1b"), "toledo", None if face is None else [face])
    faces = (*duel.blue_faces[:die], roll.faces[0], *duel.blue_faces[die + 1 :])
    pen.write("duel.blue_faces", faces, "toledo")
    pen.write("duel.blade", False, "toledo")


def judge(pen: Pen[State]) -> Outcome | None:
    """Blood ends it. Without blood each side lays one die aside; with none left on either side it ends in a draw."""
    duel = pen.state.duel
    assert duel is not None
    shown = crossed(pen.state, duel)
    if shown.blood:
        return _end(pen, duel, shown)
    lost = pen.state.board.number("duel.tie_dice_lost")
    blue, red = max(duel.blue - lost, 0), max(duel.red - lost, 0)
    if blue == 0 and (red == 0 or duel.fixed):
        return _end(pen, duel, shown)
    pen.write("duel.blue", blue, "duel-tie")
    pen.write("duel.red", red, "duel-tie")
    pen.write("duel.waits", "dice", "duel-tie")
    return None


def _end(pen: Pen[State], duel: Duel, shown: Exchange) -> Outcome:
    extra = opponent(pen.state, duel.foe).end_wounds
    if extra:
        pen.tell(
            say("{foe} always wounds at the end of the duel; no cuirass helps.", foe=FOES[duel.foe]), "duel-jussac"
        )
    pen.write("duel", None, "duel")
    sand.release(pen, "duel")
    return Outcome(duel, shown.foe_wounds, shown.wounds + extra)
