from __future__ import annotations

import struct
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from kivy.animation import Animation
from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.button import Button
from kivy.uix.label import Label
from kivy.uix.relativelayout import RelativeLayout
from kivy.uix.scrollview import ScrollView

from companion.app import headless

PROJECT = Path(__file__).resolve().parents[2]
RED, BLUE = (1, 0, 0, 1), (0, 0, 1, 1)


def everything(name):
    return f"lib{name}.so.1"


def nothing(name):
    return None


def only_gl(name):
    return everything(name) if name == "GL" else None


@pytest.mark.parametrize(
    ("env", "find", "platform", "hidden", "tier"),
    [
        ({"DISPLAY": ":0"}, everything, "linux", False, "window"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, everything, "linux", False, "window"),
        ({"DISPLAY": ""}, everything, "linux", False, "offscreen"),
        ({}, everything, "linux", False, "offscreen"),
        ({}, only_gl, "linux", False, "mock"),
        ({}, nothing, "linux", False, "mock"),
        ({"DISPLAY": ":0"}, everything, "linux", True, "offscreen"),
        ({"DISPLAY": ":0"}, nothing, "linux", True, "mock"),
        ({}, nothing, "darwin", False, "window"),
        ({}, nothing, "win32", False, "window"),
        ({}, nothing, "android", False, "window"),
        ({"ANDROID_ARGUMENT": "/app"}, nothing, "linux", False, "window"),
        ({}, everything, "darwin", True, "mock"),
        ({"KIVY_TEST_TIER": "auto"}, everything, "linux", False, "offscreen"),
        ({"KIVY_TEST_TIER": "mock", "DISPLAY": ":0"}, everything, "linux", False, "mock"),
        ({"KIVY_TEST_TIER": "window"}, nothing, "linux", True, "window"),
    ],
)
def test_the_tier_is_the_best_the_machine_can_give(env, find, platform, hidden, tier):
    assert headless.choose_tier(env, find, platform, hidden=hidden) == tier


def test_a_misspelt_tier_is_refused():
    with pytest.raises(ValueError, match="KIVY_TEST_TIER must be auto, window, offscreen, mock, not 'x11'"):
        headless.choose_tier({"KIVY_TEST_TIER": "x11"}, nothing, "linux")


def test_only_linux_can_be_without_gl():
    assert not headless.has_gl(nothing, "linux")
    assert not headless.has_gl(only_gl, "linux")
    assert headless.has_gl(everything, "linux")
    assert headless.has_gl(nothing, "darwin")


def test_a_library_is_there_if_it_can_be_loaded(monkeypatch):
    def load(file):
        if file != "libGL.so.1":
            raise OSError(file)

    monkeypatch.setattr("ctypes.CDLL", load)
    assert headless.find_library("GL") == "libGL.so.1"
    assert headless.find_library("EGL") is None


def run(code):
    command = [sys.executable, "-c", f"from companion.app import headless\n{code}"]
    return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, timeout=60, check=False)


def test_preparing_too_late_is_an_error():
    done = run("import kivy\nheadless.prepare('mock')")
    assert "Kivy was imported before companion.app.headless.prepare was called" in done.stderr


def test_kivy_gets_one_window_and_says_nothing_about_it():
    done = run(
        "headless.prepare('mock'); headless.prepare('mock', (360, 640)); headless.frames(2)\n"
        "from kivy.core.window import Window; print(tuple(Window.size)); import kivymd.app\n"
        "try: headless.prepare('offscreen')\n"
        "except RuntimeError as error: print(error)\n"
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["(360, 640)", "Kivy already has its window, in the tier 'mock'"]


def test_the_app_needs_none_of_the_packages_left_out_of_the_lock():
    missing = ("materialshapes", "cairo", "PIL", "docutils", "requests", "garden")
    done = run(
        f"import sys; sys.modules.update(dict.fromkeys({missing!r}))\n"
        "headless.prepare('mock')\nimport companion.app.app"
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("size", [(360, 640), headless.TABLET, headless.SURFACE, headless.PHONE])
def test_the_window_can_change_its_size(window, frames, size):
    box = BoxLayout()
    window.add_widget(box)
    headless.resize(size)
    frames(3)
    assert tuple(window.size) == size
    assert tuple(box.size) == size


@pytest.mark.pixels
def test_off_screen_there_is_a_largest_size(window):
    with pytest.raises(ValueError, match="1920x1920 is the largest size, not 1921x100"):
        headless.resize((1921, 100))


def test_a_frame_takes_a_sixtieth_of_a_second_on_every_machine(window, frames):
    label = Label(opacity=0)
    window.add_widget(label)
    begin = Clock.get_time()
    Animation(opacity=1, duration=0.5).start(label)
    frames(16)
    assert label.opacity == pytest.approx(0.5, abs=0.04)
    frames(16)
    assert label.opacity == 1
    assert Clock.get_time() - begin == pytest.approx(32 / 60)


def test_a_touch_reaches_the_widget_wherever_it_lies(window, frames, touch):
    touched = []
    scroll = ScrollView(size_hint=(1, 1))
    inside = RelativeLayout(size_hint=(1, None), height=3000)
    button = Button(size_hint=(None, None), size=(50, 50), pos=(100, 40))
    button.bind(on_release=touched.append)
    inside.add_widget(button)
    scroll.add_widget(inside)
    window.add_widget(scroll)
    frames(3)
    with pytest.raises(ValueError, match="lies outside the window"):
        touch(button)
    scroll.scroll_y = 0
    frames(3)
    touch(button)
    frames(30)  # a scroll view passes a touch on only when it is sure that nobody scrolls
    assert touched == [button]


def test_a_finger_can_hold_and_drag(window, frames, touch):
    seen = []
    label = Label()
    label.bind(
        on_touch_down=lambda _, at: seen.append(("down", round(at.x), round(at.y))),
        on_touch_move=lambda _, at: seen.append(("move", round(at.x), round(at.y))),
        on_touch_up=lambda _, at: seen.append(("up", round(at.x), round(at.y))),
    )
    window.add_widget(label)
    frames(3)
    begin = Clock.get_time()
    touch(30, 40, hold=30, to=(200, 300))
    assert seen == [("down", 30, 40), ("move", 200, 300), ("up", 200, 300)]
    assert Clock.get_time() - begin > 0.5


def test_find_tells_what_it_did_not_find(window, find):
    box = BoxLayout()
    box.add_widget(Label(text="Purse"))
    box.add_widget(Button(text="Purse"))
    assert type(find(box, text="Purse")) is Label
    assert find(box, Button, text="Purse") is box.children[0]
    with pytest.raises(LookupError, match=r"no Button with \{'text': 'Time'\}"):
        find(box, Button, text="Time")


def test_an_app_can_be_opened_closed_and_opened_again(window, open_app, find, touch):
    from kivy.app import App

    class Counter(App):
        def build(self):
            self.count = 0
            button = Button(text="more")
            button.bind(on_release=self.more)
            return button

        def more(self, *_):
            self.count += 1

    for _ in range(2):
        app = open_app(Counter())
        assert App.get_running_app() is app
        touch(find(app.root, text="more"))
        assert app.count == 1
        app.stop()
        assert window.children == []


def test_without_pixels_there_is_no_picture(window, monkeypatch, tmp_path):
    monkeypatch.setattr(headless, "_prepared", "mock")
    with pytest.raises(RuntimeError, match="no pixels"):
        headless.screenshot(tmp_path / "never.png")


def unpack(data):
    """The size and the rows of a PNG file as written by us: one chunk of data, no filters."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    at, chunks = 8, {}
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length]) == (zlib.crc32(kind + body),)
        chunks[kind] = body
        at += 12 + length
    assert list(chunks) == [b"IHDR", b"IDAT", b"IEND"]
    width, height = struct.unpack(">II", chunks[b"IHDR"][:8])
    raw = zlib.decompress(chunks[b"IDAT"])
    row = 1 + 3 * width
    assert len(raw) == row * height
    assert set(raw[::row]) == {0}
    return (width, height), [raw[y * row + 1 : (y + 1) * row] for y in range(height)]


def test_a_png_holds_every_pixel():
    rgb = bytes(range(18))
    assert unpack(headless.png((3, 2), rgb)) == ((3, 2), [rgb[:9], rgb[9:]])


@pytest.mark.pixels
@pytest.mark.parametrize("size", [(411, 701), headless.TABLET])
def test_a_picture_shows_the_window_under_exactly_the_name_given(window, frames, tmp_path, size):
    box = BoxLayout(orientation="vertical")
    for colour in (RED, BLUE):
        box.add_widget(Button(background_normal="", background_color=colour))
    window.add_widget(box)
    headless.resize(size)
    frames(3)
    for _ in range(2):  # the second picture replaces the first
        headless.screenshot(tmp_path / "table.png")
    assert [path.name for path in tmp_path.iterdir()] == ["table.png"]
    given, rows = unpack((tmp_path / "table.png").read_bytes())
    assert given == size
    assert rows[0] == b"\xff\0\0" * size[0]
    assert rows[-1] == b"\0\0\xff" * size[0]
