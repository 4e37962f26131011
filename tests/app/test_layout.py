"""The layout gate: every screen in every size, language and text size, measured with the ruler.

Nothing is cut off, broken, covered or out of reach, and every button is large enough for a finger.
"""

from __future__ import annotations

import gc
import re
from itertools import product
from pathlib import Path

import pytest
from kivy.uix.modalview import ModalView

import companion.app
from companion.app import headless
from companion.app.pages import PAGES
from companion.app.tr import Translator
from companion.app.widgets.now import GUARD
from companion.locale import LANGUAGES
from tests.app import ruler
from tests.app.stages import STAGES

SIZES = ((360, 640), (430, 932), (731, 411), (800, 1280), (1280, 800))
SCALES = (1.0, 1.6)
LONG_WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamten"
GUARDED = round(GUARD / headless.FRAME) + 2  # frames in which a page that has just come takes no tap
APP = Path(companion.app.__file__).parent


@pytest.fixture
def gate(sit_down, tmp_path, window, monkeypatch):
    """`gate(stage)` sets the stage; called without one, it only measures. Both give what is wrong, and where."""
    ruler.install(monkeypatch)

    def look_away(*_):
        return True  # nothing has to be drawn to be measured

    evening = sit_down(tmp_path)
    evening.app.theme.still = True
    window.bind(on_draw=look_away)

    def measure(stage, languages=LANGUAGES, scales=SCALES, sizes=SIZES):
        stage.set(evening)
        headless.frames(2)
        # A new language collects what was cleared away; what is here already need not be looked through each time.
        gc.collect()
        gc.freeze()
        faults = {}
        for language in languages:
            evening.app.tr.language = language
            if stage.open:
                headless.frames(GUARDED)
                layers = len(window.children)
                stage.open(evening)
                headless.frames(1)
                assert len(window.children) > layers, "nothing was opened"
            veiled = any(isinstance(child, ModalView) for child in window.children)
            if veiled:
                window.remove_widget(evening.app.root)  # what a sheet veils would only be laid out for nothing
            for scale, size in product(scales, sizes):
                evening.app.theme.scale = scale
                headless.resize(size)
                for fault in _settled():
                    faults.setdefault(fault, []).append(f"{language} {size[0]}x{size[1]} at {scale}")
            if stage.open:
                _put_away(window, evening.app.root)
        gc.unfreeze()
        return faults

    measure.evening = evening
    yield measure
    window.unbind(on_draw=look_away)


def _settled():
    """What is wrong once everything has come to rest; where nothing is, there is no need to wait."""
    for frames in (2, 6):
        headless.frames(frames)
        faults = ruler.Ruler().measure()
        if not faults:
            break
    return faults


def _put_away(window, root):
    for child in window.children[:]:
        if isinstance(child, ModalView):
            child.dismiss(animation=False)
        window.remove_widget(child)
    window.add_widget(root)
    headless.frames(2)


def _told(faults):
    return "\n".join(f"{what}\n    {', '.join(where)}" for what, where in faults.items())


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.name)
def test_everything_has_its_place(gate, stage):
    faults = gate(stage)
    assert not faults, _told(faults)


def _modules(folder, mark):
    """The modules of a folder in whose source the mark is found."""
    files = (APP / folder).glob("*.py")
    return {f"{folder}.{file.stem}" for file in files if re.search(mark, file.read_text("utf-8"), re.MULTILINE)}


def test_no_screen_is_left_out():
    # The frame of the pages is measured with each of them.
    there = _modules("screens", r"^class \w+Screen\b") - {"screens.match"}
    there |= _modules("scenes", r"^(Scene = |class Scene\b)")
    there |= {f"scenes.{page.name}" for pages in PAGES.values() for page in pages}
    for file in ("sheets", "form"):
        source = (APP / "widgets" / f"{file}.py").read_text("utf-8")
        there |= set(re.findall(r"^def ([a-z]\w*_sheet)\b", source, re.MULTILINE))
    assert len(there) > 20
    assert not there - {stage.shows for stage in STAGES}
    assert len({stage.name for stage in STAGES}) == len(STAGES)


# --- and would it see anything? ---


def _stage(name):
    return next(stage for stage in STAGES if stage.name == name)


def _small(gate, stage):
    return list(gate(_stage(stage), ("en",), (1.0,), SIZES[:1]))


def _named(faults, kind, what):
    return [fault for fault in faults if fault.startswith(kind) and what in fault]


def _plant(monkeypatch, sentence):
    read = Translator._
    monkeypatch.setattr(
        Translator, "_", lambda self, text, rev=0: LONG_WORD if text == sentence else read(self, text, rev)
    )


@pytest.mark.parametrize(
    ("stage", "sentence"), [("shelf, empty", "New match"), ("about", "About"), ("set-up", "Begin")]
)
def test_a_long_word_on_a_button_or_in_a_heading_is_seen(gate, monkeypatch, stage, sentence):
    assert not _small(gate, stage)
    _plant(monkeypatch, sentence)
    gate.evening.app.tr.rev += 1
    headless.frames(2)
    assert _named(ruler.Ruler().measure(), "word broken", LONG_WORD[:20])


def test_a_long_word_on_a_canvas_is_seen(gate):
    _small(gate, "table, at the beginning")
    screen = gate.evening.table
    screen.phases = [(sign, LONG_WORD, now) for sign, _, now in screen.phases]
    faults = ruler.Ruler().measure()
    assert _named(faults, "letters too small", LONG_WORD[:20])
    assert _named(faults, "overlap", LONG_WORD[:20])


def test_a_shortened_text_is_seen(gate):
    from kivy.uix.label import Label

    _small(gate, "about")
    gate.evening.table.children[0].add_widget(
        Label(text="one two three four five " * 6, shorten=True, text_size=(90, 30), size_hint_y=None, height=60)
    )
    headless.frames(2)
    assert _named(ruler.Ruler().measure(), "shortened", "one two")


def test_a_button_too_small_for_a_finger_is_seen(gate):
    from companion.app.widgets.now import OtherPlate

    _small(gate, "table, at the beginning")
    plate = OtherPlate(text="Tap")
    gate.evening.table.ids.now.ids.choices.add_widget(plate)
    headless.frames(2)
    assert not ruler.Ruler().measure()
    plate.height = 40
    headless.frames(2)
    assert _named(ruler.Ruler().measure(), "too small for a finger", "Tap")


def test_an_overlap_is_seen(gate):
    _small(gate, "shelf, empty")
    buttons = gate.evening.table.children[0].children[-1]
    first, second = buttons.children[1], buttons.children[0]
    first.pos = second.x - 20, second.y
    assert _named(ruler.Ruler().measure(), "overlap", first.text)


def test_what_is_pushed_out_of_the_window_is_seen(gate):
    _small(gate, "shelf, empty")
    button = gate.evening.table.children[0].children[-1].children[0]
    button.x += 60
    assert _named(ruler.Ruler().measure(), "outside the window", button.text)


def test_what_no_scrolling_leads_to_is_seen(gate):
    _small(gate, "about")
    words = next(w for w in gate.evening.table.walk(restrict=True) if getattr(w, "text", "") == "Fonts")
    words.y -= 5000
    assert _named(ruler.Ruler().measure(), "where no scrolling leads", "Fonts")
    words.y += 5000
    words.x += 200
    assert _named(ruler.Ruler().measure(), "wider than what it scrolls in", "Fonts")


def test_a_slit_that_nobody_can_read_in_is_seen(gate):
    _small(gate, "table, at the beginning")
    gate.evening.table.ids.scroll.height = 20
    assert _named(ruler.Ruler().measure(), "scrolls in too low a slit", "")


def test_a_line_that_can_be_seen_through_is_seen(gate):
    from kivy.graphics import Color, Line

    _small(gate, "about")
    words = next(w for w in gate.evening.table.walk(restrict=True) if getattr(w, "text", "") == "Fonts")
    with words.canvas.after:
        Color(1, 1, 1, 1)
        Line(circle=(50, 50, 20))
    assert not ruler.Ruler().measure()
    with words.canvas.after:
        Color(1, 1, 1, 0.5)
        Line(circle=(50, 50, 20))
    assert _named(ruler.Ruler().measure(), "a translucent line", "")
