"""What the devices screen shows and reads, without a window."""

from dataclasses import replace

import pytest

from companion.app.gathering import ALONE, HOSTING, JOINED, LOOKING, LOST, REFUSED, Standing
from companion.app.viewmodels.devices import (
    PATIENCE,
    ROLES,
    Badge,
    DevicesModel,
    Wish,
    badge_of,
    cleaned,
    device_name,
    label_of,
    pasted,
    spaced,
    wish_of,
)
from companion.boxes import load
from companion.core.match import Match, open_header
from companion.core.record import Intent
from companion.core.seats import MILADY, MUSKETEERS, ONLOOKER, SEATS, TABLE
from companion.core.words import Line, say
from companion.link.beacon import Found, Notice
from companion.link.invitation import Invitation

CODE = "7KQ2WM9D"
PLACES = (("192.168.1.7", 47470), ("10.42.0.1", 47470))
AT_TABLE = (("Board", TABLE), ("Tablet", MILADY), ("Phone", MUSKETEERS), ("Phone", ONLOOKER))
HOST = Standing(HOSTING, CODE, PLACES, AT_TABLE)
NOW = 1_000_000


def _read(line):
    return line.read() if line else ""


@pytest.fixture
def match():
    box = load("mousquetaires")
    return Match(box, open_header(box, "m", {"players": 4}, box.profile(), 0, ""))


def _model(standing, found=(), name="Phone", match=None, now=NOW):
    return DevicesModel(standing, found, name, match, now, _read)


def _found(address, name, table="0", port=47470, reign=1):
    return Found(address, Notice(table * 16, name, port, reign))


def test_there_is_a_plate_for_every_seat():
    assert set(ROLES) == set(SEATS)
    options = _model(Standing()).roles(MILADY)
    assert [option.value for option in options if option.chosen] == [MILADY]
    assert len({option.icon for option in options}) == len({option.text for option in options}) == 4


@pytest.mark.parametrize(
    ("standing", "icon", "text"),
    [
        (HOST, "access-point", "This table is open"),
        (Standing(LOOKING, CODE), "radar", "Looking for the table …"),
        (Standing(JOINED, CODE, role=MILADY), "link-variant", "Linked to the table"),
        (Standing(LOST, CODE), "link-variant-off", "The table is out of reach"),
        (Standing(LOST, CODE, why=say("The table was closed.")), "link-variant-off", "The table was closed."),
        (Standing(REFUSED, CODE, why=say("Every place is taken.")), "close-octagon-outline", "That did not work"),
    ],
)
def test_each_state_has_a_shape_and_words(standing, icon, text):
    sign = _model(standing).sign
    assert (sign.icon, sign.text) == (icon, text)
    assert sign.detail


def test_no_two_states_look_alike():
    signs = [_model(Standing(state, CODE)).sign for state in (HOSTING, LOOKING, JOINED, LOST, REFUSED)]
    assert len({sign.icon for sign in signs}) == len({sign.text for sign in signs}) == 5
    assert _model(Standing(ALONE)).sign is None


def test_a_refusal_says_why_and_a_seat_says_as_what():
    assert _model(Standing(REFUSED, CODE, why=say("Every place is taken."))).sign.detail == "Every place is taken."
    assert _model(Standing(JOINED, CODE, role=MILADY)).sign.detail == "Here you sit as: Milady."


def test_the_code_stays_in_one_line_of_two_halves():
    assert _model(HOST).code == "7KQ2\u00a0\u00a0WM9D"


def test_the_invitation_leads_to_the_likeliest_address():
    model = _model(HOST)
    assert model.invitation == f"musketeers://192.168.1.7:47470/{CODE}"
    assert model.addresses == "192.168.1.7:47470\n10.42.0.1:47470"
    assert _model(Standing(LOOKING, CODE)).invitation == ""


def test_who_sits_where_and_which_of_them_is_this_device():
    rows = _model(HOST).seats
    assert [(row.name, row.role) for row in rows] == [
        ("Board", "Board · this device · keeps the order"),
        ("Tablet", "Milady"),
        ("Phone", "Musketeers"),
        ("Phone", "Onlooker"),
    ]
    guest = _model(Standing(JOINED, CODE, seats=AT_TABLE, role=ONLOOKER))
    assert [row.role for row in guest.seats][::3] == ["Board · keeps the order", "Onlooker · this device"]
    assert [row.role for row in guest.seats][1:3] == ["Milady", "Musketeers"]
    assert len({row.icon for row in rows}) == 4


def test_each_table_once_though_it_is_heard_of_twice():
    found = (
        _found("127.0.0.1", "Kitchen"),
        _found("192.168.1.7", "Kitchen"),
        _found("192.168.1.9", "Attic", "1", 47471),
    )
    tables = _model(Standing(), found).tables
    assert [(row.text, row.detail, row.place) for row in tables] == [
        ("Attic", "192.168.1.9:47471", ("192.168.1.9", 47471)),
        ("Kitchen", "192.168.1.7", ("192.168.1.7", 47470)),
    ]


@pytest.mark.parametrize(
    ("change", "may"),
    [
        ({}, True),
        ({"since": NOW - PATIENCE + 1}, False),
        ({"state": JOINED}, False),
        ({"state": LOOKING}, False),
        ({"role": ONLOOKER}, False),  # while there are others who could
        ({"role": ONLOOKER, "seats": (("Board", TABLE), ("Phone", ONLOOKER))}, True),
    ],
)
def test_who_may_take_over_and_when(match, change, may):
    lost = Standing(LOST, CODE, seats=AT_TABLE, role=MUSKETEERS, since=NOW - PATIENCE)
    assert _model(replace(lost, **change), match=match).may_take_over is may


def test_without_a_copy_nothing_can_be_taken_over():
    assert not _model(Standing(LOST, CODE, role=MUSKETEERS)).may_take_over


@pytest.mark.parametrize(
    ("standing", "badge"),
    [
        (Standing(), None),
        (HOST, Badge("access-point", "gold", "3", "3 other devices at this table")),
        (replace(HOST, seats=AT_TABLE[:2]), Badge("access-point", "gold", "1", "1 other device at this table")),
        (replace(HOST, seats=AT_TABLE[:1]), Badge("access-point", "gold", "0", "0 other devices at this table")),
        (Standing(JOINED, CODE), Badge("link-variant", "blue", "", "Linked to the table")),
        (
            Standing(JOINED, CODE, waiting=2),
            Badge("link-variant", "blue", "2", "Linked to the table. 2 taps wait for the table's answer."),
        ),
        (
            Standing(LOST, CODE, waiting=1),
            Badge("link-variant-off", "red", "1", "The table is out of reach. 1 tap waits for the table's answer."),
        ),
    ],
)
def test_the_badge_says_it_at_a_glance(standing, badge):
    assert badge_of(standing, _read) == badge


# --- what people type ---


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("", ""),
        ("7k", "7K"),
        ("7kq2", "7KQ2"),
        ("7kq2w", "7KQ2 W"),
        ("7K-Q2-WM9D", "7KQ2 WM9D"),
        (CODE * 2, spaced(CODE)),
    ],
)
def test_a_code_shows_in_two_halves_while_it_is_typed(typed, shown):
    assert spaced(typed) == shown
    assert spaced(shown) == shown


@pytest.mark.parametrize("text", ["7KQ2 WM9D", "192.168.1.7", "musketeers://", "musketeers://192.168.1.7/7KQ2"])
def test_what_is_no_invitation_is_none(text):
    assert pasted(text) is None


def test_an_invitation_is_found_among_words():
    text = f"Come to musketeers://192.168.1.7:47471/{CODE} !"
    assert pasted(text) == Invitation("192.168.1.7", 47471, CODE)


@pytest.mark.parametrize(
    ("code", "address", "wish"),
    [
        ("7kq2 wm9d", "", Wish(CODE, None)),
        ("7kq2 wm9d", " 192.168.1.7 ", Wish(CODE, ("192.168.1.7", 47470))),
        ("7kq2 wm9d", "192.168.1.7:1234", Wish(CODE, ("192.168.1.7", 1234))),
    ],
)
def test_a_wish(code, address, wish):
    assert wish_of(code, address) == wish


@pytest.mark.parametrize(("code", "address"), [("", ""), (" ", "192.168.1.7"), ("7KQ2", ""), (CODE, "192.168.1.999")])
def test_what_is_wrong_with_it(code, address):
    assert isinstance(wish_of(code, address), Line)


@pytest.mark.parametrize(
    ("kept", "model", "name"),
    [
        ("Anna's phone", "Pixel 7", "Anna's phone"),
        (None, "Pixel 7", "Pixel 7"),
        ("  ", "", "A device"),
        (7, "", "A device"),
        ("a\nb\tc\x00", "", "a b c"),
        ("x" * 99, "", "x" * 24),
    ],
)
def test_what_a_device_is_called(kept, model, name):
    assert device_name(kept, model, _read) == name
    assert cleaned(name) == name
    Notice.decode(Notice("0" * 16, name, 47470, 1).encode())  # everybody would believe it


def test_what_another_device_did_has_a_name(match):
    match.act(Intent("correct", {"what": "purse", "to": 7}))
    assert _read(label_of(match, match.records[-1])) == "Purse set to 7"
    match.act(Intent("undo"))
    assert "Purse set to 7" in _read(label_of(match, match.records[-1]))
    match.act(Intent("pledge", {"by": "0" * 16, "anchor": "0" * 64}))
    assert label_of(match, match.records[-1]) is None
