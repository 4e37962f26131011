"""The app: one window, a few screens, one desk."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.screenmanager import NoTransition, ScreenManager
from kivy.utils import platform
from kivymd.app import MDApp

from companion.app.awake import Awake
from companion.app.confidant import Confidant
from companion.app.cues import Cues, Port
from companion.app.desk import Desk
from companion.app.device import file_chooser
from companion.app.diary import close_diary, keep_diary
from companion.app.hearsay import Network
from companion.app.keys import Keys
from companion.app.light import device_is_dark
from companion.app.pages import is_page, moment
from companion.app.pin import Patience
from companion.app.places import travel_folder
from companion.app.porter import Porter
from companion.app.recovery import Recovery
from companion.app.seating import DEVICES, Seating
from companion.app.theme import WIDE, Theme, register_fonts
from companion.app.tr import Translator
from companion.app.usher import Usher
from companion.app.viewmodels.settings import Preferences
from companion.app.viewmodels.voice import REMIND, voice_of
from companion.core.prompt import Refusal
from companion.core.record import BadForm, Record
from companion.core.words import Line, say
from companion.locale import LANGUAGES, system_language
from companion.store.files import StoreTrouble

log = logging.getLogger(__name__)

NAME = "The Musketeers' Companion"
ESCAPE = 27  # also Android's back key
PAD = "pad"  # Milady's screen; no page of the match, for what is going on never takes her away from it
_ABOVE = {"about": "settings", "boxcheck": "setup"}  # where one comes from; all else lies on the shelf or in a match


class CompanionApp(Recovery, Seating, MDApp):
    # `rebind`, because kv rules follow a path only through properties that say so.
    theme = ObjectProperty(rebind=True)
    tr = ObjectProperty(rebind=True)
    voice = StringProperty(REMIND)  # how much the clerk says
    wide = BooleanProperty(False)  # room for the board and the NOW card side by side

    def __init__(self, folder: Path | None = None, hints: bool = True, network: Network | None = None, **how) -> None:
        super().__init__(theme=Theme(), tr=Translator(), **how)
        self.title = NAME
        self.last_notice = ""
        self._notice = None  # the widget that shows it
        self.moment = ""  # the page of what is going on in the match
        home = os.environ.get("COMPANION_HOME")
        self._folder = folder or (Path(home) if home else None)
        self.desk: Desk | None = None
        self.confidant: Confidant | None = None
        self.patience = Patience(Clock.get_time)  # with wrong numbers before Milady's pad
        self._hints, self.network = hints, network
        self.usher: Usher | None = None
        self.cues = Cues(Port(platform), lambda: self.tr.language)
        self.awake = Awake(lambda: getattr(getattr(self, "sand", None), "running", False), lambda: self.theme.still)
        self.porter: Porter | None = None
        self.mishap = None
        self._safety = None
        self._keys: Keys | None = None
        self._diary: logging.Handler | None = None

    def build(self):
        from companion.app.mishap import Safety
        from companion.app.widgets import emblem  # noqa: F401  named in kv
        from companion.app.widgets.ground import Ground

        self._diary = keep_diary(self._home)
        self._safety = Safety(self.notice, self.show_mishap)
        self._safety.spread()
        register_fonts()
        # Boxes in boxes settle one after the other within a frame when a window is turned; Kivy warns after ten.
        Clock.max_iteration = 40
        Window.softinput_mode = "below_target"  # what is being written is never under the keyboard of a phone
        self.icon = str(Path(__file__).parent.parent.parent / "assets" / "icon.png")
        self.tr.language = system_language(os.environ)
        self.theme.bind(dark=self._follow_dark)
        self._follow_dark()
        Window.bind(on_keyboard=self._key, size=self._fit)
        self._keys = Keys(self) if platform in ("linux", "win", "macosx") else None
        self._fit()
        Clock.schedule_once(lambda _: self.cues.get_ready(), 1)  # people want to see something first
        ground = Ground()
        self.screens = ScreenManager(transition=NoTransition())
        ground.add_widget(self.screens)
        self._begin()
        return ground

    @property
    def _home(self) -> Path:
        return self._folder or Path(self.user_data_dir)

    def _begin(self) -> None:
        """Sit down at the desk. Without a folder that can be used there is none: say so, and try again when asked."""
        try:
            self.desk = Desk(self._home, lambda call: Clock.schedule_once(lambda _: call()))
        except StoreTrouble as trouble:
            log.warning("there is no desk: %s", trouble)
            # Later, because the root is not in the window yet and would come to lie on top.
            Clock.schedule_once(lambda _, line=trouble.line: self.show_mishap(line))
            return
        self.confidant = Confidant(self.desk, Clock.schedule_once, self._answered)
        self.desk.heed(self._heard)
        self.porter = Porter(self.desk, self._travels)
        self.usher = Usher(self, self._hints)
        self.tr.language = self._setting("language", self.tr.language, LANGUAGES)
        self._as_preferred()
        self.gather(self.desk)
        self.go("shelf")
        if self.desk.damage:
            self.notice(self.desk.damage)

    @property
    def _travels(self) -> Path:
        """Whoever chose where everything is kept finds the exports there too."""
        return self._folder / "travel" if self._folder else travel_folder(platform, self._home)

    def _setting(self, name: str, otherwise: str, allowed: tuple[str, ...]) -> str:
        value = self.desk.shelf.setting(name, otherwise)
        return value if value in allowed else otherwise

    def _as_preferred(self) -> None:
        kept = Preferences.of(self.desk.shelf.settings())
        self.theme.dark = kept.dark_now(device_is_dark(platform))
        self.theme.scale, self.theme.still = kept.scale, kept.still
        self.cues.heed(kept)
        self.awake.heed(kept.awake)
        self.voice = voice_of(self.desk.shelf.settings())

    def _fit(self, *_: object) -> None:
        self.wide = Window.width >= dp(WIDE) and Window.width > Window.height * 0.9

    def _follow_dark(self, *_: object) -> None:
        self.theme_cls.theme_style = "Dark" if self.theme.dark else "Light"

    @property
    def has_keys(self) -> bool:
        return self._keys is not None

    # --- screens, each built when it is first shown ---

    def go(self, name: str) -> None:
        self.came_from = self.screens.current or "shelf"
        if name == "shelf":
            self.gathering.part()
            self.desk.leave()
            self.fall_silent()
        if not self.screens.has_screen(name):
            self.screens.add_widget(self._build_screen(name))
        self.screens.current = name
        self.awake.enter(is_page(name) or name in (PAD, DEVICES))

    def _build_screen(self, name: str):
        if is_page(name):
            from companion.app.screens.match import MatchScreen
            from companion.app.widgets.sandclock import sand_clock

            self.cues.follow(sand_clock())
            return MatchScreen(name=name)
        module = import_module(f"companion.app.screens.{name}")
        return getattr(module, f"{name.capitalize()}Screen")(name=name)

    def _heard(self) -> None:
        """The match has changed. Milady's pad follows it, whoever did what."""
        if self.screens.current == PAD:
            self.screens.current_screen.draw()

    def _answered(self, outcome: Record | Refusal | Line) -> None:
        """Milady's device has spoken for her: whoever looks at the match sees what came of it."""
        hear = getattr(self.screens.current_screen, "hear", None)
        if hear:
            hear(outcome)

    def follow(self, moment: str) -> None:
        """Something new is going on: show it. Whoever leafs through other pages meanwhile is left in peace."""
        if moment != self.moment:
            self.moment = moment
            self.go(moment)

    def back(self) -> None:
        """From a page that was leafed open to what is going on, from there to the shelf."""
        step_back = getattr(self.screens.current_screen, "step_back", None)
        if step_back:  # a screen with a way of its own knows where one came from
            step_back()
            return
        if self.screens.current in _ABOVE:
            self.go(_ABOVE[self.screens.current])
            return
        away = self.screens.current != self.moment
        self.go(self.moment if self.desk.match and away else "shelf")

    def start(self, box: str, options: dict) -> None:
        self._enter(lambda: self.desk.start(box, options))

    def resume(self, match: str) -> None:
        self._enter(lambda: self.desk.resume(match))

    def _enter(self, opening) -> None:
        self.gathering.part()
        try:
            opening()
        except StoreTrouble as trouble:
            self.notice(trouble.line)
        except BadForm:
            self.notice(say("This match cannot be opened by this version."))
        else:
            self.moment = moment(self.desk.match.view(), self.desk.match.last_change())
            self.go(self.moment)

    # --- small things ---

    def told(self, outcome, model) -> None:
        """Something came of a tap, or of a shake: to be heard, and a sign that somebody is there."""
        self.awake.stir()
        self.cues.told(outcome, model)

    def notice(self, line: Line, deeds: Sequence[tuple[Line, Callable[[], None]]] = ()) -> None:
        """One clear line at the lower edge, gone by itself; `deeds` can be done about it meanwhile."""
        from companion.app.widgets.notice import Notice

        self.last_notice = self.tr.read(line)
        lift = getattr(self.screens.current_screen, "foot", 0)
        offers = [(self.tr.read(words), deed) for words, deed in deeds]
        self._notice = Notice(offers, text=self.last_notice, lift=lift)
        self._notice.open()

    def fall_silent(self) -> None:
        """What could be done about the last notice belonged to a match that is closed now."""
        if self._notice and self._notice.offers:
            self._notice.close()

    def file_chooser(self):
        """The dialog of this device for choosing a file, if it has one."""
        return file_chooser(platform, lambda call: Clock.schedule_once(lambda _: call()))

    def toggle_dark(self) -> None:
        self.theme.dark = not self.theme.dark
        self.desk.set_setting("dark", self.theme.dark)
        self.desk.set_setting("as_device", False)

    def raise_voice(self, voice: str) -> None:
        self.voice = voice
        self.desk.set_setting("voice", voice)

    def speak(self, language: str) -> None:
        self.tr.language = language
        self.desk.set_setting("language", language)

    def _key(self, window, key: int, *_: object) -> bool:
        if key == ESCAPE and self.mishap:
            return True
        if key == ESCAPE and self.screens.current != "shelf":
            self.back()
            return True
        return False

    def _drop_secrets(self) -> None:
        """Nothing that only Milady may see outlives the moment in which the app is laid aside."""
        if self.confidant is None:
            return
        if self.screens.has_screen(PAD):
            self.screens.get_screen(PAD).drop()
        self.confidant.forget()

    def on_pause(self) -> bool:
        self._drop_secrets()
        self.awake.rest()  # until _as_preferred, when the app comes back
        if self.desk:
            self.desk.pause()
        return True

    def on_resume(self) -> None:
        # After a pause some phones show a black window until something asks for a picture.
        Window.canvas.ask_update()
        if self.desk:
            self._as_preferred()  # night may have fallen meanwhile
            self.gathering.resume()

    def on_stop(self) -> None:
        Window.unbind(on_keyboard=self._key, size=self._fit)
        if self.usher:
            self.usher.step_aside()
        self.awake.rest()
        self.cues.close()
        if self._keys:
            self._keys.rest()
        self._drop_secrets()
        if self.confidant:
            self.confidant.rest()
        if self.desk:
            self.scatter()
            self.desk.close()
            self.desk = None
        if self._safety:
            self._safety.fold()
            self._safety = None
        close_diary(self._diary)
        self._diary = None
