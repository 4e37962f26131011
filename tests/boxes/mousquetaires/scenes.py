"""Scenes in phase II that many tests begin with: who stands where, against whom, with what in his hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.boxes.mousquetaires.state import Duel, Errand
from companion.core.record import Record
from companion.core.words import Line

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]

INN, CALAIS, ROAD, GALLERIES = range(4)


def in_the_louvre(evening: Start, who: str, *foes: str, dice: str = "", **options: Any) -> Evening:
    """The clerk's table. These adversaries lie in the Louvre, besides a challenge that keeps the mission going."""
    table = evening(dice, depth="clerk", **options).at("actions", **{f"{who}.place": "louvre"})
    table.do("louvre_mission", skill="panache", value=7, foes=list(foes))
    return table


def on_the_quest(evening: Start, who: str, chapter: int, dice: str = "", **options: Any) -> Evening:
    """The clerk's table, with a musketeer on the quest and nothing turned up yet."""
    table = evening(dice, depth="clerk", **options)
    return table.at("actions", chapters_done=chapter, **{f"{who}.place": "quest"})


def in_the_gallery(evening: Start, who: str, *guards: str, skill: str = "panache", **options: Any) -> Evening:
    """The first gallery, with its three tokens face up."""
    table = on_the_quest(evening, who, GALLERIES, **options)
    show_gallery(table, skill, *guards)
    return table


def show_gallery(table: Evening, skill: str, *guards: str) -> None:
    table.do("gallery", skill=skill)
    for guard in guards:
        table.do("token", kind=guard)


def arm(table: Evening, who: str, *items: str) -> None:
    """He has bought these and has all his actions still before him."""
    table.do("correct", what="purse", to=20)
    for item in items:
        table.do("equip", who=who, buy=[item])
    table.do("correct", what=f"{who}.actions", to=3)


def declare(table: Evening, do: str, /, **fields: Any) -> None:
    """Somebody tries something, and Milady does not stop him."""
    table.do(do, **fields)
    if table.state.errand and table.state.errand.waits == "rochefort":
        table.do("let_pass")


def call_out(table: Evening, who: str, foe: str, cards: int = 0, **more: Any) -> None:
    """A duel is demanded, and the cards for it are played."""
    declare(table, "duel", who=who, foe=foe)
    table.do("commit", cards=cards, **more)


def clash(table: Evening, blue: str, red: str = "") -> Record:
    """One throw, as the real dice show it."""
    return table.do("clash", faces=[*blue.split(), *red.split()])


def rochefort(table: Evening, do: str, /, **fields: Any) -> None:
    """Somebody tries something, and Rochefort stands in his way with drawn blade."""
    table.do(do, **fields)
    if waiting(table).waits == "rochefort":
        table.do("rochefort")
    table.do("commit")


def said(record: Record) -> list[str]:
    """What the table is told, as people read it."""
    tells = record.result.get("tells", ())
    return [Line.from_plain({name: part for name, part in tell.items() if name != "why"}).read() for tell in tells]


def fight(table: Evening) -> Duel:
    """The duel that is being fought."""
    assert table.state.duel is not None
    return table.state.duel


def waiting(table: Evening) -> Errand:
    """The action that waits for something."""
    assert table.state.errand is not None
    return table.state.errand


def dice_left(table: Evening) -> tuple[int, int]:
    """Blue and red dice of the next throw."""
    return fight(table).blue, fight(table).red


def hearts(table: Evening, who: str) -> int:
    return table.state.of(who).life


def lies_in(table: Evening, place: str = "louvre") -> dict[str, int]:
    """The adversaries on a mission, with the hearts they have left."""
    return {foe.id: foe.life for foe in table.state.mission(place).foes}
