"""The tour: the real app, driven by touches out of sight, with a picture of every screen."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from companion.app import headless

PHONE, TABLET = headless.PHONE, headless.TABLET
# Every language and both lights are seen on the phone; the tablet shows the extremes.
SHOTS = (
    ("phone", PHONE, "en", False),
    ("phone", PHONE, "en", True),
    ("phone", PHONE, "fr", False),
    ("phone", PHONE, "de", False),
    ("phone", PHONE, "it", True),
    ("tablet", TABLET, "en", False),
    ("tablet", TABLET, "de", True),
)


def tour(out: Path) -> int:
    """Play a stretch of a match and save the pictures; returns how many."""
    headless.prepare(headless.choose_tier(hidden=True), PHONE)
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        return Guide(out, Path(folder)).walk()


class Guide:
    def __init__(self, out: Path, folder: Path) -> None:
        from companion.app.app import CompanionApp

        self._out, self._saved = out, 0
        self.app = CompanionApp(folder=folder)
        headless.start(self.app)
        headless.frames(4)

    def walk(self) -> int:
        try:
            self._visit("shelf-empty")
            self.touch("New match")
            self._visit("setup")
            self.pick("abducted")
            self.touch("Begin")
            self._visit("destination")
            self._play()
            self.app.go("shelf")
            self._visit("shelf")
        finally:
            self.app.stop()
        return self._saved

    @property
    def page(self):
        return self.app.screens.current_screen

    def _play(self) -> None:
        self.touch("The card is down")
        self.touch("No new card")
        self._visit("treachery")
        self._visit("treachery-cards", self.page.unfold)
        self.touch("Play a card")
        self.touch("Plot against the Queen")
        self._visit("actions")
        self.touch("Louvre mission accomplished")
        self._follow_closely()
        self.act("next")
        self._visit("reveal")
        self.touch("Milady's house")
        self._visit("siege")
        throw = self.page.model.now.main[0]
        self._visit("siege-dice", lambda: self.page.type_dice(throw, {"blue": 3}))
        self.touch("Real dice")
        self.touch("So it is")
        self._visit("march")
        self.page.choose(self.page.model.now.main[0], {})
        self.settle()
        self._visit("why", self.page.why)
        self._visit("correct", lambda: self.page.correct("purse"))
        for what, to in (("time", 11), ("queen", 6), ("constance", 4), ("epic", 5), ("purse", 9)):
            self.page.act("correct", {"what": what, "to": to})
        self.settle()
        self._visit("time")
        self.touch("Move the Time marker")
        self._visit("verdict")

    def _follow_closely(self) -> None:
        """The clerk's pages: a duel in the Louvre, and everything that can be leafed open."""
        self.act("depth", to="clerk")
        self.act("louvre_mission", skill="panache", value=6, foes=["jussac", "lubin"], ambush="beggars")
        self.act("correct", what="purse", to=9)
        self.act("pay_beggars", place="louvre")
        self.act("equip", who="porthos", buy=["pistol", "cuirass"])
        self._visit("turn")
        for page in ("company", "missions"):
            self.app.go(page)
            self._visit(page)
        self.app.go(self.app.moment)
        self.act("duel", who="porthos", foe="jussac")
        self.act("let_pass")
        self._visit("duel")
        self.act("commit", cards=2)
        self.act("clash", faces=["sword", "shield", "lily", "shield", "lily", "sword", "sword", "shield", "shield"])
        self._visit("duel-thrown")
        while self.app.desk.match.view()["duel"]:
            self.act("clash")
        self.act("roll", dice="3b 2r", faces=["sword", "lily", "shield", "sword", "shield"])
        for page in ("dice", "log", "help", "settings", "about"):
            self.app.go(page)
            self._visit(page)
        self.app.go(self.app.moment)

    def act(self, do: str, **fields: object) -> None:
        """What would take many taps to get to."""
        self.page.act(do, fields)
        self.settle()

    def touch(self, text: str) -> None:
        """Tap the button with these English words."""
        self._tap(lambda widget: getattr(widget, "text", "") == text)

    def pick(self, value: str) -> None:
        self._tap(lambda widget: getattr(widget, "value", None) == value)

    def _tap(self, fits: Callable[[object], bool]) -> None:
        from kivy.core.window import Window
        from kivy.uix.behaviors import ButtonBehavior

        headless.frames(24)  # longer than the guard against taps on a button that has just changed
        for root in Window.children:
            for widget in root.walk(restrict=True):
                if isinstance(widget, ButtonBehavior) and fits(widget):
                    _scroll_to(widget)
                    headless.tap(widget)
                    self.settle()
                    return
        raise LookupError("the tour did not find its button")

    def settle(self) -> None:
        self.app.desk.wait()
        headless.frames(30)

    def _visit(self, name: str, open_sheet: Callable[[], None] | None = None) -> None:
        """The same moment in every light, language and size; a sheet is opened anew for each, as a finger would."""
        if not headless.has_pixels():
            return
        for device, size, language, dark in SHOTS:
            headless.resize(size)
            self.app.tr.language, self.app.theme.dark = language, dark
            headless.frames(6)
            if open_sheet:
                open_sheet()
                headless.frames(30)
            light = "dark" if dark else "light"
            headless.screenshot(self._out / f"{name}-{device}-{language}-{light}.png")
            self._saved += 1
            if open_sheet:
                self.app.screens.current_screen.open_sheet.dismiss(animation=False)
                headless.frames(2)
        headless.resize(PHONE)
        self.app.tr.language, self.app.theme.dark = "en", False
        headless.frames(6)


def _scroll_to(widget) -> None:
    from kivy.uix.scrollview import ScrollView

    above = widget.parent
    while above is not None and above is not above.parent:
        if isinstance(above, ScrollView):
            above.scroll_to(widget, animate=False)
            headless.frames(2)
            return
        above = above.parent
