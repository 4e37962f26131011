"""What the duel page shows: both fighters, the present throw, what came of it and why, and the odds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.app.viewmodels.duel_odds import OddsTable, Read, odds_table
from companion.boxes.mousquetaires import duel as duels
from companion.boxes.mousquetaires.company import full_life, name_of
from companion.boxes.mousquetaires.fencing import Exchange, Steel, succeeds
from companion.boxes.mousquetaires.names import FOES, GOODS
from companion.boxes.mousquetaires.state import FACE_DOWN, Duel, State
from companion.core.match import Match
from companion.core.plain import revive
from companion.core.words import Line, say, say_n

_THROWS = ("clash", "toledo")


@dataclass(frozen=True, slots=True)
class BotteShown:
    faces: tuple[str, ...]
    done: bool  # the throw shows it


@dataclass(frozen=True, slots=True)
class Gear:
    icon: str
    text: str
    counts: bool = True  # it helps now, or may still do so


@dataclass(frozen=True, slots=True)
class Fighter:
    name: str
    camp: str
    hearts: int  # after the throw that is shown
    most_hearts: int
    wounds: int  # dealt to him by the throw that is shown
    dice: tuple[str, ...]  # the faces; empty ones have not been thrown yet
    note: str  # about the dice
    bottes: tuple[BotteShown, ...]
    gear: tuple[Gear, ...]


@dataclass(frozen=True, slots=True)
class Bout:
    """One look at a duel."""

    musketeer: Fighter
    foe: Fighter
    title: str  # which exchange it is
    headline: str
    lines: tuple[str, ...]  # what happened, and why
    odds: OddsTable | None
    again: tuple[str, ...]  # what a tap on each blue die means: thrown again with the Toledo blade
    throw: tuple[str, int]  # the throw that is shown: match and exchange
    thrown_now: bool  # dice have just fallen; taking something back throws none
    over: bool


def ended_duel(change: Mapping[str, Any]) -> Duel | None:
    """The duel that was decided by the newest record, as its last throw left it."""
    for part in change.get("changes", ()):
        if part["what"] == "duel" and part["to"] is None and part["from"]:
            found: Duel = revive(Duel, part["from"])
            return found
    return None


def bout_of(match: Match[State], read: Read) -> Bout | None:
    """The duel that is being fought, or the one whose end everybody is looking at."""
    state, change = match.state, match.last_change()
    fight = state.duel or ended_duel(change)
    if fight is None:
        return None
    thrown_now = bool(match.records) and match.records[-1].intent.do in _THROWS
    return _Telling(state, fight, state.duel is None, read).bout(match.header.match, thrown_now)


class _Telling:
    def __init__(self, state: State, fight: Duel, over: bool, read: Read) -> None:
        self.state, self.fight, self.over, self.read = state, fight, over, read
        self.shown: Exchange | None = duels.crossed(state, fight) if fight.exchange else None
        self.extra = duels.opponent(state, fight.foe).end_wounds if over else 0
        # The blade may still change the throw: its wounds are shown, but not yet taken.
        self.pending = fight.waits == "blade" and not over
        self.who, self.foe = name_of(fight.who), FOES[fight.foe]

    def bout(self, match: str, thrown_now: bool) -> Bout:
        fight = self.fight
        odds = None if self.over else odds_table(self.state, fight, self.read)
        again = ()
        if fight.waits == "blade" and not self.over:
            again = tuple(self.read(say("Throw die {n} again", n=at)) for at in range(len(fight.blue_faces)))
        return Bout(
            self._musketeer(),
            self._foe(),
            self.read(self._title()),
            _capital(self.read(self._headline())),
            tuple(_capital(self.read(line)) for line in self._lines()),
            odds,
            again,
            (match, fight.exchange),
            thrown_now,
            self.over,
        )

    # --- the two sides ---

    def _musketeer(self) -> Fighter:
        fight, state = self.fight, self.state
        musketeer = state.of(fight.who)
        steel = duels.blue_steel(state, fight)
        if fight.exchange:
            dice = fight.blue_faces
        else:
            dice = ("",) * (duels.own_dice(state, fight.who) if fight.waits == "cards" else fight.blue)
        return Fighter(
            self._name(self.who),
            "musketeers",
            max(musketeer.life - (self.shown.wounds if self.shown and self.pending else 0), 0),
            full_life(state, fight.who),
            self.shown.wounds + self.extra if self.shown else 0,
            dice,
            "" if dice else self.read(say("No dice left")),
            self._bottes(steel, fight.blue_faces),
            self._gear(musketeer.gear),
        )

    def _gear(self, owned: tuple[str, ...]) -> tuple[Gear, ...]:
        fight, found = self.fight, []
        if "pistol" in owned:
            fresh = fight.exchange == 0 or (fight.exchange == 1 and fight.waits == "blade") or self._first_and_last
            found.append(Gear("pistol", self.read(GOODS["pistol"] if fresh else say("Pistol, fired")), fresh))
        if "cuirass" in owned:
            found.append(Gear("shield-half-full", self.read(GOODS["cuirass"])))
        if "toledo" in owned:
            ready = fight.blade
            found.append(Gear("fencing", self.read(GOODS["toledo"] if ready else say("Toledo blade, used")), ready))
        return tuple(found)

    @property
    def _first_and_last(self) -> bool:
        return self.over and self.fight.exchange == 1

    def _foe(self) -> Fighter:
        fight, opponent = self.fight, duels.opponent(self.state, self.fight.foe)
        hits = self.shown.foe_wounds if self.shown else 0
        gear = []
        if opponent.shields:
            gear.append(
                Gear(
                    "shield-half-full",
                    self.read(say_n("{n} shield in every throw", "{n} shields in every throw", opponent.shields)),
                )
            )
        if opponent.end_wounds:
            text = say_n("{n} wound at the end", "{n} wounds at the end", opponent.end_wounds)
            gear.append(Gear("water", self.read(text)))
        if fight.foe == FACE_DOWN:
            dice, note = ("",), say("Face down: nobody knows yet")
        elif fight.fixed:
            dice, note = fight.fixed, say("Always shows this")
        elif fight.exchange:
            dice, note = fight.red_faces, None if fight.red_faces else say("No dice left")
        else:
            dice, note = ("",) * fight.red, None
        steel = duels.red_steel(self.state, fight)
        return Fighter(
            self._name(self.foe),
            "milady",
            max(fight.life - hits, 0) if self.over or self.pending else fight.life,
            max(opponent.life, fight.life),
            hits,
            dice,
            self.read(note),
            self._bottes(steel, fight.red_faces),
            tuple(gear),
        )

    def _bottes(self, steel: Steel, faces: tuple[str, ...]) -> tuple[BotteShown, ...]:
        thrown = self.fight.exchange > 0
        return tuple(
            BotteShown(botte, thrown and succeeds(faces, replace(steel, bottes=(botte,))))
            for botte in steel.bottes
            if botte
        )

    def _name(self, name: Line) -> str:
        return _capital(self.read(name))

    # --- in words ---

    def _title(self) -> Line:
        if self.over:
            return say("The duel is over")
        if self.fight.exchange == 0:
            return say("En garde!")
        return say("Exchange {n}", n=self.fight.exchange)

    def _headline(self) -> Line | None:
        shown = self.shown
        if shown is None:
            return None
        taken, beaten = shown.wounds + self.extra, shown.foe_wounds >= self.fight.life
        if not shown.foe_wounds and not taken:
            return say("They part without a scratch") if self.over else say("Nobody is hurt")
        if beaten and self.over:
            return say("{foe} is beaten", foe=self.foe)
        if shown.foe_wounds and taken:
            return say("Both bleed")
        return say("{name} is hit", name=self.foe if shown.foe_wounds else self.who)

    def _lines(self) -> list[Line]:
        shown, fight = self.shown, self.fight
        if shown is None:
            if fight.foe == FACE_DOWN:
                return [say("The odds come when the token is turned.")]
            return []
        lines = self._by_botte(shown) or self._by_swords(shown)
        if self.extra:
            lines.append(say("{foe} always wounds at the end of the duel; no cuirass helps.", foe=self.foe))
        if self.over:
            return lines
        if fight.waits == "blade":
            lines.append(say("The Toledo blade may still change that: tap the die to throw again."))
        elif fight.fixed:
            lines.append(
                say_n("The musketeer throws on with {n} die.", "The musketeer throws on with {n} dice.", fight.blue)
            )
        else:
            lines.append(
                say("Each side lays one die aside. Next: blue {blue}, red {red}.", blue=fight.blue, red=fight.red)
            )
        return lines

    def _by_botte(self, shown: Exchange) -> list[Line]:
        if shown.blue_botte and shown.red_botte:
            if shown.blood:
                return [say("Both bottes succeed: one wound each.")]
            return [say("Both bottes succeed and cancel each other.")]
        if shown.blue_botte or shown.red_botte:
            name = self.who if shown.blue_botte else self.foe
            return [
                say("{name}: the botte succeeds. It deals one wound, and no sword of the other side counts.", name=name)
            ]
        return []

    def _by_swords(self, shown: Exchange) -> list[Line]:
        fight = self.fight
        mine, his = duels.blue_steel(self.state, fight), duels.red_steel(self.state, fight)
        sides = (
            (self.who, fight.blue_faces, mine, fight.red_faces, his, shown.foe_wounds),
            (self.foe, fight.red_faces, his, fight.blue_faces, mine, shown.wounds),
        )
        lines = [
            say(
                "{name}: swords {swords}, shields against them {shields}, wounds {wounds}",
                name=name,
                swords=faces.count("sword") + own.swords,
                shields=others.count("shield") + against.shields,
                wounds=wounds,
            )
            for name, faces, own, others, against, wounds in sides
        ]
        if mine.swords:
            lines.append(say("The pistol has added to the swords."))
        return lines


def _capital(text: str) -> str:
    """Names such as "the henchman" stand at the beginning here."""
    return text[:1].upper() + text[1:]
