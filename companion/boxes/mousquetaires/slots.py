"""Every value people may set by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.boxes.mousquetaires.board import CHAPTERS, TRACKS
from companion.boxes.mousquetaires.by_hand import keep_the_seal, other_chapter, other_paris_card, turn_of
from companion.boxes.mousquetaires.company import full_life
from companion.boxes.mousquetaires.names import GOODS, MUSKETEER_NAMES, PARIS_CARDS, PLACES
from companion.boxes.mousquetaires.names import TRACKS as TRACK_NAMES
from companion.boxes.mousquetaires.state import STEPS, TURNS, Musketeer, State
from companion.core.box import Slot
from companion.core.words import say

LONGEST_MATCH = 99  # rounds; a bound for hand corrections, no match gets near it
MOST_IN_STOCK = 99  # far more than the box holds
MOST_ACTIONS = 9
# Where a musketeer's figure can be; nobody of them ever enters Milady's house.
STANDS = tuple(place for place in PLACES if place != "house")


def slots(state: State) -> Mapping[str, Slot]:
    board = state.board
    tracks = {name: Slot(name, TRACK_NAMES[name], board.tracks[name].lo, board.tracks[name].hi) for name in TRACKS}
    return {
        **tracks,
        "one_for_all": Slot("one_for_all", say("One for all cards"), 0, board.number("one_for_all.cards") + 1),
        "treachery_cards": Slot("perfidy", say("Milady's treachery cards"), 0, board.treachery_deck),
        "chapters_done": Slot("chapters", say("Chapters finished"), 0, CHAPTERS, then=other_chapter),
        "siege_dice": Slot("siege_dice", say("Blue dice at La Rochelle"), 0, board.number("siege.most_blue")),
        "paris": Slot("paris", say("Paris card"), choices=("", *PARIS_CARDS), then=other_paris_card),
        "paris_cards": Slot("paris_hand", say("Paris cards in Milady's hand"), 0, len(PARIS_CARDS)),
        "round": Slot("round", say("Round"), 1, LONGEST_MATCH, first=keep_the_seal),
        "step": Slot("step", say("Step"), choices=STEPS),
        "time_held": Slot("time_held", say("Time stands still"), flag=True),
        **dict(pair for musketeer in state.company for pair in _of(state, musketeer)),
        **{
            f"stock.{stock.id}": Slot(
                f"stock.{stock.id}.left", say("In the arsenal: {item}", item=GOODS[stock.id]), 0, MOST_IN_STOCK
            )
            for stock in state.stock
        },
    }


def _of(state: State, musketeer: Musketeer) -> Iterator[tuple[str, Slot]]:
    who, name = musketeer.id, MUSKETEER_NAMES[musketeer.id]
    at = f"company.{who}"
    yield f"{who}.life", Slot(f"{at}.life", say("Hearts: {name}", name=name), 0, full_life(state, who))
    yield f"{who}.place", Slot(f"{at}.place", say("Place: {name}", name=name), choices=STANDS)
    yield f"{who}.actions", Slot(f"{at}.left", say("Actions left: {name}", name=name), 0, MOST_ACTIONS)
    turn = turn_of(who)
    yield f"{who}.turn", Slot(f"{at}.turn", say("Turn: {name}", name=name), choices=TURNS, then=turn)
    yield f"{who}.down", Slot(f"{at}.down", say("Out of action: {name}", name=name), flag=True, then=turn)
