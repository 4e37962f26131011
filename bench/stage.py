"""What `bench.screens` measures, each in a process of its own: `python -m bench.stage NAME FOLDER`.

Kivy gets one window in a process and keeps everything it ever loaded, so nothing measured here would be fresh twice.
The last line written is the answer, as JSON.
"""

from __future__ import annotations

import gc
import json
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from companion.app import headless


def main(name: str, folder: Path) -> None:
    headless.prepare(headless.choose_tier(hidden=True))
    scenes: dict[str, Callable[[Path], dict[str, float]]] = {
        "empty": _empty,
        "ours": _ours,
        "tumble": _tumble,
        "visits": _visits,
        "taps": _taps,
    }
    print(json.dumps(scenes[name](folder)), flush=True)


def _peer(build: Callable[[], Any]) -> Any:
    """An empty KivyMD app around what `build` makes."""
    from kivymd.app import MDApp

    class Empty(MDApp):  # type: ignore[misc]
        def build(self) -> Any:
            return build()

    app = Empty()
    headless.start(app)
    return app


def _sit_down(folder: Path) -> Any:
    from companion.app.app import CompanionApp

    app = CompanionApp(folder=folder, hints=False)
    headless.start(app)
    return app


# --- the first frame that takes a tap; whoever started the process has looked at the clock then ---


def _empty(_: Path) -> dict[str, float]:
    from kivymd.uix.label import MDLabel
    from kivymd.uix.screen import MDScreen

    taps: list[Any] = []
    app = _peer(lambda: MDScreen(MDLabel(text="Nothing", halign="center")))
    app.root.bind(on_touch_down=lambda *touch: taps.append(touch))
    _drawn()
    headless.tap(app.root)
    return {"taken": len(taps)}


def _ours(folder: Path) -> dict[str, float]:
    app = _sit_down(folder)
    _drawn()
    shelf = app.screens.current_screen
    plate = _first(shelf, "MatchPlate")
    shown = sum(type(widget).__name__ == "MatchPlate" for widget in shelf.walk(restrict=True))
    headless.tap(plate)
    app.desk.wait()
    headless.frames(3)
    taken = app.screens.current_screen is not shelf
    app.stop()
    return {"taken": taken, "shown": shown}


def _drawn() -> None:
    headless.frames(1)
    print("drawn", flush=True)


def _first(root: Any, kind: str) -> Any:
    return next(widget for widget in root.walk(restrict=True) if type(widget).__name__ == kind)


# --- milliseconds of Python in each frame while dice tumble ---

ROLLS = 7


def _tumble(folder: Path) -> dict[str, float]:
    app = _open_match(folder)
    app.go("dice")
    headless.frames(30)
    page = app.screens.current_screen
    _roll(app, page)  # symbols and numbers are drawn once and kept
    gc.disable()  # when it comes round is chance
    ours = [_roll(app, page) for _ in range(ROLLS)]
    app.stop()
    return {"ours": min(ours), "peer": _animated()}


def _roll(app: Any, page: Any) -> float:
    """Seconds a frame, from the one after the dice have come to the last one in which any of them moves."""
    from companion.app.widgets.tray import TrayDie

    page.act("roll", {"dice": "6b 4r"})
    app.desk.wait()
    headless.frames(2)
    dice = [widget for widget in page.walk(restrict=True) if isinstance(widget, TrayDie)]
    assert sum(die.turn > 0 for die in dice) == 10, "not all of them tumble"
    spent, frames = 0.0, 0
    while any(die.turn for die in dice):
        spent += _seconds(lambda: headless.frames(1))
        frames += 1
    headless.frames(30)
    return spent / frames


def _animated() -> float:
    from kivy.animation import Animation
    from kivy.graphics import Rectangle
    from kivy.uix.widget import Widget

    root = Widget()
    with root.canvas:
        square = Rectangle(size=(80, 80))
    root.bind(pos=lambda _, pos: setattr(square, "pos", pos))
    app = _peer(lambda: root)
    headless.frames(10)
    each = []
    for turn in range(ROLLS):
        Animation(x=200 * (turn % 2 + 1), y=300 * (turn % 2 + 1), duration=1.2).start(root)
        headless.frames(2)
        each.append(_seconds(lambda: headless.frames(60)) / 60)
    app.stop()
    return min(each)


# --- what is kept after every screen was seen ---


def _visits(folder: Path) -> dict[str, float]:
    tracemalloc.start()
    app = _open_match(folder)
    _see_everything(app)
    things, memory = _weigh()
    _see_everything(app)
    things_again, memory_again = _weigh()
    app.stop()
    return {"things": things_again / things, "memory": memory_again / memory, "screens": len(app.screens.screen_names)}


def _see_everything(app: Any) -> None:
    """Every screen there is, and the sheets that can be opened on the board."""
    from companion.app import screens
    from companion.app.pages import PAGES

    match = app.desk.opened
    pages = [page.name for page in PAGES["mousquetaires"]]
    around = sorted(module.name for module in iter_modules(screens.__path__) if module.name != "match")
    for name in (*around, *pages):
        if name in pages and not app.desk.match:
            app.resume(match)
        app.go(name)
        headless.frames(12)
    app.go("table")
    headless.frames(24)
    page = app.screens.current_screen
    for sheet in (page.why, page.more, lambda: page.correct("purse")):
        sheet()
        headless.frames(20)
        page.open_sheet.dismiss(animation=False)
        page.open_sheet = None
        headless.frames(20)


def _weigh() -> tuple[int, int]:
    """What Python holds after cleaning up: how many things that can refer to others, and bytes of everything."""
    headless.frames(60)
    for _ in range(3):
        gc.collect()
    return len(gc.get_objects()), tracemalloc.get_traced_memory()[0]


# --- from the finger that leaves a button to the board that shows what came of it ---
# In seconds of the processor, both threads together: a tap goes to the clerk and back, and by the clock on the wall it
# would wait for whatever else the machine does (twice to four times as long on a busy one). The disk has its own bench.

LATE, EACH, ROUNDS = 1_500, 12, 7


def _taps(folder: Path) -> dict[str, float]:
    from companion.core.record import Intent

    app = _open_match(folder)
    early = app.desk.opened
    app.go("shelf")
    app.start("mousquetaires", {})
    late, match = app.desk.opened, app.desk.match
    while len(match.records) < LATE:
        match.act(Intent("correct", {"what": "purse", "to": len(match.records) % 20}))
    times: dict[str, list[float]] = {early: [], late: []}
    for turn in range(ROUNDS + 1):  # in turns, so that a busy moment of the machine hits both
        for name, kept in times.items():
            app.go("shelf")
            app.resume(name)
            app.theme.still = True  # the token is there at once, so that its way is not measured
            headless.frames(40)
            spent = [_tap(app) for _ in range(EACH)]
            if turn:
                kept.append(_median(spent))
    app.stop()
    return {"early": _median(times[early]), "late": _median(times[late]), "peer": _peer_tap()}


def _tap(app: Any) -> float:
    """One tap on the main button of the NOW card; taken back before the next one."""
    page = app.screens.current_screen
    before = page.ids.now.what
    finger = _finger(_first(page.ids.now, "MainPlate"))
    finger.touch_down()
    headless.frames(1)

    begin = time.process_time()
    finger.touch_up()
    app.desk.wait()
    headless.frames(1)
    spent = time.process_time() - begin
    assert page.ids.now.what != before, "the tap is not seen in the next frame"
    headless.frames(30)
    page.act("undo", {})
    app.desk.wait()
    headless.frames(30)
    assert page.ids.now.what == before
    return spent


def _peer_tap() -> float:
    """An empty KivyMD app again, in which a button changes a label."""
    from kivymd.uix.button import MDButton, MDButtonText
    from kivymd.uix.label import MDLabel
    from kivymd.uix.screen import MDScreen

    def build() -> Any:
        label = MDLabel(text="0", halign="center", pos_hint={"center_y": 0.8})
        button = MDButton(MDButtonText(text="One more"), pos_hint={"center_x": 0.5, "center_y": 0.4})
        button.bind(on_release=lambda _: setattr(label, "text", str(int(label.text) + 1)))
        return MDScreen(label, button)

    app = _peer(build)
    button, label = app.root.children
    headless.frames(20)
    times = []
    for turn in range(EACH * ROUNDS):
        finger = _finger(button)
        finger.touch_down()
        headless.frames(1)
        begin = time.process_time()
        finger.touch_up()
        headless.frames(1)
        times.append(time.process_time() - begin)
        assert label.text == str(turn + 1)
        headless.frames(30)
    app.stop()
    return _median(times)


def _open_match(folder: Path) -> Any:
    app = _sit_down(folder)
    headless.frames(3)
    app.start("mousquetaires", {})
    headless.frames(20)
    return app


def _finger(widget: Any) -> Any:
    return headless.finger(*widget.to_window(*widget.center))


def _median(times: list[float]) -> float:
    return sorted(times)[len(times) // 2]  # importing statistics would make both apps start later


def _seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
