"""What is to be done in the Louvre, in Paris and on the quest: three sheets of parchment."""

from __future__ import annotations

from random import Random

from kivy.app import App
from kivy.clock import Clock
from kivy.graphics import Color, Mesh
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.stacklayout import StackLayout

from companion.app.kv import load_kv
from companion.app.viewmodels.missions import Chapter, MissionsModel, Parchment, Row
from companion.app.viewmodels.table import TableModel
from companion.app.widgets.figures import Drawn, coin
from companion.app.widgets.ink import blend, disc, outline, ring, stroke, symbol
from companion.app.widgets.now import GUARD, MainPlate, OtherPlate
from companion.app.widgets.questmap import LANE, QuestMap, token
from companion.app.widgets.sheets import menu_sheet


class TokenMark(Drawn):
    """One token by itself, for the list of what they mean."""

    spot = ObjectProperty(None, allownone=True)

    def draw(self, c) -> None:
        if self.spot:
            token(self.spot, self.x + self.width / 2, self.y + self.height / 2, min(self.size) / 2 - dp(2), c)


class Meaning(BoxLayout):
    spot = ObjectProperty(None, allownone=True)
    text = StringProperty()


class Seal(Drawn):
    """Wax with the sign of the place."""

    icon = StringProperty()

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self.bind(icon=self._again)

    def draw(self, c) -> None:
        x, y, radius = self.x + self.width / 2, self.y + self.height / 2, min(self.size) / 2 - dp(2)
        for dx, dy in ((0.1, 0.05), (-0.08, 0.07), (0.02, -0.1)):  # wax is never quite round
            disc(x + radius * dx, y + radius * dy, radius * 0.93, c.red)
        ring(x, y, radius * 0.74, blend(c.red, c.on_camp, 0.55), dp(1))
        if self.icon:
            symbol(self.icon, x, y, radius * 0.9, c.on_camp)


class Coins(Drawn):
    """Who of them is there."""

    texts = ListProperty()

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self.bind(texts=self._again)

    def draw(self, c) -> None:
        radius = self.height / 2 - dp(1.5)
        for at, text in enumerate(self.texts):
            coin(text, self.x + radius + dp(2) + at * radius * 2.3, self.y + self.height / 2, radius, c)


_STILL = {"heart": "heart-outline", "skull": "flower-tulip-outline"}  # what stands where it has not come to that


class RowSigns(Drawn):
    """Hearts, flowers, skulls: so many of so many."""

    row = ObjectProperty(None, allownone=True)

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self.bind(row=self._again)

    def draw(self, c) -> None:
        row: Row = self.row
        if row is None or not row.of:
            return
        each = min(self.width / row.of, dp(24))
        start = self.x + self.width - each * row.of
        for at in range(row.of):
            have = at < row.full
            sign = row.sign if have else _STILL.get(row.sign, "circle-outline")
            ink = (c.gold_ink if row.kind == "gold" else c.red_ink) if have else c.faded
            symbol(sign, start + each * (at + 0.5), self.y + self.height / 2, each * 0.86, ink)


class MissionLine(BoxLayout):
    """One line of a card."""

    row = ObjectProperty(None, allownone=True)
    icon = StringProperty()
    text = StringProperty()
    kind = StringProperty()
    slot = StringProperty()
    done = BooleanProperty(False)


class MissionTap(ButtonBehavior, MissionLine):
    """One that can be put right by a tap."""


def paper(x: float, y: float, w: float, h: float, seed: int, c) -> None:
    """Parchment: its edges are not quite straight, and always the same."""
    rough, edge = Random(seed), []
    corners = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        steps = max(int((abs(bx - ax) + abs(by - ay)) / dp(18)), 2)
        for at in range(steps):
            dx, dy = (rough.uniform(-1, 1) * dp(1.8) for _ in range(2))
            edge.append((ax + (bx - ax) * at / steps + dx, ay + (by - ay) * at / steps + dy))
    edge.append(edge[0])
    for lift, colour in ((dp(2), (0, 0, 0, 0.2)), (0, c.panel)):
        Color(*colour)
        points = [(x + w / 2, y + h / 2), *edge]
        vertices = [value for px, py in points for value in (px + lift / 2, py - lift, 0, 0)]
        Mesh(vertices=vertices, indices=list(range(len(points))), mode="triangle_fan")
    stroke([value for point in edge for value in point], c.line, dp(0.9))
    outline(x + dp(5), y + dp(5), w - dp(10), h - dp(10), blend(c.panel, c.gold, 0.45), dp(4), dp(0.7))


class ParchmentPage(BoxLayout):
    """Seal, where, title, then what it says."""

    seed = NumericProperty(1)
    icon = StringProperty()
    where = StringProperty()
    title = StringProperty()
    note = StringProperty()
    here = ListProperty()
    change = ObjectProperty(None, allownone=True)  # what a tap on the pencil does

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self._theme = App.get_running_app().theme
        self._theme.bind(c=self._again)
        self.bind(pos=self._again, size=self._again)

    def _again(self, *_: object) -> None:
        self.canvas.before.clear()
        with self.canvas.before:
            paper(self.x + dp(3), self.y + dp(3), self.width - dp(6), self.height - dp(6), self.seed, self._theme.c)


class MissionsScene(BoxLayout):
    def __init__(self, screen, **how) -> None:
        super().__init__(**how)
        self._screen, self._app = screen, App.get_running_app()
        self._model: MissionsModel | None = None
        self._shown: object = None
        self._looks_on = False
        self._last = 0.0
        self.pages: dict[str, ParchmentPage] = {}
        for seed, name in enumerate(("louvre", "paris", "quest"), 3):
            self.pages[name] = ParchmentPage(seed=seed)
            (self.ids.cards if name != "quest" else self.ids.all).add_widget(self.pages[name])
        self.map = QuestMap(size_hint_y=None)
        self.legend = StackLayout(size_hint_y=None, spacing=(dp(12), dp(4)))
        self.legend.bind(minimum_height=self.legend.setter("height"))
        self.ids.scroll.bind(height=self._settle)
        self.ids.all.bind(height=self._settle)

    def _settle(self, *_: object) -> None:
        """Where everything fits, nothing is scrolled out of sight: the window may have been turned."""
        if self.ids.all.height <= self.ids.scroll.height:
            self.ids.scroll.scroll_y = 1

    def show(self, model: TableModel, walk: bool) -> None:
        self._model = missions = MissionsModel(model, self._app.tr.read)
        louvre, paris, quest = missions.louvre, missions.paris, missions.quest
        shown = (louvre, paris, quest, missions.followed, model.looks_on, self._app.tr.language)
        if shown == self._shown:
            return
        self._shown, self._looks_on = shown, model.looks_on
        self._last = Clock.get_time()
        for card in (louvre, paris):
            self._card(self.pages[card.place], card, missions.followed)
        self._quest(self.pages["quest"], quest)

    def _card(self, page: ParchmentPage, card: Parchment, followed: bool) -> None:
        page.icon, page.where, page.title, page.note = card.icon, card.where, card.title, card.note
        page.here, page.change = list(card.here), self._pencil(self.change_paris) if card.slot else None
        body = page.ids.body
        body.clear_widgets()
        for row in card.rows:
            line = (MissionTap if row.slot else MissionLine)(
                row=row, icon=row.icon, text=row.text, kind=row.kind, slot=row.slot, done=row.kind == "done"
            )
            if row.slot:
                line.bind(on_release=lambda touched: self._screen.correct(touched.slot))
            body.add_widget(line)
        if card.offer:
            plate = OtherPlate(text=card.offer.text, icon="script-text")
            plate.bind(on_release=lambda _, given=card.offer: self._tap(lambda: self._screen.choose(given, {})))
            body.add_widget(plate)
        elif not followed and card.note and card.place == "louvre" and not self._looks_on:
            words = self._app.tr._("Let the clerk follow the missions")
            plate = MainPlate(text=words, icon="feather", camp="musketeers")
            plate.bind(on_release=lambda _: self._tap(lambda: self._screen.act("depth", {"to": "clerk"})))
            body.add_widget(plate)

    def _pencil(self, change):
        """Onlookers have none."""
        return None if self._looks_on else change

    def _quest(self, page: ParchmentPage, chapter: Chapter) -> None:
        page.icon, page.where, page.title, page.here = (
            "diamond-stone",
            chapter.number,
            chapter.title,
            list(chapter.here),
        )
        page.change = self._pencil(lambda: self._screen.correct("quest"))
        page.note = "" if chapter.lanes else chapter.start.text
        body = page.ids.body
        body.clear_widgets()
        if chapter.lanes:
            self.map.chapter, self.map.height = chapter, max(dp(LANE) * len(chapter.lanes), dp(110))
            self.legend.clear_widgets()
            for spot, text in chapter.legend:
                self.legend.add_widget(Meaning(spot=spot, text=text))
            body.add_widget(self.map)
            body.add_widget(self.legend)

    def _tap(self, do) -> None:
        now = Clock.get_time()
        calm, self._last = now - self._last >= GUARD, now
        if calm:
            do()

    def change_paris(self) -> None:
        title, cards = self._model.paris_cards()
        rows = [
            (
                "check-bold" if here else "script-text",
                name,
                lambda to=card: self._screen.act("correct", {"what": "paris", "to": to}),
            )
            for card, name, here in cards
        ]
        self._screen._open(menu_sheet(title, rows))


Scene = MissionsScene
load_kv(__file__)
