"""The house rules before a match, without a window."""

import pytest

from companion.app.viewmodels.houserules import HouseRules
from companion.boxes import load
from companion.boxes.mousquetaires.houses import HOUSE_RULES, with_house_rules

BOX = load("mousquetaires")


@pytest.fixture
def house():
    return HouseRules(BOX.profile(), lambda line: line.read() if line else "")


def _row(house, name):
    return next(row for row in house.rows() if row.name == name)


def test_untouched_all_is_as_we_rule(house):
    assert house.summary == "House rules: as we rule"
    assert [row.name for row in house.rows()] == list(HOUSE_RULES)
    assert all(row.ruling == "our ruling" and row.answer and not row.changed for row in house.rows())


@pytest.mark.parametrize("name", HOUSE_RULES)
def test_every_rule_can_be_changed_and_comes_back_to_ours(house, name):
    row = _row(house, name)
    if row.number:
        house.put(name, row.value + 1)
    else:
        house.switch(name)
    changed = _row(house, name)
    assert changed.changed
    assert changed.answer != row.answer
    assert row.answer in changed.ruling
    assert house.summary == "House rules: 1 changed"
    with_house_rules(BOX.profile(), house.chosen)  # is accepted
    for _ in range(4):
        if _row(house, name).changed:
            house.put(name, row.value) if row.number else house.switch(name)
    assert house.chosen == {}


def test_what_was_chosen_last_time_is_remembered_as_far_as_it_makes_sense(house):
    kept = {"recovery": "last", "bastille_price": 99, "bastille_dice": 3, "rochefort_must_appear": "yes", "nothing": 1}
    house.recall({**kept, "skill_price": ["x"], "pistol_in_botte": True})
    assert house.chosen == {"recovery": "last", "pistol_in_botte": True}
    for nonsense in (None, 7, "all", ["recovery"]):
        house.recall(nonsense)
        assert house.chosen == {}


def test_all_can_be_as_we_rule_again(house):
    house.switch("recovery")
    house.as_ours()
    assert house.chosen == {}
