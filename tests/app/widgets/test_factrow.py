"""The row of one value: what it shows, and what comes out of it."""

import pytest

from companion.app import headless
from companion.app.viewmodels.boxcheck import BoxcheckModel
from companion.app.widgets.factrow import Count, FactRow, Rung, Tiles


@pytest.fixture
def app(sit_down, tmp_path):
    return sit_down(tmp_path).app


def _shown(window, model, chapter, group, name):
    row = FactRow(width=340, size_hint_x=None)
    row.show(next(one for one in model.rows(chapter, group) if one.name == name))
    told = []
    row.bind(on_tell=lambda _, *what: told.append(what))
    window.add_widget(row)
    headless.frames(3)
    return row, told


def _model():
    return BoxcheckModel({}, lambda line: line.read() if line else "")


def test_a_number_goes_by_its_steps_and_stops_at_its_bounds(app, window):
    row, told = _shown(window, _model(), "tracks", "rochelle", "tracks.rochelle.spaces")
    count = next(child for child in row.walk(restrict=True) if isinstance(child, Count))
    count.step(1)
    assert told == [("put", "tracks.rochelle.spaces", 11)]
    assert count.value == 9  # it shows what is, not what was asked for
    count.value = count.hi
    count.step(1)
    assert len(told) == 1


def test_the_button_confirms_once_it_has_been_seen(app, window):
    row, told = _shown(window, _model(), "tracks", "purse", "tracks.purse.most")
    headless.frames(24)
    row.press()
    assert told == [("confirm", "tracks.purse.most")]
    model = _model()
    model.confirm("tracks.purse.most")
    row.show(next(one for one in model.rows("tracks", "purse") if one.name == "tracks.purse.most"))
    row.press()
    assert len(told) == 1  # its meaning has just changed
    headless.frames(24)
    row.press()
    assert told[-1] == ("restore", "tracks.purse.most")


def test_where_nothing_is_to_be_done_there_is_no_button(app, window):
    row, _ = _shown(window, _model(), "tracks", "constance", "tracks.constance.goal")
    assert row._act.parent is None
    assert row.sure == "printed"


def test_the_ladder_ends_with_richelieu(app, window):
    row, _ = _shown(window, _model(), "tracks", "time", "tracks.time.siege_dice")
    rungs = [child for child in row.walk(restrict=True) if isinstance(child, Rung)]
    assert [rung.space for rung in rungs if rung.last] == [12]
    assert [rung.dice for rung in rungs if not rung.last] == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4]


@pytest.mark.parametrize(("width", "count", "columns"), [(400, 6, 6), (300, 6, 3), (100, 6, 1), (300, 2, 2)])
def test_six_lie_in_one_row_or_in_two(app, width, count, columns):
    assert Tiles(wide=58, spacing=6).columns(width, count, 1) == columns
