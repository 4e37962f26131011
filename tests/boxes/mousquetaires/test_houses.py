from __future__ import annotations

import ast
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import companion.boxes.mousquetaires
from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.houses import HOUSE_RULES, with_house_rules
from companion.core.match import Match, open_header
from companion.core.record import BadForm, Header

PROFILE = BOX.profile()

# Every point on which the sheets disagree or one of them is silent, with our ruling and another one.
POINTS: dict[str, tuple[str, Any, Any]] = {
    "C01 price to leave the Bastille": ("bastille_price", 1, 3),
    "C02 must the fight in the Bastille be won": ("bastille_fight_must_be_won", False, True),
    "C03 the gaoler": ("bastille_dice", 3, 4),
    "C04 when a fallen musketeer recovers": ("recovery", "at_once", "last"),
    "C05 a victim of the Assassin": ("assassin_before_turn_recovers_at_once", True, False),
    "C06 Rochefort and ambushes": ("rochefort_stops_ambushes", False, True),
    "C07 Rochefort, forced or not": ("rochefort_must_appear", False, True),
    "C08 whose action his duel costs": ("rochefort_costs_an_action", False, True),
    "C09 both put each other out": ("both_hit_adversary_stays", False, True),
    "C10 the pistol in a botte": ("pistol_in_botte", False, True),
    "C10 the cuirass in a botte": ("cuirass_in_botte", False, True),
    "C11 the Toledo blade after the enemy's botte": ("toledo_after_enemy_botte", True, False),
    "C12 two bottes at once": ("both_bottes_wound", True, False),
    "C13 Reinforcements with four dice": ("reinforcements_beyond_most_red", False, True),
    "C14 Rochefort's balm": ("rochefort_balm", 2, 5),
    "C15 the price of a skill": ("skill_price", "any_card", "pistoles"),
    "C16 a sacrifice": ("sacrifice_cancels_sword", True, False),
    "C17 the card removed at La Rochelle": ("removed_siege_card_leaves_game", True, False),
    "C18 the Louvre marker under a new mission": ("louvre_moves_under_new_mission", True, False),
    "C19 a turn that starts at Richelieu's": ("richelieu_search_when_starting_there", False, True),
    "C20 paying the Beggars": ("beggars_paid_on_the_spot", False, True),
    "C21 other things in the Bastille": ("bastille_only_escape", False, True),
    "C22 a cleared path of the inn": ("inn_advance_includes_fight", False, True),
    "C23 a revealed trap": ("revealed_trap_wounds", True, False),
    "C24 Tréville's Time": ("treville_time", 2, 3),
    "C25 falling on the escape": ("escape_knock_out_recovers_at_once", True, False),
    "C26 improvements in an exchange": ("improvements_tradable", False, True),
    "silent: the last heart": ("sacrifice_may_knock_out", True, False),
    "silent: Bassompierre": ("bassompierre_may_be_removed", True, False),
}
NAMES = {name: (ours, other) for name, ours, other in POINTS.values()}


def test_every_point_of_disagreement_has_its_switch_and_there_are_no_others() -> None:
    numbers = {point.split()[0] for point in POINTS} - {"silent:"}
    assert numbers == {f"C{number:02}" for number in range(1, 27)}
    assert set(NAMES) == set(HOUSE_RULES)


@pytest.mark.parametrize(("name", "ours", "other"), POINTS.values(), ids=[name for name, _, _ in POINTS.values()])
def test_our_ruling_is_in_force_until_the_table_rules_otherwise(name: str, ours: Any, other: Any) -> None:
    path = HOUSE_RULES[name].path
    assert PROFILE[path] == ours
    assert type(PROFILE[path]) is type(ours)
    changed = with_house_rules(PROFILE, {name: other})
    assert changed[path] == other
    assert {at for at in PROFILE if changed[at] != PROFILE[at]} == {path}
    assert PROFILE[path] == ours


@pytest.mark.parametrize("name", HOUSE_RULES)
def test_every_switch_asks_a_question(name: str) -> None:
    question = HOUSE_RULES[name].question.read()
    assert question.endswith("?")
    assert len([rule for rule in HOUSE_RULES.values() if rule.question.read() == question]) == 1
    assert len([rule for rule in HOUSE_RULES.values() if rule.path == HOUSE_RULES[name].path]) == 1


@cache
def words() -> set[str]:
    """Every text that stands in the code of this box, but for the switches themselves."""
    folder = Path(companion.boxes.mousquetaires.__file__).parent
    return {
        node.value
        for path in folder.rglob("*.py")
        if path.name != "houses.py"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


@pytest.mark.parametrize("name", HOUSE_RULES)
def test_every_switch_is_looked_at_by_some_rule(name: str) -> None:
    """A switch that nothing asks for would be a promise nobody keeps."""
    path = HOUSE_RULES[name].path
    spelled = {path, path.removeprefix("rulings.")}
    # The price of an improved skill is read like that of everything else in the arsenal.
    spelled |= {".pay"} if path == "arsenal.improved_skill.pay" else set()
    assert spelled & words()


def test_without_house_rules_the_printed_profile_is_in_force() -> None:
    assert with_house_rules(PROFILE, None) is PROFILE
    assert with_house_rules(PROFILE, {}).plain() == PROFILE.plain()


def test_a_switch_set_to_what_it_is_changes_nothing() -> None:
    same = {name: ours for name, (ours, _) in NAMES.items()}
    assert with_house_rules(PROFILE, same).plain() == PROFILE.plain()


@pytest.mark.parametrize("house", [[], "recovery", 3, True, ["recovery"]])
def test_house_rules_are_an_object(house: Any) -> None:
    with pytest.raises(BadForm, match="house must be an object"):
        with_house_rules(PROFILE, house)


def test_an_unknown_house_rule_is_named_together_with_those_there_are() -> None:
    with pytest.raises(BadForm, match=r'no house rule "free_horses"; there are bastille_price, .*bassompierre'):
        with_house_rules(PROFILE, {"recovery": "last", "free_horses": True})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("bastille_price", True),
        ("bastille_price", -1),
        ("bastille_price", 10),
        ("bastille_price", "3"),
        ("bastille_price", None),
        ("bastille_dice", 5),
        ("bastille_dice", 0),
        ("recovery", "never"),
        ("recovery", True),
        ("pistol_in_botte", 1),
        ("pistol_in_botte", "yes"),
        ("pistol_in_botte", None),
        ("skill_price", "kisses"),
        ("treville_time", 6),
        ("treville_time", 1.5),
        ("rochefort_balm", [2]),
    ],
)
def test_a_value_the_switch_does_not_have_is_refused(name: str, value: Any) -> None:
    with pytest.raises(BadForm, match=f"^house: {HOUSE_RULES[name].path}"):
        with_house_rules(PROFILE, {name: value})


@pytest.mark.parametrize(("name", "ours", "other"), POINTS.values(), ids=[name for name, _, _ in POINTS.values()])
def test_what_the_table_chose_stands_in_the_header_and_is_in_force_in_the_match(
    name: str, ours: Any, other: Any
) -> None:
    header = open_header(BOX, "m", {"players": 6, "house": {name: other}}, PROFILE, 0, "0")
    assert header.options["house"] == {name: other}
    again = Header.from_plain(json.loads(header.line()))
    state = Match(BOX, again).state
    assert state.board.profile[HOUSE_RULES[name].path] == other
    # The header says what is printed as well, so that a later default does not change a match that was played.
    assert again.profile[HOUSE_RULES[name].path] == ours


def test_a_house_rule_goes_over_what_the_owner_checked_in_the_box() -> None:
    owner = PROFILE.corrected({"bastille.price": 2})
    assert with_house_rules(owner, {"bastille_price": 3})["bastille.price"] == 3
    assert with_house_rules(owner, {"bastille_dice": 4})["bastille.price"] == 2
