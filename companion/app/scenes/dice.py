"""The dice page: any number of blue and red dice, kept and thrown again, and every throw of the match."""

from __future__ import annotations

from kivy.app import App
from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout

from companion.app.device import shaken
from companion.app.kv import load_kv
from companion.app.viewmodels.dice import MOST, DiceModel, DieShown, Throw, pool_text
from companion.app.viewmodels.table import TableModel
from companion.app.widgets.basics import Plate, Sheet
from companion.app.widgets.dice import SYMBOLS
from companion.app.widgets.now import GUARD, OtherPlate, QuietPlate, Stepper
from companion.app.widgets.sheets import dice_sheet
from companion.app.widgets.tray import DiceField, MiniDice, TrayDie

AT_FIRST = 8  # so many throws of the history are shown before somebody asks for more
_LAG = 0.07  # seconds by which each die comes to rest later than the one before


class TallyCell(BoxLayout):
    """How often one face was thrown."""

    icon = StringProperty()
    text = StringProperty()
    none = BooleanProperty(False)


class ThrowRow(BoxLayout):
    """One throw of the history."""

    title = StringProperty()
    about = StringProperty()
    typed = BooleanProperty(False)
    undone = BooleanProperty(False)
    dice = ListProperty()
    tally = StringProperty()
    ruled = ColorProperty()


class KindRow(BoxLayout):
    """How many dice of one colour; the small die beside it shows the shape they have."""

    colour = StringProperty()


class AnewPlate(OtherPlate):
    """Throw all of them instead of the rest."""


class EarlierPlate(QuietPlate):
    """More of the history."""


class DiceTray(Sheet):
    """What was thrown last, large."""

    title = StringProperty()
    hint = StringProperty()
    room = NumericProperty(0)  # the width that three counts need beside one another


class DiceScene(BoxLayout):
    wide = BooleanProperty(False)
    throw_text = StringProperty()
    again_text = StringProperty()
    can_throw = BooleanProperty(True)
    can_shake = BooleanProperty(False)
    looks_on = BooleanProperty(False)  # whoever sits here throws nothing
    most_shown = NumericProperty(AT_FIRST)
    tray = ObjectProperty()

    def __init__(self, screen, **how) -> None:
        self._app = App.get_running_app()
        self._screen = screen
        self._model: DiceModel | None = None
        self._match = None
        self._numbers: dict[str, int] = {}
        self._lying: int | None = None  # the number of the throw in the tray
        self._rows: tuple = ()
        self._kept: set[int] = set()
        self._thrown = 0.0
        self._busy = False
        self._stop_feeling = None
        super().__init__(**how)
        self.tray = DiceTray()
        self._anew, self._earlier = AnewPlate(), EarlierPlate()
        self._anew.bind(on_release=lambda _: self.roll_all())
        self._earlier.bind(on_release=lambda _: self.show_more())
        screen.bind(wide=self._arrange, on_pre_leave=lambda *_: self._let_go())
        self._app.bind(on_pause=lambda *_: self._let_go(), on_resume=lambda *_: self._feel())
        self._arrange()

    def _arrange(self, *_: object) -> None:
        """The tray stands beside everything else, or above it."""
        self.wide = self._screen.wide
        if self.tray.parent:
            self.tray.parent.remove_widget(self.tray)
        if self.wide:
            self.ids.left.add_widget(self.tray)
        else:
            self.ids.right.add_widget(self.tray, index=len(self.ids.right.children))

    # --- what is shown ---

    def show(self, model: TableModel, walk: bool) -> None:
        self._busy = False
        self._model, self.looks_on = DiceModel(model.match, self._app.tr.read), model.looks_on
        if self._match is not model.match:
            self._match, self._lying, walk = model.match, None, False
            self._numbers, self.most_shown = self._model.first_numbers(), AT_FIRST
        self._lay_out_steppers()
        self._fill_tray(walk)
        self._fill_history()
        self._name_buttons()
        self._feel()

    def _lay_out_steppers(self) -> None:
        kinds, box = self._model.kinds, self.ids.kinds
        if len(box.children) != len(kinds):
            box.clear_widgets()
            for kind in kinds:
                row, stepper = KindRow(colour=kind.colour), Stepper(lo=0, hi=MOST)
                row.add_widget(stepper)
                row.add_widget(
                    MiniDice(
                        dice=[DieShown(kind.colour, (), "")], size_hint_x=None, width=dp(38), pos_hint={"center_y": 0.5}
                    ),
                    index=1,
                )
                stepper.bind(value=lambda _, value, letter=kind.letter: self._choose(letter, int(value)))
                box.add_widget(row)
        for row, kind in zip(reversed(box.children), kinds, strict=True):
            stepper = row.children[0]
            stepper.label, stepper.value = kind.label, self._numbers[kind.letter]

    def _choose(self, letter: str, number: int) -> None:
        if self._numbers[letter] == number:
            return
        self._numbers[letter] = number
        if self._model.lying is None:
            self._fill_tray(False)
        self._name_buttons()

    def _fill_tray(self, walk: bool) -> None:
        lying, tray = self._model.lying, self.tray
        dice = lying.dice if lying else self._model.waiting(self._numbers)
        fresh = bool(lying) and self._lying != lying.number
        if fresh:
            self._kept = set(lying.kept)
            self._thrown = Clock.get_time()
        if not lying:
            self._kept.clear()
        self._lying = lying.number if lying else None
        tr = self._app.tr
        tray.title = lying.title if lying else tr._("The dice are ready")
        tray.hint = tr._("Tap a die to keep it.") if lying else tr._("Choose how many, then throw.")
        if self.looks_on:
            tray.hint = ""
        if fresh or len(tray.ids.dice.children) != len(dice) or not lying:
            self._lay_dice(dice, fresh and walk)
        tray.ids.tally.clear_widgets()
        for one in lying.tally if lying else ():
            tray.ids.tally.add_widget(TallyCell(icon=SYMBOLS.get(one.face, ""), text=one.text, none=not one.n))

    def _lay_dice(self, dice: tuple[DieShown, ...], tumble: bool) -> None:
        grid: DiceField = self.tray.ids.dice
        grid.clear_widgets()
        grid.count = len(dice)
        number = self._lying or 0
        for place, die in enumerate(dice):
            tilt = (number * 7 + place * 13) % 9 - 4 if die.face else 0
            tile = TrayDie(
                colour=die.colour, faces=list(die.faces), face=die.face, kept=die.kept, place=place, tilt=tilt
            )
            tile.disabled = not die.face
            tile.bind(on_release=lambda touched: self._toggle(touched))
            grid.add_widget(tile)
            if tumble and not die.kept:
                tile.tumble(place * _LAG)

    def _toggle(self, tile: TrayDie) -> None:
        if self.looks_on:
            return
        place = int(tile.place)
        self._kept.symmetric_difference_update({place})
        tile.kept = place in self._kept
        self._name_buttons()

    def _name_buttons(self) -> None:
        lying = self._model.lying
        self.throw_text = self._model.throw_text(self._numbers)
        self.again_text = self._model.again_text(lying, self._kept) if lying else ""
        self.can_throw = bool(pool_text(self._numbers))
        self._anew.text = self.throw_text
        _offer(self.ids.pinned, self._anew, bool(self.again_text) and self.can_throw)

    def _fill_history(self) -> None:
        throws = self._model.throws
        _offer(self.ids.more, self._earlier, len(throws) > self.most_shown)
        shown = throws[: int(self.most_shown)]
        if shown == self._rows:
            return
        self._rows = shown
        self.ids.rows.clear_widgets()
        for throw in shown:
            self.ids.rows.add_widget(self._row(throw))

    def _row(self, throw: Throw) -> ThrowRow:
        return ThrowRow(
            title=throw.title,
            about=throw.about,
            typed=throw.typed,
            undone=throw.undone,
            dice=list(throw.dice),
            tally=", ".join(one.text for one in throw.tally if one.n),
        )

    def show_more(self) -> None:
        self.most_shown += 20
        self._fill_history()

    # --- taps ---

    def roll(self) -> None:
        """What the large button says. Shaking the device does the same."""
        if self.again_text:
            self._throw({"dice": self._model.lying.pool, "of": self._model.lying.seq, "keep": sorted(self._kept)})
        else:
            self.roll_all()

    def roll_all(self) -> None:
        if self.can_throw:
            self._throw({"dice": pool_text(self._numbers)})

    def _throw(self, fields: dict) -> None:
        # One throw at a time: the second tap of two was meant for the first.
        if self._busy or Clock.get_time() - self._thrown < GUARD:
            return
        self._busy = True
        self._screen.act("roll", fields)

    def type_in(self) -> None:
        """Real dice: ask for their faces."""
        pool = pool_text(self._numbers)
        if not pool:
            return
        tr = self._app.tr
        self._screen._open(
            dice_sheet(
                tr._("Tap each die until it shows what lies on the table"),
                [(die.colour, die.faces) for die in self._model.waiting(self._numbers)],
                tr._("So it is"),
                lambda faces: self._throw({"dice": pool, "faces": faces}),
                self._screen._form(f"dice roll {pool}"),
            )
        )

    # --- shaking, felt only while the page is open ---

    def _feel(self) -> None:
        manager = self._screen.manager
        here = manager and manager.current_screen is self._screen
        if self._stop_feeling is None and here and not self.looks_on:
            self._stop_feeling = shaken(self._shaken, Clock.schedule_interval)
            self.can_shake = self._stop_feeling is not None

    def _let_go(self) -> None:
        if self._stop_feeling:
            self._stop_feeling()
            self._stop_feeling = None

    def _shaken(self) -> None:
        if self.get_root_window() is None:
            self._let_go()
        elif not (self._screen.open_sheet and self._screen.open_sheet.parent):  # no sheet lies over the tray
            self.roll()


def _offer(box: BoxLayout, plate: Plate, wanted: bool) -> None:
    """A button stands there or it does not; above whatever else stands in the box."""
    if wanted and plate.parent is None:
        box.add_widget(plate, index=len(box.children))
    elif not wanted and plate.parent:
        box.remove_widget(plate)


Scene = DiceScene  # every scene module offers one; in kv a rule needs a name that no other scene has

load_kv(__file__)
