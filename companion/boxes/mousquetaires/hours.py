"""Phase IV, first step: the Time marker."""

from __future__ import annotations

from companion.boxes.mousquetaires.state import State
from companion.boxes.mousquetaires.tokens import push_time
from companion.core.pen import Pen


def pass_time(pen: Pen[State]) -> None:
    push_time(pen, pen.state.board.number("tracks.time.step"), "time")
