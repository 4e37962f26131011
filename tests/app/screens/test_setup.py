"""Real touches before a match: what is chosen is what begins."""

import pytest

from companion.app import headless
from companion.app.screens.setup import HousePlate, Pick
from companion.app.widgets.notice import STAYS
from companion.boxes.mousquetaires.houses import HOUSE_RULES
from companion.locale import NAMES

MUSKETEERS = ["dartagnan", "aramis", "athos", "porthos"]
VARIANTS = ("head_start", "deadly_quest", "brave_athos", "no_hourglass")
PLAIN = {"milady": True, "depth": "scorekeeper", **dict.fromkeys(VARIANTS, False)}


@pytest.fixture
def evening(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    evening.tap(text="New match")
    return evening


def _picks(evening, row):
    return list(reversed(evening.app.screens.get_screen("setup").ids[row].children))


def _chosen(evening, row):
    return [pick.value for pick in _picks(evening, row) if pick.chosen]


def _begin(evening):
    evening.tap(text="Begin")
    assert evening.app.screens.current == "table"
    return dict(evening.app.desk.match.header.options)


def test_untouched_it_is_the_match_for_five(evening):
    assert _chosen(evening, "players") == ["5"]
    assert _chosen(evening, "company") == MUSKETEERS
    assert _chosen(evening, "paris") == [""]
    assert _chosen(evening, "milady") == ["yes"]
    assert _chosen(evening, "depth") == ["scorekeeper"]
    assert _chosen(evening, "variants") == []
    assert _begin(evening) == {**PLAIN, "players": 5}


@pytest.mark.parametrize("players", ["2", "3", "4", "6"])
def test_the_number_of_players_is_one_of_several(evening, players):
    before = evening.texts
    evening.tap(value=players)
    assert _chosen(evening, "players") == [players]
    assert evening.texts != before  # the hands and actions of so many players
    assert _begin(evening)["players"] == int(players)


def test_everything_chosen_is_in_the_match_and_nothing_else(evening):
    evening.tap(value="4")
    evening.tap(value="aramis")
    evening.tap(value="abducted")
    evening.tap(value="clerk")
    evening.tap(value="head_start")
    assert _chosen(evening, "company") == ["dartagnan", "athos", "porthos"]
    assert _begin(evening) == {
        **PLAIN,
        "players": 4,
        "depth": "clerk",
        "head_start": True,
        "musketeers": ["dartagnan", "athos", "porthos"],
        "paris": "abducted",
    }
    view = evening.app.desk.match.view()
    assert (view["paris"], view["one_for_all"]) == ("abducted", 1)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_can_be_chosen_and_taken_back(evening, variant):
    evening.tap(value=variant)
    assert _chosen(evening, "variants") == [variant]
    evening.tap(value=variant)
    assert _chosen(evening, "variants") == []
    evening.tap(value=variant)
    assert _begin(evening)[variant] is True


def test_without_milady_one_seat_is_empty(evening):
    evening.tap(value="no")
    assert [pick.value for pick in _picks(evening, "players")] == ["1", "2", "3", "4"]
    assert _chosen(evening, "players") == ["4"]
    evening.tap(value="1")
    evening.tap(value="yes")
    assert _chosen(evening, "players") == ["2"]
    evening.tap(value="no")
    options = _begin(evening)
    assert (options["players"], options["milady"]) == (1, False)


def test_with_six_treville_rides_along(evening):
    evening.tap(value="6")
    assert _chosen(evening, "company") == [*MUSKETEERS, "treville"]
    _begin(evening)
    assert "treville" in evening.app.desk.match.view()["musketeers"]


def test_what_goes_where_is_told_for_this_match(evening, window):
    evening.tap(value="2")
    evening.tap(text="What goes where on the table")
    shown = [getattr(widget, "text", "") for root in window.children for widget in root.walk(restrict=True)]
    assert "1 hand of 9 adventure cards" in shown
    assert "Back into the box: the treachery card Separated" in shown


def test_a_paris_card_can_be_taken_back(evening):
    evening.tap(value="held")
    assert _chosen(evening, "paris") == ["held"]
    evening.tap(text="Decide at the table")
    assert _chosen(evening, "paris") == [""]
    assert "paris" not in _begin(evening)


def test_where_all_ride_nobody_can_be_left_at_home(evening):
    assert "All of them ride" in evening.texts
    assert all(pick.disabled for pick in _picks(evening, "company"))
    evening.tap(value="aramis")
    assert _chosen(evening, "company") == MUSKETEERS
    evening.tap(value="4")
    assert "Which musketeers ride?" in evening.texts
    assert not any(pick.disabled for pick in _picks(evening, "company"))
    assert len(_chosen(evening, "company")) == 3
    evening.tap(value="3")
    assert all(pick.disabled for pick in _picks(evening, "company"))
    assert "musketeers" not in _begin(evening)


def test_the_chosen_one_is_marked_by_more_than_colour(evening):
    for pick in _picks(evening, "players"):
        assert (pick.icon == "check-bold") == pick.chosen


def test_going_back_leaves_nothing_behind(evening, tmp_path):
    evening.tap(value="4")
    evening.tap(value="abducted")
    evening.tap(value="deadly_quest")
    evening.tap(text="Back to the shelf")
    assert evening.app.screens.current == "shelf"
    assert evening.app.desk.match is None
    assert evening.app.desk.entries() == []
    assert list((tmp_path / "matches").iterdir()) == []
    evening.tap(text="New match")
    assert _chosen(evening, "players") == ["5"]
    assert _chosen(evening, "paris") == [""]
    assert _chosen(evening, "variants") == []


def test_a_double_tap_begins_one_match(evening, touch):
    button = evening.seek(text="Begin")
    for _ in range(2):
        touch(button)
    headless.frames(40)
    assert len(evening.app.desk.entries()) == 1
    assert evening.app.desk.match.records == []


def test_a_match_that_cannot_be_written_is_one_line(evening, tmp_path):
    (tmp_path / "matches").rmdir()
    evening.tap(text="Begin")
    assert evening.app.screens.current == "setup"
    assert evening.app.last_notice.startswith("The folder ")
    (tmp_path / "matches").mkdir()
    headless.frames(round(STAYS * 60))
    assert _begin(evening)["players"] == 5


@pytest.mark.parametrize("language", [language for language in NAMES if language != "en"])
def test_the_language_changes_live_and_keeps_what_was_chosen(evening, language):
    evening.tap(value="4")
    evening.tap(value="abducted")
    english = set(evening.texts)
    evening.app.tr.language = language
    headless.frames(3)
    # Names of musketeers and numbers are the same everywhere.
    assert not {"Begin", "Variants", "Decide at the table", "Milady's first Paris card"} & set(evening.texts)
    assert len(english - set(evening.texts)) > 8
    assert _chosen(evening, "players") == ["4"]
    assert _chosen(evening, "paris") == ["abducted"]


@pytest.mark.parametrize("size", [(320, 568), (412, 915), (1280, 800)])
def test_everything_can_be_reached(evening, size):
    headless.resize(size)
    headless.frames(6)
    evening.tap(value="head_start")
    assert _chosen(evening, "variants") == ["head_start"]
    picks = [widget for widget in evening.app.root.walk(restrict=True) if isinstance(widget, Pick)]
    for pick in picks:
        assert pick.ids.words.texture_size[1] <= pick.height
        assert pick.to_window(pick.x, 0)[0] >= 0
        assert pick.to_window(pick.right, 0)[0] <= size[0]
    assert _begin(evening)["head_start"] is True


# --- house rules, the checked box, and the choices of last time ---


def test_house_rules_are_switched_and_go_into_the_match(evening):
    evening.tap(text="House rules: as we rule")
    evening.tap(name="recovery")
    evening.tap(name="pistol_in_botte")
    plate = evening.seek(name="bastille_price")
    count = plate.ids.right.children[0]
    evening.tap(name="bastille_price")  # a number changes by its steps only
    count.step(1)
    shown = evening.seek(name="recovery")
    assert (shown.answer, shown.changed) == ("When it is his turn", True)
    assert "At once" in shown.ruling
    evening.tap(text="Close")
    assert "House rules: 3 changed" in evening.texts
    house = {"recovery": "own_turn", "pistol_in_botte": True, "bastille_price": 2}
    assert _begin(evening)["house"] == house
    board = evening.app.desk.match.state.board
    assert board.number("bastille.price") == 2
    assert board.ruling("pistol_in_botte")


def test_house_rules_can_all_be_as_we_rule_again(evening):
    evening.tap(text="House rules: as we rule")
    evening.tap(name="recovery")
    evening.tap(text="All as we rule")
    assert not evening.seek(name="recovery").changed
    evening.tap(text="Close")
    assert "House rules: as we rule" in evening.texts
    assert "house" not in _begin(evening)


def test_the_next_match_begins_with_the_choices_of_the_last_but_not_its_card(evening, sit_down, tmp_path):
    evening.tap(value="4")
    evening.tap(value="aramis")
    evening.tap(value="held")
    evening.tap(value="head_start")
    evening.table.model.house.switch("recovery")
    first = _begin(evening)
    evening.close()
    again = sit_down(tmp_path)
    again.tap(text="New match")
    assert _chosen(again, "players") == ["4"]
    assert _chosen(again, "paris") == [""]
    assert "House rules: 1 changed" in again.texts
    assert _begin(again) == {name: value for name, value in first.items() if name != "paris"}


@pytest.mark.parametrize("kept", [7, {"players": 9, "house": 3}, {"players": 4, "musketeers": ["x"]}])
def test_damaged_choices_of_last_time_are_no_trouble(evening, kept):
    evening.app.go("shelf")
    evening.app.desk.set_setting("setup.mousquetaires", kept)
    evening.tap(text="New match")
    assert _begin(evening)["players"] in (4, 5)


def test_the_set_up_follows_the_checked_box(evening):
    evening.app.go("shelf")
    evening.app.desk.shelf.correct("mousquetaires", {"tracks.purse.start": 7})
    evening.tap(text="New match")
    evening.tap(text="What goes where on the table")
    assert "Purse: 7 pistoles" in evening.texts


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_every_house_rule_has_room(evening, scale):
    headless.resize((360, 640))
    evening.app.theme.scale = scale
    evening.table.show_house_rules()
    headless.frames(40)
    from kivy.core.window import Window
    from kivy.uix.label import Label

    plates = [widget for widget in Window.children[0].walk(restrict=True) if isinstance(widget, HousePlate)]
    assert len(plates) == len(HOUSE_RULES)
    for plate in plates:
        assert plate.height >= 48
        for label in plate.walk(restrict=True):
            if isinstance(label, Label) and label.text:
                assert label.texture_size[1] <= label.height + 2
                assert label.texture_size[0] <= label.width + 2
