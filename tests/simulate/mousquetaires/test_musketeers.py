from __future__ import annotations

from collections import Counter

import pytest

from companion.boxes.mousquetaires.state import State
from companion.core.dice import SeededChance
from companion.core.match import Match
from companion.core.record import Intent, Record
from companion.simulate.mousquetaires.musketeers import SensibleMusketeers
from tests.simulate.matches import corrected, fresh, one


def seated(match: Match[State], seed: int = 1) -> SensibleMusketeers:
    return SensibleMusketeers(match, SeededChance(seed))


def holding(match: Match[State], **cards: dict[str, int]) -> SensibleMusketeers:
    """Musketeers who hold these cards and no others."""
    players = seated(match)
    for who in match.state.musketeers:
        players._hands._of[who] = Counter(cards.get(who, {}))
    return players


def answer(players: SensibleMusketeers, match: Match[State]) -> Intent:
    (prompt,) = match.prompts()
    intent = players.answer(match, prompt)
    assert intent is not None
    return intent


def in_the_louvre(**options: object) -> Match[State]:
    """d'Artagnan, Panache 4, before a challenge of 7."""
    match = fresh(**options)
    match.act(Intent("louvre_mission", {"skill": "panache", "value": 7, "foes": ["lubin"]}))
    corrected(match, step="actions", dartagnan__place="louvre")
    match.act(Intent("turn", {"who": "dartagnan"}))
    return match


def test_they_leave_miladys_prompts_to_her() -> None:
    match = fresh()
    (prompt,) = match.prompts()
    assert seated(match).answer(match, prompt) is None


def test_one_after_the_other_has_his_turn() -> None:
    match = fresh()
    match.act(Intent("louvre_mission", {"skill": "panache", "value": 7}))
    corrected(match, step="actions")
    assert answer(seated(match), match).do == "turn"
    for who in match.state.musketeers:
        match.act(Intent("turn", {"who": who}))
        match.act(Intent("rest"))
    assert answer(seated(match), match).do == "next"


def test_a_challenge_that_can_be_met_is_met_with_just_enough_cards() -> None:
    match = in_the_louvre()
    players = holding(match, dartagnan={"panache": 5})
    assert isinstance(match.act(answer(players, match)), Record)
    assert match.state.errand is not None
    match.act(Intent("let_pass"))
    meet = answer(players, match)
    assert (meet.do, meet.fields["cards"]) == ("meet", 3)
    assert players._hands.held("dartagnan", "panache") == 2
    match.act(meet)
    assert match.state.louvre_mission.mastered


def test_a_duel_is_fought_with_cards_from_the_hand() -> None:
    match = in_the_louvre()
    players = holding(match, dartagnan={"single": 3})
    duel = answer(players, match)
    assert (duel.do, duel.fields["foe"]) == ("duel", "lubin")
    match.act(duel)
    match.act(Intent("let_pass"))
    commit = answer(players, match)
    assert commit.do == "commit"
    assert players._hands.held("dartagnan", "single") == 3 - commit.fields["cards"]


def test_who_has_nothing_better_to_do_draws_a_card() -> None:
    match = in_the_louvre()
    corrected(match, dartagnan__place="vieux_colombier", dartagnan__life=1, purse=0)
    players = holding(match)
    assert answer(players, match).do == "draw"
    assert players._hands.size("dartagnan") == 1


def test_cards_come_into_the_hand_where_the_rules_give_them() -> None:
    match = fresh(players=2)
    players = seated(match)
    who = match.state.musketeers[0]
    before = players._hands.size(who)
    record = match.act(Intent("next"))
    assert isinstance(record, Record)
    players.notice(match, record)
    assert players._hands.size(who) == before + 1  # two players: one card each round
    record = match.act(Intent("correct", {"what": "chapters_done", "to": 1}))
    assert isinstance(record, Record)
    players.notice(match, record)
    assert players._hands.size(who) == before + 3


def test_hearts_are_given_only_where_the_town_would_fall_soon() -> None:
    for rochelle, hearts in ((6, 0), (3, 2)):
        match = corrected(fresh(), step="siege", rochelle=rochelle, athos__place="rochelle", aramis__place="rochelle")
        match.act(Intent("siege", {"blue": 0, "faces": ["sword"]}))
        if match.state.red_swords < 2:
            corrected(match, step="siege", time=5)
            match.act(Intent("siege", {"blue": 0, "faces": ["sword", "sword"]}))
        march = answer(seated(match), match)
        assert (march.do, len(march.fields.get("by", ()))) == ("march", hearts)


def test_the_scorekeeper_hears_what_was_achieved_now_and_then() -> None:
    match = corrected(fresh(depth="scorekeeper"), step="actions")
    told = {answer(seated(match, seed), match).do for seed in range(40)}
    assert told == {"next", "louvre_done", "chapter_done"}


def test_a_defeat_that_a_card_averts_is_averted() -> None:
    match = corrected(fresh(head_start=True), queen=fresh().state.board.tracks["queen"].hi)
    intent = answer(seated(match), match)
    assert (intent.do, intent.fields) == ("one_for_all", {"use": "queen"})


def test_they_get_farther_than_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.simulate.mousquetaires.table.SETTLED", 1_000_000)  # the clerk all evening

    def chapters(sensible: bool) -> int:
        seats = {"musketeers": sensible, "milady": False}
        return sum(one(f"far {seed}", seats).state.chapters for seed in range(6))

    assert chapters(True) > 2 * chapters(False)


def test_they_use_most_of_what_the_game_offers() -> None:
    seen = Counter(record.intent.do for seed in range(6) for record in one(f"seen {seed}").records)
    for do in ("reinforce", "advance", "challenge", "duel", "equip", "exchange", "character", "draw", "move"):
        assert seen[do], do
