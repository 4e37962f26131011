"""The round: which step follows which, and what finishing a step does by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.boxes.mousquetaires import hours, louvre, paris
from companion.boxes.mousquetaires.names import STEP_NAMES
from companion.boxes.mousquetaires.rules import RULES
from companion.boxes.mousquetaires.state import STEPS, State
from companion.boxes.mousquetaires.verdict import doom
from companion.core.pen import Pen
from companion.core.record import BadForm, Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say, say_n


def set_out(pen: Pen[State]) -> None:
    """The round's first step. Milady has chosen; that Rochefort falls later in the round does not bind her."""
    pen.write("barred", pen.state.rochefort <= 0, "destination")
    cards = pen.state.board.number(f"players.{pen.state.players}.round_cards")
    if cards:
        pen.tell(
            say_n(
                "The musketeers' player draws {n} adventure card.",
                "The musketeers' player draws {n} adventure cards.",
                cards,
            ),
            "two-players",
        )


# What happens by itself when a step is finished.
_HAPPENS: Mapping[str, Callable[[Pen[State]], None]] = {
    "destination": set_out,
    "time": hours.pass_time,
    "louvre": louvre.fall,
    "aftermath": paris.take_effect,
}
# Steps that need an answer from the table; skipping one is a house ruling.
_ASKS: Mapping[str, tuple[Line, str]] = {
    "reveal": (say("Milady shows herself first."), "reveal"),
    "siege": (say("The siege of La Rochelle comes first."), "siege"),
    "march": (say("The marker of La Rochelle moves first."), "march"),
}
# On the log a finished step is called by what it did.
_DONE: Mapping[str, Line] = {
    "destination": say("Milady has chosen her destination"),
    "paris": say("No new Paris card"),
    "perfidy": say("No treachery this round"),
    "actions": say("The musketeers have acted"),
    "time": say("Time has moved on"),
    "louvre": say("The Louvre marker has fallen"),
    "aftermath": say("The round has ended"),
}


def begin_round(pen: Pen[State]) -> None:
    pen.write("round", pen.state.round + 1, "round")
    pen.write("time_held", False, "round")
    pen.write("reinforced", False, "round")
    pen.write("blue_swords", 0, "round")
    pen.write("red_swords", 0, "round")
    pen.write("barred", False, "round")
    pen.write("step", STEPS[0], "round")


def _decide(pen: Pen[State]) -> None:
    state = pen.state
    throws = state.step == "aftermath" and not state.step_done and paris.constance_dice(state)
    if pen.given("faces") is not None and not throws:
        raise BadForm('"faces" belongs to a step that throws dice')
    if state.step in _ASKS:
        pen.need(False, *_ASKS[state.step])
    happens = _HAPPENS.get(state.step)
    if happens and not state.step_done:
        happens(pen)
    cause = doom(pen.state)
    if cause:
        # The round waits here. A card that stops Time must still meet the round it was played in, and a table that
        # sets the token right and plays on must not see it moved a second time.
        pen.write("step_done", True, f"defeat-{cause}")
    else:
        _follow(pen)


def _follow(pen: Pen[State]) -> None:
    pen.write("step_done", False, "round")
    pen.write("accepted", False, "round")
    at = STEPS.index(pen.state.step)
    if at + 1 == len(STEPS):
        begin_round(pen)
    else:
        pen.write("step", STEPS[at + 1], "round")


def _label(record: Record) -> Line:
    changes = record.result.get("changes", ())
    for change in changes:
        if change["what"] == "step":
            before = change["from"]
            if before == "time" and not any(other["what"] == "time" for other in changes):
                return say("Time stands still")
            return _DONE[before] if before in _DONE else say("Skipped: {step}", step=STEP_NAMES[before])
    # Without a step the match was decided by what happened.
    for change in changes:
        if change["why"] in RULES:
            return RULES[change["why"]].title
    return say("The match is decided")


NEXT: Verb[State] = Verb(
    "next",
    say("Finish the step; whatever the rules do then is done."),
    _decide,
    _label,
    (Field("faces", "texts", say("what the real dice show, when the step throws any"), needed=False),),
)
