"""Real touches on the devices screen, with a real second device at the other end of the wire."""

import pytest
from kivy.core.clipboard import Clipboard

from companion.app import headless
from companion.app.gathering import ALONE, HOSTING, JOINED, LOOKING, LOST, REFUSED, Standing
from companion.app.widgets.doors import SeatLine, TablePlate
from companion.app.widgets.qrcode import QrCode
from companion.core.words import say
from companion.link import invitation
from companion.link.invitation import Invitation
from companion.store.table import now
from tests.app.other_device import CODE, FIVE, OtherDevice, until

SEATS = (("Porthos' tablet", "table"), ("Her tablet", "milady"), ("A device", "musketeers"))


@pytest.fixture
def other(tmp_path):
    device = OtherDevice(tmp_path / "other")
    yield device
    device.close()


@pytest.fixture
def evening(sit_down, tmp_path):
    return sit_down(tmp_path / "here")


@pytest.fixture
def in_match(evening):
    evening.app.start("mousquetaires", FIVE)
    evening.wait(4)
    return evening


def _write(evening, field, text):
    evening.wait(2)
    field.focus = True
    for part in text if len(text) < 12 else (text,):
        field.insert_text(part)
    headless.frames(2)
    field.focus = False
    headless.frames(2)


def _stand(evening, **how):
    """As if it stood like this between the devices."""
    app = evening.app
    app.gathering.standing = Standing(**how)
    app.desk.seat = how.get("role", "table")
    app._stands()
    evening.wait(4)


def _shown(evening, kind):
    return [one for one in evening.table.walk(restrict=True) if isinstance(one, kind)]


def _in_sight(evening, **values):
    try:
        return evening.seek(**values)
    except LookupError:
        return None


# --- the host ---


def test_from_the_match_others_are_let_in(in_match, other):
    in_match.tap(text="More")
    in_match.tap(text="More devices")
    assert in_match.app.screens.current == "devices"
    in_match.tap(text="Let others join")
    until(lambda: in_match.app.standing.state == HOSTING, other)
    standing = in_match.app.standing
    code = f"{standing.code[:4]}\u00a0\u00a0{standing.code[4:]}"
    address, port = standing.places[0]
    assert {code, f"{address}:{port}", "This table is open"} <= set(in_match.texts)
    [qr] = _shown(in_match, QrCode)
    assert invitation.read(qr.content) == Invitation(address, port, standing.code)
    other.gathering.join(standing.code, "milady", (address, port))
    until(lambda: len(_shown(in_match, SeatLine)) == 2, other)
    assert [(line.text, line.role) for line in reversed(_shown(in_match, SeatLine))][::-1] == [
        ("A device", "Board · this device · keeps the order"),
        ("Porthos' tablet", "Milady"),
    ]
    in_match.tap(text="Close the door")
    assert in_match.app.standing.state == ALONE
    assert in_match.app.desk.match is not None
    until(lambda: other.standing.state == LOST, other)
    assert _in_sight(in_match, text="Let others join")


def test_the_invitation_can_be_taken_along(in_match):
    in_match.app.go("devices")
    _stand(in_match, state=HOSTING, code=CODE, places=(("192.168.1.7", 47470),), seats=SEATS[:1])
    in_match.tap(text="Copy the invitation")
    assert Clipboard.paste() == f"musketeers://192.168.1.7:47470/{CODE}"


# --- the guest ---


def test_from_the_shelf_to_the_table_by_touches(evening, other):
    other.keep_house()
    evening.tap(text="Join a table")
    evening.tap(value="onlooker")
    assert evening.seek(value="onlooker").chosen
    assert not evening.seek(value="musketeers").chosen
    page = evening.table
    _write(evening, page.code, CODE.lower())
    assert page.code.text == f"{CODE[:4]} {CODE[4:]}"
    _write(evening, page.address, f"{other.place[0]}:{other.place[1]}")
    evening.tap(text="Join")
    until(lambda: evening.app.screens.current == "table", other)
    assert evening.app.gathering.role == "onlooker"
    assert other.standing.seats[1] == ("A device", "onlooker")
    evening.app.go("devices")
    evening.wait(4)
    assert "Linked to the table" in evening.texts
    evening.tap(text="Leave the table")
    assert evening.app.standing.state == ALONE
    until(lambda: len(other.standing.seats) == 1, other)


def test_a_table_that_was_heard_of_takes_one_tap_and_the_code(evening, other):
    evening.app.go("devices")
    assert "None has been heard of yet." in evening.texts
    other.keep_house()
    until(lambda: _shown(evening, TablePlate), other)
    [plate] = _shown(evening, TablePlate)
    address = f"{other.place[0]}:{other.place[1]}"
    assert plate.text == f"Porthos' tablet · {address}"
    evening.tap(text=plate.text)
    assert evening.app.standing.state == ALONE
    assert evening.app.last_notice == "Type the code that the other device shows."
    assert evening.table.address.text == address
    _write(evening, evening.table.code, CODE)
    evening.tap(text=plate.text)
    until(lambda: evening.app.standing.synced, other)


def test_a_pasted_invitation_says_both(evening):
    evening.app.go("devices")
    page = evening.table
    Clipboard.copy(f"Come! musketeers://192.168.1.7:47471/{CODE} in the kitchen")
    evening.tap(text="Paste")
    assert (page.code.text, page.address.text) == (f"{CODE[:4]} {CODE[4:]}", "192.168.1.7:47471")


@pytest.mark.parametrize(
    ("code", "address", "said"),
    [
        ("", "", "Type the code that the other device shows."),
        ("7KQ2", "", "A code has 8 letters and digits."),
        (CODE, "192.168.1.777", "An address has four numbers up to 255, like 192.168.1.7."),
    ],
)
def test_what_cannot_be_is_said_before_anybody_knocks(evening, code, address, said):
    evening.app.go("devices")
    _write(evening, evening.table.code, code)
    _write(evening, evening.table.address, address)
    evening.tap(text="Join")
    assert evening.app.last_notice == said
    assert evening.app.standing.state == ALONE


def test_the_name_of_this_device_is_kept(evening, sit_down, tmp_path):
    evening.app.go("devices")
    evening.table.named.text = ""
    _write(evening, evening.table.named, "  Anna's\tphone  ")
    assert evening.table.named.text == evening.app.gathering.name == "Anna's phone"
    evening.tap(value="milady")
    evening.close()
    again = sit_down(tmp_path / "here")
    assert again.app.gathering.name == "Anna's phone"
    again.app.go("devices")
    again.wait(2)
    assert again.seek(value="milady").chosen


def test_a_device_that_nobody_named_is_called_what_it_is_in_every_language(evening):
    evening.app.speak("de")
    assert evening.app.gathering.name == "Ein Gerät"
    evening.app.go("devices")
    _write(evening, evening.table.named, "")
    assert evening.table.named.text == "Ein Gerät"
    evening.app.speak("it")
    assert evening.app.gathering.name == "Un dispositivo"  # a look at the line is no name yet
    evening.table.named.text = ""
    _write(evening, evening.table.named, "Annas Telefon")
    evening.app.speak("en")
    assert evening.app.gathering.name == "Annas Telefon"


def test_in_a_match_another_table_can_be_joined_too(in_match):
    in_match.app.go("devices")
    in_match.wait(2)
    assert not _in_sight(in_match, value="milady")
    in_match.tap(text="Join another table")
    assert _in_sight(in_match, value="milady")
    assert _in_sight(in_match, text="Join")


# --- how it stands ---


def test_who_is_looking_can_stop(in_match):
    in_match.app.go("devices")
    _stand(in_match, state=LOOKING, code=CODE, role="musketeers")
    assert "Looking for the table …" in in_match.texts
    assert _in_sight(in_match, text="Stop looking")
    assert not _in_sight(in_match, text="Leave the table")


def test_a_lost_table_comes_back_by_itself(in_match):
    in_match.app.go("devices")
    _stand(in_match, state=LOST, code=CODE, role="musketeers", seats=SEATS, since=now())
    assert "It comes back by itself. Everything up to now is kept on this device too." in in_match.texts
    assert _in_sight(in_match, text="Leave the table")


def test_it_is_offered_by_itself_while_one_waits(in_match, monkeypatch):
    time = {"now": 1_000_000}
    monkeypatch.setattr("companion.app.screens.devices.now", lambda: time["now"])
    in_match.app.go("devices")
    _stand(in_match, state=LOST, code=CODE, role="musketeers", seats=SEATS, since=1_000_000)
    time["now"] += 4_999
    in_match.wait(90)
    words = "Go on without the host: take over here"
    assert not _in_sight(in_match, text=words)
    time["now"] += 1
    in_match.wait(90)
    assert _in_sight(in_match, text=words)


def test_taking_over_by_touch(evening, other, monkeypatch):
    other.keep_house()
    evening.app.go("devices")
    evening.app.gathering.join(CODE, "musketeers", other.place)
    until(lambda: evening.app.standing.synced, other)
    other.gathering.part()
    until(lambda: evening.app.standing.state == LOST, other)
    monkeypatch.setattr("companion.app.viewmodels.devices.PATIENCE", 0)
    evening.tap(text=evening.app.screens.current_screen.ids.link.text)
    assert evening.app.screens.current == "devices"
    evening.tap(text="Go on without the host: take over here")
    until(lambda: evening.app.standing.state == HOSTING, other)
    assert evening.app.gathering.role == "table"
    other.gathering.join(CODE, "musketeers", evening.app.standing.places[0])
    until(lambda: other.standing.state == JOINED, other)


def test_a_refusal_says_why_and_lets_people_try_again(in_match):
    in_match.app.go("devices")
    why = say("Too many wrong codes: nobody can join for a minute.")
    _stand(in_match, state=REFUSED, code=CODE, role="milady", why=why)
    assert why.read() in in_match.texts
    assert _in_sight(in_match, text="Join")
    in_match.tap(text="Back")
    assert in_match.app.screens.current == "table"
    assert in_match.app.standing.state == ALONE  # a table that does not let him in does not hold up this one


def test_back_leads_where_one_came_from(in_match):
    in_match.app.go("log")
    in_match.app.go("devices")
    in_match.tap(text="Back")
    assert in_match.app.screens.current == "log"
    in_match.app.go("shelf")
    in_match.app.go("devices")
    in_match.tap(text="Back")
    assert in_match.app.screens.current == "shelf"


def test_nobody_listens_once_the_screen_is_left(evening):
    hearsay = evening.app.gathering._hearsay
    evening.app.go("devices")
    assert hearsay._listener is not None
    evening.tap(text="Back")
    assert hearsay._listener is None


@pytest.mark.parametrize(("size", "columns"), [((412, 915), "vertical"), ((1280, 800), "horizontal")])
def test_two_columns_where_there_is_room(evening, size, columns):
    headless.resize(size)
    evening.app.go("devices")
    evening.wait(6)
    assert evening.table.ids.left.parent.orientation == columns
