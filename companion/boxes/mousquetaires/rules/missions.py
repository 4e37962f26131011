"""Missions, ambushes and the four chapters of the quest."""

from __future__ import annotations

from companion.core.prompt import Rule
from companion.core.words import say

_QUEST = say("German rules, The diamonds; French FAQ, The quest")
_AMBUSH = say("German rules, Ambushes; French FAQ, Ambushes")

ALL: tuple[Rule, ...] = (
    Rule(
        "mission-force",
        say("What Milady lays out"),
        say(
            "The adversaries and the ambush on a mission add up to the force printed on the card. At most one ambush "
            "lies in each place, it counts one point, and it never returns to Milady's hand."
        ),
        say("German rules, Paris and Louvre; French FAQ, Ambushes"),
    ),
    Rule(
        "louvre-mission",
        say("The mission in the Louvre"),
        say(
            "The top card is turned up and Milady mans it at once. Its challenge, its adversaries and an ambush in "
            "the way may be dealt with in any order, by different musketeers."
        ),
        say("German rules, Louvre"),
    ),
    Rule(
        "louvre-deck",
        say("The Louvre cards are used up"),
        say("The rules do not say what happens after the eighth mission; here the cards are shuffled anew."),
        say("A rule of this companion, not of the printed game."),
    ),
    Rule(
        "perfidy-deck",
        say("The treachery cards are used up"),
        say("The rules do not say what happens then; here the played cards are shuffled and become the new pile."),
        say("A rule of this companion, not of the printed game."),
    ),
    Rule(
        "task",
        say("Successes for a Paris card"),
        say(
            "Some Paris cards ask the musketeers for successes, with cards laid off or dice thrown as the card says. "
            "Constance's marker counts them. Rochefort may interrupt."
        ),
        say("German rules, Paris"),
    ),
    Rule(
        "ambush-beggars",
        say("Beggars"),
        say(
            "Until they get two pistoles nobody can work on the mission of their place. Paying costs no action, and "
            "nobody has to be there."
        ),
        _AMBUSH,
    ),
    Rule(
        "ambush-courtesan",
        say("Courtesan"),
        say(
            "She makes the challenge of the mission harder by one until a musketeer has mastered a challenge of "
            "gallantry against her."
        ),
        _AMBUSH,
    ),
    Rule(
        "ambush-nemesis",
        say("Nemesis"),
        say("The ambush concerns one musketeer: he cannot work on the mission until he has beaten it in a duel."),
        _AMBUSH,
    ),
    Rule(
        "ambush-thieves",
        say("Thieves"),
        say(
            "Milady throws a die for every musketeer who is there when they are laid out and for everyone who comes in "
            "later: a sword costs a pistole. They leave with the mission."
        ),
        _AMBUSH,
    ),
    Rule(
        "ambush-assassin",
        say("Assassin"),
        say(
            "Milady throws a die for every musketeer who is there when he is laid out and for everyone who comes in "
            "later: a sword wounds. Who simply stays is left alone. He leaves with the mission."
        ),
        _AMBUSH,
    ),
    Rule(
        "quest-tokens",
        say("The quest tokens"),
        say(
            "There are 27 of them: four decoys for the inn, four skills for the galleries, and nineteen adversaries "
            "and traps. Eight show a fixed result. What has been used does not come back."
        ),
        _QUEST,
    ),
    Rule(
        "inn",
        say("The inn of the Golden Lily"),
        say(
            "From the common room three paths of four spaces lead on. For an action a musketeer steps onto the first "
            "space, the token is turned and fought; walking up a cleared path takes an action of its own. Clearing "
            "one path ends the chapter. The inn can be left from anywhere."
        ),
        _QUEST,
    ),
    Rule(
        "scout",
        say("Epic tokens in the inn"),
        say("One epic token turns up three tokens of the musketeers' choice."),
        _QUEST,
    ),
    Rule(
        "trap",
        say("Traps"),
        say(
            "A trap wounds once and leaves the game, whether it is turned just now or lay face up already. A cuirass "
            "does not help."
        ),
        _QUEST,
    ),
    Rule(
        "calais",
        say("Calais"),
        say(
            "Four challenges in any order, one action each, then de Wardes has to be beaten. Each epic token makes a "
            "challenge easier by one; against de Wardes they do not help."
        ),
        _QUEST,
    ),
    Rule(
        "road",
        say("Return to Paris"),
        say(
            "Three adversaries one after the other, fought blind: cards are played before the token is turned. An epic "
            "token counts as a Combat card and may be spent after the turning, but not against Rochefort."
        ),
        _QUEST,
    ),
    Rule(
        "galleries",
        say("The galleries of the Louvre"),
        say(
            "Four galleries, each crossed by a challenge of eight, by beating both adversaries or by a secret passage; "
            "the ways may be mixed. Only the present gallery's tokens lie face up. Beyond the fourth the musketeers "
            "have won at once."
        ),
        _QUEST,
    ),
    Rule(
        "passage",
        say("A secret passage"),
        say("Three epic tokens and one action take the musketeers through a gallery."),
        _QUEST,
    ),
)
