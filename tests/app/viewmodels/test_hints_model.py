"""Five hints at most, one after the other."""

import pytest

from companion.app.viewmodels.hints import HINTS, HintsModel, seen


def _read(line):
    return line.read() if line else ""


@pytest.fixture
def model():
    return HintsModel(_read)


def test_there_are_at_most_five_and_they_are_short():
    assert 1 <= len(HINTS) <= 5
    assert all(len(text.read()) <= 110 for _, text in HINTS)


def test_each_comes_once(model):
    found = []
    while model.hint:
        found.append((model.hint.target, model.hint.place, model.hint.last))
        model.on()
    assert [target for target, _, _ in found] == [target for target, _ in HINTS]
    assert (found[0][1], found[-1][1]) == ("1 of 5", "5 of 5")
    assert [last for *_, last in found] == [False, False, False, False, True]


def test_enough_is_enough(model):
    model.on()
    model.skip()
    assert model.hint is None


@pytest.mark.parametrize(("kept", "known"), [({}, False), ({"hints_seen": True}, True), ({"hints_seen": "yes"}, False)])
def test_only_a_plain_yes_means_seen(kept, known):
    assert seen(kept) is known
