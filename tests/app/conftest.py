"""Kivy gets its window here, once per process and before any test of the app is imported.

The tier is the best one that shows nothing on the developer's screen; KIVY_TEST_TIER=mock (or offscreen, window)
chooses another. Only tests marked `pixels` are skipped where there are none.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from companion.app import headless
from tests.app.network import here

headless.prepare(headless.choose_tier(hidden=True))

_CAUGHT: list[logging.LogRecord] = []


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if headless.has_pixels():
        return
    for item in items:
        if item.get_closest_marker("pixels"):
            item.add_marker(pytest.mark.skip(reason=f"no pixels without {' and '.join(headless.GL_PACKAGES)}"))


@pytest.fixture
def window() -> Iterator[Any]:
    """The window, as large as a phone and empty before and after."""
    from kivy.core.window import Window

    _clear(Window)
    yield Window
    _clear(Window)


@pytest.fixture
def frames() -> Callable[[int], None]:
    """`frames(n)` lets n frames pass, each a sixtieth of a second on Kivy's clock."""
    return headless.frames


@pytest.fixture
def open_app(window: Any) -> Iterator[Callable[[Any], Any]]:
    """`open_app(app)` opens an app in the window; it is closed after the test if the test did not do so."""
    from kivy.app import App

    def open_(app: Any) -> Any:
        headless.start(app)
        headless.frames(3)
        return app

    yield open_
    left = App.get_running_app()
    if left is not None:
        left.stop()


@pytest.fixture
def touch(window: Any) -> Callable[..., None]:
    """`touch(widget)` or `touch(x, y)`: a finger down and up again in the window, after `hold` frames.

    `to` drags: the finger goes to that place, in window coordinates, before it leaves.
    """

    def touch_(target: Any, y: float | None = None, *, hold: int = 1, to: tuple[float, float] | None = None) -> None:
        if y is None and to is None and hold == 1:
            headless.tap(target)
            return
        place = target.to_window(*target.center) if y is None else (target, y)
        finger = headless.finger(*place)
        finger.touch_down()
        headless.frames(hold)
        if to is not None:
            finger.touch_move(*to)
            headless.frames(1)
        finger.touch_up()
        headless.frames(1)

    return touch_


@pytest.fixture
def find() -> Callable[..., Any]:
    """`find(root, text="Undo")`: the first widget under the root with these values; an error if there is none.

    Give `kind` a class to look only among its widgets.
    """

    def find_(root: Any, kind: type = object, **values: Any) -> Any:
        # Without restrict, walk goes on to the neighbours of the root.
        for widget in root.walk(restrict=True):
            if isinstance(widget, kind) and all(getattr(widget, name, None) == value for name, value in values.items()):
                return widget
        raise LookupError(f"no {kind.__name__} with {values} under {root}")

    return find_


@pytest.fixture
def mishaps() -> list[logging.LogRecord]:
    """Whatever the app has caught so far. A test that asks for this list expects it; every other one fails over it."""
    return _CAUGHT


@pytest.fixture(autouse=True)
def _no_mishap(request: pytest.FixtureRequest) -> Iterator[None]:
    """The app catches what its own code does wrong, and would hide it from the tests as well."""

    class Catcher(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            _CAUGHT.append(record)

    _CAUGHT.clear()
    catcher, log = Catcher(logging.ERROR), logging.getLogger("companion.app")
    log.addHandler(catcher)
    yield
    log.removeHandler(catcher)
    if _CAUGHT and "mishaps" not in request.fixturenames:
        caught = _CAUGHT[0]
        pytest.fail(f"{caught.getMessage()}: {caught.exc_info and caught.exc_info[1]!r}")


class Evening:
    """Somebody with a finger, in front of the app."""

    def __init__(self, app: Any, find: Callable[..., Any], touch: Callable[..., None], window: Any) -> None:
        self.app, self._find, self._touch, self._window = app, find, touch, window

    def seek(self, **values: Any) -> Any:
        """The button with these values, on the screen or on a sheet over it."""
        from kivy.uix.behaviors import ButtonBehavior

        for root in self._window.children:
            with suppress(LookupError):
                return self._find(root, ButtonBehavior, **values)
        raise LookupError(f"nothing to tap with {values}")

    def tap(self, **values: Any) -> None:
        from companion.app.tour import _scroll_to

        self.wait(24)  # the guard against taps on a button that has just changed its meaning
        widget = self.seek(**values)
        _scroll_to(widget)
        self._touch(widget)
        self.app.desk.wait()
        self.wait(30)

    def wait(self, frames: int) -> None:
        """Time passes, and only its last frame is drawn: nearly all that a frame costs here is its drawing."""

        def look_away(*_: object) -> bool:
            return True

        self._window.bind(on_draw=look_away)
        headless.frames(frames - 1)
        self._window.unbind(on_draw=look_away)
        self._window.canvas.ask_update()
        headless.frames(1)

    @property
    def texts(self) -> list[str]:
        """Everything that can be read, on the screen and on what lies over it."""
        return [
            widget.text
            for root in self._window.children
            for widget in root.walk(restrict=True)
            if getattr(widget, "text", "")
        ]

    @property
    def table(self) -> Any:
        return self.app.screens.current_screen

    @property
    def board(self) -> dict[str, int]:
        return {name: track.shown for name, track in self.table.scene.board.tracks.items()}

    def close(self) -> None:
        """Stop the app and clear the window."""
        self.app.stop()
        for child in self._window.children[:]:
            self._window.remove_widget(child)


@pytest.fixture
def sit_down(
    open_app: Callable[[Any], Any], find: Callable[..., Any], touch: Callable[..., None], window: Any
) -> Callable[[Path], Evening]:
    """`sit_down(folder)` opens the app with what is kept in this folder."""

    def sit_down_(folder: Path) -> Evening:
        from companion.app.app import CompanionApp

        return Evening(open_app(CompanionApp(folder=folder, hints=False, network=here())), find, touch, window)

    return sit_down_


def _clear(window: Any) -> None:
    from kivy.base import EventLoop, runTouchApp

    for child in window.children[:]:
        window.remove_widget(child)
    if EventLoop.status != "started":
        runTouchApp(embedded=True)
    headless.resize(headless.PHONE)
    headless.frames(3)
