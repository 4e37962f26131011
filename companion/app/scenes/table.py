"""The drawn board."""

from __future__ import annotations

from kivy.uix.boxlayout import BoxLayout

from companion.app.boards import board_of
from companion.app.viewmodels.table import TableModel


class Scene(BoxLayout):
    def __init__(self, screen, **how) -> None:
        super().__init__(**how)
        self.board = board_of(screen.box)()
        self.board.bind(on_track=lambda _, name: screen.correct(name))
        self.add_widget(self.board)

    def show(self, model: TableModel, walk: bool) -> None:
        self.board.show(model.view, walk)
