"""Who may look at Milady's pad now: the device changes hands, a number is asked for, and then she is alone with it."""

from __future__ import annotations

from functools import partial

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.app.pin import SETTING, fits, hashed, is_kept
from companion.app.widgets.menu import Entry, menu_sheet
from companion.core.words import Line, say_n

ALONE = "private.pad_alone"  # as the number, it belongs to this device; see companion.store.archive.PRIVATE
HAND, PIN, OPEN = "hand", "pin", "open"
LOCKS = 120.0  # seconds without a touch, where there is a number to ask for


class Padlock:
    """For the pad's screen: `opened` when she is there, `drop` when she is gone, `whisper` for her alone."""

    stage = StringProperty(HAND)
    alone = BooleanProperty(False)  # nobody but Milady uses this device
    pin_title = StringProperty()
    pin_note = StringProperty()
    wait = NumericProperty(0)  # seconds until the next try

    _asks = ""  # "ask" for the number; "new" and "again" for another one
    _says = ""  # which of the titles stands over the keys
    _first = ""  # the new number, once
    _kept: object = None
    _counting = None
    _left_alone = None

    def lock(self) -> None:
        """As for somebody who has just come."""
        if self._app.desk is None:
            return  # the app is closing
        shelf = self._app.desk.shelf
        self._kept, self.alone = shelf.setting(SETTING), shelf.setting(ALONE) is True
        self._first = ""
        if self.alone:
            self.here()
        else:
            self.stage = HAND

    def here(self) -> None:
        """Somebody says that she has the device."""
        if is_kept(self._kept):
            self._ask("ask")
        else:
            self._open_up()

    def _open_up(self) -> None:
        self.stage, self._asks, self._first = OPEN, "", ""
        self.stir()
        self.opened()

    def stir(self) -> None:
        """Somebody touches the pad. Left alone, it asks for the number again."""
        self.be_still()
        if self.stage == OPEN and is_kept(self._kept):
            self._left_alone = Clock.schedule_once(lambda _: self.drop(), LOCKS)

    def be_still(self) -> None:
        if self._left_alone:
            self._left_alone.cancel()
            self._left_alone = None

    def on_touch_down(self, touch) -> bool:
        self.stir()
        return super().on_touch_down(touch)

    # --- the number ---

    def _ask(self, purpose: str) -> None:
        self._asks = self._says = purpose
        self.ids.pin.clear()
        self.stage = PIN
        self._count()

    def entitle(self, *_: object) -> None:
        """What stands over the keys, in the language of now."""
        tr, wait = self._app.tr, int(self.wait)
        self.pin_title = {
            "": "",
            "ask": tr._("Your number, Milady"),
            "wrong": tr._("That is not the number"),
            "new": tr._("A new number: 4 to 8 digits"),
            "again": tr._("The same once more"),
            "two": tr._("These were two different numbers"),
        }[self._says]
        if wait:
            self.pin_title = tr.read(say_n("Wait for {n} second", "Wait for {n} seconds", wait))
        forgotten = tr._("Forgotten? The match does not need it: lay your card on the table, or decide it together.")
        self.pin_note = forgotten if self._asks == "ask" else ""

    def leave_pin(self) -> bool:
        """Back to the pad from a new number that was not wanted after all."""
        if self.stage != PIN or self._asks == "ask":
            return False
        self._open_up()
        return True

    def entered(self, pin: str) -> None:
        app = self._app
        if self.wait:
            return
        if self._asks == "ask":
            kept = self._kept
            app.desk.errand(partial(fits, kept, pin), self._tried)
        elif self._asks == "new":
            self._first = pin
            self._ask("again")
        elif pin == self._first:
            app.desk.errand(partial(hashed, pin), self._set)
        else:
            self._first = ""
            self._ask("new")
            self._says = "two"
            self.entitle()

    def _tried(self, right: bool | Line) -> None:
        if self.stage != PIN or self._asks != "ask":
            return
        app = self._app
        app.patience.tried(right is True)
        if right is True:
            self._open_up()
        else:
            self.ids.pin.clear()
            self._says = "wrong"
            self._count()

    def _set(self, form: object) -> None:
        self._keep_pin(form)
        self._open_up()
        self.whisper(self._app.tr._("From now on the pad asks for your number."))

    def _keep_pin(self, form: object) -> None:
        self._kept = form
        self._app.desk.set_setting(SETTING, form)

    def _count(self, *_: object) -> None:
        """The wait after too many tries, second by second."""
        before = self.wait
        self.wait = -(-self._app.patience.wait // 1) if self._asks == "ask" else 0
        if self._counting:
            self._counting.cancel()
            self._counting = None
        if before and not self.wait:
            self._says = self._asks
        if self.wait and self.stage == PIN:
            self._counting = Clock.schedule_once(self._count, 1)
        self.entitle()

    def type_pin(self, key: int) -> bool:
        """A key of a keyboard, while a number is asked for."""
        return self.stage == PIN and self.ids.pin.press_key(key)

    # --- the pad's own little menu ---

    def menu(self) -> None:
        app = self._app
        tr, confidant, entries = app.tr, app.confidant, []
        if confidant.herself:
            entries.append(Entry(tr._("Let my device answer for me"), "robot-outline", partial(self._answers, False)))
        else:
            entries.append(Entry(tr._("I answer myself"), "account-voice", partial(self._answers, True)))
        if is_kept(self._kept):
            entries.append(Entry(tr._("Change the number"), "lock-reset", partial(self._ask, "new")))
            entries.append(Entry(tr._("Remove the number"), "lock-off-outline", self._remove))
        else:
            entries.append(Entry(tr._("Ask for a number"), "lock-plus-outline", partial(self._ask, "new")))
        if self.alone:
            entries.append(Entry(tr._("This device is handed around"), "account-group", partial(self._share, False)))
        else:
            entries.append(Entry(tr._("Only I use this device"), "tablet", partial(self._share, True)))
        note = tr._("Nothing of this is on any other device.")
        self._open(menu_sheet(tr._("Milady's pad"), entries, note))

    def _answers(self, herself: bool) -> None:
        self._app.confidant.answer_herself(herself, self._told)
        self.draw()

    def _remove(self) -> None:
        self._keep_pin(None)

    def _share(self, alone: bool) -> None:
        self.alone = alone
        self._app.desk.set_setting(ALONE, alone)
