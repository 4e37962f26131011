"""What the app does about other devices at the table: where it goes once it has joined, what it shows of the others."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.properties import ObjectProperty
from kivy.utils import platform

from companion.app.desk import Desk
from companion.app.device import hears_broadcasts, model_name
from companion.app.gathering import LOOKING, Gathering, Standing
from companion.app.hearsay import Network
from companion.app.pages import is_page, moment, page_of
from companion.app.viewmodels.devices import device_name, label_of
from companion.core.match import PLEDGE
from companion.core.record import Record
from companion.core.seats import MILADY

DEVICES, PAD = "devices", "pad"
NAME = "device_name"  # of the setting


class Seating:
    """For the app, which has a desk, screens and a voice."""

    standing = ObjectProperty(Standing(), rebind=True)  # how things stand between the devices
    seats = ObjectProperty(((),))  # who sits where, this device included; what may be done here hangs on it
    gathering: Gathering | None = None
    network: Network | None = None
    _name: object = None  # of this device, as somebody typed it
    _theirs = 0  # the number of the last record that came of another device
    _coming = False  # somebody at this device has asked to join, and waits to be shown the table

    def gather(self, desk: Desk) -> None:
        self.gathering = Gathering(
            desk,
            Clock.schedule_interval,
            lambda call: Clock.schedule_once(lambda _: call()),
            "",
            self.network,
            lambda: hears_broadcasts(platform),
        )
        self._name = desk.shelf.setting(NAME)
        self.tr.bind(rev=self._call_device)
        self._call_device()
        self.gathering.heed(self._stands)
        self.gathering.tell(self._lies_here, self.notice, self._went_on)

    def scatter(self) -> None:
        """The app is closing."""
        if self.gathering:
            self.gathering.close()

    def rename_device(self, name: str) -> None:
        """Without a name it is called what it is, in the language that is spoken here."""
        self._name = name
        self.desk.set_setting(NAME, name)
        self._call_device()

    def _call_device(self, *_: object) -> None:
        self.gathering.name = device_name(self._name, model_name(platform), self.tr.read)

    # --- what the gathering tells, on the thread of the screen ---

    def _stands(self) -> None:
        standing = self.standing = self.gathering.standing
        self.seats = standing.role, standing.seats, self.gathering.linked
        if standing.state == LOOKING:
            self._coming = True
        elif self._coming and standing.synced:
            self._sit_down()
        screen = self.screens.current_screen
        if self.screens.current == DEVICES:
            screen.draw()

    def _lies_here(self) -> None:
        """Another match lies on this device now, or another course of the same one."""
        if self.desk.match:
            self._sit_down()

    def _sit_down(self) -> None:
        """To what is going on; Milady, to her pad."""
        self._coming = False
        match = self.desk.match
        self.moment = moment(match.view(), match.last_change())
        hers = self.gathering.role == MILADY and self.confidant.serves
        to, here = PAD if hers else self.moment, self.screens.current_screen
        if here.name == to:
            # Kivy would not notice that it is to be entered anew.
            for event in ("on_pre_leave", "on_leave", "on_pre_enter", "on_enter"):
                here.dispatch(event)
        else:
            self.go(to)

    def _went_on(self, record: Record) -> None:
        """Another device has done something: it is seen and heard here as if it had been done here."""
        self._theirs = record.seq
        hear = getattr(self.screens.current_screen, "hear", None)
        if hear:
            hear(record)
        if self.desk.match and record.intent.do != PLEDGE and not self._shows(record):
            label = label_of(self.desk.match, record)
            if label:
                self.notice(label)

    @property
    def overtaken(self) -> bool:
        """Was it another device that brought the table to where it is now?"""
        match = self.desk.match if self.desk else None
        return bool(match and match.records and match.records[-1].seq == self._theirs)

    def _shows(self, record: Record) -> bool:
        """Does the screen that is open tell it anyway? That tokens go back is seen, but not why."""
        name, do = self.screens.current, record.intent.do
        if do == "undo":
            return False
        if name in (PAD, "log") or (name, do) in (("dice", "roll"), ("hourglass", "sand")):
            return True
        return is_page(name) and page_of(self.desk.match.box.name, name).asks
