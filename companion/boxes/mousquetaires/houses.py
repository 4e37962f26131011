"""House rules: every point on which the rule sheets disagree or keep silent is a switch, with our ruling as default.

A switch is a value of the profile, so it is kept in the header of each match like every other number in force.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.profile import Profile
from companion.core.record import BadForm
from companion.core.words import Line, say


@dataclass(frozen=True, slots=True)
class HouseRule:
    path: str  # in the profile
    question: Line
    answers: tuple[tuple[str, Line], ...] = ()  # in words, where the answer is neither a number nor yes or no


HOUSE_RULES: Mapping[str, HouseRule] = {
    "bastille_price": HouseRule("bastille.price", say("What does it cost to bribe the gaoler?")),
    "bastille_fight_must_be_won": HouseRule(
        "rulings.bastille_fight_must_be_won", say("Must the fight out of the Bastille be won?")
    ),
    "bastille_dice": HouseRule("bastille.dice", say("How many red dice does the gaoler throw?")),
    "recovery": HouseRule(
        "rulings.recovery",
        say("When does a musketeer who fell before his turn recover?"),
        (
            ("at_once", say("At once")),
            ("own_turn", say("When it is his turn")),
            ("last", say("After all the others")),
        ),
    ),
    "assassin_before_turn_recovers_at_once": HouseRule(
        "rulings.assassin_before_turn_recovers_at_once",
        say("Does a victim of the Assassin who has not acted yet recover at once?"),
    ),
    "rochefort_stops_ambushes": HouseRule(
        "rulings.rochefort_stops_ambushes", say("May Rochefort interrupt the overcoming of an ambush?")
    ),
    "rochefort_must_appear": HouseRule("rulings.rochefort_must_appear", say("Must Milady show Rochefort?")),
    "rochefort_costs_an_action": HouseRule(
        "rulings.rochefort_costs_an_action", say("Does the duel with Rochefort cost the musketeer an action?")
    ),
    "both_hit_adversary_stays": HouseRule(
        "rulings.both_hit_adversary_stays", say("When both put each other out, does the adversary stay?")
    ),
    "pistol_in_botte": HouseRule("rulings.pistol_in_botte", say("May the pistol's sword complete a botte?")),
    "cuirass_in_botte": HouseRule("rulings.cuirass_in_botte", say("May the cuirass's shield complete a botte?")),
    "toledo_after_enemy_botte": HouseRule(
        "rulings.toledo_after_enemy_botte", say("May the Toledo blade still be used after the enemy's botte?")
    ),
    "both_bottes_wound": HouseRule("rulings.both_bottes_wound", say("Do two bottes at once wound both?")),
    "reinforcements_beyond_most_red": HouseRule(
        "rulings.reinforcements_beyond_most_red", say("With Reinforcements, may Milady throw more than four dice?")
    ),
    "rochefort_balm": HouseRule("perfidy.balm.life", say("How many hearts does the balm give Rochefort?")),
    "skill_price": HouseRule(
        "arsenal.improved_skill.pay",
        say("What is an improved skill paid with?"),
        (
            ("pistoles", say("Pistoles")),
            ("combat_card", say("Combat cards")),
            ("any_card", say("Adventure cards of any kind")),
        ),
    ),
    "sacrifice_cancels_sword": HouseRule(
        "rulings.sacrifice_cancels_sword", say("Does a sacrifice cancel a sword, even to gain a space?")
    ),
    "removed_siege_card_leaves_game": HouseRule(
        "rulings.removed_siege_card_leaves_game", say("Does a card Milady removes at La Rochelle leave the game?")
    ),
    "louvre_moves_under_new_mission": HouseRule(
        "rulings.louvre_moves_under_new_mission",
        say("Does the Louvre marker fall even when the mission is new this round?"),
    ),
    "richelieu_search_when_starting_there": HouseRule(
        "rulings.richelieu_search_when_starting_there",
        say("May a musketeer who starts his turn at Richelieu's search for Milady?"),
    ),
    "beggars_paid_on_the_spot": HouseRule(
        "rulings.beggars_paid_on_the_spot", say("Must somebody be on the spot to pay the Beggars?")
    ),
    "bastille_only_escape": HouseRule(
        "rulings.bastille_only_escape", say("In the Bastille, may a musketeer only try to leave?")
    ),
    "inn_advance_includes_fight": HouseRule(
        "rulings.inn_advance_includes_fight", say("Does walking up a cleared path of the inn include the next fight?")
    ),
    "revealed_trap_wounds": HouseRule(
        "rulings.revealed_trap_wounds", say("Does a trap wound although it lies face up?")
    ),
    "treville_time": HouseRule(
        "musketeers.treville.time_shift", say("How many spaces farther does Time start with Tréville?")
    ),
    "escape_knock_out_recovers_at_once": HouseRule(
        "rulings.escape_knock_out_recovers_at_once", say("Does a musketeer who falls while escaping recover at once?")
    ),
    "improvements_tradable": HouseRule("rulings.improvements_tradable", say("May improvements be exchanged?")),
    # The sheets are silent on these.
    "sacrifice_may_knock_out": HouseRule(
        "rulings.sacrifice_may_knock_out", say("May a sacrifice cost the last heart?")
    ),
    "bassompierre_may_be_removed": HouseRule(
        "rulings.bassompierre_may_be_removed", say("May Milady remove Bassompierre from La Rochelle?")
    ),
}


def with_house_rules(profile: Profile, chosen: object) -> Profile:
    if chosen is None:
        return profile
    if not isinstance(chosen, Mapping):
        raise BadForm("house must be an object of house rules")
    for name in chosen:
        if name not in HOUSE_RULES:
            raise BadForm(f'there is no house rule "{name}"; there are {", ".join(HOUSE_RULES)}')
    try:
        return profile.corrected({HOUSE_RULES[name].path: value for name, value in chosen.items()})
    except ValueError as error:
        raise BadForm(f"house: {error}") from None
