"""With the curtain down nothing tells where Milady goes: no widget, no picture, no file but her own.

The same evening is played six times, once for each of her places, and everything that can be seen is compared.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from kivy.core.window import Window
from kivy.uix.widget import Widget

from companion.app import headless
from companion.store.archive import export_all
from companion.store.parcel import export
from companion.store.report import save_report
from tests.app.lady import PLACES, Lady

NOW = 1_700_000_000_000
RESTED = 90  # frames until everything that moves has come to rest
_FORMER = {"padding_x", "padding_y"}  # properties of which Kivy warns
_HEX = re.compile(r"[0-9a-f]{64}|\b[0-9a-f]{16}\b")


def _plain(value: Any, depth: int = 0) -> Any:
    """What a property says, without what only identifies an object."""
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    if isinstance(value, (list, tuple)) and depth < 6:
        return tuple(_plain(part, depth + 1) for part in value)
    if isinstance(value, dict) and depth < 6:
        return tuple((str(name), _plain(part, depth + 1)) for name, part in value.items())
    return type(value).__name__


def _properties(thing: Any) -> dict[str, Any]:
    names = sorted(set(thing.properties()) - _FORMER)
    return {name: _plain(getattr(thing, name)) for name in names}


def dump(app: Any) -> list[Any]:
    """Every property of every widget in the window, of every screen that was built, and of the app itself."""
    seen: list[Any] = [("app", _properties(app)), ("said", app.last_notice, app.moment, app.title)]
    roots = [*Window.children, *app.screens.screens, *_put_by(app.screens.screens)]
    for root in roots:
        for widget in root.walk(restrict=True):
            seen.append((type(widget).__name__, _properties(widget)))
            # Attributes that are no properties count as well, if they are words.
            words = {name: value for name, value in vars(widget).items() if isinstance(value, str)}
            seen.append(tuple(sorted(words.items())))
    return seen


def _put_by(screens: list[Any]) -> list[Any]:
    """Parts that a screen keeps and does not show at the moment."""
    values = [value for screen in screens for value in vars(screen).values()]
    values += [value for one in values if isinstance(one, dict) for value in one.values()]
    return [value for value in values if isinstance(value, Widget)]


def told(dumped: list[Any]) -> str:
    return repr(dumped)


@pytest.fixture
def six(sit_down, tmp_path, monkeypatch):
    """`six(look)`: what `look(lady, place)` sees, for each place; everything else is the same evening."""
    monkeypatch.setattr("companion.app.desk.new_name", lambda: "thesamematch")
    monkeypatch.setattr("companion.app.desk.now", lambda: NOW)
    monkeypatch.setattr("companion.store.table.now", lambda: NOW)

    def six_(look):
        seen = {}
        for place in PLACES:
            folder = tmp_path / place
            folder.mkdir()
            evening = sit_down(folder)
            evening.app.theme.still = True
            lady = Lady(evening)
            lady.sit_down()
            seen[place] = look(lady, place)
            evening.close()
            headless.frames(3)
        return seen

    return six_


def _all_the_same(seen: dict[str, Any]) -> None:
    first = seen["paris"]
    for place, one in seen.items():
        if one != first:
            differing = [(a, b) for a, b in zip(first, one, strict=False) if a != b]
            pytest.fail(f"{place} can be told from paris: {differing[:2]}")


def _stations(lady: Lady, place: str, see: Any) -> list[Any]:
    """Chosen; sealed; the other leaves; the board; the log; the ride."""
    seen = []
    lady.go_to(place)
    seen.append(see(lady))
    lady.evening.tap(text="Seal")
    lady.settle()
    seen.append(see(lady))
    for leaf in ("place", "desk", "now"):
        lady.pad.turn(leaf)
        lady.evening.wait(5)
        seen.append(see(lady))
    lady.evening.tap(text="Done: safe to show")
    seen.append(see(lady))
    for page in ("log", "missions", "table"):
        lady.app.go(page)
        lady.evening.wait(20)
        seen.append(see(lady))
    lady.evening.tap(text="Sealed: go on")
    seen.append(see(lady))
    return seen


def test_no_widget_tells_where_she_goes(six):
    def look(lady, place):
        def see(lady):
            lady.evening.wait(RESTED)
            seen = dump(lady.app)
            opening = lady.app.confidant.opening()
            if opening:
                assert opening.nonce_hex not in told(seen)
            return seen

        return _stations(lady, place, see)

    seen = six(look)
    for station in zip(*seen.values(), strict=True):
        _all_the_same(dict(zip(seen, station, strict=True)))


def test_the_comparison_would_see_it(six):
    """Somebody leaves the place on a widget: that must not pass."""

    def look(lady, place):
        lady.go_to(place)
        lady.pad.ids.now.detail = PLACES[place]
        return dump(lady.app)

    seen = six(look)
    with pytest.raises(pytest.fail.Exception, match="can be told from"):
        _all_the_same(seen)


def test_nothing_is_left_of_what_was_behind_the_curtain(six):
    def look(lady, place):
        lady.seal(place)
        lady.pad.turn("place")
        lady.hold()
        parts = list(lady.pad.curtain._behind.walk(restrict=True))
        assert [one.text for one in parts if getattr(one, "sealed", False)] == [PLACES[place]]
        lady.let_go()
        # Python may not have thrown them away yet, but they say nothing any more.
        assert not any(one in lady.pad.walk(restrict=True) for one in parts)
        return [(getattr(one, "text", ""), getattr(one, "sealed", False), getattr(one, "mark", "")) for one in parts]

    for left in six(look).values():
        assert set(left) == {("", False, "")}


def test_drafts_notices_undo_log_and_files_hold_nothing(six, tmp_path):
    def look(lady, place):
        lady.seal(place)
        lady.evening.tap(text="Done: safe to show")
        desk, nonce = lady.app.desk, lady.app.confidant.opening().nonce_hex
        desk.wait()
        match, journal = desk.match, desk.shelf.journal_path(desk.opened)
        out = tmp_path / f"out of {place}"
        out.mkdir()
        export(journal, out / "match")
        save_report(journal, out / "report")
        export_all(desk.shelf, out / "archive")
        for file in [file for file in tmp_path.rglob("*") if file.is_file() and not file.name.endswith(".secret")]:
            assert nonce.encode() not in file.read_bytes(), file
        assert desk._forms == {}
        assert [desk.drafted(form) for form in ("seal", "pad", "form seal {}")] == [{}, {}, {}]
        kept = [journal.read_text(), (out / "match").read_text(), (out / "report").read_text()]
        return [
            *(_HEX.sub("#", text) for text in kept),
            sorted(path.name for path in Path(journal.parent).iterdir()),
            match.undo_label().read(),
            [line.label.read() for line in match.log()],
            lady.app.last_notice,
            _HEX.sub("#", repr(match.view())),
        ]

    _all_the_same(six(look))


@pytest.mark.pixels
@pytest.mark.parametrize("size", [headless.PHONE, headless.TABLET], ids=["phone", "tablet"])
def test_no_picture_tells_where_she_goes(six, size):
    def look(lady, place):
        headless.resize(size)
        lady.evening.wait(5)

        def see(lady):
            lady.evening.wait(RESTED)
            return headless.pixels()

        return _stations(lady, place, see)

    seen = six(look)
    for at, station in enumerate(zip(*seen.values(), strict=True)):
        assert len(set(station)) == 1, at


@pytest.mark.pixels
def test_a_picture_would_tell_if_the_curtain_were_up(six):
    def look(lady, place):
        lady.seal(place)
        lady.pad.turn("place")
        lady.pad._order = tuple(PLACES)
        lady.hold()
        lady.evening.wait(10)
        seen = headless.pixels()
        lady.let_go()
        return seen

    assert len(set(six(look).values())) == len(PLACES)
