"""The boxes on the shelf, one package each. A package that offers `BOX` is a game; nothing needs to list it."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any

from companion.core.box import Box
from companion.core.record import BadForm


@cache
def names() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


@cache
def load(name: str) -> Box[Any]:
    """The box of that name. Only the boxes that are asked for are imported."""
    if name not in names():
        raise BadForm(f'there is no box called "{name}"; there are {", ".join(names())}')
    box: Box[Any] = importlib.import_module(f"{__name__}.{name}").BOX
    return box
