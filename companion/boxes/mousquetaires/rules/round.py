"""The round itself: its steps, the tracks, defeat and victory."""

from __future__ import annotations

from companion.core.prompt import Rule
from companion.core.words import say

_PHASE_1 = say("German rules, The round, phase I; French FAQ, Perfidie")
_PHASE_2 = say("German rules, The round, phase II")
_PHASE_4 = say("German rules, The round, phase IV; End of the game")

ALL: tuple[Rule, ...] = (
    Rule(
        "round",
        say("The round"),
        say(
            "A round has four phases, always in this order: Milady, the musketeers, the siege of La Rochelle, the "
            "end of the round. Each step is finished before the next one begins."
        ),
        say("German rules, The round"),
    ),
    Rule(
        "destination",
        say("Milady's secret destination"),
        say(
            "Milady lays one of her six location cards face down. It says where she spends this round. While "
            "Rochefort is out of action she may not choose Paris, the Louvre or the quest. She never goes to the "
            "Vieux Colombier or the Bastille."
        ),
        _PHASE_1,
    ),
    Rule(
        "paris-card",
        say("A new Paris card"),
        say(
            "If Milady holds a Paris card she may lay it out. A card already lying there leaves the game for good, "
            "its ambush too; undefeated adversaries go back to her hand, and Constance's marker starts again at zero."
        ),
        say("German rules, Paris; French FAQ, Paris cards"),
    ),
    Rule(
        "perfidy",
        say("Draw or play treachery"),
        say(
            "Milady either draws the top treachery card or plays one from her hand, never both. A played card works "
            "at once."
        ),
        _PHASE_1,
    ),
    Rule(
        "perfidy-plot",
        say("Plot against the Queen"),
        say("This treachery card costs the Queen one point of honour at once."),
        say("Player reports; the card itself is the authority"),
    ),
    Rule(
        "perfidy-dead-end",
        say("Dead end"),
        say(
            "This treachery card pushes the Time marker one space on, unless the musketeers have stopped Time for "
            "this round with One for all."
        ),
        say("German rules, One for all; the amount is our reading"),
    ),
    Rule(
        "perfidy-balm",
        say("Balm for Rochefort"),
        say(
            "This treachery card gives Rochefort two hearts back, never above his five, even when he is out of action."
        ),
        say("French FAQ, Perfidie"),
    ),
    Rule(
        "perfidy-reinforcements",
        say("Reinforcements for Milady"),
        say(
            "Milady throws one more red die at La Rochelle this round. If she has four already, she throws one of "
            "her shields again instead, so she can never count five swords from her dice."
        ),
        say("French FAQ, Perfidie"),
    ),
    Rule(
        "perfidy-on-the-table",
        say("A treachery card for the table"),
        say("This card acts on the figures on the real board: carry it out there, as it is printed."),
        say("The card itself"),
    ),
    Rule(
        "actions",
        say("The musketeers act"),
        say(
            "Each musketeer who is fit takes his actions, in any order they agree on; one finishes before the next "
            "begins. Three actions each, four when only three musketeers ride. One who is out of action gets up at "
            "the Vieux Colombier, heals fully, draws a card, and is done."
        ),
        _PHASE_2,
    ),
    Rule(
        "two-players",
        say("Two players: a card each round"),
        say(
            "When one player leads all four musketeers, he draws one adventure card at the start of every round. "
            "Cards need no exchanging then, so the treachery card Separated is left out."
        ),
        say("German rules, Variants"),
    ),
    Rule(
        "paris-solved",
        say("Paris saved"),
        say(
            "When every step of a Paris card is done, in whatever order, the card leaves the game for good and works "
            "no more."
        ),
        say("German rules, Paris; French FAQ, Paris cards"),
    ),
    Rule(
        "louvre-done",
        say("A Louvre mission accomplished"),
        say(
            "Challenge, duels and ambush mastered: the mission leaves the game, the next one is turned up at once "
            "and the marker goes back to the top. If the marker was still on one of the two top spaces, the "
            "musketeers win two epic tokens; there are seven in all."
        ),
        say("German rules, The Louvre"),
    ),
    Rule(
        "quest",
        say("The quest for the diamonds"),
        say(
            "The four chapters are mastered one after the other. Whoever finishes one of the first three draws two "
            "adventure cards. When the fourth is finished the musketeers win at once, in the middle of the round."
        ),
        say("German rules, The diamonds; End of the game"),
    ),
    Rule(
        "reveal",
        say("Milady shows herself"),
        say(
            "If the musketeers did not find her, Milady turns her location card and acts there: a Paris card of her "
            "choice at home; at Richelieu's one treachery card of her choice, or blind draws until she holds three; "
            "at La Rochelle she removes one card from the game. At Paris, the Louvre and the quest she had Rochefort "
            "instead."
        ),
        say("German rules, Phase II and Places"),
    ),
    Rule(
        "siege",
        say("The siege of La Rochelle"),
        say(
            "Milady throws as many red dice as the Time space shows, the musketeers one blue die per combat card "
            "lying there, two for a double. Only swords count; no secret maneuvers, no equipment."
        ),
        say("German rules, La Rochelle"),
    ),
    Rule(
        "siege-traffickers",
        say("Smuggled arms"),
        say("While the black marketeers lie in Paris, Milady counts one sword more at La Rochelle."),
        say("German rules, La Rochelle"),
    ),
    Rule(
        "march",
        say("The marker moves"),
        say(
            "After the throw every musketeer at La Rochelle may give one heart to cancel one of Milady's swords. "
            "Then the marker moves by the difference: towards Richelieu if Milady has more swords, the other way if "
            "the musketeers do."
        ),
        say("German rules, La Rochelle"),
    ),
    Rule(
        "siege-reward",
        say("Rewards of the siege"),
        say(
            "The first time the marker comes there: second space on the left, Milady draws a treachery card; second "
            "on the right, one epic token; far right, a One for all card. Each is paid once a match. Far left is "
            "defeat."
        ),
        say("German rules, La Rochelle; French FAQ, La Rochelle"),
    ),
    Rule(
        "time",
        say("Time runs"),
        say("At the end of every round the Time marker moves down one space. On the last one Richelieu has won."),
        _PHASE_4,
    ),
    Rule(
        "time-held",
        say("Time stands still"),
        say("One for all was played: the Time marker does not move any more this round, whatever would push it."),
        say("German rules, One for all"),
    ),
    Rule(
        "louvre",
        say("The Louvre marker falls"),
        say(
            "The marker falls one space at the end of every round, even when the mission was just laid out. On the "
            "third space the Queen loses one point of honour."
        ),
        say("German rules, The Louvre; French FAQ, The Louvre"),
    ),
    Rule(
        "louvre-failed",
        say("A Louvre mission failed"),
        say(
            "On the fourth space the mission has failed: the Queen loses two more points of honour, Milady draws a "
            "treachery card and takes undefeated adversaries back, the ambush is out, the next mission is turned up "
            "and the marker goes back to the top."
        ),
        say("German rules, The Louvre; French FAQ, The Louvre"),
    ),
    Rule(
        "paris-effect",
        say("The Paris card works"),
        say("As long as a Paris card lies there unsolved, it harms the musketeers at the end of every round."),
        say("German rules, Phase IV and Paris"),
    ),
    Rule(
        "paris-missing",
        say("Constance is missing"),
        say("Searching for Constance costs time: the Time marker moves one more space."),
        say("German rules, One for all"),
    ),
    Rule(
        "paris-abducted",
        say("Constance in danger"),
        say(
            "Milady throws four red dice; every sword brings Constance one space nearer to her death. At six Milady "
            "wins."
        ),
        say("German rules, End of the game; publisher's site"),
    ),
    Rule(
        "paris-held",
        say("Constance talks"),
        say("While Constance is held captive Milady draws a treachery card at the end of the round."),
        say("Player reports; the card itself is the authority"),
    ),
    Rule(
        "one-for-all",
        say("One for all, all for one"),
        say(
            "Playable at any moment, even to escape a defeat, for one of three things: Time does not move this "
            "round; the Queen regains two points of honour, even from the last space; two epic tokens. Then the card "
            "leaves the game."
        ),
        say("German rules, One for all"),
    ),
    Rule(
        "defeat-time",
        say("Out of time"),
        say("The Time marker has reached Richelieu, the last space: Milady wins."),
        _PHASE_4,
    ),
    Rule(
        "defeat-rochelle",
        say("La Rochelle lost"),
        say("The marker of La Rochelle has reached Richelieu, the space on the far left: Milady wins."),
        _PHASE_4,
    ),
    Rule(
        "defeat-queen",
        say("The Queen dishonoured"),
        say("The Queen's marker has reached Richelieu, the space on the far right: Milady wins."),
        _PHASE_4,
    ),
    Rule(
        "defeat-constance",
        say("Constance is dead"),
        say("Milady has six successes on the card of the abduction: Constance is strangled and Milady wins."),
        _PHASE_4,
    ),
    Rule(
        "victory",
        say("The diamonds are back"),
        say("The fourth chapter is done, the Queen wears her diamonds at the ball: the musketeers win at once."),
        say("German rules, End of the game"),
    ),
)
