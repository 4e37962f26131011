"""What is asked while an action waits for an answer, and throw by throw in a duel."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from companion.boxes.mousquetaires import ambush
from companion.boxes.mousquetaires import duel as duels
from companion.boxes.mousquetaires.actions.challenge import MOST_CARDS, skill_of, test_of
from companion.boxes.mousquetaires.company import name_of
from companion.boxes.mousquetaires.cunning import may_be_cunning
from companion.boxes.mousquetaires.fights import epic_helps
from companion.boxes.mousquetaires.names import AMBUSHES, FOES, MILADY, PLACES, SKILLS, TABLE, TOKENS
from companion.boxes.mousquetaires.quest.tokens import CALAIS, GALLERIES, may_turn_up, tests_left
from companion.boxes.mousquetaires.state import Duel, Errand, State
from companion.core.prompt import Ask, Choice, Prompt
from companion.core.words import Line, say, say_n


def duel(state: State, fight: Duel) -> Prompt:
    if fight.waits == "cards":
        return _cards(state, fight)
    if fight.waits == "token":
        return _token(state)
    if fight.waits == "blade":
        return _blade(state, fight)
    return _dice(state, fight)


def _cards(state: State, fight: Duel) -> Prompt:
    own, most = duels.own_dice(state, fight.who), state.board.number("duel.most_blue")
    cards = Ask("cards", say("Combat cards"), 0, max(most - own, 0), 0)
    choices = [Choice(say("To arms"), "commit", weight="main", icon="sword-cross", ask=cards)]
    if may_be_cunning(state, fight.who):
        choices.append(
            Choice(say("To arms, with any card besides"), "commit", {"cunning": True}, icon="head-lightbulb", ask=cards)
        )
    return Prompt(
        "duel",
        "musketeers",
        name_of(fight.who),
        say("{name} against {foe}", name=name_of(fight.who), foe=FOES[fight.foe]),
        say("How many Combat cards? A double one counts two."),
        "duel-cards",
        tuple(choices),
    )


def _dice(state: State, fight: Duel) -> Prompt:
    choices = [Choice(say("Cross blades"), "clash", weight="main", icon="dice-multiple", dice=duels.pool_of(fight))]
    useful = min(state.epic, state.board.number("duel.most_blue") - fight.blue)
    if fight.exchange == 0 and epic_helps(state, fight) and useful > 0:
        more = Ask("epic", say("epic tokens"), 1, useful, 1)
        choices.append(Choice(say("Spend epic tokens"), "commit", icon="star-four-points", ask=more))
    return Prompt(
        "duel",
        "table",
        name_of(fight.who),
        say("{name} against {foe}", name=name_of(fight.who), foe=FOES[fight.foe]),
        say("Blue {blue}, red {red}", blue=fight.blue, red=0 if fight.fixed else fight.red),
        "duel-tie" if fight.exchange else "duel",
        tuple(choices),
    )


def _blade(state: State, fight: Duel) -> Prompt:
    die = Ask("die", say("which die, from the left"), 0, len(fight.blue_faces) - 1, 0, first=1)
    return Prompt(
        "blade",
        "musketeers",
        name_of(fight.who),
        say("The Toledo blade?"),
        say("Once in a duel one die may be thrown again."),
        "toledo",
        (
            Choice(say("The throw stands"), "stand", weight="main", icon="check"),
            Choice(say("Throw one die again"), "toledo", icon="sword", ask=die, dice="1b"),
        ),
    )


def errand(state: State, waiting: Errand) -> Prompt:
    if waiting.waits == "rochefort":
        return _rochefort(waiting)
    if waiting.waits == "richelieu":
        return _richelieu(waiting)
    if waiting.waits == "token":
        return _token(state)
    if waiting.waits == "gallery":
        return gallery(state)
    if waiting.waits == "dice":
        return _ambush(state, waiting)
    return _test(state, waiting)


def _rochefort(waiting: Errand) -> Prompt:
    return Prompt(
        "rochefort",
        "milady",
        MILADY,
        say("Does Rochefort step in?"),
        say("{name} acts here: {place}.", name=name_of(waiting.who), place=PLACES[waiting.place]),
        "rochefort",
        (
            Choice(say("No"), "let_pass", weight="main", icon="hand-back-right-off"),
            Choice(say("Rochefort!"), "rochefort", icon="sword-cross"),
        ),
    )


def _richelieu(waiting: Errand) -> Prompt:
    return Prompt(
        "richelieu",
        "milady",
        MILADY,
        say("Are you at Richelieu's?"),
        say("{name} searches the cabinet.", name=name_of(waiting.who)),
        "richelieu",
        (
            Choice(say("Not here: to the Bastille"), "richelieu", {"found": False}, "main", "gate"),
            Choice(say("Found"), "richelieu", {"found": True}, "other", "eye"),
        ),
    )


def _ambush(state: State, waiting: Errand) -> Prompt:
    dice, names = ambush.pool_of(state, waiting), [name_of(who) for who in ambush.victims(state, waiting)]
    roll = Choice(say("Roll"), "ambush", weight="main", icon="dice-multiple", dice=dice)
    go_on = Choice(say("Go on"), "ambush", weight="main", icon="arrow-right-bold")
    return Prompt(
        "ambush",
        "table",
        AMBUSHES[waiting.target],
        _throw(names, ambush.dice_each(state, waiting)),
        say("Milady throws for whoever is there or comes in."),
        f"ambush-{waiting.target}",
        (roll if dice else go_on,),
    )


def _throw(names: Sequence[Line], each: int) -> Line:
    """Whose die is which must be known to whoever throws real ones, however few words the clerk makes."""
    if not names:
        return say("Nobody is there any more.")
    if len(names) == 1:
        return say_n("{n} die for {name}", "{n} dice for {name}", each, name=names[0])
    listed = reduce(lambda before, name: say("{before}, {name}", before=before, name=name), names)
    return say_n("{n} die each, in this order: {names}", "{n} dice each, in this order: {names}", each, names=listed)


def _token(state: State) -> Prompt:
    if not state.milady:
        choices: tuple[Choice, ...] = (Choice(say("Turn the token"), "token", weight="main", icon="rotate-3d-variant"),)
    else:
        choices = tuple(Choice(TOKENS[kind], "token", {"kind": kind}, icon="circle") for kind in may_turn_up(state))
    return Prompt(
        "token",
        "milady",
        MILADY if state.milady else TABLE,
        say("What does the token show?"),
        say("It is turned face up."),
        "quest-tokens",
        choices,
        say("It shows"),
    )


def gallery_unknown(state: State) -> bool:
    """Nobody has told the clerk what lies in the present gallery: the chapter was set by hand."""
    return state.chapters == GALLERIES and not state.quest.test


def gallery(state: State) -> Prompt:
    if not state.milady:
        choices: tuple[Choice, ...] = (Choice(say("Turn the tokens"), "gallery", weight="main"),)
    else:
        choices = tuple(
            Choice(SKILLS[skill], "gallery", {"skill": skill}, icon="feather") for skill in tests_left(state)
        )
    return Prompt(
        "gallery",
        "milady",
        MILADY if state.milady else TABLE,
        say("The next gallery"),
        say_n("{n} gallery is behind them", "{n} galleries are behind them", state.quest.room),
        "galleries",
        choices,
    )


def _test(state: State, waiting: Errand) -> Prompt:
    skill, value = test_of(state, waiting.place, waiting.target)
    own = skill_of(state, waiting.who, skill)
    cards = Ask("cards", say("cards played"), 0, MOST_CARDS, min(max(value - own, 0), MOST_CARDS))
    calais = waiting.place == "quest" and state.chapters == CALAIS and state.epic
    epic = (Ask("epic", say("epic tokens"), 0, state.epic, 0),) if calais else ()
    choices = [Choice(say("Meet the challenge"), "meet", weight="main", icon="feather", ask=cards, asks=epic)]
    if may_be_cunning(state, waiting.who):
        label = say("Meet it, with any card besides")
        choices.append(Choice(label, "meet", {"cunning": True}, icon="head-lightbulb", ask=cards, asks=epic))
    return Prompt(
        "challenge",
        "musketeers",
        name_of(waiting.who),
        say("{skill}: {own} against {value}", skill=SKILLS[skill], own=own, value=value),
        say("How many cards of this skill?"),
        "challenge",
        tuple(choices),
    )
