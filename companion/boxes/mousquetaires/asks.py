"""What the table is asked, step by step: declarations of who, what, which choices and which rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.boxes.mousquetaires.names import CHAPTERS as CHAPTER_NAMES
from companion.boxes.mousquetaires.names import MILADY, MUSKETEERS, PARIS_CARDS, PERFIDY_CARDS, PLACES, TABLE
from companion.boxes.mousquetaires.one_for_all import USES
from companion.boxes.mousquetaires.paris import constance_dice, open_cards
from companion.boxes.mousquetaires.perfidy import treachery_in_play
from companion.boxes.mousquetaires.reveal import places
from companion.boxes.mousquetaires.siege import red_dice, second_throw, siege_pool, smuggled_sword
from companion.boxes.mousquetaires.state import State
from companion.boxes.mousquetaires.verdict import can_escape, doom, judge
from companion.boxes.mousquetaires.view import outlook
from companion.core.prompt import Ask, Choice, Prompt
from companion.core.words import Line, say, say_n


def ask(state: State) -> tuple[Prompt, ...]:
    """What comes now. With a verdict nothing is asked any more."""
    if judge(state) is not None:
        return ()
    if can_escape(state):
        return (_escape(state),)
    prompt = _STEPS[state.step](state)
    return (replace(prompt, choices=(*prompt.choices, *_card_choices(state))),)


def _next(label: Line, icon: str = "arrow-right-bold", dice: str = "") -> Choice:
    return Choice(label, "next", weight="main", icon=icon, dice=dice)


def _card_choices(state: State) -> tuple[Choice, ...]:
    """One for all can be played at any moment, so every prompt offers it."""
    if not state.one_for_all:
        return ()
    return tuple(
        Choice(say("One for all: {use}", use=line), "one_for_all", {"use": use}, "quiet", "sword-cross")
        for use, line in USES.items()
        if not (use == "time" and state.time_held)
    )


def _destination(state: State) -> Prompt:
    barred = state.rochefort <= 0
    detail = (
        say("Rochefort is out of action: not Paris, not the Louvre, not the quest.")
        if barred
        else say("One of her six location cards, face down beside the board.")
    )
    return Prompt(
        "destination",
        "milady",
        MILADY,
        say("Choose your destination"),
        detail,
        "destination",
        (_next(say("The card is down"), "cards-playing"),),
    )


def _paris(state: State) -> Prompt:
    detail = (
        say("In Paris now: {card}", card=PARIS_CARDS[state.paris]) if state.paris else say("No card lies in Paris.")
    )
    cards = tuple(
        Choice(PARIS_CARDS[name], "paris_card", {"card": name}, "other", "city-variant") for name in open_cards(state)
    )
    return Prompt(
        "paris",
        "milady",
        MILADY,
        say("A new Paris card?"),
        detail,
        "paris-card",
        (_next(say("No new card")), *cards),
        say("Lay out a card"),
    )


def _perfidy(state: State) -> Prompt:
    draw = Choice(say("Draw a treachery card"), "perfidy", {"how": "draw"}, "main", "cards")
    cards = tuple(
        Choice(PERFIDY_CARDS[name], "perfidy", {"how": "play", "card": name}, "other", "skull-outline")
        for name in treachery_in_play(state)
    )
    return Prompt(
        "perfidy",
        "milady",
        MILADY,
        say("Draw treachery, or play it"),
        say_n("{n} card in her hand", "{n} cards in her hand", state.perfidy),
        "perfidy",
        (draw, *(cards if state.perfidy else ()), Choice(say("Neither"), "next", weight="quiet", icon="close")),
        say("Play a card"),
    )


def _actions(state: State) -> Prompt:
    each = state.board.number(f"players.{state.players}.actions")
    choices = [
        _next(say("All have acted"), "check-bold"),
        Choice(say("Louvre mission accomplished"), "louvre_done", icon="crown"),
    ]
    if state.paris:
        choices.append(Choice(say("Paris card solved"), "paris_solved", icon="city-variant"))
    chapter = CHAPTER_NAMES[state.chapters]
    choices.append(Choice(say("Chapter finished: {chapter}", chapter=chapter), "chapter_done", icon="diamond-stone"))
    return Prompt(
        "actions",
        "musketeers",
        MUSKETEERS,
        say("Ride!"),
        say_n("{n} action for each musketeer, in any order", "{n} actions for each musketeer, in any order", each),
        "actions",
        tuple(choices),
    )


def _reveal(state: State) -> Prompt:
    icons = {
        "paris": "city-variant",
        "louvre": "crown",
        "quest": "diamond-stone",
        "rochelle": "castle",
        "richelieu": "cross",
        "house": "home-variant",
    }
    choices = []
    for name in places(state):
        if name == "richelieu":
            choices.append(
                Choice(say("Richelieu's cabinet: 1 card of her choice"), "reveal", {"place": name}, icon=icons[name])
            )
            if state.board.number("milady.perfidy_refill") - state.perfidy > 1:
                choices.append(
                    Choice(
                        say("Richelieu's cabinet: draw up to 3"),
                        "reveal",
                        {"place": name, "fill": True},
                        icon=icons[name],
                    )
                )
            choices.append(
                Choice(
                    say("Richelieu's cabinet, but found there"),
                    "reveal",
                    {"place": name, "found": True},
                    "quiet",
                    icons[name],
                )
            )
        else:
            choices.append(Choice(PLACES[name], "reveal", {"place": name}, icon=icons[name]))
    return Prompt(
        "reveal",
        "milady",
        MILADY,
        say("Where were you?"),
        say("Turn the location card and act there."),
        "reveal",
        tuple(choices),
    )


def _siege(state: State) -> Prompt:
    red = red_dice(state)
    most = state.board.number("siege.most_blue")
    blue = Ask("blue", say("Blue dice at La Rochelle"), 0, most, state.siege_dice)
    return Prompt(
        "siege",
        "table",
        say("La Rochelle"),
        say("The siege"),
        _siege_detail(state, red),
        "siege",
        (Choice(say("Roll"), "siege", weight="main", icon="dice-multiple", ask=blue, dice=siege_pool(0, red)),),
    )


def _siege_detail(state: State, red: int) -> Line:
    if second_throw(state):
        return say("Milady throws {n} red dice and may throw one shield again.", n=red)
    if smuggled_sword(state):
        return say_n(
            "Milady throws {n} red die and has one sword besides.",
            "Milady throws {n} red dice and has one sword besides.",
            red,
        )
    return say_n("Milady throws {n} red die.", "Milady throws {n} red dice.", red)


def _march(state: State) -> Prompt:
    most = min(len(state.musketeers), state.red_swords)
    choices = []
    for hearts in range(most + 1):
        by = state.blue_swords - (state.red_swords - hearts)
        if hearts == 0:
            choices.append(Choice(_movement(by), "march", {"sacrifices": 0}, "main", "castle"))
        else:
            label = say_n("{n} sacrifice: {then}", "{n} sacrifices: {then}", hearts, then=_movement(by))
            choices.append(Choice(label, "march", {"sacrifices": hearts}, "other", "heart-broken"))
    return Prompt(
        "march",
        "musketeers",
        MUSKETEERS,
        say("Swords: {blue} against {red}", blue=state.blue_swords, red=state.red_swords),
        say("Each musketeer at La Rochelle may give one heart to cancel one of Milady's swords."),
        "march",
        tuple(choices),
    )


def _movement(by: int) -> Line:
    if by > 0:
        return say_n("{n} space gained", "{n} spaces gained", by)
    if by < 0:
        return say_n("{n} space lost", "{n} spaces lost", -by)
    return say("the marker stays")


def _time(state: State) -> Prompt:
    if state.time_held:
        return Prompt(
            "time", "table", TABLE, say("Time stands still"), outlook(state), "time-held", (_next(say("Go on")),)
        )
    return Prompt(
        "time",
        "table",
        TABLE,
        say("Time moves on"),
        outlook(state),
        "time",
        (_next(say("Go on")) if state.step_done else _next(say("Move the Time marker"), "timer-sand"),),
    )


def _louvre(state: State) -> Prompt:
    step = 0 if state.step_done else state.board.number("tracks.louvre.step")
    after = state.board.tracks["louvre"].move(state.louvre, step).reached
    rule = "louvre-failed" if any(mark.name == "failed" for mark in after) else "louvre"
    return Prompt(
        "louvre",
        "table",
        TABLE,
        say("The Louvre marker falls"),
        _fall(rule, bool(after)),
        rule,
        (_next(say("Go on")) if state.step_done else _next(say("Move the Louvre marker"), "crown"),),
    )


def _fall(rule: str, marked: bool) -> Line:
    if rule == "louvre-failed":
        return say("The mission fails: the Queen loses 2 honour, Milady draws a treachery card.")
    if marked:
        return say("The Queen will lose 1 honour.")
    return say("The Queen's honour is safe this time.")


def _aftermath(state: State) -> Prompt:
    rule = "paris-effect"
    dice = constance_dice(state)
    effects = {"time": "paris-missing", "constance_dice": "paris-abducted", "perfidy": "paris-held"}
    card = state.board.paris_cards.get(state.paris)
    if card:
        rule = effects.get(card.effect, rule)
    if state.step_done or not card:
        main = _next(say("Begin the next round"))
    elif dice:
        main = _next(say("Roll for Constance"), "dice-multiple", f"{dice}r")
    else:
        main = _next(say("Done, next round"))
    return Prompt(
        "aftermath",
        "table",
        TABLE,
        say("Effect of the Paris card"),
        PARIS_CARDS[state.paris] if card else say("No card lies in Paris."),
        rule,
        (main,),
    )


def _escape(state: State) -> Prompt:
    cause = doom(state)
    return Prompt(
        "escape",
        "musketeers",
        MUSKETEERS,
        say("One for all?"),
        say("Richelieu has won, unless you play the card now."),
        f"defeat-{cause}",
        (
            Choice(USES[cause], "one_for_all", {"use": cause}, "main", "sword-cross"),
            Choice(say("Accept the defeat"), "accept", weight="quiet", icon="flag"),
        ),
    )


_STEPS: Mapping[str, Callable[[State], Prompt]] = {
    "destination": _destination,
    "paris": _paris,
    "perfidy": _perfidy,
    "actions": _actions,
    "reveal": _reveal,
    "siege": _siege,
    "march": _march,
    "time": _time,
    "louvre": _louvre,
    "aftermath": _aftermath,
}
