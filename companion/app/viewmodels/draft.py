"""A form on the screen that is not sent yet: what was answered in it before, and where new answers are remembered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.core.prompt import Choice
from companion.core.record import canonical


def _forget(answers: dict[str, Any]) -> None:
    """Where nobody remembers anything, such as in a sheet that stands for itself."""


@dataclass(frozen=True, slots=True)
class OpenForm:
    """Answers come from a file, so each is looked at before it is believed."""

    kept: Mapping[str, Any] = field(default_factory=dict)
    keep: Callable[[dict[str, Any]], None] = _forget

    def number(self, name: str, lo: int, hi: int, otherwise: int) -> int:
        value = self.kept.get(name)
        return value if type(value) is int and lo <= value <= hi else otherwise

    def picks(self, name: str, allowed: Collection[str], most: int) -> list[str]:
        values = self.kept.get(name)
        if not isinstance(values, list):
            return []
        return [value for value in dict.fromkeys(map(str, values)) if value in allowed][-most:]

    def faces(self, name: str, dice: Collection[Collection[str]]) -> list[str] | None:
        """None if these are not the dice that were turned before."""
        values = self.kept.get(name)
        if not isinstance(values, list) or len(values) != len(dice):
            return None
        return values if all(face in faces for face, faces in zip(values, dice, strict=True)) else None

    def text(self, name: str) -> str:
        value = self.kept.get(name)
        return value if isinstance(value, str) else ""


def form_name(choice: Choice, asked: Mapping[str, Any]) -> str:
    """One form per choice: what is answered for one must not turn up in another."""
    return f"{choice.do} {canonical({**choice.fields, **asked})}"
