"""Duels, Rochefort and challenges."""

from __future__ import annotations

from companion.core.prompt import Rule
from companion.core.words import say

_DUELS = say("German rules, Duels; French FAQ, Duels")

ALL: tuple[Rule, ...] = (
    Rule(
        "challenge",
        say("Challenges"),
        say(
            "The musketeer's skill, one point more for each fitting card he plays, against the value of the challenge. "
            "Reaching it is enough. He may play as many cards as he likes, or none. In the Louvre the reward is paid "
            "as soon as the challenge is mastered."
        ),
        say("German rules, Challenges"),
    ),
    Rule(
        "duel",
        say("Duels are to first blood"),
        say(
            "Both sides throw at once. If a botte succeeds, its owner deals one wound and takes none; if both succeed, "
            "one wound each. Otherwise shields cancel swords, and every sword left wounds. As soon as there is blood "
            "the duel is over. A wounded adversary is out, even if he wounds at the same time, unless he has more "
            "hearts."
        ),
        _DUELS,
    ),
    Rule(
        "duel-cards",
        say("How many dice"),
        say(
            "A musketeer throws three blue dice and one more for each Combat card, two for a double one, but never "
            "more than six. Cards are played before the first throw."
        ),
        _DUELS,
    ),
    Rule(
        "duel-tie",
        say("Nobody is hurt"),
        say(
            "Each side lays one die aside and throws again. If one side has no dice left, the other throws on alone; "
            "when nobody has any, the duel is a draw. A foe with a fixed result never loses a die."
        ),
        _DUELS,
    ),
    Rule(
        "duel-jussac",
        say("Jussac"),
        say(
            "At the end of a duel with him the musketeer takes one wound whatever happened, also after a draw or a "
            "botte of his own. A cuirass does not help."
        ),
        say("French FAQ, Duels"),
    ),
    Rule(
        "toledo",
        say("The Toledo blade"),
        say(
            "Once in a duel its owner may throw one of his dice again, after any throw, even when his foe's botte has "
            "succeeded."
        ),
        say("German rules, Equipment; French FAQ, Equipment"),
    ),
    Rule(
        "reward",
        say("The reward for an adversary"),
        say(
            "Whoever beats an adversary takes what the card shows: pistoles go into the purse, epic tokens to the "
            "quest. The card leaves the game; only the henchman goes back to Milady's hand."
        ),
        _DUELS,
    ),
    Rule(
        "rochefort",
        say("Rochefort steps in"),
        say(
            "If Milady is in Paris, in the Louvre or on the quest, Rochefort may interrupt a musketeer who tries a "
            "challenge, a duel or a task there; never an ambush, an exchange, a purchase or a card drawn, and never "
            "Athos. The duel costs no action. If Rochefort is hurt he flees home, and the musketeer goes on with what "
            "he had begun; if not, that action is lost and Rochefort stays for the rest of the round."
        ),
        say("German rules, Rochefort; French FAQ, Rochefort"),
    ),
    Rule(
        "rochefort-forgotten",
        say("Rochefort was forgotten"),
        say(
            "If Milady lets an action pass, it stands. Rochefort may still appear at the next action tried in that "
            "place."
        ),
        say("French FAQ, Rochefort"),
    ),
    Rule(
        "rochefort-out",
        say("Rochefort is out of action"),
        say(
            "The first time this happens the musketeers win a One for all card. Until a balm heals him Milady may not "
            "choose Paris, the Louvre or the quest."
        ),
        say("German rules, Rochefort"),
    ),
    Rule(
        "sealed",
        say("Under seal"),
        say(
            "The choice was fixed by a seal before the musketeers rode, and its opening must fit: place, round, match "
            "and a secret number. Nobody can change it afterwards, and nobody can read it before."
        ),
        say("A rule of this companion, not of the printed game."),
    ),
)
