"""The sheets of the devices screen: the door of this table, the way to another one, and who sits where."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.app import App
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget
from kivymd.uix.behaviors import RectangularRippleBehavior

from companion.app.kv import load_kv
from companion.app.viewmodels.devices import Option, SeatRow, Sign, pasted, spaced
from companion.app.widgets import now, qrcode  # noqa: F401  the kv file names their classes
from companion.app.widgets.basics import Sheet
from companion.app.widgets.linkbadge import ink_of
from companion.app.widgets.now import MainPlate, OtherPlate, QuietPlate
from companion.link.invitation import Invitation


class RolePlate(RectangularRippleBehavior, ButtonBehavior, BoxLayout):
    """As what this device sits down."""

    value = StringProperty()
    icon = StringProperty()
    text = StringProperty()
    detail = StringProperty()
    camp = StringProperty("table")
    chosen = BooleanProperty(False)
    fill = ColorProperty()
    edge = ColorProperty()
    ink = ColorProperty()
    faint = ColorProperty()
    mark = ColorProperty()

    def show(self, option: Option) -> None:
        self.value, self.icon, self.camp = option.value, option.icon, option.camp
        self.text, self.detail, self.chosen = option.text, option.detail, option.chosen


class SeatLine(BoxLayout):
    """Somebody at the table: shape and colour of the role, the name, and the role in words."""

    icon = StringProperty()
    camp = StringProperty("table")
    text = StringProperty()
    role = StringProperty()

    @staticmethod
    def of(row: SeatRow) -> SeatLine:
        return SeatLine(icon=row.icon, camp=row.camp, text=row.name, role=row.role)


class TablePlate(OtherPlate):
    """A table that was heard of."""


class CodeLine(Label):
    """The code as it is read across the table: as large as it can be."""

    wish = NumericProperty(60)


class Field(TextInput):
    """A line to write in."""


class CodeField(Field):
    """Shows what is typed in two halves, as the other device shows it; what is pasted may be a whole invitation."""

    __events__ = ("on_invitation",)

    def on_invitation(self, invitation: Invitation) -> None: ...

    def insert_text(self, substring: str, from_undo: bool = False) -> None:
        whole = pasted(substring)
        if whole:
            self.text = spaced(whole.code)
            self.dispatch("on_invitation", whole)
            return
        at = self.cursor_index()
        head, tail = self.text[:at] + substring, self.text[at:]
        self._write(head + tail, head)

    def do_backspace(self, *how, **more) -> None:
        super().do_backspace(*how, **more)
        self._write(self.text, self.text[: self.cursor_index()])

    def _write(self, text: str, head: str) -> None:
        self.text = spaced(text)
        self.cursor = (len(spaced(head)), 0)


class TakeOverPlate(MainPlate):
    """From now on this device keeps the order."""


class LeavePlate(QuietPlate):
    """Away from the table; the match stays on every device."""

    looking = BooleanProperty(False)


class SignSheet(Sheet):
    """How things stand, and what can be done about it."""

    icon = StringProperty()
    text = StringProperty()
    detail = StringProperty()
    kind = StringProperty()
    ink = ColorProperty()

    def show(self, sign: Sign) -> None:
        self.icon, self.text, self.detail, self.kind = sign.icon, sign.text, sign.detail, sign.kind
        self.paint()

    def paint(self, *_: object) -> None:
        self.ink = ink_of(App.get_running_app().theme.c, self.kind)


class DoorSheet(Sheet):
    """The code, the address, and what a camera reads."""

    code = StringProperty()
    addresses = StringProperty()
    invitation = StringProperty()


class OpenSheet(Sheet):
    """Others may join the match that lies here."""


class NameRow(BoxLayout):
    """What this device is called at the table."""


class RoleSheet(Sheet):
    """As what it sits down."""


class WhereSheet(Sheet):
    """The code, and where the table is."""

    silent = BooleanProperty(True)  # no table was heard of


class SeatsSheet(Sheet):
    """Who sits at the table."""


class ClosePlate(OtherPlate):
    """Nobody else can join any more, and who has joined plays on alone."""


def lay(box: BoxLayout, widgets: Sequence[Widget]) -> None:
    """These widgets in this box, in this order, and no others; what lies there already is left alone."""
    if list(reversed(box.children)) == list(widgets):
        return
    box.clear_widgets()
    for widget in widgets:
        if widget.parent:
            widget.parent.remove_widget(widget)
        box.add_widget(widget)


load_kv(__file__)
