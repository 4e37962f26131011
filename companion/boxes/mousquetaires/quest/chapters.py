"""From one chapter of the quest to the next."""

from __future__ import annotations

from companion.boxes.mousquetaires import sand
from companion.boxes.mousquetaires.board import CHAPTERS
from companion.boxes.mousquetaires.company import name_of
from companion.boxes.mousquetaires.names import CHAPTERS as CHAPTER_NAMES
from companion.boxes.mousquetaires.quest.tokens import GALLERIES, laid_out
from companion.boxes.mousquetaires.state import CLERK, Errand, State
from companion.core.pen import Pen
from companion.core.words import say, say_n


def finish_chapter(pen: Pen[State], who: str = "") -> None:
    """The chapter is done. Tokens that were not used leave the game face up; the finisher draws cards."""
    done = pen.state.chapters + 1
    pen.write("chapters", min(done, CHAPTERS), "quest")
    if done >= CHAPTERS:
        return
    cards = pen.state.board.number("quest.finisher_cards")
    if who:
        pen.tell(
            say_n("{name} draws {n} adventure card.", "{name} draws {n} adventure cards.", cards, name=name_of(who)),
            "quest",
        )
    else:
        pen.tell(say("Whoever finished the chapter draws 2 adventure cards."), "quest")
    pen.tell(say("Lay out the next chapter: {chapter}.", chapter=CHAPTER_NAMES[done]), "quest")
    pen.write("quest", laid_out(pen.state.board, done, pen.state.quest), "quest")
    for musketeer in pen.state.company:
        pen.write(f"company.{musketeer.id}.path", 0, "quest")
    sand.hold(pen, "chapter")
    if done == GALLERIES and pen.state.depth == CLERK:
        pen.write("errand", Errand("", "gallery", "quest", waits="gallery"), "galleries")
