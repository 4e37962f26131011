"""Real touches on the real table screen: from a tap to the disk to the board, and back after a kill."""

import pytest

from companion.app import headless
from companion.app.widgets.dice import DieTile
from companion.store.journal import Journal


@pytest.fixture
def evening(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    evening.tap(text="New match")
    evening.tap(value="missing")
    evening.tap(text="Begin")
    return evening


def test_a_match_is_begun_by_touches(evening):
    assert evening.app.screens.current == "table"
    assert evening.app.desk.match.view()["paris"] == "missing"
    assert evening.table.ids.now.what == "Choose your destination"
    assert evening.board["rochelle"] == 5


def test_a_tap_advances_and_is_on_disk(evening):
    evening.tap(text="The card is down")
    assert evening.table.ids.now.what == "No Paris card to lay out"
    path = evening.app.desk.shelf.journal_path(evening.app.desk.match.header.match)
    assert [record.intent.do for record in Journal.read(path)[1]] == ["next"]


def test_two_taps_correct_a_token_and_one_takes_it_back(evening):
    evening.tap(name="purse")
    evening.tap(text="7")
    assert evening.app.desk.match.view()["tracks"]["purse"]["at"] == 7
    assert evening.board["purse"] == 7
    assert evening.table.undo == "Undo: Purse set to 7"
    evening.tap(text="Undo: Purse set to 7")
    assert evening.app.desk.match.view()["tracks"]["purse"]["at"] == 3
    assert evening.board["purse"] == 3


def test_the_same_board_after_the_app_was_killed(evening, sit_down, tmp_path):
    evening.tap(text="The card is down")
    evening.tap(text="No new card")
    evening.tap(name="queen")
    evening.tap(text="4")
    before, asked = evening.board, evening.table.ids.now.what
    # No goodbye: only what is on the disk survives.
    evening.app.desk._open._journal.close()
    evening.app.desk._open = None
    evening.close()

    again = sit_down(tmp_path)
    [entry] = again.app.desk.entries()
    again.tap(match=entry.id)
    assert again.board == before
    assert again.table.ids.now.what == asked


def test_a_second_tap_right_after_the_first_does_nothing(evening):
    headless.frames(24)
    button = next(w for w in evening.table.walk(restrict=True) if getattr(w, "text", "") == "The card is down")
    headless.tap(button)
    evening.app.desk.wait()
    headless.frames(2)
    other = next(w for w in evening.table.walk(restrict=True) if getattr(w, "text", "") == "No new card")
    headless.tap(other)
    evening.app.desk.wait()
    headless.frames(4)
    assert evening.app.desk.match.view()["step"] == "1.paris"


def test_why_shows_the_rule(evening):
    evening.tap(text="Why?")
    texts = [getattr(widget, "text", "") for widget in evening.table.open_sheet.walk(restrict=True)]
    assert "Milady's secret destination" in texts


def test_real_dice_are_typed_in(evening):
    for text in ("The card is down", "No new card", "Draw a treachery card", "All have acted", "Milady's house"):
        evening.tap(text=text)
    evening.tap(text="Real dice")
    evening.tap(text="So it is")
    roll = evening.app.desk.match.last_change()["rolls"][0]
    assert roll["typed"] is True
    assert roll["dice"] == "1r"


MET = ("athos", "porthos")


def ambushed(evening, *there):
    """An assassin is laid out in the Louvre, where these musketeers are."""
    for do, fields in (
        *(("correct", {"what": f"{who}.place", "to": "louvre" if who in there else "quest"}) for who in MET),
        ("depth", {"to": "clerk"}),
        ("correct", {"what": "step", "to": "actions"}),
        ("louvre_mission", {"skill": "panache", "value": 6, "foes": ["lubin"], "ambush": "assassin"}),
    ):
        # At the desk: a notice would lie over what is to be touched.
        evening.app.desk.act(do, fields, lambda outcome: None)
        evening.app.desk.wait()
    evening.wait(2)
    evening.table.draw()


def test_the_real_dice_of_an_ambush_are_typed_in_one_by_one(evening):
    ambushed(evening, "athos", "porthos")
    names = "1 die each, in this order: Athos, Porthos"
    assert evening.table.ids.now.what == names
    evening.tap(text="Real dice")
    assert names in [getattr(widget, "text", "") for widget in evening.table.open_sheet.walk(restrict=True)]
    _, of_porthos = [widget for widget in evening.table.open_sheet.walk(restrict=True) if isinstance(widget, DieTile)]
    headless.tap(of_porthos)
    assert of_porthos.face == "sword"
    evening.tap(text="So it is")
    (roll,) = evening.app.desk.match.last_change()["rolls"]
    assert (roll["dice"], roll["faces"], roll["typed"]) == ("2r", ["shield", "sword"], True)
    state = evening.app.desk.match.state
    assert (state.of("athos").life, state.of("porthos").life) == (3, 4)
    assert evening.table.ids.now.what == "Who acts?"


def test_whoever_rides_into_an_ambush_is_asked_for_his_die_before_he_goes_on(evening):
    ambushed(evening)
    for text in ("Athos", "All actions", "Ride", "The Louvre"):
        evening.tap(text=text)
    assert evening.table.ids.now.what == "1 die for Athos"
    evening.tap(text="Roll")
    (roll,) = evening.app.desk.match.last_change()["rolls"]
    assert (roll["dice"], roll["typed"]) == ("1r", False)
    assert evening.table.ids.now.what == "Act!"


def test_a_refusal_is_one_line_and_changes_nothing(evening):
    evening.table.act("march", {})
    evening.app.desk.wait()
    headless.frames(3)
    assert evening.app.last_notice == "The marker moves after the throw."
    assert not evening.app.desk.match.records


def test_the_language_changes_live(evening):
    evening.app.tr.language = "fr"
    headless.frames(3)
    assert evening.table.heading == evening.app.tr.words.gettext("Round {n}").replace("{n}", "1")
    assert evening.table.ids.now.what != "Choose your destination"


def test_the_colours_change_live(evening):
    sheet = evening.table.ids.now
    day = list(sheet.fill)
    evening.app.toggle_dark()
    headless.frames(3)
    assert list(sheet.fill) != day


@pytest.mark.parametrize("size", [(412, 915), (360, 640), (915, 412), (800, 1280), (1280, 800)])
def test_board_and_card_stand_inside_the_window(evening, size):
    headless.resize(size)
    headless.frames(8)
    for name, track in evening.table.scene.board.tracks.items():
        x, y = track.to_window(*track.pos)
        assert x >= -1, name
        assert y >= -1, name
        assert x + track.width <= size[0] + 1, name
        assert y + track.height <= size[1] + 1, name
        assert track.width > 30, name


@pytest.mark.pixels
def test_the_token_is_drawn_where_it_stands(evening):
    (_, before) = headless.pixels()
    evening.tap(name="time")
    evening.tap(text="6")
    (_, after) = headless.pixels()
    assert before != after


def test_the_second_half_of_a_double_tap_on_the_shelf_opens_nothing(evening):
    evening.app.go("shelf")
    evening.app.resume(evening.app.desk.entries()[0].id)
    evening.table.open_sheet = None
    evening.table.correct("purse")
    assert evening.table.open_sheet is None
    headless.frames(24)
    evening.table.correct("purse")
    assert evening.table.open_sheet is not None


@pytest.fixture
def clerks_evening(sit_down, tmp_path):
    evening = sit_down(tmp_path)
    for values in ({"text": "New match"}, {"value": "clerk"}, {"value": "missing"}, {"text": "Begin"}):
        evening.tap(**values)
    for text in ("The card is down", "No new card", "Draw a treachery card"):
        evening.tap(text=text)
    return evening


def test_the_clerk_follows_an_action(clerks_evening):
    evening = clerks_evening
    evening.tap(text="Porthos")
    evening.tap(text="All actions")
    evening.tap(text="Ride")
    evening.tap(text="La Rochelle")
    (porthos,) = [one for one in evening.app.desk.match.view()["company"] if one["id"] == "porthos"]
    assert (porthos["place"], porthos["left"]) == ("rochelle", 2)
    evening.tap(text="All actions")
    evening.tap(text="Reinforce")
    evening.tap(text="a double Combat card")
    assert evening.app.desk.match.state.siege_cards == ("double",)


def test_the_clerk_is_told_what_lies_in_the_louvre(clerks_evening):
    evening = clerks_evening
    evening.tap(text="Read out the mission in the Louvre")
    evening.tap(value="panache")
    evening.tap(value="lubin")
    evening.tap(text="So it is")
    mission = evening.app.desk.match.view()["missions"]["louvre"]
    assert (mission["skill"], mission["value"], [foe["id"] for foe in mission["foes"]]) == ("panache", 6, ["lubin"])


def test_a_correction_is_told_with_a_way_back(evening):
    evening.tap(name="purse")
    evening.tap(text="7")
    assert evening.app.last_notice == "Purse set to 7"
    evening.tap(text="Undo")
    assert evening.app.desk.match.view()["tracks"]["purse"]["at"] == 3
    assert evening.app.last_notice == "Undone: Purse set to 7"
    evening.tap(text="Redo")
    assert evening.app.desk.match.view()["tracks"]["purse"]["at"] == 7


def test_what_the_card_shows_anyway_is_not_told_again(evening):
    evening.tap(text="The card is down")
    assert evening.app.last_notice == ""


def test_a_refusal_explains_itself(evening):
    evening.table.act("march", {})
    evening.app.desk.wait()
    evening.wait(4)
    evening.tap(text="Why?")
    sheet = evening.table.open_sheet
    assert any(len(getattr(widget, "text", "")) > 60 for widget in sheet.walk(restrict=True))
    assert not evening.app.desk.match.records


def test_what_the_rules_forbid_is_done_anyway_as_a_house_ruling(clerks_evening):
    evening = clerks_evening
    before = len(evening.app.desk.match.records)
    evening.table.act("turn", {"who": "athos"})
    evening.table.act("turn", {"who": "porthos"})
    evening.app.desk.wait()
    evening.wait(4)
    assert len(evening.app.desk.match.records) == before + 1
    evening.tap(text="Do it anyway")
    [*_, ruling] = evening.app.desk.match.records
    assert (ruling.intent.do, ruling.intent.anyway) == ("turn", True)
    assert "Undo" in evening.texts


def test_a_sheet_is_pulled_down_by_its_head(evening, touch):
    evening.tap(text="Why?")
    sheet = evening.table.open_sheet
    touch(sheet.center_x, sheet.y + 20, to=(sheet.center_x, sheet.y - 80))
    evening.wait(30)
    assert sheet.parent  # not by its body, which scrolls
    touch(sheet.center_x, sheet.top - 20, to=(sheet.center_x, sheet.top - 120))
    evening.wait(30)
    assert not sheet.parent


def test_back_closes_the_sheet_first_then_the_page_then_the_match(evening):
    from kivy.core.window import Window

    evening.app.go("log")
    evening.wait(4)
    evening.tap(text="More")
    for there in ("log", "table", "shelf"):
        Window.dispatch("on_keyboard", 27, 0, None, [])
        evening.wait(30)
        assert evening.app.screens.current == there
    assert not any(type(child).__name__ == "Drawer" for child in Window.children)
