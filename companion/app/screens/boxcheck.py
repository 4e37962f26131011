"""Check your box: a walk through what lies on the real table, and what we know of it."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.app import App
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, ListProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen
from kivymd.uix.behaviors import RectangularRippleBehavior

from companion.app.boards.mousquetaires import Board
from companion.app.kv import load_kv
from companion.app.theme import icon
from companion.app.viewmodels.boxcheck import BoxcheckModel, Card
from companion.app.widgets.basics import Plate, Sheet, Words
from companion.app.widgets.factrow import FactRow
from companion.app.widgets.tracks import Track
from companion.core.words import Line

# What a track needs to be seen well, in dp; Time is drawn space by space instead.
_HEIGHTS = {"rochelle": 84, "queen": 84, "louvre": 190, "purse": 84, "constance": 76, "epic": 76, "rochefort": 76}
ROOMY = 860  # from this width in dp on, the contents stay beside the open chapter


class HeadPlate(RectangularRippleBehavior, ButtonBehavior, BoxLayout):
    """A title with what is still uncertain under it."""

    text = StringProperty()
    count = StringProperty()
    certain = BooleanProperty(False)
    icon = StringProperty()
    sign = StringProperty("chevron-right")


class ChapterPlate(HeadPlate):
    """A chapter in the list of contents."""

    name = StringProperty()
    chosen = BooleanProperty(False)
    fill = ColorProperty()
    edge = ColorProperty()


class Signs(Words):
    """Symbols with their numbers, in one line that may wrap."""

    signs = ListProperty()


class GroupCard(Sheet):
    """One card, track or board; its values are made when it is first opened."""

    name = StringProperty()
    title = StringProperty()
    count = StringProperty()
    certain = BooleanProperty(False)
    unfolded = BooleanProperty(False)
    signs = ListProperty()


class EveryPlate(Plate):
    """Confirms all that is on a card."""


class BoxcheckScreen(Screen):
    chapter = StringProperty()  # the open one; empty: the list of contents
    title = StringProperty()
    total = StringProperty()
    note = StringProperty()
    two = BooleanProperty(False)  # room for the contents and a chapter side by side
    back_to = StringProperty("setup")  # whoever leads here from elsewhere says so

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self._app = App.get_running_app()
        # Held on to, because only one of them may be in the window.
        self._contents, self._leaf = self.ids.contents.__self__, self.ids.leaf.__self__
        self.model: BoxcheckModel | None = None
        self._board: Board | None = None
        self._cards: dict[str, GroupCard] = {}
        self._app.tr.bind(rev=lambda *_: self._relabel())
        self._app.theme.bind(scale=self._measure)
        self.bind(width=self._measure, two=lambda *_: self._lay())

    def on_pre_enter(self, *_: object) -> None:
        self._app.desk.wait()  # what was just set must be on the shelf before we look
        self._load()
        self.chapter = ""
        self._lay()

    def _load(self) -> None:
        kept = self._app.desk.shelf.corrections(BoxcheckModel.box)
        self.model = BoxcheckModel(kept, self._app.tr.read)

    def _measure(self, *_: object) -> None:
        self.two = self.width >= dp(ROOMY) * min(max(self._app.theme.scale, 1), 1.4)

    def _here(self) -> bool:
        return self.model is not None and self.manager is not None and self.manager.current_screen is self

    # --- where one is ---

    def step_back(self) -> None:
        """From a chapter to the contents, from there to where one came from."""
        if self.chapter and not self.two:
            self.open("")
        else:
            self._app.go(self.back_to)

    def open(self, chapter: str) -> None:
        self.chapter = chapter
        self._lay()

    def _lay(self) -> None:
        """Contents and chapter side by side where there is room, one after the other where there is not."""
        if not self._here():
            return
        if self.two and not self.chapter:
            self.chapter = self.model.chapters()[0].name
        panes = self.ids.panes
        panes.clear_widgets()
        if self.two or not self.chapter:
            panes.add_widget(self._contents)
        if self.chapter:
            panes.add_widget(self._leaf)
        self._fill_contents()
        self._fill_chapter()

    def _relabel(self) -> None:
        if not self._here():
            return
        self._fill_contents()
        if self.chapter:
            self.note = self.model.note(self.chapter)
            self._show_cards(self.model.groups(self.chapter), walk=False)

    # --- the contents ---

    def _fill_contents(self) -> None:
        box = self.ids.chapters
        cards = self.model.chapters()
        if not box.children:
            for card in cards:
                plate = ChapterPlate(name=card.name, icon=card.icon)
                plate.bind(on_release=lambda touched: self.open(touched.name))
                box.add_widget(plate)
        self.total = self.model.total()
        for plate, card in zip(reversed(box.children), cards, strict=True):
            plate.text, plate.count, plate.certain = card.title, card.count, card.certain
            plate.chosen = self.two and card.name == self.chapter
        tr = self._app.tr
        here = next((card.title for card in cards if card.name == self.chapter), "")
        self.title = here if here and not self.two else tr._("Check your box")

    # --- a chapter ---

    def _fill_chapter(self) -> None:
        box = self.ids.groups
        box.clear_widgets()
        self._cards, self._board = {}, None
        if not self.chapter:
            return
        self._leaf.scroll_y = 1
        self.note = self.model.note(self.chapter)
        if self.chapter == "tracks":
            self._board = Board(size_hint_y=None)
            self._board.bind(width=lambda board, width: setattr(board, "height", min(width * 0.94, dp(440))))
            self._board.bind(on_track=lambda _, name: self._find(name))
            box.add_widget(self._board)
        cards = self.model.groups(self.chapter)
        for card in cards:
            sheet = GroupCard(name=card.name)
            sheet.ids.head.bind(on_release=lambda _, sheet=sheet: self.unfold(sheet))
            self._cards[card.name] = sheet
            box.add_widget(sheet)
        self._show_cards(cards, walk=False)
        if len(cards) <= 2:
            for sheet in self._cards.values():
                self.unfold(sheet)

    def _show_cards(self, cards: tuple[Card, ...], walk: bool = True) -> None:
        if self._board:
            self._board.show(self.model.view(), walk)
        for card in cards:
            sheet = self._cards[card.name]
            sheet.title, sheet.count, sheet.certain = card.title, card.count, card.certain
            sheet.signs = [f"[font=Icons]{icon(sign)}[/font] {number}" for sign, number in card.signs]
            if sheet.unfolded:
                self._show_rows(sheet)

    def _find(self, name: str) -> None:
        """A track of the drawn board was tapped: go to its values."""
        sheet = self._cards.get(name)
        if sheet:
            if not sheet.unfolded:
                self.unfold(sheet)
            self._leaf.scroll_to(sheet, animate=not self._app.theme.still)

    def unfold(self, sheet: GroupCard) -> None:
        sheet.unfolded = not sheet.unfolded
        body = sheet.ids.body
        body.clear_widgets()
        if sheet.unfolded:
            if self._board and sheet.name in _HEIGHTS:
                body.add_widget(self._picture(sheet.name))
            for _ in self.model.rows(self.chapter, sheet.name):
                row = FactRow()
                row.bind(on_tell=lambda _, what, *more: self._do(getattr(self.model, what)(*more)))
                body.add_widget(row)
            self._show_rows(sheet)

    def _picture(self, name: str) -> Track:
        """The track alone, as large as it is worth."""
        drawn = self._board.tracks[name]
        track = type(drawn)(token=drawn.token, size_hint_y=None, height=dp(_HEIGHTS[name]))
        track.name = name
        self._copy(drawn, track)
        return track

    @staticmethod
    def _copy(drawn: Track, track: Track) -> None:
        for name in ("lo", "hi", "danger", "signs", "full", "empty", "kind"):
            if hasattr(drawn, name):
                setattr(track, name, getattr(drawn, name))
        track.show(drawn.at, walk=False)

    def _show_rows(self, sheet: GroupCard) -> None:
        rows = [child for child in reversed(sheet.ids.body.children) if isinstance(child, FactRow)]
        for widget, row in zip(rows, self.model.rows(self.chapter, sheet.name), strict=True):
            widget.show(row)
        for child in sheet.ids.body.children:
            if isinstance(child, Track):
                self._copy(self._board.tracks[sheet.name], child)
        self._offer_every(sheet)

    def _offer_every(self, sheet: GroupCard) -> None:
        """One tap for the whole card, while anything on it is uncertain."""
        body = sheet.ids.body
        there = [child for child in body.children if isinstance(child, EveryPlate)]
        if sheet.certain and there:
            body.remove_widget(there[0])
        elif not sheet.certain and not there:
            every = EveryPlate()
            every.bind(on_release=lambda *_: self._do(self.model.confirm_all(self.chapter, sheet.name)))
            body.add_widget(every)

    # --- what a tap does: at once on the screen, and on the disk behind it ---

    def _do(self, outcome: dict[str, Any] | Line) -> None:
        if isinstance(outcome, Line):
            self._app.notice(outcome)
        elif outcome:
            desk = self._app.desk
            desk.errand(partial(desk.shelf.correct, BoxcheckModel.box, outcome), self._kept)
        self._fill_contents()
        self._show_cards(self.model.groups(self.chapter))

    def _kept(self, outcome: Line | None) -> None:
        """What could not be written must not look as if it were."""
        if outcome is not None:
            self._app.notice(outcome)
            self._load()
            if self._here():
                self._lay()


load_kv(__file__)
