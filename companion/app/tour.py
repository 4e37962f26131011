"""The tour: a whole match in the real app, played by touches out of sight, with a picture of every screen."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.app import headless
from companion.app.hearsay import Network

PHONE, TABLET = headless.PHONE, headless.TABLET
SEED = "1037"  # an evening of eight rounds, with something of everything, that the musketeers win
NAMES = {"perfidy": "treachery"}  # as people call it
RISEN = 54  # frames until everything that moves has come to rest
# Nobody outside this process hears of the tour, and its pictures show the same address on any machine.
NETWORK = Network(
    "127.0.0.1", 0, 0, "127.0.0.1", targets=tuple, code=lambda: "7KQ2WM9D", shown=(("192.168.1.7", 47470),)
)


Way = Callable[[], AbstractContextManager[None]]  # there, and back again when it is left


@dataclass(frozen=True, slots=True)
class Shot:
    device: str
    size: headless.Size
    language: str
    dark: bool

    @property
    def name(self) -> str:
        return f"{self.device}-{self.language}-{'dark' if self.dark else 'light'}"


_LANGUAGES = ("en", "fr", "de", "it")
# There and back again: a new light costs most, a new language less, and what stays as it was costs nothing.
SHOTS = tuple(
    Shot(device, size, language, dark)
    for device, size, dark, languages in (
        ("phone", PHONE, False, _LANGUAGES),
        ("phone", PHONE, True, _LANGUAGES[::-1]),
        ("tablet", TABLET, True, _LANGUAGES),
        ("tablet", TABLET, False, _LANGUAGES[::-1]),
    )
    for language in languages
)


def tour(out: Path) -> int:
    """Play a match and save the pictures; returns how many."""
    headless.prepare(headless.choose_tier(hidden=True), PHONE)
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        return Guide(out, Path(folder)).walk()


class Guide:
    def __init__(self, out: Path, folder: Path, shots: tuple[Shot, ...] = SHOTS) -> None:
        from companion.app.app import CompanionApp
        from companion.app.hand import Hand

        self._out, self._shots, self._size = out, shots, PHONE
        self.seen: dict[str, str] = {}  # each moment, and the screen that showed it
        self.saved = 0
        self.app = CompanionApp(folder=folder, hints=False, network=NETWORK)
        headless.start(self.app)
        headless.frames(4)
        self.app.speak("en")
        self.hand = Hand(self.app)

    def walk(self) -> int:
        try:
            self.visit("shelf-empty")
            self.hand.tap(icon="cellphone-link")
            self.visit("devices-join")
            self.hand.tap(icon="arrow-left")
            self._set_up()
            self._play()
            self.visit("verdict")
            self._put_away()
        finally:
            self.app.stop()
        return self.saved

    def _set_up(self) -> None:
        tap = self.hand.tap
        tap(icon="sword-cross")
        self.visit("setup")
        self.visit("setup-pieces", self._opening(icon="format-list-checks"))
        tap(icon="magnify-scan")
        self.visit("boxcheck")
        if self.hand.page.chapter:  # the tablet has opened one beside the contents
            tap(icon="arrow-left")
        tap(name="tracks")
        self.visit("boxcheck-tracks")
        while self.app.screens.current != "setup":
            tap(icon="arrow-left")
        tap(value="clerk")
        tap(text=self.app.tr._("Begin"))

    def _put_away(self) -> None:
        """Back on the shelf, beside a match that has just begun."""
        tap = self.hand.tap
        tap(icon="bookshelf")
        tap(icon="sword-cross")
        tap(text=self.app.tr._("Begin"))
        tap(icon="arrow-left")
        self.visit("shelf")

    # --- the match ---

    def _play(self) -> None:
        from companion.app.guests import BOTTE, Guests

        hand = self.hand
        guests = Guests(hand.match, SEED)
        while prompts := hand.match.prompts():
            self._look_around(prompts[0].id, hand.match.state)
            choice, intent = guests.decide()
            hand.play(choice, intent)
            if intent.do == "clash" and self.app.screens.current == "duel":
                succeeds = intent.fields.get("faces", []).count("lily") >= BOTTE
                self._once("duel-botte" if succeeds else "duel-thrown")

    def _look_around(self, asked: str, state: Any) -> None:
        """Everything is seen when it is there for the first time."""
        if asked == "destination":
            self._before_the_curtain()
        if asked == "turn" and state.sand.turned:
            self._once("hourglass", self._leaf("timer-sand"))
        elif state.round > 1 or asked not in ("actions", "turn"):
            self._once(NAMES.get(asked, asked))
        if asked == "perfidy":
            self._once("treachery-cards", sheet=self._unfolding)
        if state.one_for_all and self.app.screens.current == "table":
            self._once("oneforall", self._leaf("sword-cross"))
        if asked == "siege":
            self._once("siege-dice", sheet=self._opening(icon="hand-pointing-up"))
        if asked == "turn" and not state.sand.turned:
            self._by_the_way(state)

    def _before_the_curtain(self) -> None:
        """Milady's pad. This evening her place is a card on the table, so she chooses there and seals nothing."""
        if "pad" in self.seen:
            return
        tap = self.hand.tap
        tap(icon="drama-masks")
        self._once("pad-handed-over")
        tap(icon="check-bold")
        with self._holding():
            tap(icon="castle")
        self._once("pad")
        self._once("pad-held", sheet=self._holding)
        tap(value="desk")
        with self._holding():
            for card in ("Conscripts", "Dead end", "Plot against the Queen"):
                tap(text=card)
        self._once("pad-desk", sheet=self._holding)
        tap(icon="shield-check-outline")

    @contextmanager
    def _holding(self) -> Iterator[None]:
        """A finger on the grip of the curtain; whatever is done meanwhile is done with another one."""
        from companion.app.widgets.curtain import Grip

        grip = self.hand.find(Grip)
        finger = headless.finger(*grip.to_window(*grip.center))
        finger.touch_down()
        self.hand.wait()
        yield
        finger.touch_up()
        self.hand.wait(2)

    def _by_the_way(self, state: Any) -> None:
        """What can be leafed open at any time, when there is something to see in it."""
        self._once("missions", self._tab("missions"))
        self._once(f"chapter-{state.chapters + 1}", self._tab("missions"), self._to_the_end)
        if state.round < 3:
            return
        self._once("turn-actions", sheet=self._unfolding)
        self._once("why", sheet=self._opening(icon="help-circle-outline", within=self.hand.page.ids.now))
        self._once("correct", sheet=self._opening(name="purse"))
        self._once("more", sheet=self._opening(icon="dots-vertical"))
        self._once("company", self._tab("company"))
        self._once("dice", self._tab("dice"))
        self._once("log", self._tab("log"))
        self._once("help", self._leaf("lifebuoy"))
        self._once("devices", self._leaf("cellphone-link"))
        self._once("devices-host", self._house())
        self._once("settings", self._leaf("cog"))
        self._once("about", self._leaf("cog", "information-outline"))

    # --- getting somewhere, and back ---

    def _once(self, name: str, way: Way | None = None, sheet: Way | None = None) -> None:
        if name in self.seen:
            return
        with way() if way else nullcontext():
            self.visit(name, sheet)

    def _tab(self, page: str) -> Way:
        @contextmanager
        def way() -> Iterator[None]:
            self.hand.tap(page=page)
            yield
            self._return()

        return way

    def _leaf(self, *icons: str) -> Way:
        """Through the menu, and from there on."""

        @contextmanager
        def way() -> Iterator[None]:
            self.hand.tap(icon="dots-vertical")
            for icon in icons:
                self.hand.tap(icon=icon)
            yield
            self._return()

        return way

    def _house(self) -> Way:
        @contextmanager
        def way() -> Iterator[None]:
            for icon in ("dots-vertical", "cellphone-link", "door-open"):
                self.hand.tap(icon=icon)
            yield
            self.hand.tap(icon="door-closed-lock")
            self._return()

        return way

    def _return(self) -> None:
        while self.app.screens.current != self.app.moment:
            self.hand.tap(icon="arrow-left")

    def _opening(self, **values: Any) -> Way:
        @contextmanager
        def way() -> Iterator[None]:
            self.hand.tap(**values)
            yield
            self.hand.tap(icon="close")

        return way

    @contextmanager
    def _unfolding(self) -> Iterator[None]:
        """The choices behind one button; on a tablet they lie open anyway."""
        with nullcontext() if self.hand.page.ids.now.roomy else self._opening(icon="dots-horizontal")():
            yield

    @contextmanager
    def _to_the_end(self) -> Iterator[None]:
        """Down to what lies below the edge of a phone."""
        from kivy.uix.scrollview import ScrollView

        view = self.hand.find(ScrollView, within=self.hand.page.scene)
        if view.children[0].height > view.height:
            view.scroll_y = 0
        yield

    # --- pictures ---

    def visit(self, name: str, sheet: Way | None = None) -> None:
        """The same moment at every size, in every language and light; a sheet is opened anew for each language."""
        self.seen[name] = self.app.screens.current
        if not headless.has_pixels():
            return
        self.hand.let_notices_go()
        for shot in self._shots:
            self._turn_to(shot)
            with sheet() if sheet else nullcontext():
                self.hand.wait(RISEN)
                headless.screenshot(self._out / f"{name}-{shot.name}.png")
            self.saved += 1
        self._turn_to(SHOTS[0])

    def _turn_to(self, shot: Shot) -> None:
        if self._size != shot.size:
            self._size = shot.size
            headless.resize(shot.size)
        self.app.tr.language, self.app.theme.dark = shot.language, shot.dark
        self.hand.wait(6)


def _scroll_to(widget: Any) -> None:
    from companion.app.hand import reveal

    reveal(widget)
