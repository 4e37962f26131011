"""Two or more devices: let others join this table, or sit down at another one; and how things stand between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.clipboard import Clipboard
from kivy.metrics import dp
from kivy.properties import BooleanProperty
from kivy.uix.screenmanager import Screen

from companion.app.gathering import HOSTING, LOOKING, REFUSED
from companion.app.kv import load_kv
from companion.app.pages import is_page
from companion.app.seating import PAD
from companion.app.viewmodels.devices import ROLES, DevicesModel, SeatRow, TableRow, cleaned, wish_of
from companion.app.widgets import doors
from companion.app.widgets.doors import RolePlate, SeatLine, TablePlate, lay
from companion.app.widgets.now import QuietPlate
from companion.core.seats import MUSKETEERS
from companion.core.words import Line, say
from companion.link.invitation import Invitation
from companion.store.table import now

if TYPE_CHECKING:
    from companion.link.wire import Place

ROLE = "device_role"  # of the setting: as what this device sat down last
LOOK = 1.0  # seconds between two looks at what was heard of meanwhile
ROOMY = 860  # dp from which on two columns have room side by side


class DevicesScreen(Screen):
    roomy = BooleanProperty(False)
    two = BooleanProperty(False)  # columns

    def __init__(self, **how) -> None:
        super().__init__(**how)
        self._app = App.get_running_app()
        self.model: DevicesModel | None = None
        self.role = MUSKETEERS
        self.elsewhere = False  # in a match, somebody wants to sit down at another table
        self.back_to = "shelf"
        self._ticking: Any = None
        self._tables: tuple[TableRow, ...] = ()
        self._seats: tuple[SeatRow, ...] = ()
        self._make()
        self._app.tr.bind(rev=lambda *_: self.draw())
        self._app.theme.bind(c=self.sign.paint, scale=self._measure)
        self.bind(width=self._measure)

    def _make(self) -> None:
        """Every sheet there is; which of them are wanted is found out each time."""
        gathering = self._app.gathering
        self.sign, self.door, self.house = doors.SignSheet(), doors.DoorSheet(), doors.OpenSheet()
        self.name_row, self.who, self.where = doors.NameRow(), doors.RoleSheet(), doors.WhereSheet()
        self.seats = doors.SeatsSheet()
        self.take_over, self.leave, self.close = doors.TakeOverPlate(), doors.LeavePlate(), doors.ClosePlate()
        self.other = QuietPlate(icon="link-variant")
        self.roles = {role: RolePlate() for role in ROLES}
        self.code, self.address, self.named = self.where.ids.code, self.where.ids.address, self.name_row.ids.name
        for plate, do in (
            (self.house.ids.house, gathering.open_house),
            (self.other, self.look_elsewhere),
            (self.door.ids.take_along, self.copy),
            (self.take_over, gathering.take_over),
            (self.leave, gathering.part),
            (self.close, gathering.part),
            (self.where.ids.paste, self.paste),
            (self.where.ids.join, self.join),
        ):
            plate.bind(on_release=lambda _, do=do: do())
        for plate in self.roles.values():
            plate.bind(on_release=lambda touched: self.choose(touched.value))
        self.code.bind(on_invitation=self._invited, on_text_validate=lambda _: self.join())
        self.address.bind(on_text_validate=lambda _: self.join())
        self.named.bind(focus=self._named)

    # --- coming and going ---

    def on_pre_enter(self, *_: object) -> None:
        app = self._app
        self.back_to, self.elsewhere = app.came_from, False
        app.desk.wait()  # what was just set must be on the shelf before we look
        role = app.desk.shelf.setting(ROLE)
        self.role = role if role in ROLES else MUSKETEERS
        self.named.text = app.gathering.name
        app.gathering.listen()
        self._ticking = Clock.schedule_interval(self.draw, LOOK)
        self.ids.scroll.scroll_y = 1
        self._measure()

    def on_leave(self, *_: object) -> None:
        if self._ticking:
            self._ticking.cancel()
            self._ticking = None
        gathering = self._app.gathering
        if gathering.standing.state == REFUSED:
            gathering.part()  # nobody plays on at a table that did not let him in
        gathering.stop_listening()

    def step_back(self) -> None:
        app = self._app
        if app.desk.match is None:
            app.go("shelf")
        else:
            app.go(self.back_to if is_page(self.back_to) or self.back_to == PAD else app.moment)

    # --- what is shown ---

    def _measure(self, *_: object) -> None:
        self.roomy = self.width >= dp(ROOMY) * min(max(self._app.theme.scale, 1), 1.4)
        self.draw()

    def draw(self, *_: object) -> None:
        app = self._app
        if self.manager is None or self.manager.current_screen is not self or app.desk is None:
            return
        gathering, read = app.gathering, app.tr.read
        standing = gathering.standing
        self.model = model = DevicesModel(standing, gathering.found, gathering.name, app.desk.match, now(), read)
        if model.sign:
            self.sign.show(model.sign)
        self.door.code, self.door.addresses = model.code, model.addresses
        self.door.invitation = model.invitation
        for option in model.roles(self.role):
            self.roles[option.value].show(option)
        lay(self.who.ids.roles, list(self.roles.values()))
        if model.tables != self._tables:
            self._tables = model.tables
            lay(self.where.ids.tables, [self._table(row) for row in model.tables])
        self.where.silent = not model.tables
        if model.seats != self._seats:
            self._seats = model.seats
            lay(self.seats.ids.seats, [SeatLine.of(row) for row in model.seats])
        self._lay_sheets(standing.state, model)

    def _lay_sheets(self, state: str, model: DevicesModel) -> None:
        """Those that are wanted now, in one column or in two."""
        match = self._app.desk.match is not None
        asks = model.free and (self.elsewhere or not match or state == REFUSED)
        if model.free:
            house = [self.house] * match
            left, right = [*house, *[self.who] * asks], [self.where] * asks
            if state == REFUSED:
                left, right = [self.sign, self.who], [self.where, *house]
        elif state == HOSTING:
            left, right = [self.door], [self.sign, self.seats]
        else:
            left, right = [self.sign], [self.seats] * bool(model.seats)
        self.other.text = self._app.tr._("Join another table")
        self.leave.looking = state == LOOKING
        lay(self.house.ids.below, [] if asks else [self.name_row, self.other])
        lay(self.who.ids.below, [self.name_row] if asks else [])
        lay(self.sign.ids.buttons, [*[self.take_over] * model.may_take_over, *[self.leave] * model.sits])
        lay(self.seats.ids.buttons, [self.close] * (state == HOSTING))
        lay(self.ids.left, left)
        lay(self.ids.right, right)
        self.two = self.roomy and bool(right)

    def _table(self, row: TableRow) -> TablePlate:
        text = self._app.tr.read(say("{name} · {address}", name=row.text, address=row.detail))
        plate = TablePlate(text=text, icon="access-point")
        plate.bind(on_release=lambda _: self.join(row.place))
        return plate

    # --- taps ---

    def look_elsewhere(self) -> None:
        self.elsewhere = True
        self.draw()

    def choose(self, role: str) -> None:
        self.role = role
        self._app.desk.set_setting(ROLE, role)
        self.draw()

    def join(self, place: Place | None = None) -> None:
        """With the code that was typed; at the table that was tapped, at the address, or wherever it is found."""
        wish = wish_of(self.code.text, "" if place else self.address.text)
        if isinstance(wish, Line):
            if place:
                self.address.text = f"{place[0]}:{place[1]}"
            self._app.notice(wish)
        else:
            self._app.gathering.join(wish.code, self.role, place or wish.place)

    def copy(self) -> None:
        Clipboard.copy(self.door.invitation)
        self._app.notice(say("The invitation is copied."))

    def paste(self) -> None:
        self.code.text = ""
        self.code.insert_text(Clipboard.paste() or "")

    def _invited(self, _: object, invitation: Invitation) -> None:
        self.address.text = f"{invitation.address}:{invitation.port}"

    def _named(self, field: Any, focused: bool) -> None:
        if not focused:
            if cleaned(field.text) != self._app.gathering.name:
                self._app.rename_device(cleaned(field.text))
            field.text = self._app.gathering.name


load_kv(__file__)
