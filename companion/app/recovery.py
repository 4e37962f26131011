"""When our own code fails: say so, offer a report, and begin again from the disk."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress

from kivy.core.window import Window
from kivy.uix.modalview import ModalView

from companion.core.words import Line, say

log = logging.getLogger(__name__)


class Recovery:
    """For the app. What is caught, and when, is for companion.app.mishap to say."""

    def show_mishap(self, line: Line | None = None) -> None:
        """A friendly screen over everything, once: what fails while it is up is only logged."""
        from companion.app.mishap import Mishap

        if self.mishap:
            return
        match = self.desk.opened if self.desk else ""
        safe = say("Something in the companion went wrong. Every tap up to now is safe on the disk.")
        go_on = say("Go on with the match") if match else say("Go on")
        self.mishap = Mishap(
            text=self.tr.read(line or safe), go_on=self.tr.read(go_on), can_report=self.desk is not None
        )
        self.mishap.bind(on_dismiss=lambda *_: setattr(self, "mishap", None))
        self.mishap.open(animation=False)

    def report_mishap(self, then: Callable[[str], None]) -> None:
        if self.desk and self.porter:
            self.porter.report(self.desk.opened, lambda line: then(self.tr.read(line)))

    def start_again(self) -> None:
        """From the disk, and with new screens: nothing that was in memory is trusted."""
        if self._safety:
            self._safety.calm()
        with suppress(Exception):
            self._drop_secrets()
        if self.usher:
            self.usher.step_aside()
        for child in [child for child in Window.children if isinstance(child, ModalView)]:
            with suppress(Exception):
                child.dismiss(animation=False)
            Window.remove_widget(child)
        self.screens.clear_widgets()
        if self.desk is None:
            self._begin()
            return
        sit_again = self.gathering.sit_again
        with suppress(Exception):
            self.gathering.part()
        match = self.desk.abandon()
        try:
            if match:
                self.resume(match)
                sit_again()
        except Exception as error:
            # It failed again at once. The shelf is the way out; the match stands there, untouched.
            log.error("the match could not be resumed", exc_info=error)
            self.desk.abandon()
            self.screens.clear_widgets()
            self.notice(say("This match cannot be opened at the moment. It is on the shelf, as it was."))
        if not self.screens.current_screen:
            self.go("shelf")
