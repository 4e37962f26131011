"""Working on a Paris card that asks for successes: cards laid off or dice thrown, as the card says."""

from __future__ import annotations

from companion.boxes.mousquetaires.ambush import blocked
from companion.boxes.mousquetaires.company import WHO, chosen, expect, name_of
from companion.boxes.mousquetaires.errands import declare
from companion.boxes.mousquetaires.labels import acted
from companion.boxes.mousquetaires.state import Errand, State
from companion.core.pen import Pen
from companion.core.record import BadForm, Record
from companion.core.verb import Field, Verb
from companion.core.words import Line, say, say_n


def needed(state: State) -> int:
    """Successes the musketeers still lack in Paris."""
    return max(state.paris_mission.successes - state.constance, 0)


def _decide(pen: Pen[State]) -> None:
    musketeer, won = chosen(pen), pen.given("successes")
    most = pen.state.board.tracks["constance"].hi
    if not 0 <= won <= most:
        raise BadForm(f'"successes" must be 0 to {most}')
    if not needed(pen.state):
        pen.refuse(say("The Paris card asks for no successes now."), "task")
    expect(pen, musketeer.place == "paris", say("{name} is not in Paris.", name=name_of(musketeer.id)), "task")
    blocked(pen, "paris", musketeer.id)
    declare(pen, Errand(musketeer.id, "task", "paris", str(won)), "task")


def _label(record: Record) -> Line:
    return say_n(
        "{name} works in Paris: {n} success",
        "{name} works in Paris: {n} successes",
        record.intent.fields["successes"],
        name=acted(record),
    )


TASK: Verb[State] = Verb(
    "task",
    say("A musketeer works on a Paris card that asks for successes."),
    _decide,
    _label,
    (Field("successes", "number", say("successes he brings")), WHO),
)
