"""Whoever says that he has succeeded us has to show that he knows the code."""

import pytest

from companion.app.succession import DOUBT, PATIENCE, Succession

ONE, OTHER = ("10.0.0.1", 1), ("10.0.0.2", 2)


class Wire:
    def __init__(self, place, told):
        self.place, self.told = place, told
        self.running = False

    def start(self):
        self.running = True

    def stop(self):
        self.running = False


@pytest.fixture
def asked():
    return []


@pytest.fixture
def proved():
    return []


@pytest.fixture
def succession(asked, proved):
    def knock(place, told):
        asked.append(Wire(place, told))
        return asked[-1]

    return Succession(knock, proved.append)


def places(asked):
    return [wire.place for wire in asked]


def test_nobody_is_asked_where_nobody_says_anything(succession, asked):
    succession.look([], 0)
    assert asked == []


def test_who_knows_the_code_is_believed_and_nobody_else(succession, asked, proved):
    succession.look([ONE], 0)
    assert asked[0].running
    for state in ("looking", "refused", "lost"):
        asked[0].told(state)
    assert proved == []
    asked[0].told("joined")
    assert proved == [ONE]


def test_one_is_asked_at_a_time_and_only_for_a_while(succession, asked):
    succession.look([ONE, OTHER], 0)
    succession.look([ONE, OTHER], PATIENCE - 1)
    assert places(asked) == [ONE]
    assert asked[0].running
    succession.look([ONE, OTHER], PATIENCE)
    assert places(asked) == [ONE, OTHER]
    assert [wire.running for wire in asked] == [False, True]
    succession.look([], 2 * PATIENCE)
    assert not asked[1].running


def test_who_had_nothing_to_show_is_not_asked_again_soon(succession, asked):
    """He may only have been named by somebody else, and each wrong code counts at his door."""
    for now in range(0, DOUBT, PATIENCE // 4):
        succession.look([ONE], now)
    assert places(asked) == [ONE]
    succession.look([ONE], DOUBT)
    assert places(asked) == [ONE, ONE]


def test_at_rest_nobody_is_asked(succession, asked):
    succession.look([ONE], 0)
    succession.rest()
    assert not asked[0].running
    succession.rest()
