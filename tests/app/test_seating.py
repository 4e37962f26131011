"""Two devices at one table: this one with its window, the other one without, and a real wire between them."""

import pytest

from companion.app import headless
from companion.app.app import CompanionApp
from companion.app.gathering import ALONE, HOSTING, JOINED, LOST, REFUSED
from companion.app.viewmodels.hourglass import glass_of
from companion.app.widgets.now import OtherPlate
from companion.app.widgets.sandclock import sand_clock
from companion.app.widgets.tray import TrayDie
from companion.core.record import Record
from companion.link import guest
from companion.store.table import now
from tests.app.other_device import CODE, FIVE, OTHER, OtherDevice, until


@pytest.fixture
def other(tmp_path):
    device = OtherDevice(tmp_path / "other")
    yield device
    device.close()


@pytest.fixture
def evening(sit_down, tmp_path):
    return sit_down(tmp_path / "here")


def _join(evening, other, role="musketeers", code=CODE):
    app = evening.app
    app.go("devices")
    app.gathering.join(code, role, other.place)
    until(lambda: app.standing.synced, other, what=f"{app.standing}")


def _open(evening, other, role="musketeers"):
    """This device keeps the order, and the other one joins it."""
    app = evening.app
    app.start("mousquetaires", FIVE)
    app.gathering.open_house(CODE)
    until(lambda: app.standing.state == HOSTING)
    other.gathering.join(CODE, role, app.standing.places[0])
    until(lambda: other.standing.synced and len(app.standing.seats) == 2, other)


def test_whoever_joins_sees_the_table(evening, other):
    other.keep_house()
    _join(evening, other)
    assert evening.app.standing.state == JOINED
    assert evening.app.screens.current == "table"
    assert evening.app.desk.match.header.match == other.desk.match.header.match
    assert evening.app.standing.seats == (("Porthos' tablet", "table"), ("A device", "musketeers"))


def test_milady_is_led_to_her_pad(evening, other):
    other.keep_house()
    _join(evening, other, role="milady")
    assert evening.app.screens.current == "pad"
    evening.app.go("table")
    evening.wait(4)
    assert evening.app.screens.current == "table"  # and nothing takes her back to the pad by force


def test_a_throw_of_another_device_is_seen_and_heard(evening, other, monkeypatch):
    _open(evening, other)
    app = evening.app
    app.go("dice")
    evening.wait(2)
    cues, tumbled = [], []
    monkeypatch.setattr(app.cues, "give", lambda cue: cues.append(cue.sound))
    monkeypatch.setattr(TrayDie, "tumble", lambda die, lag: tumbled.append(die.face))
    outcomes = other.act("roll", dice="3b 2r")
    until(lambda: outcomes and len(evening.table.scene.tray.ids.dice.children) == 5, other)
    assert isinstance(outcomes[0], Record)
    assert "dice" in cues
    assert tumbled == outcomes[0].result["rolls"][0]["faces"]


def test_a_token_walks_wherever_it_was_moved(evening, other):
    _open(evening, other)
    evening.app.go("table")
    outcomes = other.act("correct", what="purse", to=9)
    until(lambda: outcomes and evening.board["purse"] == 9, other)
    assert evening.app.last_notice == ""  # the board shows it


def test_what_the_open_page_does_not_show_is_told(evening, other):
    _open(evening, other)
    evening.app.go("settings")
    outcomes = other.act("correct", what="purse", to=9)
    until(lambda: outcomes and evening.app.last_notice, other)
    assert evening.app.last_notice == "Purse set to 9"


def test_what_another_device_took_back_is_told_even_on_the_board(evening, other):
    _open(evening, other)
    evening.app.go("table")
    for do, fields in (("correct", {"what": "purse", "to": 9}), ("undo", {})):
        outcomes = other.act(do, **fields)
        until(lambda outcomes=outcomes: outcomes, other)
    until(lambda: evening.app.last_notice, other)
    assert "Purse set to 9" in evening.app.last_notice
    until(lambda: evening.board["purse"] == 3, other)


def test_two_devices_of_the_same_seat_hear_of_each_other(evening, other):
    other.keep_house()
    _join(evening, other, role="table")
    outcomes = other.act("correct", what="purse", to=9)
    until(lambda: outcomes and evening.board["purse"] == 9, other)
    mine = len(other.heard)
    evening.table.act("correct", {"what": "purse", "to": 4})
    until(lambda: evening.board["purse"] == 4, other)
    assert [record.intent.do for record in other.heard[mine:]] == ["correct"]


def test_the_sand_is_the_table_s(evening, other, monkeypatch):
    monkeypatch.setattr(other.desk, "now", lambda: now() - 60_000)  # its clock is wrong, and is the table's
    monkeypatch.setattr(guest, "CLOCK_EVERY", 100)
    other.keep_house()
    _join(evening, other)
    until(lambda: abs(evening.app.desk.ahead + 60_000) < 100, other)
    for do, fields in (("next", {}), ("next", {}), ("perfidy", {"how": "play", "card": "hurry"})):
        outcomes = other.act(do, **fields)
        until(lambda outcomes=outcomes: outcomes, other)
    sand = sand_clock()
    until(lambda: sand.turned, other)
    glass = glass_of(other.desk.match.view())
    sand.follow(glass_of(evening.app.desk.match.view()))
    assert abs(sand.left - glass.left(other.desk.now())) < 150
    evening.app.go("hourglass")
    assert evening.table.scene.state == "running"


def test_back_on_the_shelf_nobody_is_linked_any_more(evening, other):
    _open(evening, other)
    evening.app.go("shelf")
    assert evening.app.standing.state == ALONE
    assert evening.app.desk.match is None
    until(lambda: other.standing.state == LOST, other)


def test_another_match_is_nobody_s_business(evening, other):
    _open(evening, other)
    mine = evening.app.desk.match.header.match
    evening.app.start("mousquetaires", FIVE)
    assert evening.app.standing.state == ALONE
    until(lambda: other.standing.state == LOST, other)
    assert other.desk.match.header.match == mine


def test_a_wrong_code_is_refused_and_said(evening, other):
    other.keep_house()
    evening.app.go("devices")
    evening.app.gathering.join(OTHER, "musketeers", other.place)
    until(lambda: evening.app.standing.state == REFUSED, other)
    assert "This is not the code of that table." in evening.texts
    assert evening.app.screens.current == "devices"


def test_a_tap_that_was_never_answered_is_not_lost_silently(evening, other):
    other.keep_house()
    _join(evening, other)
    other.gathering.part()
    until(lambda: evening.app.standing.state == LOST, other)
    evening.table.act("correct", {"what": "purse", "to": 9})
    until(lambda: evening.app.standing.waiting == 1, other)
    evening.app.gathering.part()
    evening.wait(4)
    assert evening.app.last_notice == "The table is out of reach: this did not count."


def test_whoever_takes_over_takes_the_waiting_taps_along(evening, other):
    other.keep_house()
    _join(evening, other)
    other.gathering.part()
    until(lambda: evening.app.standing.state == LOST, other)
    evening.table.act("correct", {"what": "purse", "to": 9})
    until(lambda: evening.app.standing.waiting == 1, other)
    evening.app.gathering.take_over()
    until(lambda: evening.app.standing.state == HOSTING and evening.board["purse"] == 9, other)
    other.gathering.join(CODE, "musketeers", evening.app.standing.places[0])
    until(lambda: other.standing.synced and other.desk.match.head == evening.app.desk.match.head, other)


def test_a_sheet_that_was_opened_for_an_earlier_step_answers_nothing_else(evening, other):
    """Two people open the same sheet; one of them is quicker."""
    _open(evening, other, role="table")
    evening.app.go("table")
    evening.wait(4)
    for _ in range(2):
        outcomes = other.act("next")
        until(lambda outcomes=outcomes: outcomes, other)
    until(lambda: evening.table.ids.now.what == "Draw treachery, or play it", other)
    evening.tap(text=evening.table.model.now.folded)
    outcomes = other.act("perfidy", how="draw")
    until(lambda: outcomes and evening.table.model.step == "1.actions", other)
    evening.tap(
        text=next(one.text for one in evening.table.open_sheet.walk(restrict=True) if isinstance(one, OtherPlate))
    )
    evening.wait(4)
    assert evening.app.desk.match.records[-1].intent.fields == {"how": "draw"}
    assert evening.app.last_notice == "The table has moved on since this was tapped."


def test_a_second_tap_of_our_own_is_still_dropped_without_a_word(evening, other):
    _open(evening, other, role="table")
    evening.app.go("table")
    evening.wait(30)
    step = evening.table.model.step
    for _ in range(2):
        evening.table.act("next", {}, meant_for_now=True, step=step)
    until(lambda: len(evening.app.desk.match.records) > 0, other)
    evening.wait(10)
    assert [record.intent.do for record in evening.app.desk.match.records if record.intent.do != "pledge"] == ["next"]
    assert evening.app.last_notice == ""


def test_her_pad_lies_at_one_device(evening, other):
    _open(evening, other, role="milady")
    evening.app.go("table")
    evening.wait(4)
    evening.tap(text="More")
    assert "Milady's pad" not in evening.texts
    evening.table.open_sheet.dismiss(animation=False)
    other.gathering.part()
    until(lambda: len(evening.app.standing.seats) == 1, other)
    evening.tap(text="More")
    assert "Milady's pad" in evening.texts


# --- when something goes wrong, and when the app is laid aside ---


def test_after_a_mishap_the_same_code_opens_the_table_again(evening, other):
    _open(evening, other)
    evening.app.go("table")
    evening.app.show_mishap()
    evening.app.start_again()
    until(lambda: evening.app.standing.state == HOSTING and other.standing.synced, other)
    assert evening.app.standing.code == CODE
    outcomes = other.act("correct", what="purse", to=9)
    until(lambda: outcomes and evening.board["purse"] == 9, other)


def test_after_a_mishap_a_guest_sits_down_again(evening, other):
    other.keep_house()
    _join(evening, other)
    evening.app.show_mishap()
    evening.app.start_again()
    until(lambda: evening.app.standing.synced, other)
    assert evening.app.gathering.role == "musketeers"


def test_whoever_comes_back_to_the_app_looks_for_the_table_at_once(evening, other, monkeypatch):
    other.keep_house()
    _join(evening, other)
    hurried = []
    monkeypatch.setattr(evening.app.gathering._sitting.wire, "hurry", lambda: hurried.append(True))
    evening.app.on_pause()
    assert hurried == []
    evening.app.on_resume()
    assert hurried == [True]


def test_the_app_can_be_closed_in_the_middle_of_everything(evening, other):
    _open(evening, other)
    other.act("correct", what="purse", to=9)
    evening.close()
    headless.frames(10)  # what was on its way to the screen comes to nobody
    assert evening.app.desk is None
    until(lambda: other.standing.state == LOST, other)


# --- the head of every page ---


def test_the_head_of_the_page_says_how_it_stands_and_leads_to_the_devices(evening, other):
    evening.app.start("mousquetaires", FIVE)
    evening.wait(4)
    badge = evening.table.ids.link
    assert badge.width == 0
    evening.app.gathering.open_house(CODE)
    until(lambda: badge.text == "0 other devices at this table")
    other.gathering.join(CODE, "onlooker", evening.app.standing.places[0])
    until(lambda: badge.text == "1 other device at this table", other)
    evening.tap(text=badge.text)
    assert evening.app.screens.current == "devices"


def test_a_flat_window_has_it_beside_the_heading(evening):
    evening.app.start("mousquetaires", FIVE)
    headless.resize((731, 411))
    evening.app.gathering.open_house(CODE)
    until(lambda: evening.app.standing.state == HOSTING)
    evening.wait(4)
    assert evening.table.ids.link.width == 0
    assert evening.table.ids.bow.ids.link.width > 0


def test_the_card_follows_who_sits_where(evening, other):
    """While Milady sits at her own device she is asked there, and once she has left, here again."""
    _open(evening, other, role="milady")
    evening.app.go("table")
    evening.wait(4)
    assert evening.table.ids.now.what == "Milady is asked on her device"
    other.gathering.part()
    until(lambda: evening.table.ids.now.what == "Choose your destination", other)


def test_without_a_network_of_its_own_the_app_means_the_whole_network():
    assert CompanionApp().network is None
