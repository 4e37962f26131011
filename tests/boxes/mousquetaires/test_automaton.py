from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.automaton import destinations
from companion.boxes.mousquetaires.missions import force_of
from companion.boxes.mousquetaires.perfidy import treachery_in_play
from companion.boxes.mousquetaires.state import CLERK, State
from companion.core.dice import SeededChance
from companion.core.match import Match
from companion.core.record import Header, Intent, Record
from tests.boxes.mousquetaires.scenes import said

if TYPE_CHECKING:
    from tests.boxes.mousquetaires.conftest import Evening

Start = Callable[..., "Evening"]

GUARDED = {"paris", "louvre", "quest"}


class Alone:
    """The clerk's table without Milady; whatever happens by chance follows from the seed."""

    def __init__(self, seed: int = 1, profile: dict[str, Any] | None = None, **options: Any) -> None:
        header = Header("m", BOX.name, {"milady": False, "depth": "clerk", **options}, profile or {})
        self.match: Match[State] = Match(BOX, header, chance=SeededChance(seed))

    @property
    def state(self) -> State:
        return self.match.state

    def do(self, do: str, /, anyway: bool = False, **fields: Any) -> Record:
        errand = self.state.errand
        if errand and errand.waits == "dice" and do != "ambush":
            self.do("ambush")  # what is drawn may be an ambush, and its dice come first
        outcome = self.match.act(Intent(do, fields, anyway=anyway))
        assert isinstance(outcome, Record), outcome
        return outcome

    def at(self, step: str, **tokens: Any) -> Alone:
        for what, to in {"step": step, **tokens}.items():
            self.do("correct", what=what, to=to)
        return self


def draws(record: Record) -> list[tuple[tuple[str, ...], str]]:
    return [(tuple(row["among"]), row["drawn"]) for row in record.result.get("draws", ())]


# where she goes


def test_she_goes_to_paris_the_louvre_or_the_quest_and_rochefort_with_her() -> None:
    seen: Counter[str] = Counter()
    for seed in range(30):
        table = Alone(seed)
        record = table.do("fate")
        ((among, place),) = draws(record)
        assert among == ("paris", "louvre", "quest")
        assert (table.state.milady_at, table.state.rochefort_at, table.state.step) == (place, place, "paris")
        assert table.match.view()["milady"]["at"] == place
        seen[place] += 1
    assert set(seen) == GUARDED


def test_la_rochelle_draws_her_once_two_cards_lie_there() -> None:
    table = Alone().at("actions")
    table.do("reinforce", who="aramis", card="single")
    assert "rochelle" not in destinations(table.state)
    table.do("reinforce", who="aramis", card="single")
    assert destinations(table.state) == ("paris", "louvre", "quest", "rochelle")


@pytest.mark.parametrize(("dice", "worth"), [(0, False), (2, False), (3, True)])
def test_the_scorekeeper_sees_it_by_the_dice(dice: int, worth: bool) -> None:
    state = replace(BOX.setup({"milady": False}, BOX.profile()), siege_dice=dice)
    assert ("rochelle" in destinations(state)) is worth


def test_at_la_rochelle_rochefort_is_not_with_her() -> None:
    for seed in range(40):
        table = Alone(seed).at("actions")
        for _ in range(2):
            table.do("reinforce", who="aramis", card="single")
        table.at("destination").do("fate")
        if table.state.milady_at == "rochelle":
            assert table.state.rochefort_at == ""
            return
    pytest.fail("she never went to La Rochelle")


def test_in_the_last_chapter_she_is_always_on_the_quest() -> None:
    for seed in range(6):
        table = Alone(seed).at("destination", chapters_done=3)
        table.do("fate")
        assert table.state.milady_at == "quest"


@pytest.mark.parametrize(("ruling", "goes"), [("nowhere", "house"), ("redraw", "rochelle")])
def test_without_rochefort_she_stays_away_from_the_missions(ruling: str, goes: str) -> None:
    for seed in range(8):
        table = Alone(seed, {"no_milady.rochefort_out": ruling}).at("destination", rochefort=0, siege_dice=4)
        record = table.do("fate")
        drawn = draws(record)[0][1]
        assert table.state.milady_at == ("rochelle" if drawn == "rochelle" else goes)
        assert table.state.rochefort_at == ""


def test_two_players_draw_their_card_all_the_same() -> None:
    record = Alone(players=1).do("fate")
    assert "The musketeers' player draws 1 adventure card." in said(record)


# Paris


def test_a_new_paris_card_follows_the_round_after_the_last_was_solved() -> None:
    table = Alone().at("paris")
    record = table.do("fate")
    among, card = draws(record)[0]
    assert set(among) == set(table.state.board.paris_cards)
    assert (table.state.paris, table.state.step) == (card, "perfidy")
    record = table.at("paris").do("fate")
    assert (draws(record), table.state.paris) == ([], card)
    table.at("actions").do("paris_solved", anyway=True)
    record = table.at("paris").do("fate")
    assert card not in draws(record)[0][0]


def test_a_card_chosen_at_the_set_up_is_manned() -> None:
    table = Alone(paris="held").at("paris")
    record = table.do("fate")
    mission = table.state.paris_mission
    assert (table.state.paris, mission.card) == ("held", "held")
    assert bool(mission.foes or mission.ambush) == bool(draws(record))


@settings(max_examples=25)
@given(st.integers(0, 999), st.sampled_from(["held", "duels", "message", "abducted", "missing", "traffickers"]))
def test_what_she_lays_out_has_the_force_of_the_card(seed: int, card: str) -> None:
    table = Alone(seed, paris=card).at("paris")
    record = table.do("fate")
    mission, board = table.state.paris_mission, table.state.board
    laid = tuple(foe.id for foe in mission.foes)
    assert len(set(laid)) == len(laid)
    assert force_of(table.state, laid, mission.ambush) == board.number(f"paris.{card}.force")
    named = {name.partition(":")[2] or name for _, name in draws(record)}
    assert {*laid, *({mission.ambush} if mission.ambush else ())} <= named
    assert bool(mission.nemesis) == (mission.ambush == "nemesis")


def test_no_adversary_and_no_ambush_comes_twice() -> None:
    for seed in range(12):
        table = Alone(seed, paris="held").at("paris")
        table.do("fate")
        table.do("louvre_mission", skill="panache", value=7)
        paris, louvre = table.state.paris_mission, table.state.louvre_mission
        assert not {foe.id for foe in paris.foes} & {foe.id for foe in louvre.foes}
        copies = table.state.board.number(f"ambushes.{paris.ambush}.copies") if paris.ambush else 2
        assert paris.ambush != louvre.ambush or not paris.ambush or copies > 1


def test_the_dice_of_a_drawn_ambush_are_thrown_at_the_table() -> None:
    seen = set()
    for seed in range(40):
        table = Alone(seed).at("paris")
        table.do("fate")
        if errand := table.state.errand:
            seen.add(errand.target)
            (prompt,) = table.match.prompts()
            assert (errand.place, table.state.step, prompt.choices[0].dice) == ("paris", "perfidy", "1r")
            table.do("ambush", faces=["shield"])
            assert table.state.errand is None
    assert seen == {"thieves", "assassin"}


# treachery


def test_one_card_is_drawn_and_played_each_round_and_nobody_holds_any() -> None:
    seen = set()
    for seed in range(25):
        table = Alone(seed).at("perfidy")
        record = table.do("fate")
        among, card = draws(record)[0]
        if card == "balm":
            continue
        assert set(among) == set(treachery_in_play(table.state))
        assert len(among) == sum(table.state.board.number(f"perfidy.{name}.copies") for name in set(among))
        assert (table.state.perfidy, table.state.perfidy_gone, table.state.step) == (0, (card,), "actions")
        seen.add(card)
    assert len(seen) > 4


def test_a_card_for_one_musketeer_strikes_somebody_on_his_feet() -> None:
    struck = set()
    for seed in range(60):
        table = Alone(seed).at("perfidy", **{"athos.down": True})
        record = table.do("fate")
        (_, card), *more = draws(record)
        if card in ("wound", "imprisoned"):
            ((among, victim),) = more
            assert among == ("dartagnan", "aramis", "porthos")
            struck.add((card, victim))
            hit = f"company.{victim}.{'life' if card == 'wound' else 'place'}"
            assert hit in {change["what"] for change in record.result["changes"]}
    assert {card for card, _ in struck} == {"wound", "imprisoned"}


def test_when_everybody_lies_there_it_strikes_nobody() -> None:
    fallen = {f"{who}.down": True for who in ("dartagnan", "aramis", "athos", "porthos")}
    for seed in range(40):
        table = Alone(seed).at("perfidy", **fallen)
        record = table.do("fate")
        if draws(record)[-1][1] in ("wound", "imprisoned"):
            assert "Nobody is on his feet: the card strikes nobody." in said(record)
            assert table.state.perfidy_gone[-1] in ("wound", "imprisoned")
            return
    pytest.fail("no such card came up")


@pytest.mark.parametrize("life", [5, 4])
def test_a_balm_is_replaced_while_rochefort_is_unhurt(life: int) -> None:
    for seed in range(60):
        table = Alone(seed).at("perfidy", rochefort=life)
        record = table.do("fate")
        first, *more = (card for _, card in draws(record))
        if first != "balm":
            continue
        if life == 5:
            assert more
            assert table.state.perfidy_gone[:1] == ("balm",)
            assert "Rochefort is unhurt: the balm is discarded, and another card drawn." in said(record)
        else:
            assert table.state.rochefort == 5
        return
    pytest.fail("no balm came up")


def test_the_used_up_pile_is_shuffled_anew() -> None:
    table = Alone()
    size = sum(table.state.board.number(f"perfidy.{name}.copies") for name in treachery_in_play(table.state))
    told: list[str] = []
    for _ in range(size + 1):
        table.at("perfidy", rochefort=4, queen=0, time=1)
        told += said(table.do("fate"))
    assert told.count("The treachery cards are used up: shuffle them anew.") == 1
    assert 0 < len(table.state.perfidy_gone) <= 2


def test_no_hourglass_no_hurry() -> None:
    for seed in range(10):
        record = Alone(seed, no_hourglass=True).at("perfidy").do("fate")
        assert "hurry" not in draws(record)[0][0]


# her trace


def test_her_seal_is_opened_at_the_end_of_phase_two() -> None:
    table = Alone()
    for _ in range(3):
        table.do("fate")
    assert table.state.sealed
    table.do("next", anyway=True)
    record = table.do("fate")
    assert (table.state.sealed, table.state.step) == ("", "siege")
    assert any(line.startswith("Opened: seed ") for line in said(record))


@pytest.mark.parametrize(
    ("house", "told"),
    [
        ({}, "Milady removes one card at La Rochelle from the game."),
        ({"removed_siege_card_leaves_game": False}, "Milady puts one card at La Rochelle on the discards."),
    ],
)
def test_at_la_rochelle_she_removes_one_card_by_lot(house: dict[str, Any], told: str) -> None:
    for seed in range(60):
        table = Alone(seed, house=house).at("actions")
        for card in ("single", "double"):
            table.do("reinforce", who="aramis", card=card)
        table.at("destination").do("fate")
        if table.state.milady_at != "rochelle":
            continue
        record = table.at("reveal").do("fate")
        ((among, card),) = draws(record)
        assert (set(among), told in said(record)) == ({"single", "double"}, True)
        (left,) = table.state.siege_cards
        assert {card, left} == {"single", "double"}
        assert table.state.siege_dice == (2 if left == "double" else 1)
        return
    pytest.fail("she never went to La Rochelle")


# when there is nothing to draw


@pytest.mark.parametrize("step", ["actions", "siege", "march", "time", "louvre", "aftermath"])
def test_in_other_steps_nothing_is_drawn(evening: Start, step: str) -> None:
    refusal = evening(milady=False).at(step).refused("fate", anyway=True)
    assert (refusal.rule, refusal.reason.read()) == ("no-milady", "There is nothing to draw for Milady now.")


def test_who_is_played_is_not_drawn_for(evening: Start) -> None:
    refusal = evening().refused("fate", anyway=True)
    assert (refusal.rule, refusal.reason.read()) == ("no-milady", "Somebody plays Milady in this match.")


def test_the_log_tells_what_was_drawn() -> None:
    table = Alone(players=1)
    place = table.match.label(table.do("fate")).read()
    assert place.startswith("Milady goes here: ")
    assert table.match.label(table.do("fate")).read().startswith("In Paris now: ")
    assert table.match.label(table.do("fate")).read().startswith("Milady plays ")


# all of it is proved


def whole_round(seed: int) -> Match[State]:
    """One round with every kind of draw, and everybody on the quest turning tokens."""
    table = Alone(seed)
    for _ in range(3):
        table.do("fate")
    table.do("louvre_mission", skill="panache", value=7)
    for musketeer in table.state.company:
        if musketeer.down:
            table.do("recover", who=musketeer.id)
        elif musketeer.turn == "waiting" and musketeer.place != "bastille":
            table.do("correct", what=f"{musketeer.id}.place", to="quest")
    table.at("actions", epic=1).do("scout", spaces=["0", "1", "2"])
    for _ in range(3):
        table.do("token")
    table.do("next", anyway=True)
    table.do("fate")
    return table.match


@settings(max_examples=8)
@given(st.integers(0, 500))
def test_every_choice_is_sealed_before_and_proved_after(seed: int) -> None:
    match = whole_round(seed)
    drawn = [record for record in match.records if record.result.get("draws")]
    assert {"fate", "louvre_mission", "token"} <= {record.intent.do for record in drawn}
    sealed = [change for record in match.records for change in record.result.get("changes", ())]
    seals = [change["to"] for change in sealed if change["what"] == "sealed"]
    assert (len(seals), seals[-1], match.state.depth) == (2, "", CLERK)
    assert drawn[0].result["changes"][0]["what"] == "sealed"
    assert BOX.audit("m", match.records) == {1: True}


def _forged(record: Record, **parts: Any) -> Record:
    """As a forger would write it, with a hash that fits."""
    return Record.make(record.seq, record.at, record.intent, {**record.result, **parts}, record.prev)


def test_whatever_is_tampered_with_is_found() -> None:
    records = whole_round(4).records
    tampered = []
    for at, record in enumerate(records):
        for number, row in enumerate(record.result.get("draws", ())):
            rows = list(record.result["draws"])
            for other in {name for name in row["among"] if name != row["drawn"]}:
                rows[number] = {**row, "drawn": other}
                tampered.append((at, _forged(record, draws=list(rows))))
        changes = record.result.get("changes", ())
        if any(change["what"] == "sealed" and change["to"] for change in changes):
            others = [{**change, "to": "0" * 64} if change["what"] == "sealed" else change for change in changes]
            tampered.append((at, _forged(record, changes=others)))
        for tell in record.result.get("tells", ()):
            for name in {"seed", "nonce"} & set(tell.get("with", ())):
                other = {**tell, "with": {**tell["with"], name: "0" * 64}}
                tells = [other if one is tell else one for one in record.result["tells"]]
                tampered.append((at, _forged(record, tells=tells)))
    assert len(tampered) > 20
    for at, forged in tampered:
        assert BOX.audit("m", [*records[:at], forged, *records[at + 1 :]]) == {1: False}
