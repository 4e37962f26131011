"""What is said to the network, and what is heard: only on this machine here."""

import time

import pytest

from companion.app.hearsay import Hearsay
from companion.link.beacon import Notice
from tests.app.network import here

TABLE = Notice("0123456789abcdef", "Kitchen", 47470, 1)


def _until(condition):
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.fixture
def hearsay():
    made = []

    def hearsay_(ears=lambda: None):
        heard = []
        made.append(Hearsay(here(), heard.append, ears))
        made[-1].heard = heard
        return made[-1]

    yield hearsay_
    for one in made:
        one.fall_silent()
        one.stop_listening()


def test_what_one_says_the_other_hears(hearsay):
    host, guest = hearsay(), hearsay()
    guest.listen()
    host.announce(TABLE)
    _until(lambda: guest.found)
    assert [one.notice for one in guest.found] == [TABLE]
    assert guest.heard


def test_nobody_hears_of_his_own_table(hearsay):
    host, guest = hearsay(), hearsay()
    host.listen()
    guest.listen()
    host.announce(TABLE)
    _until(lambda: guest.found)
    _until(lambda: host.heard)
    assert host.found == ()


def test_a_new_announcement_takes_the_place_of_the_old_one(hearsay):
    host, guest = hearsay(), hearsay()
    guest.listen()
    host.announce(TABLE)
    _until(lambda: guest.found)
    later = Notice(TABLE.table, "Kitchen", 47470, 2)
    host.announce(later)
    _until(lambda: [one.notice for one in guest.found] == [later])


def test_ears_are_held_open_only_while_somebody_listens(hearsay):
    asked = []

    def ears():
        asked.append("listen")
        return lambda: asked.append("rest")

    one = hearsay(ears)
    assert asked == []
    one.listen()
    one.listen()
    assert asked == ["listen"]
    one.stop_listening()
    one.stop_listening()
    assert asked == ["listen", "rest"]
    assert one.found == ()


def test_where_nobody_can_ask_for_ears_it_listens_all_the_same(hearsay):
    host, guest = hearsay(), hearsay(lambda: None)
    guest.listen()
    host.announce(TABLE)
    _until(lambda: guest.found)
