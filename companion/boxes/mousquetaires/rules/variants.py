"""Treachery that strikes figures, the hourglass, and the variants."""

from __future__ import annotations

from companion.core.prompt import Rule
from companion.core.words import say

_VARIANTS = say("German rules, Variants")
_FAQ_TREACHERY = say("French FAQ, Perfidie")

ALL: tuple[Rule, ...] = (
    Rule(
        "perfidy-conscripts",
        say("Conscripts"),
        say(
            "Every musketeer on his feet has one action less this round. Those who are out of action recover as usual."
        ),
        _FAQ_TREACHERY,
    ),
    Rule(
        "perfidy-wound",
        say("Waylaid"),
        say(
            "Milady wounds a musketeer of her choice; a cuirass does not help. If he falls he recovers at once, and "
            "that was his turn."
        ),
        _FAQ_TREACHERY,
    ),
    Rule(
        "perfidy-imprisoned",
        say("Imprisoned"),
        say("A musketeer of Milady's choice begins his turn in the Bastille; he may try to leave at once."),
        say("German rules, Bastille; French FAQ, Bastille"),
    ),
    Rule(
        "hourglass",
        say("Hurry!"),
        say(
            "The musketeers have two minutes for the whole of phase II. The sand stands still during a duel, while a "
            "new Paris or Louvre card is laid out, and while the next chapter is prepared. When it has run out, all "
            "actions left are lost."
        ),
        say("German rules, Hourglass"),
    ),
    Rule(
        "no-milady",
        say("Without Milady"),
        say(
            "The app draws for her: a place face up, one treachery card each round, a new Paris card the round after "
            "the last was solved, adversaries and ambushes from one pile, quest tokens and victims at random. She "
            "draws no other treachery. From the fourth chapter on she is always on the quest."
        ),
        _VARIANTS,
    ),
    Rule(
        "deadly-quest",
        say("Deadly quest"),
        say(
            "A musketeer who is put out of action on the quest may not go on it any more. If this has happened to all "
            "of them, Milady wins."
        ),
        _VARIANTS,
    ),
    Rule(
        "defeat-quest",
        say("Nobody is left for the quest"),
        say("Every musketeer has fallen on the deadly quest and may not go on it any more: Milady wins."),
        _VARIANTS,
    ),
    Rule(
        "depth",
        say("Scorekeeper or clerk"),
        say(
            "The scorekeeper keeps tokens, phases and dice. The clerk follows every action and every figure. You may "
            "change at any time; nothing is forgotten."
        ),
        say("A rule of this companion, not of the printed game."),
    ),
)
