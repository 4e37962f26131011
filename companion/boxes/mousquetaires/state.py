"""Everything the clerk knows about the table, in one frozen value."""

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


@dataclass(frozen=True, slots=True)
class State:
    board: Board = field(compare=False, repr=False, metadata={KEPT_OUT: True})
    players: int
    musketeers: tuple[str, ...]
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
    paris: str = ""  # the Paris card in play
    paris_gone: tuple[str, ...] = ()  # solved or replaced cards never come back
    chapters: int = 0  # finished chapters of the quest
    round: int = 1
    step: str = "destination"
    time_held: bool = False  # "One for all": Time does not move this round
    time_moved: int = 0  # how far the last push of Time went, for a card played against it
    barred: bool = False  # Rochefort was out of action when Milady chose her destination
    reinforced: bool = False  # Milady's siege die of this round
    siege_dice: int = 0  # blue dice that the cards laid at La Rochelle are worth
    blue_swords: int = 0
    red_swords: int = 0
    rochelle_paid: tuple[str, ...] = ()  # rewards of the siege that were handed out; each is paid once
    step_done: bool = False  # what the step does has happened and brought a defeat; it must not happen twice
    accepted: bool = False  # the musketeers let a defeat stand although they could still play a card

    @property
    def phase(self) -> int:
        return PHASE_OF[self.step]
