"""What lies behind Milady's curtain: her six places, what she does where she is, and her private desk.

Each of these is made when the curtain goes up and thrown away when it falls; see `curtain.forget`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.kv import load_kv
from companion.app.viewmodels.cabinet import CardTile
from companion.app.viewmodels.pad import PlaceTile
from companion.app.viewmodels.table import Button
from companion.app.widgets.basics import Sheet
from companion.app.widgets.curtain import Curtain, Target

Take = Callable[[str], None]

ROW, GAP, MOST_COLUMNS = 54, 6, 6  # dp that a row needs with what lies between it and the next


class PlaceTarget(Target):
    text = StringProperty()
    icon = StringProperty()
    note = StringProperty()  # what there is to say of it, in a word
    mark = StringProperty()  # the symbol of that word
    chosen = BooleanProperty(False)
    sealed = BooleanProperty(False)
    barred = BooleanProperty(False)
    low = BooleanProperty(False)  # no room for its symbol


class DeedTarget(Target):
    text = StringProperty()
    icon = StringProperty()


class CardTarget(Target):
    """A kind of card; each touch is one more of it, and after the last one none."""

    text = StringProperty()
    note = StringProperty()  # how many
    chosen = BooleanProperty(False)
    gone = BooleanProperty(False)  # there is none to hold


class Behind(Sheet):
    """A sheet behind the curtain: a line of words, and what can be chosen."""

    text = StringProperty()
    calm = BooleanProperty(True)  # the line only tells; else it wants to be looked at
    columns = NumericProperty(2)  # at least, unless there is one only

    def on_kv_post(self, *_: object) -> None:
        self.ids.grid.bind(size=self._fit, children=self._fit)

    def _fit(self, *_: object) -> None:
        """As few columns as leave every row high enough for a finger."""
        grid, cols = self.ids.grid, self.columns
        while 1 < cols < MOST_COLUMNS and -(-len(grid.children) // cols) * dp(ROW) > grid.height + dp(GAP):
            cols += 1
        grid.cols = cols


class Section(BoxLayout):
    """A heading and a text that can be read and not chosen."""

    text = StringProperty()
    detail = StringProperty()
    icon = StringProperty()


class Stock(Sheet):
    """What everybody could work out: whom and what she has left."""


class Notes(Sheet):
    """What she has written, and the way to write more."""

    text = StringProperty()


def places(curtain: Curtain, tiles: Sequence[PlaceTile], words: dict[str, str], line: str, take: Take) -> Behind:
    """`words` are for what is chosen, sealed and barred."""
    sheet = Behind(text=line)
    for tile in tiles:
        state = "chosen" if tile.chosen else "sealed" if tile.sealed else "barred" if tile.barred else ""
        target = PlaceTarget(
            text=tile.text,
            icon=tile.icon,
            note=words.get(state, ""),
            mark={"sealed": "lock", "chosen": "check-bold", "barred": "cancel"}.get(state, ""),
            chosen=tile.chosen,
            sealed=tile.sealed,
            barred=tile.barred,
        )
        target.bind(on_release=curtain.taken(lambda place=tile.place: take(place)))
        sheet.ids.grid.add_widget(target)
    return sheet


def deeds(curtain: Curtain, buttons: Sequence[Button], line: str, take: Callable[[Button], None]) -> Behind:
    sheet = Behind(text=line, columns=1)
    for button in buttons:
        target = DeedTarget(text=button.text, icon=button.icon)
        target.bind(on_release=curtain.taken(lambda given=button: take(given)))
        sheet.ids.grid.add_widget(target)
    return sheet


def cards(curtain: Curtain, tiles: Sequence[CardTile], line: tuple[str, bool], take: Take) -> Behind:
    sheet = Behind(text=line[0], calm=line[1])
    for tile in tiles:
        target = CardTarget(
            text=tile.text, note=str(tile.held) if tile.held else "", chosen=tile.held > 0, gone=tile.most == 0
        )
        target.bind(on_release=curtain.taken(lambda card=tile.card: take(card)))
        sheet.ids.grid.add_widget(target)
    return sheet


def stock(sections: Sequence[tuple[str, str, str]]) -> Stock:
    """`sections` are (symbol, heading, words)."""
    sheet = Stock()
    for icon, title, words in sections:
        sheet.ids.rows.add_widget(Section(icon=icon, text=title, detail=words))
    return sheet


def notes(curtain: Curtain, text: str, write: str, take: Callable[[], None]) -> Notes:
    sheet = Notes(text=text)
    target = DeedTarget(text=write, icon="feather")
    target.bind(on_release=curtain.taken(take))
    sheet.ids.foot.add_widget(target)
    return sheet


load_kv(__file__)
