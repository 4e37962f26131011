"""The musketeers' turns and their nine actions."""

from __future__ import annotations

from companion.core.prompt import Rule
from companion.core.words import say

_PHASE_2 = say("German rules, The round, phase II")

ALL: tuple[Rule, ...] = (
    Rule(
        "turn",
        say("One musketeer after the other"),
        say(
            "The musketeers act in any order they like, but each one finishes all his actions before the next one "
            "begins. The same action may be taken several times."
        ),
        _PHASE_2,
    ),
    Rule(
        "draw",
        say("Draw an adventure card"),
        say(
            "The musketeer takes the top adventure card into his hand. When the pile is used up, the discards are "
            "shuffled and become the new pile."
        ),
        _PHASE_2,
    ),
    Rule(
        "move",
        say("Ride"),
        say(
            "One action takes a musketeer from any place to any other, except Milady's house and the Bastille. The "
            "boards of the quest do not hold him back."
        ),
        _PHASE_2,
    ),
    Rule(
        "horse",
        say("The thoroughbred"),
        say("Once a round its owner rides from one place to another without spending an action."),
        say("German rules, Equipment"),
    ),
    Rule(
        "exchange",
        say("Exchange"),
        say(
            "For one action a musketeer exchanges any number of cards and equipment with one other musketeer in the "
            "same place; giving without taking is allowed, and the other may be out of action. Improved skills and "
            "bottes stay with their owner."
        ),
        say("German rules, The round, phase II; French FAQ, Equipment"),
    ),
    Rule(
        "separated",
        say("Separated"),
        say("While this treachery card is in force the musketeers cannot exchange anything with each other."),
        say("German rules, Variants; the card itself is the authority"),
    ),
    Rule(
        "character",
        say("Character cards"),
        say(
            "A character card works at once and from anywhere: Monsieur des Essarts brings three pistoles, "
            "Buckingham one epic token, Monsieur de Bassompierre a die for La Rochelle. For any other card do what "
            "it says."
        ),
        say("German rules, The round, phase II; the publisher's site"),
    ),
    Rule(
        "reinforce",
        say("Reinforce La Rochelle"),
        say(
            "A musketeer at La Rochelle lays one Combat card there. Three cards in all may lie there, Monsieur de "
            "Bassompierre counting as one; none is ever swapped. They stay for the following rounds. Aramis cannot "
            "use another card instead."
        ),
        say("German rules, The round, phase II and La Rochelle; French FAQ, La Rochelle"),
    ),
    Rule(
        "equip",
        say("Equip and improve"),
        say(
            "For one action a musketeer buys up to two tokens, wherever he is. He never has two alike, and when his "
            "board is full an old token makes room and leaves the game. The stock is limited. An improved botte is "
            "paid with a Combat card, an improved skill with any adventure card, everything else from the purse."
        ),
        say("German rules, The round, phase II; French FAQ, Equipment"),
    ),
    Rule(
        "balm",
        say("Healing balm"),
        say("It gives two hearts back at once and leaves the game; nobody can keep it for later."),
        say("German rules, Equipment"),
    ),
    Rule(
        "improved-botte",
        say("Improved botte"),
        say("The new botte takes the place of the old one. D'Artagnan keeps both, and either will do."),
        say("German rules, Equipment"),
    ),
    Rule(
        "cunning",
        say("Aramis, the sly fox"),
        say(
            "Once a round Aramis may use any one adventure card as a blue die in a duel or as one point in a "
            "challenge. It does not work at La Rochelle."
        ),
        say("German rules, The musketeers"),
    ),
    Rule(
        "richelieu",
        say("Richelieu's cabinet"),
        say(
            "Whoever enters looks for Milady. If she is there she shows herself, also to Athos, and loses her action. "
            "If not, the musketeer goes to the Bastille and his turn is over. Whoever begins his turn here cannot "
            "search: he has to leave."
        ),
        say("German rules, Richelieu; French FAQ, Richelieu"),
    ),
    Rule(
        "bastille",
        say("The Bastille"),
        say(
            "Leaving costs one action: either one pistole for the gaoler, or a fight against three red dice. However "
            "the fight ends, the musketeer is out and stands at the Vieux Colombier with the rest of his actions. If "
            "he falls in it, he recovers at once and his turn is over."
        ),
        say("German rules, Bastille; French FAQ, Bastille"),
    ),
    Rule(
        "knock-out",
        say("Out of action"),
        say(
            "A musketeer without hearts is out of action, never dead: his figure lies at the Vieux Colombier and his "
            "turn is over."
        ),
        say("German rules, Wounds; French FAQ, Vieux Colombier"),
    ),
    Rule(
        "recovery",
        say("Getting up again"),
        say(
            "Instead of acting, a fallen musketeer gets up with all his hearts, draws one card, and his turn is over. "
            "Whoever fell by treachery, by the Assassin or escaping before his own turn does so at once; whoever fell "
            "in his turn waits for the next round. Going to the Vieux Colombier while fit heals nothing."
        ),
        say("French FAQ, Vieux Colombier"),
    ),
)
