"""The quest for the diamonds, as far as the scorekeeper follows it: which chapters are finished."""

from __future__ import annotations

from companion.boxes.mousquetaires.board import CHAPTERS
from companion.boxes.mousquetaires.names import CHAPTERS as CHAPTER_NAMES
from companion.boxes.mousquetaires.state import State
from companion.core.pen import Pen
from companion.core.record import Record
from companion.core.verb import Verb
from companion.core.words import Line, say


def _decide(pen: Pen[State]) -> None:
    pen.need(pen.state.step == "actions", say("Chapters are finished in phase II."), "quest")
    done = pen.state.chapters + 1
    if done < CHAPTERS:
        pen.tell(say("Whoever finished the chapter draws 2 adventure cards."), "quest")
        pen.tell(say("Lay out the next chapter: {chapter}.", chapter=CHAPTER_NAMES[done]), "quest")
    pen.write("chapters", min(done, CHAPTERS), "quest")


def _label(record: Record) -> Line:
    for change in record.result.get("changes", ()):
        if change["what"] == "chapters":
            return say("Chapter finished: {chapter}", chapter=CHAPTER_NAMES[change["from"]])
    return say("Chapter finished")


CHAPTER_DONE: Verb[State] = Verb(
    "chapter_done", say("The musketeers have finished the chapter of the quest."), _decide, _label
)
