"""Milady without a player: the official variant. The app draws every choice of hers, from lots under seal."""

from __future__ import annotations

from companion.boxes.mousquetaires.actions.reinforce import remove_siege_card
from companion.boxes.mousquetaires.board import CHAPTERS
from companion.boxes.mousquetaires.company import name_of
from companion.boxes.mousquetaires.destination import set_out
from companion.boxes.mousquetaires.errands import GUARDED
from companion.boxes.mousquetaires.lots import draw, open_fate, open_late_fate
from companion.boxes.mousquetaires.missions import adversaries_in_hand, ambushes_in_hand, force_of
from companion.boxes.mousquetaires.names import ADVERSARIES, AMBUSHES, PARIS_CARDS, PERFIDY_CARDS, PLACES, SIEGE_CARDS
from companion.boxes.mousquetaires.paris import open_cards, put_in_paris
from companion.boxes.mousquetaires.perfidy import TARGETED, play_treachery, treachery_in_play
from companion.boxes.mousquetaires.quest.tokens import INN, may_turn_up
from companion.boxes.mousquetaires.state import FACE_DOWN, Mission, State
from companion.core.pen import Pen
from companion.core.record import Record
from companion.core.verb import Verb
from companion.core.words import Line, say


def destinations(state: State) -> tuple[str, ...]:
    """The cards of the official variant: neither Richelieu nor her house, La Rochelle only once it pays."""
    if state.chapters == CHAPTERS - 1:
        return ("quest",)
    return (*GUARDED, "rochelle") if _siege_is_worthwhile(state) else GUARDED


def _siege_is_worthwhile(state: State) -> bool:
    """Do enough cards lie at La Rochelle? The scorekeeper knows only their dice: more than fewer cards could give."""
    least = state.board.number("no_milady.rochelle_cards_least")
    fewer = (least - 1) * state.board.number("duel.double_combat_dice")
    return len(state.siege_cards) >= least or (not state.siege_cards and state.siege_dice > fewer)


def _choose_destination(pen: Pen[State]) -> None:
    set_out(pen)
    place = draw(pen, destinations(pen.state))
    if place in GUARDED and pen.state.rochefort <= 0:
        place = _without_rochefort(pen)
    pen.write("milady_at", place, "no-milady")
    if place in GUARDED:
        pen.write("rochefort_at", place, "no-milady")
    pen.tell(say("Milady goes here: {place}.", place=PLACES[place]), "no-milady")
    pen.write("step", "paris", "round")


def _without_rochefort(pen: Pen[State]) -> str:
    """Where she goes while Rochefort cannot come along is not printed: nowhere, or to the siege if that is open."""
    redraw = pen.state.board.profile.text("no_milady.rochefort_out") == "redraw"
    return "rochelle" if redraw and "rochelle" in destinations(pen.state) else "house"


def _choose_paris(pen: Pen[State]) -> None:
    """A new card the round after the last one was solved; and men for a card that the table chose at the set-up."""
    cards = open_cards(pen.state)
    if not pen.state.paris and cards:
        card = draw(pen, cards)
        pen.tell(say("In Paris now: {card}", card=PARIS_CARDS[card]), "no-milady")
        put_in_paris(pen, card, man_mission(pen, _force(pen.state, card)))
    elif pen.state.paris and pen.state.paris_mission == Mission():
        put_in_paris(pen, pen.state.paris, man_mission(pen, _force(pen.state, pen.state.paris)))
    pen.write("step", "perfidy", "round")


def _force(state: State, card: str) -> int:
    return state.board.number(f"paris.{card}.force")


def man_mission(pen: Pen[State], force: int) -> dict[str, object]:
    """Adversaries and ambushes are one deck: cards are turned until the force is reached; surplus goes back in."""
    foes: list[str] = []
    ambush = ""
    while (lacking := force - force_of(pen.state, tuple(foes), ambush)) > 0:
        free = [name for name in adversaries_in_hand(pen.state) if name not in foes]
        deck = [name for name in free if pen.state.board.opponents[name].force <= lacking]
        if not ambush and pen.state.board.number("milady.ambush_force") <= lacking:
            deck += [f"ambush:{name}" for name in ambushes_in_hand(pen.state)]
        if not deck:
            break
        kind, _, name = draw(pen, deck).partition(":")
        if name:
            ambush = name
        else:
            foes.append(kind)
    content: dict[str, object] = {"foes": foes}
    for name in foes:
        pen.tell(say("Milady lays out {card}.", card=ADVERSARIES[name]), "no-milady")
    if ambush:
        content["ambush"] = ambush
        pen.tell(say("Milady lays out {card}.", card=AMBUSHES[ambush]), "no-milady")
    if ambush == "nemesis":
        content["nemesis"] = concerned = draw(pen, pen.state.musketeers)
        pen.tell(say("It concerns {name}.", name=name_of(concerned)), "no-milady")
    open_late_fate(pen)
    return content


def _choose_treachery(pen: Pen[State]) -> None:
    """One card is drawn and played."""
    card = _top_card(pen)
    if card:
        pen.tell(say("Milady plays {card}", card=PERFIDY_CARDS[card]), "no-milady")
        if card in TARGETED:
            _strike(pen, card)
        else:
            play_treachery(pen, card, "")
    pen.write("step", "actions", "round")


def _top_card(pen: Pen[State]) -> str:
    """A balm that would heal nobody is discarded and replaced. No card at all if the profile knows of none."""
    state = pen.state
    copies = {name: state.board.number(f"perfidy.{name}.copies") for name in treachery_in_play(state)}
    unhurt = state.rochefort >= state.board.tracks["rochefort"].hi
    if not any(count for name, count in copies.items() if not (unhurt and name == "balm")):
        return ""
    while True:
        gone = pen.state.perfidy_gone
        pile = [name for name, count in copies.items() for _ in range(count - gone.count(name))]
        if not pile:
            pen.tell(say("The treachery cards are used up: shuffle them anew."), "perfidy-deck")
            pen.write("perfidy_gone", (), "perfidy-deck")
            continue
        card = draw(pen, pile)
        if not (unhurt and card == "balm"):
            return card
        pen.tell(say("Rochefort is unhurt: the balm is discarded, and another card drawn."), "perfidy-balm")
        _discard(pen, card)


def _discard(pen: Pen[State], card: str) -> None:
    pen.write("perfidy_gone", (*pen.state.perfidy_gone, card), "perfidy")


def _strike(pen: Pen[State], card: str) -> None:
    """A card for one musketeer strikes any one who is on his feet."""
    standing = [musketeer.id for musketeer in pen.state.company if not musketeer.down]
    if standing:
        victim = draw(pen, standing)
        pen.tell(say("It concerns {name}.", name=name_of(victim)), "no-milady")
        play_treachery(pen, card, victim)
    else:
        _discard(pen, card)
        pen.tell(say("Nobody is on his feet: the card strikes nobody."), "no-milady")


def turn_token(pen: Pen[State]) -> str:
    """What a face-down token is. Tokens were laid at random, so each one that is left is as likely as the others."""
    kind = _token(pen)
    open_late_fate(pen)
    return kind


def _token(pen: Pen[State]) -> str:
    state = pen.state
    kinds = [token for token in may_turn_up(state) for _ in range(_left(state, token))]
    if state.chapters != INN:
        return draw(pen, kinds)
    # In the inn four of the twelve spaces are decoys, whatever the others are.
    hidden = sum(token == FACE_DOWN for token in state.quest.inn)
    decoys = kinds.count("decoy")
    others = [kind for kind in kinds if kind != "decoy"]
    if hidden <= decoys or not others:
        return "decoy"
    which = draw(pen, ["decoy"] * decoys + ["other"] * (hidden - decoys))
    return draw(pen, others) if which == "other" else which


def _left(state: State, kind: str) -> int:
    shown = (*state.quest.inn, *state.quest.road, *state.quest.guards, *state.quest.spent)
    return max(state.board.tokens[kind].copies - shown.count(kind), 0)


def leave_traces(pen: Pen[State]) -> None:
    """The end of phase II: her action at La Rochelle, and the opening of this round's fate."""
    if pen.state.milady_at == "rochelle":
        _sabotage(pen)
    open_fate(pen)
    pen.write("step", "siege", "round")


def _sabotage(pen: Pen[State]) -> None:
    state = pen.state
    spared = () if state.board.ruling("bassompierre_may_be_removed") else ("bassompierre",)
    cards = tuple(card for card in state.siege_cards if card not in spared)
    if cards:
        card = draw(pen, cards)
        remove_siege_card(pen, card)
        pen.tell(say("La Rochelle: she removes {card}", card=SIEGE_CARDS[card]), "no-milady")
    elif state.siege_cards:
        return  # nothing lies there that she could take
    if state.board.ruling("removed_siege_card_leaves_game"):
        pen.tell(say("Milady removes one card at La Rochelle from the game."), "reveal")
    else:
        pen.tell(say("Milady puts one card at La Rochelle on the discards."), "reveal")


_STEPS = {
    "destination": _choose_destination,
    "paris": _choose_paris,
    "perfidy": _choose_treachery,
    "reveal": leave_traces,
}


def _decide(pen: Pen[State]) -> None:
    if pen.state.milady:
        pen.refuse(say("Somebody plays Milady in this match."), "no-milady")
    happens = _STEPS.get(pen.state.step)
    if happens is None:
        pen.refuse(say("There is nothing to draw for Milady now."), "no-milady")
    happens(pen)


def _label(record: Record) -> Line:
    for tell in record.result.get("tells", ()):
        line = Line.from_plain({name: part for name, part in tell.items() if name != "why"})
        if tell["why"] == "no-milady":
            return line
    return say("Milady's choices are drawn")


FATE: Verb[State] = Verb("fate", say("Draw Milady's choice of this step; nobody plays her."), _decide, _label, ())
