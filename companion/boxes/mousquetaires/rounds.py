"""The round: which step follows which, and what finishing a step does by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.boxes.mousquetaires import hours, louvre, paris, sand
from companion.boxes.mousquetaires.company import end_turn, expect, new_round
from companion.boxes.mousquetaires.destination import set_out
from companion.boxes.mousquetaires.foul import never_opened
from companion.boxes.mousquetaires.names import MUSKETEER_NAMES, STEP_NAMES
from companion.boxes.mousquetaires.reveal import nothing_to_show
from companion.boxes.mousquetaires.rules import RULES
from companion.boxes.mousquetaires.state import STEPS, State
from companion.boxes.mousquetaires.verdict import doom
from companion.core.pen import Pen
from companion.core.record import BadForm, Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say


def ride_home(pen: Pen[State]) -> None:
    """The end of phase II: whoever has not acted yet forgoes it."""
    for musketeer in pen.state.company:
        if musketeer.turn != "done":
            expect(
                pen,
                not (musketeer.down and musketeer.turn == "waiting"),
                say("{name} recovers before the phase ends.", name=MUSKETEER_NAMES[musketeer.id]),
                "recovery",
            )
            end_turn(pen, musketeer.id)
    sand.lay_aside(pen)


# What happens by itself when a step is finished.
_HAPPENS: Mapping[str, Callable[[Pen[State]], None]] = {
    "destination": set_out,
    "actions": ride_home,
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
# The rulings by which a table goes on without the answer.
_SKIPPED = {"no-milady", *(rule for _, rule in _ASKS.values())}
# On the log a finished step is called by what it did.
_DONE: Mapping[str, Line] = {
    "destination": say("Milady has chosen her destination"),
    "paris": say("No new Paris card"),
    "perfidy": say("No treachery this round"),
    "actions": say("The musketeers have acted"),
    "reveal": say("Milady has shown herself already"),
    "time": say("Time has moved on"),
    "louvre": say("The Louvre marker has fallen"),
    "aftermath": say("The round has ended"),
}


def begin_round(pen: Pen[State]) -> None:
    never_opened(pen)
    pen.write("round", pen.state.round + 1, "round")
    pen.write("time_held", False, "round")
    pen.write("reinforced", False, "round")
    pen.write("blue_swords", 0, "round")
    pen.write("red_swords", 0, "round")
    pen.write("barred", False, "round")
    for name in ("sealed", "milady_at", "rochefort_at"):
        pen.write(name, "", "round")
    pen.write("sealed_for", 0, "round")
    for name in ("found", "separated", "louvre_new"):
        pen.write(name, False, "round")
    pen.write("passed", (), "round")
    pen.write("conscripts", 0, "round")
    new_round(pen)
    pen.write("step", STEPS[0], "round")


def _decide(pen: Pen[State]) -> None:
    state = pen.state
    throws = state.step == "aftermath" and not state.step_done and paris.constance_dice(state)
    if pen.given("faces") is not None and not throws:
        raise BadForm('"faces" belongs to a step that throws dice')
    if state.step in _ASKS and not (state.step == "reveal" and nothing_to_show(state)):
        pen.need(False, *_ASKS[state.step])
        never_opened(pen)
    if not state.milady and state.step in ("destination", "perfidy", "reveal"):
        pen.need(False, say("First draw Milady's choice."), "no-milady")
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
            return _finished(record, change["from"])
    # Without a step the match was decided by what happened.
    for change in changes:
        if change["why"] in RULES:
            return RULES[change["why"]].title
    return say("The match is decided")


def _finished(record: Record, step: str) -> Line:
    result = record.result
    if step not in _DONE or _SKIPPED & set(result.get("rulings", ())):
        return say("Skipped: {step}", step=STEP_NAMES[step])
    if step in ("time", "louvre") and not any(change["what"] == step for change in result["changes"]):
        if step == "time":
            return say("Time stands still")
        for tell in result.get("tells", ()):  # why the marker stayed
            return Line.from_plain({name: part for name, part in tell.items() if name != "why"})
    return _DONE[step]


NEXT: Verb[State] = Verb(
    "next",
    say("Finish the step; whatever the rules do then is done."),
    _decide,
    _label,
    (Field("faces", "texts", say("what the real dice show, when the step throws any"), needed=False),),
)
