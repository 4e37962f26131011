from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.possible import check
from companion.boxes.mousquetaires.state import Duel, Errand, Foe, Foul, Mission, Quest, State
from companion.core.dice import SeededChance
from companion.core.match import Match
from companion.core.pen import apply
from companion.core.plain import plain
from companion.core.record import BadForm, Header
from companion.core.trust import Tracked, check_values
from tests.boxes.mousquetaires.taps import tap

START = BOX.setup({"depth": "clerk", "paris": "held"}, BOX.profile())
ROOMS = Quest(guards=("two_dice", "hidden"), wardes=2, test="panache", spent=("decoy", "erudition"))


def refused(state: State) -> bool:
    try:
        check(state)
    except BadForm:
        return True
    return False


def test_a_table_in_the_middle_of_everything_is_possible() -> None:
    mission = Mission("poisons", True, "panache", 7, 2, True, 1, 6, (Foe("jussac", 1),), "nemesis", "athos")
    state = replace(
        START,
        louvre_mission=mission,
        paris_mission=replace(mission, card="held"),
        quest=ROOMS,
        chapters=3,
        milady_at="house",
        paris_gone=("duels",),
        perfidy_gone=("hurry", "other"),
        siege_cards=("double", "bassompierre"),
        variants=("deadly_quest",),
        sealed_for=2,
        fouls=(
            Foul(1, "late"),
            Foul(2, "late"),
            Foul(2, "broken", "paris", "louvre"),
            Foul(2, "broken", "paris"),
            Foul(2, "answer", "", "richelieu"),
            Foul(2, "unopened"),
        ),
        duel=Duel("athos", "two_dice", "quest", "room:0", 6, 4, ("sword",), 2, 3, True, "blade", ("lily",), ("sword",)),
        errand=Errand("athos", "duel", "quest", "two_dice:room:0"),
    )
    check(state)


@pytest.mark.parametrize(
    "change",
    [
        {"players": 7},
        {"depth": "moon"},
        {"milady_at": "moon"},
        {"variants": ("moon",)},
        {"paris_gone": ("moon",)},
        {"paris_gone": ("",)},
        {"perfidy_gone": ("moon",)},
        {"siege_cards": ("moon",)},
        {"blue_swords": -1},
        {"red_swords": 100},
        {"time_moved": -1},
        {"conscripts": -1},
        {"louvre_mission": Mission(card="held")},
        {"paris_mission": Mission(card="poisons")},
        {"paris_mission": Mission(skill="moon")},
        {"paris_mission": Mission(value=13)},
        {"paris_mission": Mission(value=-1)},
        {"paris_mission": Mission(reward=-1)},
        {"paris_mission": Mission(duels=-1)},
        {"louvre_mission": Mission(successes=100)},
        {"louvre_mission": Mission(foes=(Foe("moon", 1),))},
        {"louvre_mission": Mission(foes=(Foe("jussac", -1),))},
        {"louvre_mission": Mission(ambush="moon")},
        {"quest": Quest(inn=("moon",))},
        {"quest": Quest(road=("panache",))},
        {"quest": Quest(guards=("moon",))},
        {"quest": Quest(spent=("hidden",))},
        {"quest": Quest(calais=("moon",))},
        {"quest": Quest(test="moon")},
        {"sealed_for": -1},
        {"sealed_for": 100},
        {"fouls": (Foul(1, "moon"),)},
        {"fouls": (Foul(-1, "late"),)},
        {"fouls": (Foul(100, "late"),)},
        {"fouls": (Foul(1, "broken", "moon"),)},
        {"fouls": (Foul(1, "broken", "paris", "moon"),)},
        {"fouls": (Foul(1, "answer", "paris"),)},
        {"fouls": (Foul(1, "late"), Foul(1, "late"))},
        {"quest": Quest(wardes=-1)},
        {"quest": Quest(room=-1)},
    ],
    ids=str,
)
def test_what_is_not_in_the_box_is_refused(change: dict[str, Any]) -> None:
    assert refused(replace(START, **change))


@pytest.mark.parametrize("change", [{"gear": ("panache",)}, {"gear": ("moon",)}, {"skills": ("horse",)}])
def test_nobody_owns_what_there_is_not(change: dict[str, Any]) -> None:
    athos = replace(START.of("athos"), **change)
    company = tuple(athos if one.id == "athos" else one for one in START.company)
    assert refused(replace(START, company=company))


GOOD_DUEL = Duel("athos", "lubin", "paris", blue=3, red=2, waits="dice")


@pytest.mark.parametrize(
    "change",
    [
        {"who": "treville"},
        {"foe": "moon"},
        {"foe": "hidden"},
        {"foe": "two_dice"},  # a token lies on a space of the quest
        {"foe": "two_dice", "target": "inn:0"},  # that one lies face down
        {"foe": "hidden", "target": "inn:0"},  # nobody throws dice against it before it is turned
        {"place": "moon"},
        {"waits": "moon"},
        {"waits": "blade"},  # nothing was thrown that could be thrown again
        {"target": "moon"},
        {"target": "inn:12"},
        {"target": "inn:x"},
        {"target": "road:0"},  # in the inn there is no road yet
        {"blue": 7},
        {"red": -1},
        {"life": -1},
        {"exchange": 100},
        {"fixed": ("moon",)},
        {"blue_faces": ("moon",)},
        {"red_faces": ("moon",)},
    ],
    ids=str,
)
def test_a_duel_has_two_sides_and_dice(change: dict[str, Any]) -> None:
    check(replace(START, duel=GOOD_DUEL))
    assert refused(replace(START, duel=replace(GOOD_DUEL, **change)))


ERRANDS = (
    Errand("athos", "challenge", "paris", "mission", "cards"),
    Errand("athos", "challenge", "paris", "mission", "rochefort"),
    Errand("athos", "challenge", "paris", "mission"),
    Errand("athos", "duel", "paris", "lubin", "rochefort"),
    Errand("athos", "duel", "paris", "other:3", "rochefort"),
    Errand("athos", "duel", "quest", "two_dice:inn:0", "rochefort"),
    Errand("athos", "task", "paris", "2", "rochefort"),
    Errand("athos", "advance", "quest", "3", "rochefort"),
    Errand("athos", "advance", "quest", "inn:11", "token"),
    Errand("athos", "road", "quest", "", "rochefort"),
    Errand("athos", "passage", "quest", "", "rochefort"),
    Errand("athos", "search", "richelieu", "", "richelieu"),
    Errand("", "scout", "quest", "inn:1,inn:5", "token"),
    Errand("", "gallery", "quest", "", "gallery"),
    Errand("athos", "ambush", "paris", "thieves", "dice"),
)


@pytest.mark.parametrize("errand", ERRANDS, ids=lambda errand: f"{errand.what}-{errand.waits}")
def test_an_errand_will_find_what_it_needs(errand: Errand) -> None:
    state = replace(START, paris_mission=Mission("held", True, "panache", 6))
    check(replace(state, errand=errand))
    nobody = replace(errand, who="treville" if errand.who else "athos")
    for forged in (
        nobody,
        replace(errand, place="moon"),
        replace(errand, what="moon"),
        replace(errand, waits="moon"),
        replace(errand, target="moon"),
        replace(errand, target="inn:99"),
    ):
        assert refused(replace(state, errand=forged)), forged


@pytest.mark.parametrize(
    "errand",
    [
        Errand("athos", "challenge", "louvre", "mission", "cards"),  # nothing is known of the Louvre
        Errand("athos", "challenge", "paris", "courtesan", "cards"),
        Errand("athos", "duel", "paris", "other:0", "rochefort"),
        Errand("athos", "duel", "paris", "other:x", "rochefort"),
        Errand("athos", "duel", "paris", "other:²", "rochefort"),
        Errand("athos", "duel", "quest", "two_dice:room:0", "rochefort"),
        Errand("athos", "task", "paris", "-1", "rochefort"),
        Errand("athos", "task", "paris", "9" * 5000, "rochefort"),
        Errand("athos", "advance", "quest", "4", "rochefort"),
        Errand("athos", "advance", "quest", "inn:1,", "token"),
        Errand("", "scout", "quest", "", "token"),
        Errand("", "ambush", "louvre", "beggars", "dice"),  # they are paid
        Errand("", "ambush", "quest", "thieves", "dice"),
        Errand("", "ambush", "louvre", "thieves", ""),
    ],
    ids=lambda errand: f"{errand.what}-{errand.target[:20]}",
)
def test_an_errand_that_leads_nowhere_is_refused(errand: Errand) -> None:
    state = replace(START, paris_mission=Mission("held", True, "panache", 6))
    assert refused(replace(state, errand=errand))


@pytest.mark.parametrize("place", ["paris", "louvre"])
@pytest.mark.parametrize("ambush", ["thieves", "assassin"])
def test_an_ambush_that_was_just_laid_is_for_nobody_by_name(place: str, ambush: str) -> None:
    check(replace(START, errand=Errand("", "ambush", place, ambush, "dice")))


# whatever a forger may think of

STRANGE: dict[type, tuple[Any, ...]] = {
    str: ("moon", "", "hidden", "acting", "quest", "inn:3"),
    int: (-1, 0, 7, 10**6),
    bool: (True, False),
    list: ([], ["moon"], ["hidden"] * 3, ["horse"], [{"id": "moon", "life": 1}]),
}
WHOLE: dict[str, tuple[Any, ...]] = {
    "duel": (
        {"who": "athos", "foe": "other", "place": "paris", "waits": "dice"},
        {"who": "athos", "foe": "jussac", "place": "quest", "waits": "token", "target": "inn:0"},
        {"who": "athos", "foe": "hidden", "place": "paris", "waits": "cards"},
    ),
    "fouls": (
        [{"round": 1, "kind": "broken", "claimed": "paris", "sealed": ""}],
        [{"round": 1, "kind": "late"}],
        [{"round": 1, "kind": "answer", "claimed": "", "sealed": "moon"}],
        [{"round": 1}],
    ),
    "errand": (
        {"who": "athos", "what": "challenge", "place": "paris", "target": "mission", "waits": "cards"},
        {"who": "athos", "what": "challenge", "place": "quest", "target": "panache", "waits": "cards"},
        {"who": "", "what": "gallery", "place": "quest", "waits": "gallery"},
        {"who": "", "what": "scout", "place": "quest", "target": "inn:1", "waits": "token"},
        {"who": "athos", "what": "search", "place": "richelieu", "waits": "richelieu"},
        {"who": "athos", "what": "ambush", "place": "louvre", "target": "thieves", "waits": "dice"},
        {"who": "", "what": "ambush", "place": "paris", "target": "assassin", "waits": "dice"},
    ),
}


def leaves(form: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if path:
        yield path, form
    if isinstance(form, dict):
        for name, value in form.items():
            yield from leaves(value, f"{path}.{name}" if path else name)
    elif isinstance(form, list):
        for at, value in enumerate(form):
            yield from leaves(value, f"{path}.{at}")


def tables() -> list[State]:
    known = Mission("held", True, "panache", 6, 2, foes=(Foe("lubin", 1),))
    athos = replace(START.of("athos"), place="paris", turn="acting", left=2)
    company = tuple(athos if one.id == "athos" else one for one in START.company)
    busy = replace(START, step="actions", company=company, paris_mission=known)
    return [busy, replace(busy, duel=GOOD_DUEL), replace(busy, errand=ERRANDS[0]), replace(START, step="reveal")]


@pytest.mark.parametrize("state", tables(), ids=["turn", "duel", "errand", "reveal"])
def test_a_forged_record_is_refused_or_the_table_can_still_be_played(state: State) -> None:
    """A file from somewhere else must not be able to bring the app down, neither when it is shown nor later."""
    tracked, header = Tracked(BOX.slots(state)), Header("m", BOX.name, {"depth": "clerk"}, {})
    taken = 0
    for path, before in leaves(plain(state)):
        for value in (*STRANGE.get(type(before), ()), *WHOLE.get(path, ())):
            result = {"changes": [{"what": path, "from": before, "to": value, "why": "round"}]}
            try:
                check_values(tracked, result)
                forged = apply(state, result)
                BOX.check(forged)
            except BadForm:
                continue
            taken += 1
            json.dumps(BOX.view(forged, "table"))
            BOX.step(forged)
            BOX.verdict(forged)
            for prompt in BOX.prompts(forged, "table"):
                prompt.read()
                for choice in prompt.choices[:6]:
                    match = Match(BOX, header, chance=SeededChance(1))
                    match.state = forged
                    with suppress(BadForm):
                        match.act(tap(choice))
    assert taken > 100
