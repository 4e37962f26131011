"""The musketeers: whose turn it is, what their actions cost, who falls and who gets up again."""

from __future__ import annotations

from companion.boxes.mousquetaires.names import MUSKETEER_NAMES
from companion.boxes.mousquetaires.setup import FIVE, row_of
from companion.boxes.mousquetaires.state import CLERK, Musketeer, State
from companion.core.hourglass import Hourglass
from companion.core.pen import Pen
from companion.core.verb import Field
from companion.core.words import Line, say, say_n

WHO = Field("who", "text", say("which musketeer; whoever is acting if left out"), needed=False, choices=FIVE)


def name_of(who: str) -> Line:
    return MUSKETEER_NAMES[who]


def expect(pen: Pen[State], allowed: bool, reason: Line, rule: str) -> None:
    """A rule that only the clerk can watch: the scorekeeper does not follow the figures."""
    pen.need(allowed or pen.state.depth != CLERK, reason, rule)


def acting(state: State) -> Musketeer | None:
    for musketeer in state.company:
        if musketeer.turn == "acting":
            return musketeer
    return None


def actions_each(state: State) -> int:
    printed = state.board.number(f"players.{row_of(state.players, state.milady)}.actions")
    return max(printed - state.conscripts, 0)


def full_life(state: State, who: str) -> int:
    return state.board.number(f"musketeers.{who}.life")


def chosen(pen: Pen[State]) -> Musketeer:
    """Whom the intent is about."""
    who = pen.given("who")
    if who is None:
        now = acting(pen.state)
        if now is None:
            pen.refuse(say("Say which musketeer."), "turn")
        return now
    for musketeer in pen.state.company:
        if musketeer.id == who:
            return musketeer
    pen.refuse(say("{name} does not ride in this match.", name=name_of(who)), "turn")


def has_free_ride(musketeer: Musketeer) -> bool:
    return "horse" in musketeer.gear and not musketeer.rode


def must_leave(state: State, musketeer: Musketeer) -> bool:
    """He began his turn at Richelieu's: whoever came this round has found Milady there or is in the Bastille."""
    here = musketeer.place == "richelieu" and state.milady_at != "richelieu" and not state.errand
    return here and not state.board.ruling("richelieu_search_when_starting_there")


def has_to_ride(state: State, musketeer: Musketeer) -> bool:
    """His last action is for leaving."""
    return musketeer.left == 1 and must_leave(state, musketeer) and not has_free_ride(musketeer)


def take_turn(pen: Pen[State], who: str) -> None:
    """He acts now, and whoever acted before has finished."""
    musketeer = pen.state.of(who)
    expect(pen, pen.state.step == "actions", say("The musketeers act in phase II."), "actions")
    expect(pen, not musketeer.down, say("{name} is out of action: he recovers instead.", name=name_of(who)), "recovery")
    # A free ride is stopped too: when the sand is out, the phase is over.
    expect(pen, not out_of_sand(pen.state, pen.now), say("The sand has run out: no more actions."), "hourglass")
    if musketeer.turn == "acting":
        return
    expect(pen, musketeer.turn == "waiting", say("{name} has acted this round.", name=name_of(who)), "turn")
    make_way(pen)
    pen.write(f"company.{who}.turn", "acting", "turn")
    pen.write(f"company.{who}.left", actions_each(pen.state), "turn")


def make_way(pen: Pen[State]) -> None:
    """One musketeer finishes before the next begins."""
    before = acting(pen.state)
    if before is None:
        return
    expect(
        pen,
        before.left == 0,
        say_n(
            "{name} is acting and has {n} action left.",
            "{name} is acting and has {n} actions left.",
            before.left,
            name=name_of(before.id),
        ),
        "turn",
    )
    end_turn(pen, before.id)


def spend(pen: Pen[State], who: str, why: str) -> None:
    """One action. The first one of a musketeer begins his turn."""
    take_turn(pen, who)
    left = pen.state.of(who).left
    expect(pen, left > 0, say("{name} has no action left.", name=name_of(who)), "turn")
    if why != "move":
        expect(pen, not has_to_ride(pen.state, pen.state.of(who)), started_here(who), "richelieu")
    pen.write(f"company.{who}.left", max(left - 1, 0), why)


def started_here(who: str) -> Line:
    return say("{name} started his turn here: he has to leave.", name=name_of(who))


def out_of_sand(state: State, now: int) -> bool:
    sand = state.sand
    return sand.turned and Hourglass(sand.total, sand.spent, sand.since, sand.holds, sand.turned).is_out(now)


def end_turn(pen: Pen[State], who: str) -> None:
    pen.write(f"company.{who}.turn", "done", "turn")
    pen.write(f"company.{who}.left", 0, "turn")


def new_round(pen: Pen[State]) -> None:
    for musketeer in pen.state.company:
        at = f"company.{musketeer.id}"
        pen.write(f"{at}.turn", "waiting", "round")
        pen.write(f"{at}.left", 0, "round")
        pen.write(f"{at}.rode", False, "round")
        pen.write(f"{at}.cunning", 0, "round")


def on_the_quest(pen: Pen[State], musketeer: Musketeer) -> None:
    """Deadly quest: who fell on it once does not come back to it."""
    name = name_of(musketeer.id)
    expect(pen, not musketeer.banned, say("{name} may not go on the quest any more.", name=name), "deadly-quest")


def heal(pen: Pen[State], who: str, hearts: int, why: str) -> None:
    musketeer = pen.state.of(who)
    pen.write(f"company.{who}.life", min(musketeer.life + hearts, full_life(pen.state, who)), why)


def hurt(pen: Pen[State], who: str, wounds: int, why: str, cause: str = "action") -> None:
    """Take hearts away. What brought him down decides when he gets up again."""
    musketeer = pen.state.of(who)
    if wounds <= 0 or musketeer.down:
        return
    pen.write(f"company.{who}.life", max(musketeer.life - wounds, 0), why)
    if pen.state.of(who).life == 0:
        _fall(pen, who, cause)


def _fall(pen: Pen[State], who: str, cause: str) -> None:
    musketeer = pen.state.of(who)
    if musketeer.place == "quest" and "deadly_quest" in pen.state.variants:
        pen.write(f"company.{who}.banned", True, "deadly-quest")
    pen.write(f"company.{who}.down", True, "knock-out")
    pen.write(f"company.{who}.place", "colombier", "knock-out")
    pen.write(f"company.{who}.path", 0, "knock-out")
    pen.tell(
        say("{name} is out of action: lay his figure down at the Vieux Colombier.", name=name_of(who)), "knock-out"
    )
    if _up_at_once(pen.state, musketeer, cause):
        stand_up(pen, who)
    elif musketeer.turn == "acting":
        end_turn(pen, who)


def _up_at_once(state: State, musketeer: Musketeer, cause: str) -> bool:
    board = state.board
    if cause == "escape":
        return board.ruling("escape_knock_out_recovers_at_once")
    if musketeer.turn != "waiting" or board.profile.text("rulings.recovery") != "at_once":
        return False
    return cause == "perfidy" or (cause == "assassin" and board.ruling("assassin_before_turn_recovers_at_once"))


def stand_up(pen: Pen[State], who: str) -> None:
    """All hearts back, one card, and that was his turn."""
    pen.write(f"company.{who}.down", False, "recovery")
    pen.write(f"company.{who}.life", full_life(pen.state, who), "recovery")
    end_turn(pen, who)
    cards = pen.state.board.number("recovery.cards")
    pen.tell(
        say_n(
            "{name} gets up with all his hearts and draws {n} adventure card.",
            "{name} gets up with all his hearts and draws {n} adventure cards.",
            cards,
            name=name_of(who),
        ),
        "recovery",
    )
