"""What is asked in Milady's place when nobody plays her."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.boxes.mousquetaires.names import MILADY
from companion.boxes.mousquetaires.state import State
from companion.core.prompt import Choice, Prompt
from companion.core.words import Line, say


def _draw(name: str, what: Line, detail: Line, label: Line) -> Callable[[State], Prompt]:
    def prompt(state: State) -> Prompt:
        main = Choice(label, "fate", weight="main", icon="cards-playing-outline")
        return Prompt(name, "milady", MILADY, what, detail, "no-milady", (main,))

    return prompt


STEPS: Mapping[str, Callable[[State], Prompt]] = {
    "destination": _draw(
        "destination",
        say("Where does Milady go?"),
        say("The app draws one of her places, face up."),
        say("Draw her place"),
    ),
    "paris": _draw(
        "paris", say("Paris"), say("A new card follows the round after the last one was solved."), say("Go on")
    ),
    "perfidy": _draw("perfidy", say("Treachery"), say("One card is drawn and played."), say("Draw and play a card")),
    "reveal": _draw(
        "reveal", say("Milady's trace"), say("The sealed choices of this round are opened."), say("Open the seal")
    ),
}
