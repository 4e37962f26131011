"""What of Milady's words does not fit her seals, for everybody to read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.boxes.mousquetaires.foul import foul_line
from companion.boxes.mousquetaires.state import Foul
from companion.core.words import Line


@dataclass(frozen=True, slots=True)
class FoulShown:
    text: str
    rule: str


def fouls_of(view: Mapping[str, Any], read: Callable[[Line], str]) -> tuple[FoulShown, ...]:
    """The newest first."""
    return tuple(
        FoulShown(read(foul_line(Foul(**form))), f"seal-{form['kind']}") for form in reversed(view.get("fouls", ()))
    )
