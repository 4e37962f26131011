"""The table before the first round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.boxes.mousquetaires.board import read_board
from companion.boxes.mousquetaires.state import State
from companion.core.profile import Profile
from companion.core.record import BadForm

FOUR = ("dartagnan", "aramis", "athos", "porthos")
PLAYERS = (2, 3, 4, 5)
_KNOWN = {"players", "musketeers", "paris", "head_start"}


def set_up(options: Mapping[str, Any], profile: Profile) -> State:
    for name in options:
        if name not in _KNOWN:
            raise BadForm(f'there is no option "{name}"; there are {", ".join(sorted(_KNOWN))}')
    board = read_board(profile)
    players = options.get("players", 5)
    if type(players) is not int or players not in PLAYERS:  # 5.0 and true are no numbers of people
        raise BadForm("players must be 2, 3, 4 or 5")
    paris = options.get("paris", "")
    if not isinstance(paris, str) or (paris and paris not in board.paris_cards):
        raise BadForm(f"paris must be one of {', '.join(board.paris_cards)}")
    head_start = options.get("head_start", False)
    if not isinstance(head_start, bool):
        raise BadForm("head_start must be true or false")
    start = {name: track.start for name, track in board.tracks.items()}
    return State(
        board=board,
        players=players,
        musketeers=_company(board.number(f"players.{players}.musketeers"), options.get("musketeers")),
        time=start["time"],
        louvre=start["louvre"],
        queen=start["queen"],
        rochelle=start["rochelle"],
        purse=start["purse"],
        constance=start["constance"],
        epic=start["epic"],
        rochefort=start["rochefort"],
        perfidy=board.number("milady.perfidy_start"),
        one_for_all=board.number("one_for_all.easier_start") if head_start else 0,
        paris=paris,
    )


def _company(size: int, chosen: object) -> tuple[str, ...]:
    """Which musketeers ride. With four players only three do, and the players say which; else all four."""
    if chosen is None:
        return FOUR[:size]
    if not isinstance(chosen, (list, tuple)) or not all(isinstance(name, str) for name in chosen):
        raise BadForm("musketeers must be a list of names")
    if len(set(chosen)) != len(chosen) or not set(chosen) <= set(FOUR) or len(chosen) != size:
        raise BadForm(f"this match needs {size} different musketeers out of {', '.join(FOUR)}")
    return tuple(name for name in FOUR if name in chosen)
