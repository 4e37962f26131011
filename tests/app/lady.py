"""Milady with her fingers, in front of her pad."""

from __future__ import annotations

from typing import Any

from companion.app import headless
from companion.app.widgets.behind import CardTarget, DeedTarget, PlaceTarget

OPTIONS = {"players": 5, "depth": "clerk", "paris": "missing"}
RIDE = (
    ("next", {}),
    ("perfidy", {"how": "draw"}),
    ("correct", {"what": "aramis.place", "to": "louvre"}),
    ("louvre_mission", {"card": "poisons", "skill": "panache", "value": 6, "foes": ["lubin"]}),
    ("turn", {"who": "aramis"}),
)
PLACES = {
    "paris": "Paris",
    "louvre": "The Louvre",
    "quest": "The quest",
    "rochelle": "La Rochelle",
    "richelieu": "Richelieu's cabinet",
    "house": "Milady's house",
}


class Lady:
    def __init__(self, evening: Any) -> None:
        self.evening, self.app = evening, evening.app
        self._finger: Any = None

    def sit_down(self, options: dict[str, Any] = OPTIONS) -> None:
        """A match is begun, and she has the device."""
        self.app.start("mousquetaires", options)
        self.evening.wait(10)
        self.come()

    def come(self) -> None:
        self.app.go("pad")
        self.evening.wait(10)
        self.evening.tap(text="I am Milady")

    @property
    def pad(self) -> Any:
        return self.app.screens.get_screen("pad")

    @property
    def match(self) -> Any:
        return self.app.desk.match

    def settle(self, frames: int = 10) -> None:
        for _ in range(3):
            self.app.desk.wait()
            self.evening.wait(3)
        self.evening.wait(frames)

    # --- at the table ---

    def act(self, do: str, **fields: Any) -> Any:
        outcomes: list[Any] = []
        self.app.desk.act(do, fields, outcomes.append)
        self.settle(2)
        return outcomes[0]

    def ride(self, *more: tuple[str, dict[str, Any]]) -> None:
        """From the step after the seal to somebody's turn."""
        for do, fields in (*RIDE, *more):
            outcome = self.act(do, **fields)
            assert type(outcome).__name__ == "Record", (do, fields, outcome)

    # --- behind the curtain ---

    def hold(self) -> None:
        grip = self.pad.curtain.ids.grip
        self._finger = headless.finger(*grip.to_window(*grip.center))
        self._finger.touch_down()
        self.evening.wait(3)

    def let_go(self) -> None:
        self._finger.touch_up()
        self.evening.wait(3)

    def targets(self, kind: type = PlaceTarget) -> dict[str, Any]:
        return {one.text: one for one in self.pad.curtain.walk(restrict=True) if isinstance(one, kind)}

    def slide(self, text: str, kind: type = PlaceTarget) -> None:
        """Press, slide, lift."""
        self.hold()
        target = self.targets(kind)[text]
        self._finger.touch_move(*target.to_window(*target.center))
        self.evening.wait(2)
        self.let_go()

    def look(self, kind: type = PlaceTarget) -> dict[str, Any]:
        """What lies behind the curtain, as she reads it: each text with its note."""
        self.hold()
        seen = {text: getattr(one, "note", "") for text, one in self.targets(kind).items()}
        self.let_go()
        return seen

    def go_to(self, place: str) -> None:
        self.pad.turn("place")
        self.evening.wait(3)
        self.slide(PLACES[place])

    def seal(self, place: str) -> None:
        self.go_to(place)
        self.evening.tap(text=self.pad.seal_words)
        self.settle()


__all__ = ["OPTIONS", "PLACES", "CardTarget", "DeedTarget", "Lady", "PlaceTarget"]
