"""The table before the first round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.boxes.mousquetaires.board import SKILLS, Board, read_board
from companion.boxes.mousquetaires.houses import with_house_rules
from companion.boxes.mousquetaires.quest.tokens import laid_out
from companion.boxes.mousquetaires.state import DEPTHS, SCOREKEEPER, Musketeer, Sand, State, Stock
from companion.core.profile import Profile
from companion.core.record import BadForm

FOUR = ("dartagnan", "aramis", "athos", "porthos")
FIVE = (*FOUR, "treville")
PLAYERS = (1, 2, 3, 4, 5, 6)
VARIANTS = ("deadly_quest", "brave_athos", "no_hourglass")
_SWITCHES = ("milady", "head_start", *VARIANTS)
_KNOWN = {"players", "musketeers", "paris", "depth", "house", *_SWITCHES}


def set_up(options: Mapping[str, Any], profile: Profile) -> State:
    for name in options:
        if name not in _KNOWN:
            raise BadForm(f'there is no option "{name}"; there are {", ".join(sorted(_KNOWN))}')
    for name in _SWITCHES:
        if not isinstance(options.get(name, False), bool):
            raise BadForm(f"{name} must be true or false")
    board = read_board(with_house_rules(profile, options.get("house")))
    milady = options.get("milady", True)
    players = _players(options, milady)
    paris = options.get("paris", "")
    if not isinstance(paris, str) or (paris and paris not in board.paris_cards):
        raise BadForm(f"paris must be one of {', '.join(board.paris_cards)}")
    depth = options.get("depth", SCOREKEEPER)
    if depth not in DEPTHS:
        raise BadForm(f"depth must be one of {', '.join(DEPTHS)}")
    start = {name: track.start for name, track in board.tracks.items()}
    company = _company(board.number(f"players.{row_of(players, milady)}.musketeers"), options.get("musketeers"))
    shift = board.number("musketeers.treville.time_shift") if "treville" in company else 0
    return State(
        board=board,
        players=players,
        milady=milady,
        variants=tuple(name for name in VARIANTS if options.get(name)),
        depth=depth,
        company=tuple(_musketeer(board, name) for name in company),
        stock=_arsenal(board),
        quest=laid_out(board, 0),
        time=min(start["time"] + shift, board.tracks["time"].hi),
        louvre=start["louvre"],
        queen=start["queen"],
        rochelle=start["rochelle"],
        purse=start["purse"],
        constance=start["constance"],
        epic=start["epic"],
        rochefort=start["rochefort"],
        # Nobody holds treachery when nobody plays Milady: it is drawn and played.
        perfidy=board.number("milady.perfidy_start") if milady else 0,
        one_for_all=board.number("one_for_all.easier_start") if options.get("head_start") else 0,
        paris=paris,
        sand=Sand(board.number("hourglass.seconds") * 1000),
    )


def row_of(players: int, milady: bool) -> int:
    """Which row of the profile deals the hands: without Milady, that of as many musketeer players."""
    return players if milady else players + 1


def _players(options: Mapping[str, Any], milady: bool) -> int:
    players = options.get("players", 5 if milady else 4)
    least, most = (2, 6) if milady else (1, 4)
    if type(players) is not int or not least <= players <= most:  # 5.0 and true are no numbers of people
        raise BadForm(f"players must be {least} to {most}{'' if milady else ' when nobody plays Milady'}")
    return players


def _company(size: int, chosen: object) -> tuple[str, ...]:
    """Which musketeers ride. With four players only three do, and the players say which; with six Tréville joins."""
    stable = FIVE if size > len(FOUR) else FOUR
    if chosen is None:
        return stable[:size]
    if not isinstance(chosen, (list, tuple)) or not all(isinstance(name, str) for name in chosen):
        raise BadForm("musketeers must be a list of names")
    if len(set(chosen)) != len(chosen) or not set(chosen) <= set(stable) or len(chosen) != size:
        raise BadForm(f"this match needs {size} different musketeers out of {', '.join(stable)}")
    return tuple(name for name in stable if name in chosen)


def _musketeer(board: Board, name: str) -> Musketeer:
    at = f"musketeers.{name}"
    return Musketeer(name, board.profile.text(f"{at}.start"), board.number(f"{at}.life"))


def _arsenal(board: Board) -> tuple[Stock, ...]:
    """What can be bought; the improved skills are four kinds."""
    kinds = [name for name in board.profile.names("arsenal") if name != "improved_skill"]
    plain = [Stock(name, board.number(f"arsenal.{name}.stock")) for name in kinds]
    return (*plain, *(Stock(skill, board.number("arsenal.improved_skill.stock")) for skill in SKILLS))
