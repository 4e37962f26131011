"""Every screen, page and sheet of the app, in an easy and in a crowded moment, for the layout gate.

A new screen or scene gets its lines in STAGES; a test complains until it has.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.app.pages import moment
from companion.core.words import say

FULL = {"players": 5, "depth": "clerk", "paris": "missing"}
Do = tuple[str, dict[str, Any]]


@dataclass(frozen=True)
class Stage:
    name: str
    shows: str  # the module under companion/app, or the kind of sheet
    set: Callable[[Any], None]  # brings the app there, once
    open: Callable[[Any], None] | None = None  # a sheet is opened anew in every language, as a finger would


def _to(page: str, options: dict[str, Any], *deeds: Do) -> Callable[[Any], None]:
    """A match with these deeds done, open at this page."""

    def set_(evening: Any) -> None:
        # At the desk, without a screen: the page that is measured shall be the only one that stands there.
        evening.app.desk.start("mousquetaires", options)
        act(evening, *deeds)
        match = evening.app.desk.match
        evening.app.moment = moment(match.view(), match.last_change())
        evening.app.go(page)
        assert evening.app.screens.current == page

    return set_


def act(evening: Any, *deeds: Do) -> None:
    for do, fields in deeds:
        outcomes: list[Any] = []
        evening.app.desk.act(do, fields, outcomes.append)
        evening.app.desk.wait()
        evening.wait(2)
        # A deed that is refused would leave an easier moment than the stage promises.
        assert outcomes, do
        assert type(outcomes[0]).__name__ == "Record", (do, fields, outcomes[0])


def _go(*screens: str) -> Callable[[Any], None]:
    def set_(evening: Any) -> None:
        for screen in screens:
            evening.app.go(screen)

    return set_


def _full_shelf(evening: Any) -> None:
    for depth, end in (("clerk", ()), ("scorekeeper", ()), ("clerk", (right("queen", 8),)), ("clerk", (quest(4),))):
        evening.app.desk.start("mousquetaires", {**FULL, "depth": depth})
        act(evening, *end)
        evening.app.go("shelf")


def _chapter(name: str) -> Callable[[Any], None]:
    def set_(evening: Any) -> None:
        evening.app.go("boxcheck")
        evening.wait(2)
        evening.table.open(name)
        for card in list(evening.table._cards.values()):
            if not card.unfolded:
                evening.table.unfold(card)

    return set_


def _hint(evening: Any) -> None:
    _to("table", FULL)(evening)
    evening.app.usher.once_more()
    evening.app.usher.greet(evening.table)


def _notice(evening: Any) -> None:
    evening.app.notice(say("This match cannot be opened at the moment. It is on the shelf, as it was."))


def _last_choice(evening: Any) -> Any:
    """The choice that asks for most."""
    now = evening.table.model.now
    return max((*now.main, *now.others, *now.quiet), key=lambda button: (len(button.choice.picks), button.text))


def _mishap(evening: Any) -> None:
    evening.app.show_mishap()
    evening.app.mishap.report()
    evening.app.desk.wait()


def right(what: str, to: Any) -> Do:
    return "correct", {"what": what, "to": to}


def quest(done: int) -> Do:
    return right("chapters_done", done)


BEGUN: tuple[Do, ...] = (("next", {}), ("next", {}), ("perfidy", {"how": "draw"}))
RICH = (
    *BEGUN,
    right("purse", 20),
    ("paris_mission", {}),
    (
        "louvre_mission",
        {"card": "poisons", "skill": "panache", "value": 6, "foes": ["lubin", "jussac"], "ambush": "beggars"},
    ),
    ("turn", {"who": "porthos"}),
    ("equip", {"buy": ["pistol", "cuirass"]}),
)
BUSY = (*RICH, right("athos.place", "bastille"), right("aramis.life", 1), right("athos.life", 0))
NEAR_THE_END = (
    right("time", 11),
    right("queen", 6),
    right("constance", 4),
    right("epic", 5),
    right("purse", 20),
    right("chapters_done", 3),
)
CALLED_OUT: tuple[Do, ...] = (
    *BEGUN,
    right("purse", 20),
    ("louvre_mission", {"card": "poisons", "foes": ["lubin"]}),
    ("turn", {"who": "porthos"}),
    ("equip", {"buy": ["pistol", "toledo"]}),
    ("duel", {"foe": "lubin"}),
    ("let_pass", {}),
)
CROSSED: tuple[Do, ...] = (
    *CALLED_OUT,
    ("commit", {"cards": 3}),
    ("clash", {"faces": ["shield"] * 4 + ["lily"] * 2 + ["shield", "shield"]}),
)
HURRIED: tuple[Do, ...] = (*BEGUN[:2], ("perfidy", {"how": "play", "card": "hurry"}))
THROWN_SIEGE: tuple[Do, ...] = (
    right("siege_dice", 3),
    right("step", "siege"),
    ("siege", {"blue": 4, "faces": ["sword", "sword", "lily", "shield", "sword"]}),
)
THROWN: tuple[Do, ...] = tuple(
    ("roll", {"dice": "6b 4r", "faces": ["sword", "lily", "shield", "sword", "shield", "lily"] + ["shield"] * 4})
    for _ in range(10)
)
LONG_REASON = "because the cat has walked over the board and nobody remembers where the token had been standing"
WRITTEN = tuple(
    ("correct", {"what": "purse", "to": 3 + at % 5, "reason": LONG_REASON} if at % 2 else {"what": "purse", "to": 9})
    for at in range(12)
)

STAGES: tuple[Stage, ...] = (
    Stage("shelf, empty", "screens.shelf", _go("shelf")),
    Stage("shelf, full", "screens.shelf", _full_shelf),
    Stage("set-up", "screens.setup", _go("setup")),
    Stage("set-up, house rules", "screens.setup", _go("setup"), lambda evening: evening.table.show_house_rules()),
    Stage("box, contents", "screens.boxcheck", _go("boxcheck")),
    Stage("box, tracks", "screens.boxcheck", _chapter("tracks")),
    Stage("settings", "screens.settings", _go("settings")),
    Stage("about", "screens.about", _go("about")),
    Stage("mishap", "mishap", _to("table", FULL), _mishap),
    Stage("table, at the beginning", "scenes.table", _to("table", FULL)),
    Stage("table, near the end", "scenes.table", _to("table", FULL, *BUSY, *NEAR_THE_END)),
    Stage("table, sand runs", "scenes.table", _to("table", FULL, *HURRIED)),
    Stage("table, first hint", "widgets.hint", _hint),
    Stage("table, notice", "widgets.notice", _to("table", FULL), _notice),
    Stage("company, nobody follows it", "scenes.company", _to("company", {**FULL, "depth": "scorekeeper"})),
    Stage("company, together", "scenes.company", _to("company", FULL)),
    Stage("company, busy", "scenes.company", _to("company", FULL, *BUSY)),
    Stage("missions, at the beginning", "scenes.missions", _to("missions", FULL)),
    Stage("missions, busy", "scenes.missions", _to("missions", FULL, *BUSY, quest(2))),
    Stage("dice, ready", "scenes.dice", _to("dice", FULL)),
    Stage("dice, many", "scenes.dice", _to("dice", FULL, *THROWN, ("undo", {}))),
    Stage("log, empty", "scenes.log", _to("log", FULL)),
    Stage("log, long", "scenes.log", _to("log", FULL, *CROSSED, *WRITTEN, ("undo", {}))),
    Stage("duel, nobody fights", "scenes.duel", _to("duel", FULL)),
    Stage("duel, how many cards", "scenes.duel", _to("duel", FULL, *CALLED_OUT)),
    Stage("duel, many dice", "scenes.duel", _to("duel", FULL, *CROSSED)),
    Stage("siege, before", "scenes.siege", _to("siege", FULL, right("step", "siege"))),
    Stage("siege, thrown", "scenes.siege", _to("siege", FULL, *THROWN_SIEGE)),
    Stage("hourglass, at rest", "scenes.hourglass", _to("hourglass", FULL)),
    Stage("hourglass, running", "scenes.hourglass", _to("hourglass", FULL, *HURRIED)),
    Stage("one for all, none", "scenes.oneforall", _to("oneforall", FULL)),
    Stage("one for all, two", "scenes.oneforall", _to("oneforall", FULL, right("one_for_all", 2), *NEAR_THE_END)),
    Stage("verdict, Milady", "scenes.verdict", _to("verdict", FULL, *RICH, right("queen", 8))),
    Stage("verdict, musketeers", "scenes.verdict", _to("verdict", FULL, *CROSSED, quest(4))),
    Stage("help, at the beginning", "scenes.help", _to("help", FULL)),
    Stage("help, in the siege", "scenes.help", _to("help", FULL, right("step", "siege"))),
    Stage("why", "why_sheet", _to("siege", FULL, right("step", "siege")), lambda evening: evening.table.why()),
    Stage("value", "value_sheet", _to("table", FULL), lambda evening: evening.table.correct("purse")),
    Stage("choice", "choice_sheet", _to("table", FULL, *BEGUN[:2]), lambda evening: evening.table.unfold()),
    Stage("menu", "menu_sheet", _to("table", FULL), lambda evening: evening.table.more()),
    Stage("list", "list_sheet", _go("setup"), lambda evening: evening.table.show_pieces()),
    Stage("files", "menu.menu_sheet", _full_shelf, lambda evening: evening.table.open_files()),
    Stage(
        "form",
        "form_sheet",
        _to("table", FULL, *BEGUN),
        lambda evening: evening.table.choose(_last_choice(evening), {}),
    ),
    Stage(
        "dice to type",
        "dice_sheet",
        _to("siege", FULL, right("step", "siege")),
        lambda evening: evening.table.type_dice(evening.table.model.now.main[0], {"blue": 4}),
    ),
)
