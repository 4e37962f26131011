"""The drawn board."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from companion.app.boards import board_of
from companion.app.viewmodels.table import TableModel

EDGE = dp(8)  # the corners of a board stand out a little, and what scrolls would cut them off


class Scene(BoxLayout):
    """As large as there is room; where that is less than fingers need, the board is scrolled."""

    def __init__(self, screen, **how) -> None:
        super().__init__(**how)
        self.board = board_of(screen.box)()
        self.board.bind(on_track=lambda _, name: screen.correct(name))
        self._tray = BoxLayout(size_hint_y=None, padding=EDGE)
        self._scroll = ScrollView(do_scroll_x=False, bar_width=dp(4))
        self._scroll.add_widget(self._tray)
        self.add_widget(self.board)
        self.bind(size=self._fit)

    def show(self, model: TableModel, walk: bool) -> None:
        self.board.show(model.view, walk)

    def _fit(self, *_: object) -> None:
        least = self.board.least
        # A pixel more or less must not send it to and fro.
        low = self.height < least - 1
        self._tray.height = least + 2 * EDGE
        if low == (self.board.parent is self._tray):
            return
        self.board.parent.remove_widget(self.board)
        self.clear_widgets()
        if low:
            self._tray.add_widget(self.board)
            self._scroll.scroll_y = 1
            self.add_widget(self._scroll)
        else:
            self.add_widget(self.board)
