"""A hand over the app: it finds what people would touch, and touches it. Nothing is called behind the screen's back.

`play` does by touches what somebody decided about a prompt: the button of the NOW card or of its sheet, steppers,
things to pick, real dice turned one by one. So a whole match can be played as at the table, out of sight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from kivy.core.window import Window
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.scrollview import ScrollView

from companion.app import headless
from companion.app.viewmodels.table import Button
from companion.app.widgets.basics import IconPlate
from companion.app.widgets.dice import DieTile
from companion.app.widgets.dicerow import TUMBLE, PickDie
from companion.app.widgets.form import PickBox, TogglePlate
from companion.app.widgets.notice import Notice
from companion.app.widgets.now import GUARD, MainPlate, NowCard, OtherPlate, QuietPlate, Stepper
from companion.app.widgets.sheets import Drawer
from companion.core.prompt import Choice
from companion.core.record import Intent, Record

# Longer than the guard against taps on a button that has just changed.
PATIENCE = round(GUARD / headless.FRAME) + 2
_KINDS = {"main": MainPlate, "other": OtherPlate, "quiet": QuietPlate}


class Slip(Exception):
    """The finger did not find its place, or something else came of the touch."""


class Hand:
    def __init__(self, app: Any) -> None:
        self.app = app
        self.touches = 0

    # --- time ---

    def wait(self, frames: int = PATIENCE) -> None:
        """Time passes, unseen: nearly all that a frame costs here is its drawing."""
        Window.bind(on_draw=_look_away)
        try:
            headless.frames(frames)
        finally:
            Window.unbind(on_draw=_look_away)

    def settle(self) -> None:
        """What was tapped is on the disk, and the screen has heard of it."""
        self.app.desk.wait()
        self.wait(2)

    # --- fingers ---

    def touch(self, widget: Any) -> None:
        """Scroll there if need be, and tap."""
        reveal(widget, self.wait)
        while _covered(widget):
            self.wait()  # until it is gone by itself
        Window.bind(on_draw=_look_away)
        try:
            headless.tap(widget)
        finally:
            Window.unbind(on_draw=_look_away)
        self.touches += 1
        self.settle()

    def tap(self, kind: type = ButtonBehavior, within: Any = None, **values: Any) -> None:
        """The first button with these values, once it takes taps."""
        self.wait()
        self.touch(self.find(kind, within, **values))

    def find(self, kind: type = ButtonBehavior, within: Any = None, **values: Any) -> Any:
        """What lies on top is looked through first; of two that fit, the one that stands first is meant."""
        for root in [within] if within else Window.children:
            for widget in _all(root, kind):
                fits = all(getattr(widget, name, None) == value for name, value in values.items())
                if fits and not widget.disabled:  # the pages have a bar and a rail, and one of them is put away
                    return widget
        raise Slip(f"there is no {kind.__name__} with {values} to touch")

    def let_notices_go(self) -> None:
        while any(isinstance(child, Notice) for child in Window.children):
            self.wait()

    @property
    def page(self) -> Any:
        return self.app.screens.current_screen

    @property
    def match(self) -> Any:
        return self.app.desk.match

    @property
    def sheet(self) -> Drawer:
        """The sheet that lies over everything else."""
        for root in Window.children:
            if isinstance(root, Drawer):
                return root
        raise Slip("no sheet is open")

    # --- a decision, by touches ---

    def play(self, choice: Choice, intent: Intent) -> bool:
        """Do it; False if the table would not have it. Anything else that comes of the touches is a slip."""
        before = len(self.match.records)
        given = {name: value for name, value in intent.fields.items() if name not in choice.fields}
        self.wait()
        self._begin(choice, given)
        return self._came_of(self.match.records[before:], intent)

    def _came_of(self, records: list[Record], intent: Intent) -> bool:
        """Only this came of the touches, or nothing at all."""
        if not records:
            return False
        done = records[0].intent
        if len(records) != 1 or (done.do, told(done)) != (intent.do, told(intent)):
            raise Slip(f"{done.do} {dict(done.fields)} came of {intent.do} {dict(intent.fields)}")
        return True

    def _begin(self, choice: Choice, given: dict[str, Any]) -> None:
        if not getattr(self.page, "asks", True):
            self.tap(icon="arrow-left-bold-circle-outline")
            self.wait()
        if "face" in given:
            return self._throw_again(given["die"], given["face"])
        now = self.page.model.now
        card = _first(self.page, NowCard)
        row = {"main": now.main, "other": now.others, "quiet": now.quiet}[choice.weight]
        place = next((at for at, button in enumerate(row) if button.choice == choice), None)
        if place is None:
            return self._follow(card, choice)
        if choice.weight == "other" and now.folded and not card.roomy:
            self.touch(_named(card, OtherPlate, now.folded))
            self.wait()
            self.touch(_plate(self.sheet, OtherPlate, row, place))
            numbers = (choice.ask, *choice.asks) if choice.ask else choice.asks
        else:
            plate = _plate(card, _KINDS[choice.weight], row, place)
            if choice.ask:
                self._count(_above(plate, Stepper), given[choice.ask.name])
            self.touch(_below(plate) if "faces" in given else plate)
            numbers = choice.asks
        if "faces" in given:
            self.wait()
            self._turn_dice(given["faces"])
        elif choice.picks or numbers:
            self.wait()
            self._fill(choice, [given[ask.name] for ask in numbers], given)

    def _follow(self, card: NowCard, choice: Choice) -> None:
        """It has a page of its own, to which a button of the card leads."""
        if choice.do != "one_for_all":
            raise Slip(f"{choice.do} {dict(choice.fields)} is nowhere to be touched")
        lead = next(lead for lead in self.page.model.now.leads if lead.page == "oneforall")
        self.touch(_named(card, QuietPlate, lead.text))
        self.tap(use=choice.fields["use"])
        self.wait()

    def _count(self, stepper: Stepper, wanted: int) -> None:
        less, more = list(_all(stepper, IconPlate))
        while stepper.value != wanted:
            before = stepper.value
            self.touch(more if wanted > before else less)
            if stepper.value == before:
                raise Slip(f"{stepper.label} does not go to {wanted}")

    def _fill(self, choice: Choice, numbers: list[int], given: dict[str, Any]) -> None:
        sheet = self.sheet
        boxes, steppers = list(_all(sheet, PickBox)), list(_all(sheet, Stepper))
        if not boxes and not steppers:
            one = choice.picks[0]
            values = [value for value, _ in one.options]
            self.touch(list(_all(sheet, OtherPlate))[values.index(given[one.name])])
            return
        for box in boxes:
            wanted = given.get(box.pick.name, [])
            for value in [wanted] if isinstance(wanted, str) else wanted:
                self.touch(next(plate for plate in _all(box, TogglePlate) if plate.value == value))
        for stepper, number in zip(steppers, numbers, strict=True):
            self._count(stepper, number)
        self.touch(_first(sheet, MainPlate))

    def _turn_dice(self, faces: list[str]) -> None:
        sheet = self.sheet
        for tile, face in zip(_all(sheet, DieTile), faces, strict=True):
            for _ in tile.faces:
                if tile.face != face:
                    self.touch(tile)
        self.touch(_first(sheet, MainPlate))

    def _throw_again(self, die: int, face: str) -> None:
        """The Toledo blade: one of the dice that lie there, thrown again on the real table."""
        self.wait(round(TUMBLE / headless.FRAME))  # until they lie still
        self.touch(next(one for one in _all(self.page, PickDie) if one.at == die))
        self.wait()
        self.touch(list(_all(self.sheet, OtherPlate))[-1])
        self.wait()
        self._turn_dice([face])


def reveal(widget: Any, wait: Callable[[int], None] = headless.frames) -> None:
    """Scroll every view that holds the widget until it can be seen."""
    above = widget.parent
    while above is not None and above is not above.parent:
        if isinstance(above, ScrollView):
            above.scroll_to(widget, animate=False)
            wait(2)
        above = above.parent


def _covered(widget: Any) -> bool:
    """Does a notice lie over it? What the notice itself offers can be touched."""
    place = widget.to_window(*widget.center)
    notices = (child for child in Window.children if isinstance(child, Notice))
    return any(over.collide_point(*place) and widget not in over.walk(restrict=True) for over in notices)


def told(intent: Intent) -> dict[str, Any]:
    """A form also says that nothing was picked."""
    return {name: value for name, value in intent.fields.items() if value != []}


def _look_away(*_: object) -> bool:
    return True


def _all(root: Any, kind: type) -> Iterator[Any]:
    """Under the root, in the order in which they stand."""
    return (widget for widget in root.walk(restrict=True) if isinstance(widget, kind))


def _first(root: Any, kind: type) -> Any:
    for widget in _all(root, kind):
        return widget
    raise Slip(f"there is no {kind.__name__}")


def _named(root: Any, kind: type, text: str, which: int = 0) -> Any:
    plates = [plate for plate in _all(root, kind) if plate.text == text]
    if which >= len(plates):
        raise Slip(f'nothing to touch says "{text}"')
    return plates[which]


def _plate(root: Any, kind: type, row: tuple[Button, ...], place: int) -> Any:
    """The plate of a button; two may say the same."""
    text = row[place].text
    return _named(root, kind, text, sum(button.text == text for button in row[:place]))


def _above(plate: Any, kind: type) -> Any:
    """The nearest of this kind over a plate of the NOW card."""
    row = plate.parent.children
    return next(widget for widget in row[row.index(plate) :] if isinstance(widget, kind))


def _below(plate: Any) -> Any:
    row = plate.parent.children
    return row[row.index(plate) - 1]
