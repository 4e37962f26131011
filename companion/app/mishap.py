"""When our own code fails: a friendly screen instead of a dead window. Whatever was acknowledged is on the disk."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from kivy.app import App
from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.modalview import ModalView

from companion.app.kv import load_kv
from companion.app.widgets import now  # noqa: F401  the kv file names its buttons
from companion.core.words import Line
from companion.store.files import StoreTrouble

log = logging.getLogger(__name__)

# What fails in every frame would push the entry that explains it out of the log.
MOST_LOGGED = 5


class Safety(ExceptionHandler):
    """Catches what nobody else did, in whatever callback or thread it happened."""

    def __init__(self, tell: Callable[[Line], None], show: Callable[[], None]) -> None:
        """`tell` says one line about the disk; `show` puts the friendly screen up, once."""
        self._tell, self._show = tell, show
        self._logged = 0
        self._before = threading.excepthook

    def spread(self) -> None:
        ExceptionManager.add_handler(self)
        threading.excepthook = self._in_a_thread

    def fold(self) -> None:
        ExceptionManager.remove_handler(self)
        threading.excepthook = self._before

    def calm(self) -> None:
        """People have seen it and go on: what fails next is worth an entry again."""
        self._logged = 0

    def handle_exception(self, exception) -> int:
        if not isinstance(exception, Exception):
            return ExceptionManager.RAISE  # somebody wants the app to end
        self._log("the app failed", exception)
        try:
            if isinstance(exception, StoreTrouble):
                self._tell(exception.line)
            else:
                self._show()
        except Exception as again:
            # Not even this can be drawn. Everything is safe on the disk, so the window may go.
            self._log("the app could not say that it failed", again)
            return ExceptionManager.RAISE
        return ExceptionManager.PASS

    def _log(self, what: str, error: Exception) -> None:
        self._logged += 1
        if self._logged <= MOST_LOGGED:
            log.error(what, exc_info=error)

    def _in_a_thread(self, told) -> None:
        if not isinstance(told.exc_value, Exception):
            return

        def fail(*_: object) -> None:
            raise told.exc_value

        Clock.schedule_once(fail)


class Mishap(ModalView):
    """Two ways on: back to the match, or first save a report of it."""

    text = StringProperty()
    go_on = StringProperty()
    told = StringProperty()  # where the report is
    can_report = BooleanProperty(True)

    def on_touch_down(self, touch) -> bool:
        super().on_touch_down(touch)
        return True  # nothing behind it is to be trusted at the moment

    def resume(self) -> None:
        self.dismiss(animation=False)
        App.get_running_app().start_again()

    def report(self) -> None:
        App.get_running_app().report_mishap(self._reported)

    def _reported(self, line: str) -> None:
        self.told = line


load_kv(__file__)
