"""Every screen, page and sheet of the app, in an easy and in a crowded moment, for the layout gate.

A new screen or scene gets its lines in STAGES; a test complains until it has.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.app.gathering import HOSTING, JOINED, LOOKING, LOST, REFUSED, Standing
from companion.app.pages import moment
from companion.core.words import say
from companion.link.beacon import Found, Notice

FULL = {"players": 5, "depth": "clerk", "paris": "missing"}
ALL = {**FULL, "players": 6}
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


def _pad(leaf: str, *deeds: Do, sealed: str = "", lifted: bool = False) -> Callable[[Any], None]:
    """Milady before her curtain; or behind it, for as long as it takes."""

    def set_(evening: Any) -> None:
        evening.app.desk.start("mousquetaires", FULL)
        if sealed:
            evening.app.confidant.seal(sealed, lambda outcome: None)
            for _ in range(3):
                evening.app.desk.wait()
                evening.wait(2)
            assert evening.app.confidant.keeps
        act(evening, *deeds)
        evening.app.go("pad")
        evening.table.here()
        evening.table.turn(leaf)
        if lifted:
            evening.table.curtain.lift()

    return set_


def _number(evening: Any) -> None:
    _pad("now")(evening)
    evening.table._ask("ask")


def _handed_over(evening: Any) -> None:
    evening.app.desk.start("mousquetaires", FULL)
    evening.app.go("pad")


def _written(evening: Any) -> None:
    _pad("notes")(evening)
    evening.app.desk.wait()
    evening.wait(2)


def _hint(evening: Any) -> None:
    _to("table", FULL)(evening)
    evening.app.usher.once_more()
    evening.app.usher.greet(evening.table)


def _notice(evening: Any) -> None:
    evening.app.notice(say("This match cannot be opened at the moment. It is on the shelf, as it was."))


class _Air:
    """What was heard of on the network, without one."""

    found = (
        Found("192.168.178.123", Notice("0" * 16, "Porthos' großes Tablet", 47471, 1)),
        Found("192.168.178.7", Notice("1" * 16, "Küche", 47470, 1)),
    )

    def listen(self) -> None: ...

    def stop_listening(self) -> None: ...

    def fall_silent(self) -> None: ...


def _stand(evening: Any, standing: Standing) -> None:
    gathering = evening.app.gathering
    gathering._hearsay, gathering.standing = _Air(), standing
    evening.app.desk.seat = standing.role
    evening.app._stands()


def _devices(standing: Standing, options: dict[str, Any] | None = None) -> Callable[[Any], None]:
    """The devices screen, as if it stood like this between the devices."""

    def set_(evening: Any) -> None:
        evening.app.go("shelf")
        if options:
            _to("table", options)(evening)
        _stand(evening, standing)
        evening.app.go("devices")

    return set_


def _elsewhere(evening: Any) -> None:
    _devices(Standing(), FULL)(evening)
    evening.table.look_elsewhere()


def _together(standing: Standing, page: str, options: dict[str, Any], *deeds: Do) -> Callable[[Any], None]:
    """A page of the match, at this place at the table."""

    def set_(evening: Any) -> None:
        _to(page, options, *deeds)(evening)
        _stand(evening, standing)
        evening.wait(2)

    return set_


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
# Everybody walks into it, with the longest names.
AMBUSHED: tuple[Do, ...] = (
    *BEGUN,
    *(right(f"{who}.place", "louvre") for who in ("dartagnan", "aramis", "athos", "porthos", "treville")),
    ("louvre_mission", {"card": "poisons", "skill": "panache", "value": 6, "foes": ["lubin"], "ambush": "assassin"}),
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
AROUND = (
    ("Porthos' großes Tablet", "table"),
    ("Mylady, am Fenster", "milady"),
    ("Großmutters Mobiltelefon", "musketeers"),
    ("Anna", "onlooker"),
)
CODE = "WMQ2WM9D"  # with the widest letters there are
HOST = Standing(HOSTING, CODE, (("192.168.178.123", 47470), ("10.42.0.1", 47470)), AROUND, synced=True)
AWAY = Standing(LOST, CODE, seats=AROUND, role="musketeers", waiting=12, since=1)
SENT_AWAY = Standing(
    REFUSED, CODE, role="milady", why=say("Too many devices knock at that table. It will be tried again.")
)
LOOKS_ON = Standing(JOINED, CODE, seats=AROUND, role="onlooker", synced=True)
LONG_REASON = "because the cat has walked over the board and nobody remembers where the token had been standing"
WRITTEN = tuple(
    ("correct", {"what": "purse", "to": 3 + at % 5, "reason": LONG_REASON} if at % 2 else {"what": "purse", "to": 9})
    for at in range(12)
)

# Twice something that does not fit, and she is asked again.
FOULED: tuple[Do, ...] = (
    ("seal", {"seal": "ab" * 32}),
    right("step", "reveal"),
    ("reveal", {"place": "richelieu", "nonce": "0" * 64}),
    ("reveal", {"place": "house", "nonce": "1" * 64}),
)
SHOWS: tuple[Do, ...] = (right("treachery_cards", 1), right("step", "reveal"))

STAGES: tuple[Stage, ...] = (
    Stage("shelf, empty", "screens.shelf", _go("shelf")),
    Stage("shelf, full", "screens.shelf", _full_shelf),
    Stage("set-up", "screens.setup", _go("setup")),
    Stage("set-up, house rules", "screens.setup", _go("setup"), lambda evening: evening.table.show_house_rules()),
    Stage("box, contents", "screens.boxcheck", _go("boxcheck")),
    Stage("box, tracks", "screens.boxcheck", _chapter("tracks")),
    Stage("settings", "screens.settings", _go("settings")),
    Stage("about", "screens.about", _go("about")),
    Stage("devices, alone", "screens.devices", _devices(Standing())),
    Stage("devices, with a match", "screens.devices", _devices(Standing(), FULL)),
    Stage("devices, to another table", "screens.devices", _elsewhere),
    Stage("devices, host", "screens.devices", _devices(HOST, FULL)),
    Stage("devices, looking", "screens.devices", _devices(Standing(LOOKING, CODE, role="milady"))),
    Stage("devices, joined", "screens.devices", _devices(LOOKS_ON, FULL)),
    Stage("devices, lost", "screens.devices", _devices(AWAY, FULL)),
    Stage("devices, refused", "screens.devices", _devices(SENT_AWAY, FULL)),
    Stage("pad, handed over", "screens.pad", _handed_over),
    Stage("pad, number", "screens.pad", _number),
    Stage("pad, curtain down", "screens.pad", _pad("place")),
    Stage("pad, sealed", "screens.pad", _pad("place", sealed="richelieu")),
    Stage("pad, held", "screens.pad", _pad("place", right("rochefort", 0), sealed="richelieu", lifted=True)),
    Stage("pad, shows herself", "screens.pad", _pad("place", *SHOWS, sealed="richelieu", lifted=True)),
    Stage("pad, cards", "screens.pad", _pad("desk", lifted=True)),
    Stage("pad, Paris cards", "screens.pad", _pad("paris", lifted=True)),
    Stage("pad, people", "screens.pad", _pad("stock", lifted=True)),
    Stage("pad, notes", "screens.pad", _pad("notes", lifted=True)),
    Stage("pad, asked", "screens.pad", _pad("now", *FOULED)),
    Stage("pad, menu", "menu.menu_sheet", _pad("now"), lambda evening: evening.table.menu()),
    Stage("pad, writing", "widgets.notes", _written, lambda evening: evening.table._write()),
    Stage("table, foul", "scenes.table", _to("table", FULL, *FOULED)),
    Stage("fouls", "foul_sheet", _to("table", FULL, *FOULED), lambda evening: evening.table.why_fouls()),
    Stage("mishap", "mishap", _to("table", FULL), _mishap),
    Stage("table, at the beginning", "scenes.table", _to("table", FULL)),
    Stage("table, near the end", "scenes.table", _to("table", FULL, *BUSY, *NEAR_THE_END)),
    Stage("table, sand runs", "scenes.table", _to("table", FULL, *HURRIED)),
    Stage("table, ambush", "scenes.table", _to("table", ALL, *AMBUSHED)),
    Stage("table, Milady elsewhere", "scenes.table", _together(HOST, "table", FULL, *BEGUN[:2])),
    Stage("table, cut off with sand", "scenes.table", _together(AWAY, "table", FULL, *HURRIED)),
    Stage("company, looked on", "scenes.company", _together(LOOKS_ON, "company", FULL, *BUSY)),
    Stage("dice, looked on", "scenes.dice", _together(LOOKS_ON, "dice", FULL, *THROWN)),
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
    Stage(
        "dice to type, of many",
        "dice_sheet",
        _to("table", ALL, *AMBUSHED),
        lambda evening: evening.table.type_dice(evening.table.model.now.main[0], {}),
    ),
)
