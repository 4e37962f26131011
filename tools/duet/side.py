"""One device of the two: the app, out of sight, with a hand over it that plays for whoever sits there.

    python -m tools.duet.side table|milady --folder DIR --meet FILE [--out DIR]

They meet as people do: what the table's device shows (its code and its address) is read aloud, by way of a file, and
typed at the other one. Everything else they tell each other goes over their link.
"""

from __future__ import annotations

import argparse
import json
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.app import headless

PATIENCE = 30.0  # seconds for the other side's next move
SEED = "1037"
ROLES = ("table", "milady")


class Side:
    def __init__(self, role: str, folder: Path, meet: Path, out: Path | None) -> None:
        size = headless.PHONE if role == "table" else headless.TABLET
        headless.prepare(headless.choose_tier(hidden=True), size)
        from companion.app.app import CompanionApp
        from companion.app.hearsay import Network

        self.role, self._meet, self._out = role, meet, out
        # Without beacons that others could hear: several of these may run on one machine.
        quiet = Network(host="127.0.0.1", beacons=_free_port(), ears="127.0.0.1", targets=lambda: ())
        self.app: Any = CompanionApp(folder=folder, hints=False, network=quiet)
        headless.start(self.app)
        headless.resize(size)
        headless.frames(4)
        self.app.speak("en")
        self.hand = linked_hand(self.app)
        self.seen: set[str] = set()

    # --- getting together ---

    def open_table(self) -> None:
        tap = self.hand.tap
        tap(icon="sword-cross")
        tap(value="clerk")
        tap(text=self.app.tr._("Begin"))
        tap(icon="dots-vertical")
        tap(text=self.app.tr._("More devices"))
        tap(text=self.app.tr._("Let others join"))
        self.until(lambda: bool(self.app.gathering.standing.places), "the door does not open")
        standing = self.app.gathering.standing
        address, port = standing.places[0]
        scrap = self._meet.with_suffix(".part")
        scrap.write_text(json.dumps({"code": standing.code, "address": f"{address}:{port}"}), encoding="utf-8")
        scrap.replace(self._meet)
        self.picture("devices-host")
        self.until(lambda: len(self.app.gathering.standing.seats) == 2, "nobody joins")
        self.picture("devices-joined")
        while self.app.screens.current != self.app.moment:
            tap(icon="arrow-left")

    def join(self) -> None:
        self.until(self._meet.exists, "there is no table")
        told = json.loads(self._meet.read_text("utf-8"))
        tap = self.hand.tap
        tap(text=self.app.tr._("Join a table"))
        tap(value="milady")
        screen = self.app.screens.current_screen
        screen.code.text, screen.address.text = told["code"], told["address"]
        self.hand.wait()
        self.picture("devices-guest")
        self.hand.touch(screen.where.ids.join)
        self.until(lambda: self.app.screens.current == "pad", "the pad does not open")
        self.hand.tap(text=self.app.tr._("I am Milady"))

    # --- the match ---

    def play(self) -> None:
        from tools.duet.minds import mind_of

        self.mind: Any = mind_of(self.role, self.app, SEED)
        match = self.hand.match
        while match.verdict() is None:
            self.calm_down(match)
            prompts = match.prompts()
            if not prompts or not self.mind.is_asked(prompts[0]):
                self.await_the_other(match)
                continue
            self.picture(f"{prompts[0].id}", once=True)
            choice, intent = self.mind.decide()
            self.act(prompts[0], choice, intent)
        self.until(lambda: self.app.gathering.standing.waiting == 0, "something is not answered")
        self.hand.wait(60)
        self.picture("verdict")

    def act(self, prompt: Any, choice: Any, intent: Any) -> None:
        if self.role != "milady":
            self.hand.play(choice, intent)
        elif intent.do == "seal":
            self.seal()
        elif intent.do == "reveal":
            self.reveal(choice)
        elif prompt.id == "destination" and intent.do == "next":
            self.hand.tap(text=self.app.tr._("Sealed: go on"))
        else:
            self.hand.play(choice, intent)

    def await_the_other(self, match: Any) -> None:
        before, deadline = match.head, time.monotonic() + PATIENCE
        self.picture(f"waiting-{match.prompts()[0].id}" if match.prompts() else "over", once=True)
        while match.head == before:
            self.breathe()
            if time.monotonic() > deadline:
                raise TimeoutError(f"{self.role}: the other side does nothing about {match.step}")
        self.hand.wait(2)

    # --- Milady's pad ---

    def seal(self) -> None:
        """Hold the curtain, slide to the place, lift; then seal."""
        from companion.app.viewmodels.pad import ICONS

        wanted = ICONS[self.mind.vault.wish]
        pad = self.app.screens.current_screen
        if pad.leaf != "place":
            pad.turn("place")
        self.picture("pad-curtain", once=True)
        self.slide(lambda target: getattr(target, "icon", "") == wanted and hasattr(target, "barred"), "pad-held")
        self.hand.touch(pad.ids.seal)

    def reveal(self, choice: Any) -> None:
        """Open the seal; where she has something to choose, behind the curtain."""
        pad, before = self.app.screens.current_screen, len(self.hand.match.records)
        if self.hand.match.view()["milady"]["at"]:
            self.hand.tap(text=self.app.tr.read(choice.label), within=pad.ids.now)
            return
        self.hand.tap(icon="lock-open-variant", within=pad.ids.now)
        if len(self.hand.match.records) == before:
            wanted = self.app.tr.read(choice.label)
            self.slide(lambda target: getattr(target, "text", "").lower() == wanted.lower(), "pad-deeds")

    def slide(self, meant: Callable[[Any], bool], name: str) -> None:
        """One finger: press the grip, slide to the target that is meant, lift there."""
        from companion.app.widgets.curtain import Target

        curtain = self.app.screens.current_screen.curtain
        grip = curtain.ids.grip
        finger = headless.finger(*grip.to_window(*grip.center))
        finger.touch_down()
        self.hand.wait(3)
        target = next(one for one in curtain.walk(restrict=True) if isinstance(one, Target) and meant(one))
        finger.touch_move(*target.to_window(*target.center))
        self.hand.wait(3)
        self.picture(name, once=True)
        finger.touch_up()
        self.hand.settle()

    # --- time and pictures ---

    def calm_down(self, match: Any) -> None:
        """Until the screen has heard of everything that the other device has sent."""
        head = ""
        while head != match.head:
            head = match.head
            self.hand.settle()
            self.hand.wait(4)

    def breathe(self) -> None:
        """Let some real time pass: the other side is another process."""
        self.hand.wait(2)
        time.sleep(0.004)

    def until(self, holds: Callable[[], bool], trouble: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while not holds():
            self.breathe()
            if time.monotonic() > deadline:
                raise TimeoutError(f"{self.role}: {trouble}")

    def picture(self, name: str, once: bool = False) -> None:
        if self._out is None or not headless.has_pixels() or (once and name in self.seen):
            return
        self.seen.add(name)
        headless.frames(54)
        headless.screenshot(self._out / f"{self.role}-{name}.png")


def _free_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def linked_hand(app: Any) -> Any:
    """A hand that waits for the table's answer, wherever the table is."""
    from companion.app.hand import Hand, Slip, told

    class LinkedHand(Hand):
        def settle(self) -> None:
            deadline = time.monotonic() + PATIENCE
            super().settle()
            while self.app.desk.is_waiting:
                self.wait(2)
                time.sleep(0.002)
                if time.monotonic() > deadline:
                    raise Slip("the table does not answer")
            super().settle()

        def _came_of(self, records: Any, intent: Any) -> bool:
            """At a table with several devices, others write records too: among them must be this one."""
            if not any((one.intent.do, told(one.intent)) == (intent.do, told(intent)) for one in records):
                raise Slip(f"nothing came of {intent.do} {dict(intent.fields)}")
            return True

    return LinkedHand(app)


def main() -> int:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("role", choices=ROLES)
    wanted.add_argument("--folder", type=Path, required=True)
    wanted.add_argument("--meet", type=Path, required=True)
    wanted.add_argument("--out", type=Path)
    options = wanted.parse_args()
    side = Side(options.role, options.folder, options.meet, options.out)
    try:
        side.open_table() if side.role == "table" else side.join()
        side.play()
        match = side.hand.match
        verdict = match.verdict()
        told = {
            "head": match.head,
            "records": len(match.records),
            "winner": verdict.winner,
            "joint": sum("coins" in record.result for record in match.records),
            "touches": side.hand.touches,
        }
        print(json.dumps(told), flush=True)
        # The table stays open until the other one has heard of the end.
        sys.stdin.read()
    finally:
        side.app.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
