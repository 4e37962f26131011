"""The quest tokens: what is laid out face down for a chapter, and which kinds can still turn up."""

from __future__ import annotations

from dataclasses import replace

from companion.boxes.mousquetaires.board import SKILLS, Board
from companion.boxes.mousquetaires.state import FACE_DOWN, GONE, Quest, State

INN, CALAIS, ROAD, GALLERIES = range(4)
GUARDS = 2


def laid_out(board: Board, chapter: int, before: Quest | None = None) -> Quest:
    """The board of a chapter before anybody has set foot on it. Chapters count from 0."""
    quest = before or Quest(wardes=board.number("wardes.life"))
    spent = (*quest.spent, *(token for token in _shown(quest) if token in board.tokens))
    clean = Quest(wardes=quest.wardes, spent=spent)
    if chapter == INN:
        spaces = board.number("quest.chapters.inn.paths") * board.number("quest.chapters.inn.path_spaces")
        return replace(clean, inn=(FACE_DOWN,) * spaces)
    if chapter == ROAD:
        return replace(clean, road=(FACE_DOWN,) * board.number("quest.chapters.return.adversaries"))
    if chapter == GALLERIES:
        return replace(clean, guards=(FACE_DOWN,) * GUARDS)
    return clean


def _shown(quest: Quest) -> tuple[str, ...]:
    """Tokens that lie face up; they leave the game with their chapter."""
    return tuple(token for token in (*quest.inn, *quest.road, *quest.guards) if token not in (FACE_DOWN, GONE))


def may_turn_up(state: State) -> tuple[str, ...]:
    """The kinds that a face-down token can be now: decoys only in the inn, where so many spaces are theirs, and never
    more than there are of a kind."""
    seen = (*state.quest.spent, *_shown(state.quest))
    others = sum(token != "decoy" for token in seen)
    all_met = state.chapters == INN and others >= state.board.number("quest.chapters.inn.adversaries")
    found = []
    for token in state.board.tokens.values():
        if token.kind == "challenge" or (token.kind == "decoy" and state.chapters != INN):
            continue
        if all_met and token.kind != "decoy":
            continue
        if seen.count(token.id) < token.copies:
            found.append(token.id)
    return tuple(found)


def tests_left(state: State) -> tuple[str, ...]:
    """The skill tokens of the galleries that have not been turned yet."""
    return tuple(skill for skill in SKILLS if skill not in state.quest.spent and skill != state.quest.test)
