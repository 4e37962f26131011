from __future__ import annotations

from companion.boxes.mousquetaires.state import State
from companion.core.dice import SeededChance
from companion.core.match import Match
from companion.core.prompt import Ask, Choice, Pick, Prompt
from companion.core.record import Intent
from companion.core.words import say
from companion.simulate.players import RandomPlayer, anything, taken
from tests.simulate.matches import fresh

ONE, TWO, THREE = (("a", say("A")), ("b", say("B")), ("c", say("C")))
GEAR = Choice(
    say("Buy"), "equip", {"who": "athos"}, picks=(Pick("buy", say("what"), (ONE, TWO, THREE), 1, 2, many=True),)
)
RIDE = Choice(say("Ride"), "move", {"who": "athos"}, picks=(Pick("to", say("where to"), (ONE, TWO)),))
OPTIONAL = Choice(say("Lay"), "lay", picks=(Pick("ambush", say("ambush"), (ONE, TWO), 0),))
NUMBERS = Choice(
    say("Count"), "count", ask=Ask("cards", say("cards"), 0, 3, 1), asks=(Ask("epic", say("epic"), 2, 4, 2),)
)


def test_a_choice_as_it_stands_has_the_numbers_and_picks_it_starts_with() -> None:
    assert taken(NUMBERS) == Intent("count", {"cards": 1, "epic": 2})
    assert taken(RIDE) == Intent("move", {"who": "athos", "to": "a"})
    assert taken(GEAR) == Intent("equip", {"who": "athos", "buy": ["a"]})
    assert taken(OPTIONAL) == Intent("lay")


def test_a_choice_can_be_taken_with_other_numbers_and_picks() -> None:
    assert taken(NUMBERS, cards=3) == Intent("count", {"cards": 3, "epic": 2})
    assert taken(RIDE, to="b") == Intent("move", {"who": "athos", "to": "b"})


def test_chance_takes_everything_that_is_allowed_and_nothing_else() -> None:
    chance = SeededChance(1)
    numbers = {
        (intent.fields["cards"], intent.fields["epic"]) for intent in (anything(NUMBERS, chance) for _ in range(300))
    }
    assert numbers == {(cards, epic) for cards in range(4) for epic in range(2, 5)}
    assert {anything(RIDE, chance).fields["to"] for _ in range(50)} == {"a", "b"}
    assert {anything(OPTIONAL, chance).fields.get("ambush") for _ in range(50)} == {None, "a", "b"}
    bought = {tuple(anything(GEAR, chance).fields["buy"]) for _ in range(300)}
    assert bought == {(one,) for one in "abc"} | {(one, two) for one in "abc" for two in "abc" if one != two}


def _prompt(*choices: Choice, camp: str = "milady") -> Prompt:
    return Prompt("p", camp, say("Milady"), say("What?"), say("Well."), "actions", choices)


def test_a_player_answers_for_his_own_camps_only() -> None:
    match: Match[State] = fresh()
    player = RandomPlayer(SeededChance(1), ("musketeers", "table"))
    assert player.answer(match, _prompt(RIDE)) is None
    assert player.answer(match, _prompt(RIDE, camp="table")) is not None


def test_what_is_rarely_needed_is_taken_rarely() -> None:
    match: Match[State] = fresh()
    player = RandomPlayer(SeededChance(1), ("milady",))
    prompt = _prompt(Choice(say("Go on"), "next"), Choice(say("Give up"), "accept", weight="quiet"))
    answers = [player.answer(match, prompt) for _ in range(400)]
    quiet = sum(answer is not None and answer.do == "accept" for answer in answers)
    assert 60 < quiet < 160  # half of them without the second thought
