"""An onlooker's device changes nothing: no button on it does, and a tap on a token only says why."""

import pytest
from kivy.core.window import Window
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.modalview import ModalView

from companion.app import headless
from companion.app.gathering import JOINED, Standing
from companion.app.pages import PAGES
from companion.app.widgets.notice import Notice
from companion.core.prompt import Refusal
from tests.app.stages import BUSY, CALLED_OUT, CROSSED, FULL, HURRIED, THROWN, THROWN_SIEGE, act, quest, right

LOOKS_ON = Standing(JOINED, "7KQ2WM9D", seats=(("Board", "table"), ("A device", "onlooker")), role="onlooker")
MOMENTS = {
    "busy": BUSY,
    "a card in hand": (right("one_for_all", 1),),
    "called out": CALLED_OUT,
    "crossed": CROSSED,
    "siege": THROWN_SIEGE,
    "sand": HURRIED,
    "throws": THROWN[:2],
    "over": (quest(4),),
}
PAGE_NAMES = [page.name for page in PAGES["mousquetaires"]]
SEEN = {  # when there is most to be tapped on each page
    "table": ("busy", "a card in hand", "sand", "siege"),
    "company": ("busy", "called out"),
    "missions": ("busy", "called out"),
    "dice": ("throws",),
    "log": ("busy",),
    "duel": ("called out", "crossed"),
    "siege": ("siege",),
    "hourglass": ("sand",),
    "oneforall": ("a card in hand",),
    "verdict": ("over",),
    "help": ("busy",),
}
# What an onlooker may tap: it shows something, or leads somewhere, or is a token whose tap says why nothing happens.
TOKENS = {"Track", "Ladder", "CountRow", "MissionTap", "PlaceChip", "FigurePlate", "SiegeCamp"}
NO = "Onlookers change nothing."


@pytest.fixture
def look_on(sit_down, tmp_path, sent, monkeypatch):
    """`look_on(moment)`: a match in which this much was done, before the eyes of somebody who may only look."""
    evening = sit_down(tmp_path)
    evening.app.theme.still = True

    def look_on_(moment, **options):
        evening.app.desk.start("mousquetaires", {**FULL, **options})
        act(evening, *MOMENTS[moment])
        monkeypatch.setattr(evening.app.desk, "act", lambda do, fields, then, **how: sent.append((do, fields)))
        evening.app.gathering.standing = LOOKS_ON
        evening.app.desk.seat = "onlooker"
        evening.app._stands()
        evening.app.go("table")
        return evening

    return look_on_


@pytest.fixture
def sent():
    """Whatever leaves this device."""
    return []


def _buttons(root):
    """Those that can be seen and take a tap."""
    found, pending = [], [root]
    while pending:
        widget = pending.pop()
        if widget.opacity <= 0 or widget.disabled:
            continue
        if isinstance(widget, ButtonBehavior) and min(widget.size) > 1:
            found.append(widget)
        pending.extend(widget.children)
    return found


def _sheets():
    return [child for child in Window.children if isinstance(child, ModalView)]


def _press(evening, button, page):
    evening.app.last_notice = ""
    headless.frames(24)
    button.dispatch("on_release")
    headless.frames(3)
    said = evening.app.last_notice
    for sheet in _sheets():
        for inner in _buttons(sheet):
            inner.dispatch("on_release")
            headless.frames(1)
        sheet.dismiss(animation=False)
        headless.frames(2)
    for notice in [child for child in Window.children if isinstance(child, Notice)]:
        notice.close()
    evening.app.theme.dark = False
    if evening.app.screens.current != page:
        evening.app.gathering.standing, evening.app.desk.seat = LOOKS_ON, "onlooker"
        evening.app._stands()
        evening.app.go(page)
        headless.frames(2)
    return said


def test_every_page_is_looked_at():
    assert list(SEEN) == PAGE_NAMES
    assert set(MOMENTS) == {moment for moments in SEEN.values() for moment in moments}


@pytest.mark.parametrize(("page", "moment"), [(page, moment) for page in SEEN for moment in SEEN[page]])
def test_no_button_of_any_page_changes_the_match(look_on, sent, window, monkeypatch, page, moment):
    evening = look_on(moment)
    # Leaving the table, and the match, is everybody's own business.
    monkeypatch.setattr(evening.app.gathering, "part", lambda: None)
    window.bind(on_draw=_look_away)
    evening.app.go(page)
    headless.frames(3)
    here = evening.app.screens.current
    for count in range(len(_buttons(evening.table))):
        buttons = _buttons(evening.table)
        if count >= len(buttons):
            break
        button = buttons[count]
        if getattr(button, "text", "") in ("Back to the shelf",) or type(button).__name__ == "LinkBadge":
            continue
        said = _press(evening, button, here)
        assert sent == [], (type(button).__name__, getattr(button, "text", ""))
        if said == NO:
            kind = {one.__name__ for one in type(button).__mro__}
            assert kind & TOKENS or _is_state_of_figure(button), (type(button).__name__, vars(button))
    window.unbind(on_draw=_look_away)


def _is_state_of_figure(button):
    """Where a musketeer stands and what he does is written on his plate as his token is on the board."""
    above = button.parent
    while above is not None and above is not above.parent:
        if type(above).__name__ == "FigurePlate":
            return True
        above = above.parent
    return False


def _look_away(*_):
    return True


def test_a_tap_on_a_token_says_why_in_one_notice(look_on, sent):
    evening = look_on("busy")
    evening.tap(name="purse")
    assert evening.app.last_notice == NO
    assert not _sheets()
    evening.tap(text="Why?", icon="")
    assert "Everybody plays at his own place" in evening.texts
    assert sent == []


def test_a_figure_that_is_carried_stays_where_it_is(look_on, sent, touch):
    evening = look_on("busy")
    evening.app.go("company")
    evening.wait(4)
    scene = evening.table.scene
    scene.ids.scroll.scroll_to(scene.plates["dartagnan"], animate=False)
    evening.wait(3)
    chip = scene.chips["rochelle"]
    touch(scene.plates["dartagnan"].ids.portrait, to=chip.to_window(*chip.center))
    evening.wait(2)
    assert evening.app.last_notice == NO
    assert sent == []


@pytest.mark.parametrize("key", ["undo", "redo", "next", "roll"])
def test_keys_change_nothing_either(look_on, sent, key):
    evening = look_on("busy")
    for page in ("table", "dice"):
        evening.app.go(page)
        evening.wait(30)
        evening.app.screens.current_screen.press(key)
    assert sent == []


def test_shaking_is_not_even_felt(look_on, sent, monkeypatch):
    felt = []
    monkeypatch.setattr("companion.app.scenes.dice.shaken", lambda then, every: felt.append(then) or (lambda: None))
    evening = look_on("throws")
    evening.app.go("dice")
    evening.wait(2)
    assert felt == []
    assert not evening.table.scene.can_shake


def test_what_was_done_last_is_still_to_be_read(look_on):
    evening = look_on("busy")
    evening.wait(4)
    label = evening.app.desk.match.undo_label().read()
    assert evening.table.lately.lower() == label.lower()
    assert not [text for text in evening.texts if text.startswith("Undo")]


def test_the_scorekeeper_s_board_offers_no_other_depth(look_on, sent):
    evening = look_on("a card in hand", depth="scorekeeper")
    for page in ("company", "missions", "table"):
        evening.app.go(page)
        evening.wait(4)
        assert not any("clerk follow" in button.text for button in _buttons(evening.table) if hasattr(button, "text"))
    evening.tap(text="More")
    assert not [text for text in evening.texts if "Clerk)" in text or "Scorekeeper)" in text]


def test_the_same_pages_do_offer_something_to_everybody_else(look_on):
    """Or else these tests would look for nothing."""
    evening = look_on("busy")
    evening.app.gathering.standing, evening.app.desk.seat = Standing(), "table"
    evening.app._stands()
    for page, words in (("table", "Undo: "), ("dice", "Throw"), ("oneforall", "Another number of cards")):
        evening.app.go(page)
        evening.wait(4)
        texts = [getattr(button, "text", "") for button in _buttons(evening.table)]
        assert any(text.startswith(words) for text in texts), (page, texts)


def test_the_table_would_refuse_it_as_well(look_on):
    refusal = look_on("busy").app.gathering.may("correct", {"what": "purse", "to": 3})
    assert isinstance(refusal, Refusal)
    assert not refusal.overridable
