"""A window for Kivy where there may be none: real, off-screen or pretended.

Kivy opens its window while it is being imported, and reads its settings even earlier. So nothing of Kivy is
imported at the top of this file, and `prepare` has to be called before anybody else imports it.

| tier      | needs                        | gives                                                      |
|-----------|------------------------------|------------------------------------------------------------|
| window    | a display                    | the app as people see it                                   |
| offscreen | Linux, the two GL libraries  | the same pixels, drawn by software, with no display at all |
| mock      | nothing                      | real layout, texts, bindings and touches, but no pixels    |
"""

from __future__ import annotations

import ctypes
import logging
import os
import struct
import sys
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal, get_args

Tier = Literal["window", "offscreen", "mock"]
Size = tuple[int, int]
FindLibrary = Callable[[str], str | None]

PHONE: Size = (412, 915)
TABLET: Size = (1280, 800)
# SDL makes the off-screen surface once and never lets it grow, so it begins as large as anybody will ask for.
SURFACE: Size = (1920, 1920)
# Out of sight every frame takes this long, on any machine: an animation of 0.2 s is always twelve frames.
FRAME = 1 / 60
# What to install on Debian and Ubuntu where `has_gl` says no.
GL_PACKAGES = ("libgl1", "libegl1")

_GL_LIBRARIES = ("GL", "EGL")
_ALWAYS_A_DISPLAY = ("darwin", "win32", "cygwin", "android", "ios")
# Kivy reports these as errors, some with a traceback. They mean: no library for a kind of touch screen, no X11
# clipboard tools. Nobody can or should do anything about them.
_HARMLESS = ("Input: MTDev is not supported", "Cutbuffer: Unable to find")
_HARMLESS_IN_MOCK = ("Window: Unable to find any valuable Window", "OpenGL: Error while parsing", "Shader: <")

_prepared: Tier | None = None


def find_library(name: str) -> str | None:
    """The file of a system library, if it can be loaded. Asked in the way SDL will ask."""
    file = f"lib{name}.so.1"
    try:
        ctypes.CDLL(file)
    except OSError:
        return None
    return file


def has_display(env: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    if platform in _ALWAYS_A_DISPLAY or "ANDROID_ARGUMENT" in env:
        return True
    return bool(env.get("DISPLAY") or env.get("WAYLAND_DISPLAY"))


def has_gl(find: FindLibrary = find_library, platform: str = sys.platform) -> bool:
    """Are the libraries there that drawing needs? Only Linux can be without."""
    return platform != "linux" or all(find(name) for name in _GL_LIBRARIES)


def choose_tier(
    env: Mapping[str, str] = os.environ,
    find: FindLibrary = find_library,
    platform: str = sys.platform,
    *,
    hidden: bool = False,
) -> Tier:
    """The best tier this machine can give; with `hidden`, the best that shows no window.

    KIVY_TEST_TIER in the environment overrules both.
    """
    wanted = env.get("KIVY_TEST_TIER", "auto")
    for tier in get_args(Tier):
        if wanted == tier:
            return tier
    if wanted != "auto":
        raise ValueError(f"KIVY_TEST_TIER must be auto, {', '.join(get_args(Tier))}, not {wanted!r}")
    if not hidden and has_display(env, platform):
        return "window"
    if platform == "linux" and has_gl(find, platform):
        return "offscreen"
    return "mock"


def prepare(tier: Tier, size: Size = PHONE) -> None:
    """Give Kivy its window. Once per process; again with the same tier only sets the size."""
    global _prepared
    if _prepared is not None:
        if _prepared != tier:
            raise RuntimeError(f"Kivy already has its window, in the tier {_prepared!r}")
        resize(size)
        return
    if "kivy" in sys.modules:
        raise RuntimeError("Kivy was imported before companion.app.headless.prepare was called")
    _set_environment(tier)
    _set_config(tier, size)
    if tier == "mock":
        _install_fake_window(size)
    elif tier == "offscreen":
        _finish_every_frame()
    _prepared = tier
    if tier != "window":
        _steady_clock()
        resize(size)


def has_pixels() -> bool:
    """Is there a picture to look at in this process?"""
    return _prepared in ("window", "offscreen")


def resize(size: Size) -> None:
    """Ask for another size. It takes effect with the next frames."""
    if _prepared == "offscreen" and (size[0] > SURFACE[0] or size[1] > SURFACE[1]):
        raise ValueError(f"off-screen, {SURFACE[0]}x{SURFACE[1]} is the largest size, not {size[0]}x{size[1]}")
    from kivy.core.window import Window

    Window.size = size


def frames(count: int = 1) -> None:
    """Let that many frames pass: the clock ticks, animations move, layouts settle, the picture is drawn."""
    from kivy.base import EventLoop

    for _ in range(count):
        EventLoop.idle()


def start(app: Any) -> None:
    """Open an app as `app.run()` does, but come back: the caller lets time pass with `frames`."""
    from kivy.base import runTouchApp
    from kivy.lang.parser import global_idmap

    # kv files know the app by this name. A rule that was read while the app before this one was closing has made it
    # remember that one.
    object.__setattr__(global_idmap["app"], "_obj", None)
    # So have rows of its lists, which Kivy keeps to use them again.
    rows = sys.modules.get("kivy.uix.recycleview.views")
    if rows:
        rows._cached_views.clear()  # type: ignore[attr-defined]
        rows._cache_count = 0  # type: ignore[attr-defined]
    app._run_prepare()
    runTouchApp(embedded=True)


def finger(x: float, y: float) -> Any:
    """A finger over a place in the window, with touch_down(), touch_move(x, y) and touch_up().

    Kivy's own UnitTestTouch is the same, but it comes with pytest, which people who run the tour do not have.
    """
    from kivy.base import EventLoop
    from kivy.input.motionevent import MotionEvent

    def share(at_x: float, at_y: float) -> dict[str, float]:
        window = EventLoop.window
        return {"x": at_x / (window.width - 1.0), "y": at_y / (window.height - 1.0)}

    class Finger(MotionEvent):
        def __init__(self) -> None:
            super().__init__("finger", 1, share(x, y), is_touch=True, type_id="touch")
            self.profile = ["pos"]

        def depack(self, args: dict[str, float]) -> None:
            self.sx, self.sy = args["x"], args["y"]
            super().depack(args)

        def touch_down(self) -> None:
            EventLoop.post_dispatch_input("begin", self)

        def touch_move(self, to_x: float, to_y: float) -> None:
            self.move(share(to_x, to_y))
            EventLoop.post_dispatch_input("update", self)

        def touch_up(self) -> None:
            EventLoop.post_dispatch_input("end", self)

    return Finger()


def tap(widget: Any) -> None:
    """Touch a widget in its middle, as a finger would: whatever lies on top of it gets the touch."""
    from kivy.core.window import Window

    x, y = widget.to_window(*widget.center)
    if not (0 <= x < Window.width and 0 <= y < Window.height):
        raise ValueError(f"{widget} lies outside the window, at {x:.0f}, {y:.0f}")
    touch = finger(x, y)
    touch.touch_down()
    frames(1)
    touch.touch_up()
    frames(1)


def pixels() -> tuple[Size, bytes]:
    """The picture as it would be drawn now: its size, then red, green, blue bytes from the top left."""
    if not has_pixels():
        raise RuntimeError("there are no pixels in this tier")
    from kivy.core.window import Window
    from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels

    # Drawn afresh and read before the buffers are swapped: after that, what a read gives is undefined.
    Window.canvas.ask_update()
    Window.dispatch("on_draw")
    width, height = (int(side) for side in Window.size)
    rgba = glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE)
    rgb = bytearray(width * height * 3)
    for channel in range(3):
        rgb[channel::3] = rgba[channel::4]
    row = width * 3
    # GL counts rows from the bottom.
    return (width, height), b"".join(bytes(rgb[y * row : (y + 1) * row]) for y in range(height - 1, -1, -1))


def screenshot(path: Path) -> None:
    """Save the picture under exactly this name (Window.screenshot would add a number)."""
    size, rgb = pixels()
    path.write_bytes(png(size, rgb))


def png(size: Size, rgb: bytes) -> bytes:
    """A PNG file of red, green, blue bytes. Written here because Pillow is not part of the app."""
    width, height = size

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    row = width * 3
    filtered = b"".join(b"\0" + rgb[y * row : (y + 1) * row] for y in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        (chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(filtered, 6)), chunk(b"IEND", b""))
    )


def _set_environment(tier: Tier) -> None:
    # Our command line is not Kivy's, and a stray ~/.kivy must not change how the app looks.
    quiet = {"KIVY_NO_ARGS": "1", "KIVY_NO_CONFIG": "1", "KIVY_NO_FILELOG": "1", "KIVY_LOG_MODE": "MIXED"}
    quiet["KCFG_KIVY_LOG_LEVEL"] = "warning"
    if tier != "window":
        # The same pixels everywhere, and no device that a test machine may lack.
        quiet |= {"KIVY_METRICS_DENSITY": "1", "KIVY_METRICS_FONTSCALE": "1", "KIVY_DPI": "160"}
        quiet |= {"KIVY_CLIPBOARD": "dummy", "KIVY_AUDIO": "none"}
    for name, value in quiet.items():
        os.environ.setdefault(name, value)
    if tier == "offscreen":
        os.environ["SDL_VIDEODRIVER"] = "offscreen"
    elif tier == "mock":
        os.environ.update(KIVY_GL_BACKEND="mock", KIVY_WINDOW="none")
    harmless = _HARMLESS + (_HARMLESS_IN_MOCK if tier == "mock" else ())
    logging.getLogger("kivy").addFilter(lambda record: not str(record.msg).startswith(harmless))


def _set_config(tier: Tier, size: Size) -> None:
    from kivy.config import Config

    width, height = SURFACE if tier == "offscreen" else size
    Config.set("graphics", "width", width)
    Config.set("graphics", "height", height)
    if tier == "window":
        # A right click would leave a red dot, Kivy's second finger for developers without a touch screen.
        Config.set("input", "mouse", "mouse,disable_multitouch")
        return
    for name, value in (("multisamples", 0), ("maxfps", 0), ("vsync", 0)):
        Config.set("graphics", name, value)
    for device, _ in list(Config.items("input")):
        Config.remove_option("input", device)


def _finish_every_frame() -> None:
    """Without a screen nothing slows the drawing down, and frames would pile up in memory without limit."""
    from kivy.core.window import Window
    from kivy.graphics.opengl import glFinish

    Window.bind(on_flip=lambda *_: glFinish())


def _steady_clock() -> None:
    from kivy.clock import Clock

    now = Clock.time()
    tick = Clock.tick

    def step() -> None:
        nonlocal now
        now += FRAME
        tick()

    Clock.time = lambda: now
    Clock.tick = step


def _install_fake_window(size: Size) -> None:
    import kivy.core.window as home
    from kivy.graphics.cgl import cgl_init

    class FakeWindow(home.WindowBase):
        """Everything a window does above the graphics card, and nothing below."""

        def create_window(self, *args: object) -> None:
            if not self.initialized:
                cgl_init()
                self._size = size
            super().create_window(*args)

        def set_title(self, title: str) -> None:
            self.title = title

        def set_icon(self, file: str) -> None:
            self.icon = file

        def set_system_cursor(self, name: str) -> bool:
            return True

        def _get_window_pos(self) -> Size:
            return 0, 0

    home.Window = FakeWindow()
