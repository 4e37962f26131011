"""What the table is asked, step by step of the round."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.boxes.mousquetaires.company import actions_each
from companion.boxes.mousquetaires.louvre import falls
from companion.boxes.mousquetaires.missions import louvre_is_over
from companion.boxes.mousquetaires.names import CHAPTERS as CHAPTER_NAMES
from companion.boxes.mousquetaires.names import (
    MILADY,
    MUSKETEER_NAMES,
    MUSKETEERS,
    PARIS_CARDS,
    PERFIDY_CARDS,
    PLACES,
    SIEGE_CARDS,
    TABLE,
)
from companion.boxes.mousquetaires.one_for_all import USES
from companion.boxes.mousquetaires.paris import constance_dice, may_lay_out, open_cards
from companion.boxes.mousquetaires.perfidy import TARGETED, treachery_left
from companion.boxes.mousquetaires.reveal import nothing_to_show, places, removable
from companion.boxes.mousquetaires.siege import (
    can_sacrifice,
    marker_moves,
    red_dice,
    second_throw,
    siege_pool,
    smuggled_sword,
)
from companion.boxes.mousquetaires.state import CLERK, State
from companion.boxes.mousquetaires.verdict import doom
from companion.boxes.mousquetaires.view import outlook
from companion.core.prompt import Ask, Choice, Pick, Prompt
from companion.core.words import Line, say, say_n


def go_on(label: Line, icon: str = "arrow-right-bold", dice: str = "") -> Choice:
    return Choice(label, "next", weight="main", icon=icon, dice=dice)


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
        (go_on(say("The card is down"), "cards-playing"),),
    )


def _paris(state: State) -> Prompt:
    detail = (
        say("In Paris now: {card}", card=PARIS_CARDS[state.paris]) if state.paris else say("No card lies in Paris.")
    )
    names = open_cards(state) if may_lay_out(state) else ()
    cards = tuple(Choice(PARIS_CARDS[name], "paris_card", {"card": name}, "other", "city-variant") for name in names)
    return Prompt(
        "paris",
        "milady",
        MILADY,
        say("A new Paris card?") if cards else say("No Paris card to lay out"),
        detail,
        "paris-card",
        (go_on(say("No new card")), *cards),
        say("Lay out a card"),
    )


def _perfidy(state: State) -> Prompt:
    draw = Choice(say("Draw a treachery card"), "perfidy", {"how": "draw"}, "main", "cards")
    # While all of them are out of action there is nobody to strike.
    nobody = state.depth == CLERK and all(one.down for one in state.company)
    names = (name for name in (*treachery_left(state), "other") if not (nobody and name in TARGETED))
    cards = tuple(_treachery(state, name) for name in names)
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


def _treachery(state: State, name: str) -> Choice:
    fields = {"how": "play", "card": name}
    picks: tuple[Pick, ...] = ()
    if name in TARGETED and state.depth == CLERK:
        whom = tuple((one.id, MUSKETEER_NAMES[one.id]) for one in state.company if not one.down)
        picks = (Pick("target", say("whom"), whom),)
    return Choice(PERFIDY_CARDS[name], "perfidy", fields, "other", "skull-outline", picks=picks)


def _actions(state: State) -> Prompt:
    each = actions_each(state)
    choices = [go_on(say("All have acted"), "check-bold")]
    if not louvre_is_over(state):
        choices.append(Choice(say("Louvre mission accomplished"), "louvre_done", icon="crown"))
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
    if nothing_to_show(state):
        seen = say("Everybody knows where she was: {place}.", place=PLACES[state.milady_at])
        return Prompt("reveal", "milady", MILADY, say("Where were you?"), seen, "reveal", (go_on(say("Go on")),))
    choices = []
    # At a table where Rochefort must appear, she was not where she let somebody act without him.
    left_out = state.passed if state.board.ruling("rochefort_must_appear") else ()
    for name in (state.milady_at,) if state.milady_at else (name for name in places(state) if name not in left_out):
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
        elif name == "rochelle" and len(removable(state)) > 1:
            for card in removable(state):
                label = say("La Rochelle: she removes {card}", card=SIEGE_CARDS[card])
                choices.append(Choice(label, "reveal", {"place": name, "card": card}, icon=icons[name]))
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
    able = can_sacrifice(state)
    most = min(len(able), state.red_swords)
    choices = [Choice(_movement(marker_moves(state, 0)), "march", {"sacrifices": 0}, "main", "castle")]
    for hearts in range(1, most + 1):
        then = _movement(marker_moves(state, hearts))
        label = say_n("{n} sacrifice: {then}", "{n} sacrifices: {then}", hearts, then=then)
        if state.depth == CLERK:
            who = tuple((name, MUSKETEER_NAMES[name]) for name in able)
            pick = Pick("by", say("who gives a heart"), who, hearts, hearts, many=True)
            choices.append(Choice(label, "march", {}, "other", "heart-broken", picks=(pick,)))
        else:
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
            "time", "table", TABLE, say("Time stands still"), outlook(state), "time-held", (go_on(say("Go on")),)
        )
    return Prompt(
        "time",
        "table",
        TABLE,
        say("Time moves on"),
        outlook(state),
        "time",
        (go_on(say("Go on")) if state.step_done else go_on(say("Move the Time marker"), "timer-sand"),),
    )


def _louvre(state: State) -> Prompt:
    if not state.step_done and not falls(state):
        return _louvre_waits(state)
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
        (go_on(say("Go on")) if state.step_done else go_on(say("Move the Louvre marker"), "crown"),),
    )


def _louvre_waits(state: State) -> Prompt:
    over = louvre_is_over(state)
    why = (
        say("The Louvre cards are used up: no mission lies there any more.")
        if over
        else say("The mission is new: at this table the Louvre marker waits.")
    )
    rule = "louvre-deck" if over else "louvre"
    return Prompt("louvre", "table", TABLE, say("The mission in the Louvre"), why, rule, (go_on(say("Go on")),))


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
        main = go_on(say("Begin the next round"))
    elif dice:
        main = go_on(say("Roll for Constance"), "dice-multiple", f"{dice}r")
    else:
        main = go_on(say("Done, next round"))
    return Prompt(
        "aftermath",
        "table",
        TABLE,
        say("Effect of the Paris card"),
        PARIS_CARDS[state.paris] if card else say("No card lies in Paris."),
        rule,
        (main,),
    )


def escape(state: State) -> Prompt:
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


STEPS: Mapping[str, Callable[[State], Prompt]] = {
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
