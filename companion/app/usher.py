"""Shows newcomers to their seats: the hints of the first match, once, and again for whoever asks."""

from __future__ import annotations

from companion.app.viewmodels.hints import HintsModel, seen


class Usher:
    def __init__(self, app, wanted: bool = True) -> None:
        self._app = app
        self._wanted = wanted and not seen(app.desk.shelf.settings())
        self.hints = None

    def greet(self, page) -> None:
        """Somebody opened the board. What can be pointed at lies on this page."""
        if not self._wanted:
            return
        # Most evenings nobody needs it.
        from companion.app.widgets.hint import Hints

        if self.hints is None:
            self.hints = Hints(HintsModel(self._app.tr.read), self._thanked)
        self.hints.show(page.landmark)

    def step_aside(self) -> None:
        if self.hints:
            self.hints.hide()

    def once_more(self) -> None:
        self.step_aside()
        self._wanted, self.hints = True, None

    def _thanked(self) -> None:
        self._wanted, self.hints = False, None
        self._app.desk.set_setting("hints_seen", True)
