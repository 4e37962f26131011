"""The pages of a match: which ones there are, and which one the moment calls for.

A page is a drawn scene with the NOW card beside or under it. Scenes are imported when their page is first opened.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from companion.core.words import Line, say


@dataclass(frozen=True, slots=True)
class Page:
    name: str
    icon: str
    title: Line
    tab: bool = True  # can be chosen at any time; the others come when they are needed
    asks: bool = True  # what comes now lies beside it; without it, one line leads back to the table
    tells: bool = False  # the scene itself says what the NOW card would say
    share: float = 0.47  # of an upright phone, for the scene


PAGES: Mapping[str, tuple[Page, ...]] = {
    "mousquetaires": (
        Page("table", "map", say("Board")),
        Page("company", "account-group", say("Musketeers"), share=0.55),
        Page("missions", "script-text", say("Missions"), share=0.55),
        Page("dice", "dice-multiple", say("Dice"), asks=False),
        Page("log", "book-open-variant", say("Log"), asks=False),
        Page("duel", "sword-cross", say("Duel"), tab=False),
        Page("siege", "castle", say("La Rochelle"), tab=False),
        Page("hourglass", "timer-sand", say("Hourglass"), tab=False, asks=False),
        Page("oneforall", "sword-cross", say("One for all"), tab=False, asks=False),
        Page("verdict", "crown", say("Verdict"), tab=False, tells=True, share=0.55),
        Page("help", "lifebuoy", say("Help"), tab=False, asks=False),
    ),
}
_SIEGE = ("siege", "march")


def page_of(box: str, name: str) -> Page:
    return next(page for page in PAGES[box] if page.name == name)


def is_page(name: str) -> bool:
    return any(page.name == name for pages in PAGES.values() for page in pages)


def tabs_of(box: str) -> tuple[Page, ...]:
    return tuple(page for page in PAGES[box] if page.tab)


def moment(view: Mapping[str, Any], last: Mapping[str, Any]) -> str:
    """The page that shows what is going on now. The throw that ends a duel is seen before the table comes back."""
    if view["verdict"]:
        return "verdict"
    ended = any(change["what"] == "duel" and change["to"] is None for change in last.get("changes", ()))
    if view.get("duel") or ended:
        return "duel"
    return "siege" if view["step"].split(".")[1] in _SIEGE else "table"


def scene_of(page: Page):
    """The scene of a page; a widget that offers `show(model, walk)`."""
    return import_module(f"companion.app.scenes.{page.name}").Scene
