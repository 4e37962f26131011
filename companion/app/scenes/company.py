"""The musketeers: a plate for each of them, and the places their figures can be carried to."""

from __future__ import annotations

from kivy.app import App
from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.stacklayout import StackLayout
from kivy.uix.widget import Widget

from companion.app.kv import load_kv
from companion.app.theme import TOUCH
from companion.app.viewmodels.company import CompanyModel, Figure
from companion.app.viewmodels.draft import OpenForm
from companion.app.viewmodels.table import TableModel
from companion.app.widgets.basics import Sheet
from companion.app.widgets.figures import PlaceChip, Portrait
from companion.app.widgets.form import form_sheet
from companion.app.widgets.now import GUARD
from companion.app.widgets.sheets import menu_sheet

PICK_UP = dp(9)  # a finger that moves less than this has tapped
STEEP = 1.8  # whoever moves that much more up or down than aside wants to scroll


class Badge(BoxLayout):
    """A sign with its word; as wide as the word, or as the plate if the word is longer."""

    icon = StringProperty()
    text = StringProperty()
    kind = StringProperty()


class Badges(StackLayout):
    def show(self, tags) -> None:
        self.clear_widgets()
        for tag in tags:
            self.add_widget(Badge(icon=tag.icon, text=tag.text, kind=tag.kind))


_PIPS = {"left": ("circle", "left"), "spent": ("circle-small", ""), "later": ("circle-outline", "left")}


class FigurePlate(ButtonBehavior, BoxLayout):
    """One musketeer. A tap takes his turn, if he can take it now."""

    figure = ObjectProperty(None, allownone=True)
    who = StringProperty()
    hint = StringProperty()
    acting = BooleanProperty(False)
    tight = BooleanProperty(False)  # too narrow for words beside the portrait
    fill = ColorProperty()
    edge = ColorProperty()
    state_ink = ColorProperty()
    scene = ObjectProperty()

    def __init__(self, scene: CompanyScene, **how) -> None:
        super().__init__(scene=scene, **how)
        self._theme = App.get_running_app().theme
        self._theme.bind(c=self._paint)

    def _paint(self, *_: object) -> None:
        c = self._theme.c
        kind = self.figure.state.kind if self.figure else ""
        self.state_ink = {"milady": c.red_ink, "gold": c.gold_ink}.get(kind, c.faded)

    def show(self, figure: Figure) -> None:
        if figure == self.figure:
            return
        self.who, self.hint, self.figure = figure.who, figure.hint, figure
        hearts = [("heart", "heart")] * figure.life + [("heart-outline", "")] * (figure.most_life - figure.life)
        self.ids.hearts.signs, self.ids.hearts.text = hearts, figure.hearts
        self.ids.pips.signs, self.ids.pips.text = [_PIPS[pip] for pip in figure.pips], figure.actions
        self.ids.tags.show(figure.tags)
        self._paint()


class Apart(Sheet):
    """What stands here while nobody follows the figures."""

    looks_on = BooleanProperty(False)
    scene = ObjectProperty()

    def __init__(self, scene: CompanyScene, **how) -> None:
        super().__init__(scene=scene, **how)


class CompanyScene(FloatLayout):
    column = NumericProperty(84)
    places_across = NumericProperty(1)

    def __init__(self, screen, **how) -> None:
        super().__init__(**how)
        self.ids.scroll.bind(height=self._settle)
        self.ids.plates.bind(height=self._settle)
        self._screen = screen
        self._app = App.get_running_app()
        self._model: CompanyModel | None = None
        self._held = None  # (touch, plate) of a finger that may carry a figure
        self.ghost: Portrait | None = None
        self.plates: dict[str, FigurePlate] = {}
        self.chips: dict[str, PlaceChip] = {}
        self._apart: Apart | None = None
        self._last, self._offers = 0.0, ()
        self._seen = ""
        self.bind(size=self._fit)

    def _fit(self, *_: object) -> None:
        """The places stand in one column; in a low window in two, so that a finger still finds each."""
        count = max(len(self.chips), 6)
        self.places_across = 1 if self.height >= count * (TOUCH + dp(2)) else 2
        one = min(max(self.width * 0.25, dp(84)), dp(168))
        self.column = one if self.places_across == 1 else dp(148)

    def show(self, model: TableModel, walk: bool) -> None:
        self._model = company = CompanyModel(model, self._app.tr.read)
        if not company.followed:
            self._stand_apart(company, model.looks_on)
            return
        if self._apart:
            self.remove_widget(self._apart)
            self._apart = None
        self.ids.sheet.opacity, self.ids.sheet.disabled = 1, False
        figures, stands = company.figures, company.stands
        offers = tuple(figure.offer and figure.offer.choice for figure in figures)
        if offers != self._offers:
            self._offers, self._last = offers, Clock.get_time()
        self._lay(self.plates, [figure.who for figure in figures], self.ids.plates, lambda: FigurePlate(self))
        for figure in figures:
            self.plates[figure.who].show(figure)
        self._look_at(next((figure.who for figure in figures if figure.turn == "acting"), ""))
        self._lay(self.chips, [stand.place for stand in stands], self.ids.places, self._chip)
        self._fit()
        for stand in stands:
            self.chips[stand.place].stand, self.chips[stand.place].text = stand, stand.name

    def _look_at(self, who: str) -> None:
        """Whoever begins to act comes into view; after that people scroll as they like."""
        if who and who != self._seen:
            Clock.schedule_once(lambda _: self._scroll_to(who), 0.05)
        self._seen = who

    def _settle(self, *_: object) -> None:
        """Where everything fits, nothing is scrolled out of sight: the window may have been turned."""
        if self.ids.plates.height <= self.ids.scroll.height:
            self.ids.scroll.scroll_y = 1

    def _scroll_to(self, who: str) -> None:
        if who in self.plates and self.ids.plates.height > self.ids.scroll.height:
            self.ids.scroll.scroll_to(self.plates[who], padding=dp(4), animate=not self._app.theme.still)

    def _lay(self, kept: dict, names: list[str], box, make) -> None:
        if list(kept) != names:
            box.clear_widgets()
            kept.clear()
            for name in names:
                kept[name] = make()
                box.add_widget(kept[name])

    def _chip(self) -> PlaceChip:
        chip = PlaceChip()
        chip.bind(on_release=lambda touched: self.ride_to(touched.stand.place))
        return chip

    def _stand_apart(self, company: CompanyModel, looks_on: bool) -> None:
        self.ids.sheet.opacity, self.ids.sheet.disabled = 0, True
        if self._apart is None:
            self._apart = Apart(self)
            self.add_widget(self._apart)
        self._apart.looks_on = looks_on
        faces = self._apart.ids.faces
        faces.clear_widgets()
        for who in company.who:
            faces.add_widget(Portrait(who=who))

    # --- taps ---

    def _calm(self) -> bool:
        """Is this tap meant? Not if it came right after another one, or after its meaning changed."""
        now = Clock.get_time()
        calm, self._last = now - self._last >= GUARD, now
        return calm

    def follow(self) -> None:
        if self._calm():
            self._screen.act("depth", {"to": "clerk"})

    def take_turn(self, figure: Figure | None) -> None:
        if figure and figure.offer and self._calm():
            self._screen.choose(figure.offer, {})

    def correct(self, slot: str) -> None:
        self._screen.correct(slot)

    def choose_place(self, who: str) -> None:
        if self._screen.barred("correct", {}):
            return
        title, places = self._model.places_for(who)
        rows = [
            ("check-bold" if here else icon, name, lambda to=place: self._put_right(who, to))
            for place, icon, name, here in places
        ]
        self._screen._open(menu_sheet(title, rows))

    def _put_right(self, who: str, place: str) -> None:
        self._screen.act("correct", {"what": f"{who}.place", "to": place})

    def choose_turn(self, who: str) -> None:
        if self._screen.barred("correct", {}):
            return
        title, turns = self._model.turns_for(who)
        rows = [
            (icon, word, lambda given=fields: self._screen.act("correct", dict(given))) for icon, word, fields in turns
        ]
        rows.append(("bag-personal-outline", self._app.tr._("What he carries …"), lambda: self.put_right_outfit(who)))
        self._screen._open(menu_sheet(title, rows))

    def put_right_outfit(self, who: str) -> None:
        title, choice, carried = self._model.outfit_for(who)
        tr, form = self._app.tr, OpenForm({"items": carried})

        def take(given: dict) -> None:
            self._screen.act("outfit", {**choice.fields, **given})

        self._screen._open(form_sheet(title, choice, {}, tr.read, tr._("So it is"), take, form))

    def ride_to(self, place: str) -> None:
        ride = self._model.ride_of_acting(place)
        if ride and self._calm():
            self._screen.act("move", dict(ride.fields), meant_for_now=True)

    # --- carrying a figure ---

    def on_touch_down(self, touch) -> bool:
        if not self._held and not self._apart and not touch.is_mouse_scrolling:
            for plate in self.plates.values():
                if self._over(plate.ids.portrait, touch):
                    touch.grab(self)
                    self._held = (touch, plate, touch.pos)
                    return True
        return super().on_touch_down(touch)

    def _over(self, widget: Widget, touch) -> bool:
        """Plates lie in a view that scrolls, so both are looked at in the window."""
        if not self.ids.scroll.collide_point(*touch.pos):
            return False
        x, y = self.to_window(*touch.pos)
        left, bottom = widget.to_window(*widget.pos)
        return left <= x <= left + widget.width and bottom <= y <= bottom + widget.height

    def on_touch_move(self, touch) -> bool:
        if touch.grab_current is not self or not self._held:
            return super().on_touch_move(touch)
        _, plate, (x, y) = self._held
        aside, along = abs(touch.x - x), abs(touch.y - y)
        if self.ghost is None and max(aside, along) >= PICK_UP:
            if along > aside * STEEP and self.ids.plates.height > self.ids.scroll.height:
                touch.ungrab(self)
                self._held = None
                self.ids.scroll.on_touch_down(touch)
                return True
            self.ghost = Portrait(who=plate.who, size_hint=(None, None), size=(dp(72), dp(72)))
            self.add_widget(self.ghost)
        if self.ghost:
            self.ghost.center = touch.pos
            for chip in self.chips.values():
                chip.aimed = chip.collide_point(*touch.pos)
        return True

    def on_touch_up(self, touch) -> bool:
        if touch.grab_current is not self or not self._held:
            return super().on_touch_up(touch)
        touch.ungrab(self)
        _, plate, _ = self._held
        self._held = None
        if self.ghost is None:
            self.take_turn(plate.figure)
            return True
        self.remove_widget(self.ghost)
        self.ghost = None
        for place, chip in self.chips.items():
            chip.aimed = False
            if chip.collide_point(*touch.pos):
                self._put_down(plate.who, place)
        return True

    def _put_down(self, who: str, place: str) -> None:
        drop, screen = self._model.drop(who, place), self._screen
        if drop is None:
            return
        if drop.ride:
            screen.act("move", dict(drop.fields), meant_for_now=True)
        elif drop.begins:
            title, ride, put_right = self._model.drop_words(who, place)
            rows = (
                ("horse", ride, lambda: screen.act("move", dict(drop.fields), meant_for_now=True)),
                ("pencil", put_right, lambda: screen.act("correct", dict(drop.correction))),
            )
            screen._open(menu_sheet(title, rows))
        else:
            screen.act("correct", dict(drop.correction))


Scene = CompanyScene
load_kv(__file__)
