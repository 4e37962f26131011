from __future__ import annotations

import json
import pickle
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.dice import (
    MOST_DICE,
    BadDice,
    Chance,
    Die,
    Pool,
    Roll,
    SeededChance,
    SystemChance,
    pick,
    shuffled,
    throw,
)
from companion.core.words import Line

BLUE = Die.from_counts("blue", "b", {"sword": 2, "shield": 2, "lily": 2})
RED = Die("red", "r", ("sword", "sword", "sword", "shield", "shield", "shield"))
DICE = {"b": BLUE, "r": RED}

pools = st.lists(st.sampled_from([BLUE, RED]), min_size=1, max_size=MOST_DICE).map(lambda dice: Pool(tuple(dice)))


class Scripted:
    """Chance that gives what it is told, and remembers what it was asked."""

    def __init__(self, *answers: int) -> None:
        self.answers = list(answers)
        self.asked: list[int] = []

    def below(self, n: int, /) -> int:
        self.asked.append(n)
        return self.answers.pop(0)

    def for_record(self, seq: int, /) -> Chance:
        return self


# dice


def test_a_die_is_built_from_counts() -> None:
    assert Counter(BLUE.faces) == {"sword": 2, "shield": 2, "lily": 2}
    assert Die.from_counts("red", "r", {"sword": 1, "lily": 0}).faces == ("sword",)


def test_the_order_of_the_counts_does_not_matter() -> None:
    counts = [dict(order) for order in permutations({"sword": 3, "shield": 2, "lily": 1}.items())]
    assert len({Die.from_counts("blue", "b", given).faces for given in counts}) == 1


@pytest.mark.parametrize("letter", ["", "bb", "4", " ", "-"])
def test_a_die_needs_one_letter(letter: str) -> None:
    with pytest.raises(ValueError, match="one letter"):
        Die("blue", letter, ("sword",))


@pytest.mark.parametrize("faces", [(), ("sword", "")])
def test_a_die_needs_named_faces(faces: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="needs faces"):
        Die("blue", "b", faces)


def test_a_die_cannot_have_a_face_less_than_never() -> None:
    with pytest.raises(ValueError, match="fewer than 0"):
        Die.from_counts("blue", "b", {"sword": 7, "lily": -1})


# pools


def test_a_pool_is_read_in_order() -> None:
    assert Pool.parse(" 2b  1r 1b ", DICE).dice == (BLUE, BLUE, RED, BLUE)


@given(pools)
def test_a_pool_reads_back_what_it_says(pool: Pool) -> None:
    assert Pool.parse(str(pool), DICE) == pool


def test_equal_neighbours_are_grouped_and_others_are_not() -> None:
    assert str(Pool.parse("1b 3b 2r 1b", DICE)) == "4b 2r 1b"
    assert str(Pool()) == ""


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "No dice are named."),
        ("   ", "No dice are named."),
        ("4x", 'There is no die "x"; there are b, r.'),
        ("4B", 'There is no die "B"; there are b, r.'),
        ("0b", '"0b" is less than one die.'),
        ("4b 000r", '"000r" is less than one die.'),
        ("-2b", '"-2b" is less than one die.'),
        ("-0b", '"-0b" is less than one die.'),
        ("100b", "A roll has at most 99 dice."),
        ("50b 50r", "A roll has at most 99 dice."),
        ("9" * 10_000 + "b", "A roll has at most 99 dice."),
        ("b", '"b" is not a number and a die, as in 2b 2r.'),
        ("4", '"4" is not a number and a die, as in 2b 2r.'),
        ("4b3r", '"4b3r" is not a number and a die, as in 2b 2r.'),
        ("4 b", '"4" is not a number and a die, as in 2b 2r.'),
        ("1.5b", '"1.5b" is not a number and a die, as in 2b 2r.'),
        ("٤b", '"٤b" is not a number and a die, as in 2b 2r.'),
        ("zz\x1b[31m", '"zz?[31m" is not a number and a die, as in 2b 2r.'),
        ("z" * 5_000, f'"{"z" * 20}..." is not a number and a die, as in 2b 2r.'),
    ],
)
def test_what_is_no_dice_is_refused_with_one_clear_line(text: str, says: str) -> None:
    with pytest.raises(BadDice) as refused:
        Pool.parse(text, DICE)
    assert str(refused.value) == says


def test_ninety_nine_dice_are_allowed() -> None:
    assert len(Pool.parse("50b 49r", DICE)) == MOST_DICE
    assert len(Pool.parse("007b", DICE)) == 7
    with pytest.raises(BadDice):
        Pool((BLUE,) * (MOST_DICE + 1))


@given(st.text(max_size=30))
def test_any_text_is_dice_or_one_printable_line(text: str) -> None:
    says = ""
    try:
        Pool.parse(text, DICE)
    except BadDice as refused:
        says = str(refused)
    assert says.isprintable()


def test_a_refusal_can_be_said_in_another_language() -> None:
    class German:
        def gettext(self, message: str, /) -> str:
            return {"A roll has at most {most} dice.": "Ein Wurf hat höchstens {most} Würfel."}[message]

        def ngettext(self, one: str, many: str, n: int, /) -> str:
            return one

    with pytest.raises(BadDice) as refused:
        Pool.parse("100b", DICE)
    assert isinstance(refused.value.reason, Line)
    assert refused.value.reason.read(German()) == "Ein Wurf hat höchstens 99 Würfel."


def test_a_refusal_survives_being_sent_between_processes() -> None:
    with pytest.raises(BadDice) as refused:
        Pool.parse("100b", DICE)
    assert pickle.loads(pickle.dumps(refused.value)).reason == refused.value.reason


def test_two_different_dice_cannot_share_a_letter() -> None:
    with pytest.raises(ValueError, match="share a letter"):
        Pool((BLUE, Die("black", "b", ("sword",))))


# rolls


def test_throwing_asks_chance_once_per_die() -> None:
    chance = Scripted(0, 5, 1)
    roll = throw(Pool((RED, RED, Die("coin", "c", ("heads", "tails")))), chance)
    assert roll.faces == ("sword", "shield", "tails")
    assert chance.asked == [6, 6, 2]
    assert not roll.typed
    assert roll.kept == ()


def test_an_empty_pool_throws_an_empty_roll() -> None:
    roll = throw(Pool(), Scripted())
    assert roll.faces == ()
    assert Roll.from_plain(roll.plain(), DICE) == roll


def test_faces_are_counted_in_all_and_by_kind() -> None:
    roll = Roll(Pool.parse("2b 1r 1b", DICE), ("sword", "lily", "sword", "shield"))
    assert roll.count("sword") == 2
    assert roll.count("crown") == 0
    assert roll.of("b") == ("sword", "lily", "shield")
    assert roll.of("r") == ("sword",)
    assert roll.of("x") == ()


def test_typed_in_is_a_roll_like_any_other_and_marked() -> None:
    pool = Pool.parse("1b 1r", DICE)
    roll = Roll.typed_in(pool, ["lily", "sword"])
    assert roll == Roll(pool, ("lily", "sword"), typed=True)
    assert roll.count("lily") == 1


@pytest.mark.parametrize(
    ("faces", "says"),
    [
        (["sword"], "The roll has 2 dice, but the number of faces given is 1."),
        (["sword"] * 3, "The roll has 2 dice, but the number of faces given is 3."),
        (["sword", "lily"], 'Die 2 (r) has no face "lily"; it has sword, shield.'),
        (["crown", "sword"], 'Die 1 (b) has no face "crown"; it has lily, shield, sword.'),
        (["\n", "sword"], 'Die 1 (b) has no face "?"; it has lily, shield, sword.'),
    ],
)
def test_typed_in_faces_must_be_on_the_dice(faces: list[str], says: str) -> None:
    with pytest.raises(BadDice) as refused:
        Roll.typed_in(Pool.parse("1b 1r", DICE), faces)
    assert str(refused.value) == says


def test_one_die_is_one_die() -> None:
    with pytest.raises(BadDice, match=r"The roll has 1 die, but the number of faces given is 0\."):
        Roll.typed_in(Pool((BLUE,)), [])


def test_kept_dice_lie_still_and_the_others_are_thrown() -> None:
    roll = Roll(Pool.parse("4r", DICE), ("sword", "sword", "shield", "shield"))
    chance = Scripted(5, 0)
    again = roll.again([3, 0, 3], chance)
    assert again == Roll(roll.pool, ("sword", "shield", "sword", "shield"), kept=(0, 3))
    assert chance.asked == [6, 6]


@pytest.mark.parametrize("place", [-1, 2, 99])
def test_a_die_that_is_not_there_cannot_be_kept(place: int) -> None:
    roll = throw(Pool.parse("2b", DICE), SeededChance(1))
    with pytest.raises(BadDice, match=rf"Die {place + 1} cannot be kept: the roll has 2 dice\."):
        roll.again([0, place], SeededChance(2))


def test_a_roll_is_typed_only_while_nothing_in_it_was_thrown_by_the_app() -> None:
    typed = Roll.typed_in(Pool.parse("2r", DICE), ["sword", "sword"])
    assert not typed.again([0], Scripted(0)).typed
    assert typed.again([0, 1], Scripted()).typed


@given(pools, st.data())
def test_a_roll_survives_being_written_down(pool: Pool, data: st.DataObject) -> None:
    keep = data.draw(st.sets(st.integers(0, len(pool) - 1)))
    roll = throw(pool, SeededChance(data.draw(st.integers()))).again(keep, SeededChance("again"))
    assert Roll.from_plain(json.loads(json.dumps(roll.plain())), DICE) == roll


def test_the_written_form_is_this() -> None:
    roll = Roll.typed_in(Pool.parse("1b 2r", DICE), ["lily", "sword", "shield"])
    form = {"dice": "1b 2r", "faces": ["lily", "sword", "shield"], "typed": True, "kept": []}
    assert roll.plain() == form
    assert Roll.from_plain({"dice": "1b 2r", "faces": ["lily", "sword", "shield"]}, DICE).faces == roll.faces


@pytest.mark.parametrize(
    "form",
    [
        None,
        [],
        {},
        {"dice": "1b"},
        {"dice": 4, "faces": ["lily"]},
        {"dice": "1b", "faces": "lily"},
        {"dice": "1b", "faces": [1]},
        {"dice": "1b", "faces": [["lily"]]},
        {"dice": "1b", "faces": ["lily"], "typed": 1},
        {"dice": "1b", "faces": ["lily"], "kept": 0},
        {"dice": "1b", "faces": ["lily"], "kept": [False]},
        {"dice": "1b", "faces": ["lily"], "kept": [1]},
        {"dice": "1b", "faces": ["lily", "lily"]},
        {"dice": "1x", "faces": ["lily"]},
        {"dice": " ", "faces": []},
    ],
)
def test_what_is_no_roll_is_refused(form: object) -> None:
    with pytest.raises(BadDice):
        Roll.from_plain(form, DICE)


def test_kept_dice_are_listed_in_order() -> None:
    with pytest.raises(ValueError, match="in order"):
        Roll(Pool.parse("2r", DICE), ("sword", "sword"), kept=(1, 0))


# chance


def test_a_seed_gives_these_numbers_for_ever() -> None:
    """Recorded games hold seeds. If this fails, the stream has changed: mend the stream, not the test."""
    chance = SeededChance(1625)
    assert [chance.below(6) for _ in range(12)] == [4, 4, 1, 5, 4, 1, 2, 3, 2, 0, 4, 5]
    assert chance.below(10**20) == 36703478066566755858
    assert shuffled("milady", SeededChance("La Rochelle")) == tuple("malyid")
    roll = throw(Pool.parse("4b 3r", DICE), SeededChance("d'Artagnan é").for_record(7))
    assert roll.faces == ("shield", "shield", "sword", "shield", "sword", "shield", "shield")


@given(st.integers(), st.integers(0, 10**6))
def test_the_same_seed_gives_the_same_numbers(seed: int, seq: int) -> None:
    first, second = SeededChance(seed), SeededChance(str(seed))
    assert [first.below(1000) for _ in range(20)] == [second.below(1000) for _ in range(20)]
    first, second = first.for_record(seq), SeededChance(seed).for_record(seq)
    assert [first.below(1000) for _ in range(20)] == [second.below(1000) for _ in range(20)]


def test_other_seeds_and_other_records_give_other_numbers() -> None:
    root = SeededChance(1)
    streams = [root, SeededChance(2), SeededChance("one"), *(root.for_record(seq) for seq in (0, 1, 2, 11))]
    assert len({tuple(stream.below(2**64) for _ in range(2)) for stream in streams}) == len(streams)


def test_what_was_drawn_before_does_not_touch_a_record() -> None:
    fresh, used = SeededChance(1), SeededChance(1)
    for _ in range(5):
        used.below(6)
    assert fresh.for_record(3).below(2**64) == used.for_record(3).below(2**64)


@pytest.mark.parametrize("chance", [SystemChance(), SeededChance(1)])
@given(n=st.integers(1, 2**80))
def test_chance_stays_below(chance: Chance, n: int) -> None:
    assert 0 <= chance.below(n) < n


@pytest.mark.parametrize("chance", [SystemChance(), SeededChance(1)])
@pytest.mark.parametrize("n", [0, -1])
def test_chance_needs_something_to_choose_from(chance: Chance, n: int) -> None:
    with pytest.raises(ValueError, match="at least one"):
        chance.below(n)
    with pytest.raises(ValueError, match="at least one"):
        pick([], chance)


def test_every_number_is_equally_likely() -> None:
    """171 of 256 is the worst case for a modulo: the first 85 numbers would come twice as often as the rest."""
    chance = SeededChance("fair")
    low = sum(chance.below(171) < 85 for _ in range(10_000))
    # expected 4971, four standard deviations 200; a modulo would give 6641
    assert 4771 < low < 5171


def test_the_system_has_no_streams() -> None:
    chance = SystemChance()
    assert chance.for_record(4) is chance


def test_pick_takes_the_item_chance_points_at() -> None:
    assert pick("abc", Scripted(2)) == "c"


def test_shuffling_follows_fisher_and_yates() -> None:
    chance = Scripted(0, 1, 0)
    assert shuffled("abcd", chance) == ("c", "d", "b", "a")
    assert chance.asked == [4, 3, 2]


def test_every_order_comes_up_and_none_is_preferred() -> None:
    chance = SeededChance("orders")
    seen = Counter(shuffled("abc", chance) for _ in range(6_000))
    assert len(seen) == 6
    # expected 1000 each, four standard deviations 115
    assert all(885 < times < 1115 for times in seen.values())


@given(st.lists(st.integers()), st.integers())
def test_shuffling_loses_nothing_and_leaves_the_pile_alone(pile: list[int], seed: int) -> None:
    before = list(pile)
    assert sorted(shuffled(pile, SeededChance(seed))) == sorted(before)
    assert pile == before
