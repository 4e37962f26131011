"""The pages of a match as a bar under the thumb, or as a rail beside the table."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.kv import load_kv
from companion.app.pages import Page


class PageTab(ButtonBehavior, BoxLayout):
    """Tapped, it opens its page. The open one is marked by colour, by a bar and by bold words."""

    page = StringProperty()
    icon = StringProperty()
    text = StringProperty()
    chosen = BooleanProperty(False)
    mark = ColorProperty()
    tall = NumericProperty(72)  # on a rail with room for all of them


class PageBar(BoxLayout):
    __events__ = ("on_page",)

    upright = BooleanProperty(False)  # a rail
    fill = ColorProperty()
    edge = ColorProperty()
    tabs = NumericProperty(0)
    share = NumericProperty(0)  # of a rail's height, for each of them

    def on_page(self, name: str) -> None: ...

    def show(self, pages: Sequence[Page], chosen: str, read) -> None:
        if [tab.page for tab in self._tabs()] != [page.name for page in pages]:
            self.clear_widgets()
            self.tabs = len(pages)
            for page in pages:
                tab = PageTab(page=page.name, icon=page.icon)
                tab.bind(on_release=lambda touched: self.dispatch("on_page", touched.page))
                self.add_widget(tab)
            if self.upright:
                self.add_widget(Widget())  # the tabs stand together at the top
        for tab, page in zip(self._tabs(), pages, strict=True):
            tab.text, tab.chosen = read(page.title), page.name == chosen

    def _tabs(self) -> list[PageTab]:
        return [tab for tab in reversed(self.children) if isinstance(tab, PageTab)]


load_kv(__file__)
