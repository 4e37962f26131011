"""Everything the clerk knows about the table, in frozen values."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.boxes.mousquetaires.board import Board
from companion.core.plain import KEPT_OUT

# The round in order: the step's name and the phase it belongs to.
ORDER: tuple[tuple[str, int], ...] = (
    ("destination", 1),
    ("paris", 1),
    ("perfidy", 1),
    ("actions", 2),
    ("reveal", 2),
    ("siege", 3),
    ("march", 3),
    ("time", 4),
    ("louvre", 4),
    ("aftermath", 4),
)
STEPS = tuple(name for name, _ in ORDER)
PHASE_OF = dict(ORDER)
ROMAN = {1: "I", 2: "II", 3: "III", 4: "IV"}

SCOREKEEPER, CLERK = "scorekeeper", "clerk"
DEPTHS = (SCOREKEEPER, CLERK)
TURNS = ("waiting", "acting", "done")

# What lies face down on a quest space, and what has left it.
FACE_DOWN, GONE = "hidden", ""


@dataclass(frozen=True)
class Musketeer:
    id: str
    place: str
    life: int
    down: bool = False  # out of action: the figure lies at the Vieux Colombier
    turn: str = "waiting"
    left: int = 0  # actions left in his turn
    rode: bool = False  # the horse's free move of this round
    cunning: int = 0  # how often Aramis has used any card as another this round
    gear: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()  # improved ones
    botte: bool = False  # the improved botte
    banned: bool = False  # deadly quest: he may not go on it any more
    path: int = 0  # in the inn: which path he is on (1, 2, 3), 0 for the common room


@dataclass(frozen=True)
class Foe:
    """An adversary card that lies on a mission."""

    id: str
    life: int


@dataclass(frozen=True)
class Mission:
    """A Louvre or Paris card as far as the table has told the clerk what it says."""

    card: str = ""
    known: bool = False  # somebody has read it to the clerk
    skill: str = ""  # of its challenge; none if empty
    value: int = 0
    reward: int = 0  # pistoles for the challenge
    mastered: bool = False
    duels: int = 0  # duels still to be won besides the adversaries lying there
    successes: int = 0  # successes the musketeers need; Constance's marker counts them
    foes: tuple[Foe, ...] = ()
    ambush: str = ""
    nemesis: str = ""  # whom the Nemesis concerns


@dataclass(frozen=True)
class Quest:
    inn: tuple[str, ...] = ()  # path after path, from the common room outwards
    calais: tuple[str, ...] = ()  # skills whose challenge is mastered
    wardes: int = 0  # de Wardes' life
    road: tuple[str, ...] = ()  # A, B, C
    room: int = 0  # galleries crossed
    test: str = ""  # the skill token of the present gallery, once it is turned
    guards: tuple[str, ...] = ()  # the two tokens of the present gallery
    spent: tuple[str, ...] = ()  # tokens that were seen and have left the game


@dataclass(frozen=True)
class Errand:
    """What was begun and waits for something: for Milady's word, for cards, for a token to be turned, for dice."""

    who: str  # nobody for a token that is turned, and for an ambush that is laid for everybody there
    what: str  # challenge, duel, task, advance, passage, search, ambush
    place: str
    target: str = ""
    waits: str = ""  # rochefort, richelieu, token, cards, dice


@dataclass(frozen=True)
class Duel:
    who: str
    foe: str  # adversary, quest token, "rochefort", "wardes", "guard", "nemesis", "other"
    place: str
    target: str = ""  # which space of the quest
    blue: int = 0  # dice still thrown
    red: int = 0
    fixed: tuple[str, ...] = ()
    life: int = 1  # the foe's
    exchange: int = 0  # throws so far
    blade: bool = False  # the Toledo blade has not been used yet
    waits: str = "cards"  # cards, dice, blade
    blue_faces: tuple[str, ...] = ()
    red_faces: tuple[str, ...] = ()


@dataclass(frozen=True)
class Stock:
    """What is left of one kind in the arsenal."""

    id: str
    left: int


@dataclass(frozen=True)
class Sand:
    """The hourglass as the records keep it; see `companion.core.hourglass`."""

    total: int = 0
    spent: int = 0
    since: int | None = None
    holds: tuple[str, ...] = ()
    turned: bool = False


@dataclass(frozen=True)
class Foul:
    """Something of Milady's that does not fit her seal. Everybody sees it, until the match is over."""

    round: int
    kind: str  # broken, answer, late, unopened
    claimed: str = ""  # the place she named
    sealed: str = ""  # the place that lay under seal, where that has come out


@dataclass(frozen=True)
class State:
    board: Board = field(compare=False, repr=False, metadata={KEPT_OUT: True})
    players: int
    company: tuple[Musketeer, ...]
    time: int
    louvre: int
    queen: int
    rochelle: int
    purse: int
    constance: int
    epic: int
    rochefort: int
    perfidy: int  # how many perfidy cards Milady holds; which ones is her secret
    one_for_all: int
    stock: tuple[Stock, ...] = ()
    milady: bool = True  # somebody plays her; if not, the app draws for her
    variants: tuple[str, ...] = ()
    depth: str = SCOREKEEPER
    paris: str = ""  # the Paris card in play
    paris_gone: tuple[str, ...] = ()  # solved or replaced cards never come back
    paris_hand: int = 0  # Paris cards Milady holds; which ones is her secret, how many everybody has seen
    paris_mission: Mission = Mission()
    louvre_mission: Mission = Mission()
    louvre_gone: tuple[str, ...] = ()
    beaten: tuple[str, ...] = ()  # adversaries out of the game
    ambushes_gone: tuple[str, ...] = ()
    perfidy_gone: tuple[str, ...] = ()  # treachery that was played
    quest: Quest = Quest()
    chapters: int = 0  # finished chapters of the quest
    round: int = 1
    step: str = "destination"
    sealed: str = ""  # the seal on Milady's destination
    sealed_for: int = 0  # the number of the round it was laid in, if that was set by hand since
    milady_at: str = ""  # where she is, once everybody knows
    found: bool = False  # she was met where she is and loses her action
    rochefort_at: str = ""  # he has shown himself there and stays
    passed: tuple[str, ...] = ()  # where she let somebody act without Rochefort this round
    fouls: tuple[Foul, ...] = ()  # of the whole match
    rochefort_fell: bool = False  # his first defeat has been paid
    time_held: bool = False  # "One for all": Time does not move this round
    time_moved: int = 0  # how far the last push of Time went, for a card played against it
    barred: bool = False  # Rochefort was out of action when Milady chose her destination
    reinforced: bool = False  # Milady's siege die of this round
    conscripts: int = 0  # actions every musketeer lacks this round
    separated: bool = False  # no exchange this round
    siege_cards: tuple[str, ...] = ()  # single, double, bassompierre
    siege_dice: int = 0  # blue dice that the cards laid at La Rochelle are worth
    blue_swords: int = 0
    red_swords: int = 0
    rochelle_paid: tuple[str, ...] = ()  # rewards of the siege that were handed out; each is paid once
    louvre_new: bool = False  # this round's Louvre mission was laid out this very round
    errand: Errand | None = None
    duel: Duel | None = None
    sand: Sand = Sand()
    step_done: bool = False  # what the step does has happened and brought a defeat; it must not happen twice
    accepted: bool = False  # the musketeers let a defeat stand although they could still play a card

    @property
    def phase(self) -> int:
        return PHASE_OF[self.step]

    @property
    def musketeers(self) -> tuple[str, ...]:
        return tuple(musketeer.id for musketeer in self.company)

    def of(self, who: str) -> Musketeer:
        for musketeer in self.company:
            if musketeer.id == who:
                return musketeer
        raise LookupError(who)

    def mission(self, place: str) -> Mission:
        return self.paris_mission if place == "paris" else self.louvre_mission

    def at(self, place: str) -> tuple[Musketeer, ...]:
        return tuple(musketeer for musketeer in self.company if musketeer.place == place and not musketeer.down)
