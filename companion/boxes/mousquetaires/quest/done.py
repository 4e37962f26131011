"""The scorekeeper's way through the quest: one tap for a finished chapter."""

from __future__ import annotations

from companion.boxes.mousquetaires.board import CHAPTERS
from companion.boxes.mousquetaires.names import CHAPTERS as CHAPTER_NAMES
from companion.boxes.mousquetaires.quest.chapters import finish_chapter
from companion.boxes.mousquetaires.state import State
from companion.core.pen import Pen
from companion.core.record import Record
from companion.core.verb import Verb
from companion.core.words import Line, say


def _decide(pen: Pen[State]) -> None:
    pen.need(pen.state.step == "actions", say("Chapters are finished in phase II."), "quest")
    finish_chapter(pen)


def _label(record: Record) -> Line:
    for change in record.result.get("changes", ()):
        if change["what"] == "chapters":
            return say("Chapter finished: {chapter}", chapter=CHAPTER_NAMES[min(change["from"], CHAPTERS - 1)])
    return say("Chapter finished")


CHAPTER_DONE: Verb[State] = Verb(
    "chapter_done", say("The musketeers have finished the chapter of the quest."), _decide, _label
)
