"""Real touches on the shelf: begin, go on, choose a language and a light."""

import pytest

from companion.app import headless
from companion.app.screens.shelf import AT_ONCE, MatchPlate
from companion.app.widgets.notice import Notice
from companion.locale import NAMES, catalogue
from companion.store.shelf import MatchEntry, Shelf

HOUR = 3_600_000
LONGEST = {"id": "long", "verdict": "musketeers", "round": 12}


def _fill(folder, *entries):
    """A shelf as earlier evenings left it; each entry was touched an hour after the one before."""
    with Shelf(folder) as shelf:
        for hour, entry in enumerate(entries, start=1):
            shelf.add(MatchEntry(**{"box": "mousquetaires", "created": HOUR, "touched": hour * HOUR, **entry}))


def _plates(evening):
    """The matches on the screen, from top to bottom."""
    plates = [widget for widget in evening.app.root.walk(restrict=True) if isinstance(widget, MatchPlate)]
    return sorted(plates, key=lambda plate: -plate.to_window(*plate.pos)[1])


def _begin_a_match(evening):
    evening.app.start("mousquetaires", {"players": 4})
    name = evening.app.desk.match.header.match
    evening.app.go("shelf")
    headless.frames(3)
    return name


def test_a_new_match_begins_with_the_set_up(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    assert _plates(evening) == []
    evening.tap(text="New match")
    assert evening.app.screens.current == "setup"


def test_matches_stand_newest_first_with_their_verdicts(sit_down, tmp_path):
    _fill(
        tmp_path,
        {"id": "old", "round": 6, "verdict": "milady"},
        {"id": "older", "title": "Sunday", "round": 9, "verdict": "musketeers"},
        {"id": "fresh", "round": 3},
    )
    plates = _plates(sit_down(tmp_path))
    assert [plate.match for plate in plates] == ["fresh", "older", "old"]
    assert [plate.text for plate in plates] == ["Mousquetaires du Roy", "Sunday", "Mousquetaires du Roy"]
    endings = ["Round 3", "The musketeers won in round 9", "Milady won in round 6"]
    assert [plate.ids.detail.text.split(" · ")[1] for plate in plates] == endings
    assert len({plate.icon for plate in plates}) == 3
    assert [plate.running for plate in plates] == [True, False, False]


def test_a_tap_goes_on_with_the_match(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    name = _begin_a_match(evening)
    _begin_a_match(evening)
    evening.tap(match=name)
    assert evening.app.screens.current == "table"
    assert evening.app.desk.match.header.match == name
    assert evening.table.ids.now.what == "Choose your destination"


def test_back_on_the_shelf_the_match_has_moved_on(sit_down, tmp_path):
    _fill(tmp_path, {"id": "old", "touched": HOUR})
    evening = sit_down(tmp_path)
    name = _begin_a_match(evening)
    evening.tap(match=name)
    evening.table.act("correct", {"what": "round", "to": 5})
    evening.tap(text="Back to the shelf")
    first = _plates(evening)[0]
    assert first.match == name
    assert first.ids.detail.text.endswith("Round 5")


def test_the_language_changes_at_once_and_is_remembered(sit_down, tmp_path):
    _fill(tmp_path, {"id": "old", "round": 6, "verdict": "milady"})
    evening = sit_down(tmp_path)
    evening.tap(text="Language")
    assert set(NAMES.values()) <= set(evening.texts)
    evening.tap(text="Français")
    french = catalogue("fr").gettext("New match")
    assert french in evening.texts
    assert not {"New match", "Deutsch"} & set(evening.texts)
    assert "Milady won" not in _plates(evening)[0].detail
    evening.close()
    assert french in sit_down(tmp_path).texts


def test_the_present_language_carries_the_tick(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    evening.tap(text="Language")
    assert {name: evening.seek(text=name).icon == "check-bold" for name in NAMES.values()} == {
        "English": True,
        "Français": False,
        "Deutsch": False,
        "Italiano": False,
    }


def test_the_light_is_remembered(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    assert not evening.app.theme.dark
    evening.tap(text="Day or candle light")
    assert evening.app.theme.dark
    assert evening.app.theme_cls.theme_style == "Dark"
    evening.close()
    again = sit_down(tmp_path)
    assert again.app.theme.dark
    again.tap(text="Day or candle light")
    assert not again.app.theme.dark
    again.close()
    assert not sit_down(tmp_path).app.theme.dark


@pytest.mark.pixels
def test_candle_light_is_dark(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    _, day = headless.pixels()
    evening.tap(text="Day or candle light")
    _, candle = headless.pixels()
    assert sum(candle) < sum(day) / 3


def _cut(path):
    path.write_bytes(b"{ this was a match")


def _empty(path):
    path.write_bytes(b"")


def _remove(path):
    path.unlink()


def _other_box(path):
    path.write_bytes(path.read_bytes().replace(b"mousquetaires", b"cardinalguard"))


@pytest.mark.parametrize("harm", [_cut, _empty, _remove, _other_box])
def test_a_match_that_cannot_be_opened_is_one_line(sit_down, tmp_path, window, harm):
    evening = sit_down(tmp_path)
    name = _begin_a_match(evening)
    harm(evening.app.desk.shelf.journal_path(name))
    evening.tap(match=name)
    assert evening.app.screens.current == "shelf"
    assert evening.app.desk.match is None
    [notice] = [child for child in window.children if isinstance(child, Notice)]
    assert len(notice.text) > 20
    assert notice.text == evening.app.last_notice
    evening.tap(text="New match")
    assert evening.app.screens.current == "setup"


def test_a_torn_end_is_told_and_the_rest_goes_on(sit_down, tmp_path, window):
    evening = sit_down(tmp_path)
    name = _begin_a_match(evening)
    with evening.app.desk.shelf.journal_path(name).open("ab") as file:
        file.write(b'{"seq": 1, "torn')
    evening.tap(match=name)
    assert evening.app.screens.current == "table"
    assert evening.app.last_notice.startswith("The end of this match was damaged.")
    assert [child.text for child in window.children if isinstance(child, Notice)] == [evening.app.last_notice]


def test_a_file_full_of_nonsense_still_makes_a_list(sit_down, tmp_path):
    _fill(tmp_path, {"id": "far", "touched": 10**30}, {"id": "strange", "box": "cardinal", "touched": -(10**20)})
    assert [plate.text for plate in _plates(sit_down(tmp_path))] == ["Mousquetaires du Roy", "cardinal"]


@pytest.mark.parametrize("scale", [1, 2])
@pytest.mark.parametrize("language", NAMES)
def test_what_a_match_says_has_room_on_its_plate(sit_down, tmp_path, language, scale):
    _fill(tmp_path, LONGEST)
    evening = sit_down(tmp_path)
    evening.app.tr.language, evening.app.theme.scale = language, scale
    headless.resize((320, 640))
    headless.frames(6)
    [plate] = _plates(evening)
    for label in (plate.ids.words, plate.ids.detail):
        assert label.texture_size[1] <= plate.height
        assert label.texture_size[0] <= label.width + 1


# --- out of the shelf, and in ---


def _travel(folder):
    return sorted((folder / "travel").iterdir()) if (folder / "travel").exists() else []


def test_a_match_is_exported_from_its_menu(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    _begin_a_match(evening)
    evening.tap(text="More")
    evening.tap(text="Export")
    [file] = _travel(tmp_path)
    assert file.suffix == ".match"
    assert file.name in evening.app.last_notice
    assert str(file.parent) in evening.app.last_notice
    assert evening.app.screens.current == "shelf"


def test_a_report_is_saved_from_the_same_menu(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    _begin_a_match(evening)
    evening.tap(text="More")
    evening.tap(text="Save a report")
    [file] = [path for path in _travel(tmp_path) if path.suffix == ".jsonl"]
    assert file.name in evening.app.last_notice


def test_everything_goes_out_and_comes_back_on_another_device(sit_down, tmp_path):
    evening = sit_down(tmp_path / "one")
    name = _begin_a_match(evening)
    evening.tap(text="Files")
    evening.tap(text="Export everything")
    [file] = _travel(tmp_path / "one")
    evening.close()
    (tmp_path / "two" / "travel").mkdir(parents=True)
    (tmp_path / "two" / "travel" / file.name).write_bytes(file.read_bytes())
    evening = sit_down(tmp_path / "two")
    assert _plates(evening) == []
    evening.tap(text="Files")
    evening.tap(text="Import or restore")
    evening.tap(text=file.name)
    assert evening.app.last_notice.startswith("Restored: 1.")
    assert [plate.match for plate in _plates(evening)] == [name]
    evening.app.resume(name)
    assert evening.app.desk.match.header.match == name


def test_an_empty_folder_says_where_it_is(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    evening.tap(text="Files")
    evening.tap(text="Import or restore")
    assert any(str(tmp_path / "travel") in text for text in evening.texts)


def test_where_there_is_a_dialog_any_file_can_be_chosen(sit_down, tmp_path, monkeypatch):
    evening = sit_down(tmp_path)
    bad = tmp_path / "letter.match"
    bad.write_text("Dear diary", "utf-8")
    monkeypatch.setattr(evening.app, "file_chooser", lambda: lambda then: then(bad))
    evening.tap(text="Files")
    evening.tap(text="Import or restore")
    evening.tap(text="Choose a file")
    evening.app.desk.wait()
    headless.frames(3)
    assert evening.app.last_notice.startswith("letter.match is not a match")
    assert _plates(evening) == []


def test_a_folder_that_cannot_be_used_is_one_line(sit_down, tmp_path):
    (tmp_path / "travel").write_bytes(b"a file in the way")
    evening = sit_down(tmp_path)
    _begin_a_match(evening)
    evening.tap(text="Files")
    evening.tap(text="Import or restore")
    assert evening.app.last_notice
    assert evening.app.mishap is None


# --- two boards, and a drawer under them ---


def test_what_can_be_gone_on_with_stands_above_what_is_finished(sit_down, tmp_path):
    _fill(tmp_path, {"id": "running"}, {"id": "lost", "verdict": "milady"})
    evening = sit_down(tmp_path)
    assert [plate.match for plate in _plates(evening)] == ["running", "lost"]
    assert {"Go on", "Finished"} <= set(evening.texts)


def test_an_empty_board_has_no_name(sit_down, tmp_path):
    _fill(tmp_path, {"id": "running"})
    texts = sit_down(tmp_path).texts
    assert "Go on" in texts
    assert "Finished" not in texts


def test_a_long_shelf_is_laid_out_to_its_end(sit_down, tmp_path):
    _fill(tmp_path, *({"id": f"m{number}"} for number in range(20)))
    evening = sit_down(tmp_path)
    evening.wait(10)
    assert len(_plates(evening)) == 20


def _put_away(evening):
    evening.seek(match="one")
    row = next(plate for plate in _plates(evening) if plate.match == "one").parent
    row.ids.more.dispatch("on_release")
    evening.wait(30)
    evening.tap(text="Into the drawer")


def test_a_match_goes_into_the_drawer_and_comes_back_with_one_tap(sit_down, tmp_path):
    _fill(tmp_path, {"id": "one"}, {"id": "two"})
    evening = sit_down(tmp_path)
    _put_away(evening)
    assert [plate.match for plate in _plates(evening)] == ["two"]
    assert "In the drawer: 1 match" in evening.texts
    evening.tap(text="Undo")
    assert [plate.match for plate in _plates(evening)] == ["two", "one"]
    assert not any(text.startswith("In the drawer:") for text in evening.texts)


def test_the_drawer_keeps_what_is_in_it(sit_down, tmp_path):
    _fill(tmp_path, {"id": "one"}, {"id": "two"})
    evening = sit_down(tmp_path)
    _put_away(evening)
    evening.close()
    evening = sit_down(tmp_path)
    assert [plate.match for plate in _plates(evening)] == ["two"]
    assert evening.app.desk.shelf.entry("one")  # nothing is thrown away
    evening.tap(text="In the drawer: 1 match")
    evening.tap(icon="undo-variant")
    assert [plate.match for plate in _plates(evening)] == ["two", "one"]


def test_a_way_back_ends_with_the_match_it_belonged_to(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    evening.app.start("mousquetaires", {"players": 4})
    evening.table.act("correct", {"what": "queen", "to": 4})
    evening.app.desk.wait()
    evening.wait(4)
    assert "Undo" in evening.texts
    evening.app.go("shelf")
    evening.wait(4)
    assert "Undo" not in evening.texts


def test_the_first_picture_does_not_wait_for_a_long_shelf_and_all_of_it_comes(sit_down, tmp_path):
    _fill(tmp_path, *({"id": f"m{at}"} for at in range(40)))
    evening = sit_down(tmp_path)
    evening.app.go("settings")
    evening.app.go("shelf")
    assert 0 < len(_plates(evening)) <= AT_ONCE
    headless.frames(12)
    assert len(_plates(evening)) == 40


def test_an_empty_shelf_hangs_in_the_upper_middle(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    evening.wait(3)
    ids = evening.table.ids
    above = _top(ids.scroll) - _top(ids.emblem)
    below = _top(ids.new) - ids.new.height - ids.scroll.y
    assert ids.column.height <= ids.scroll.height + 1
    assert 40 < above < below
    headless.resize((731, 411))
    evening.wait(3)
    assert _top(ids.emblem) == pytest.approx(_top(ids.scroll), abs=1)  # no room to give away


def _top(widget):
    return widget.to_window(widget.x, widget.top)[1]
