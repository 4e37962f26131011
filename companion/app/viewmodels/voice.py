"""The three voices of the clerk: how much he says about what comes next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.words import Line, say

TEACH, REMIND, TERSE = "teach", "remind", "terse"
VOICES: Mapping[str, tuple[str, Line, Line]] = {
    TEACH: ("school-outline", say("Teach"), say("What comes next, how it is done, and the rule behind it.")),
    REMIND: ("account-voice", say("Remind"), say("What comes next, and how it is done.")),
    TERSE: ("chat-minus-outline", say("Terse"), say("What comes next, and nothing more.")),
}


def voice_of(kept: Mapping[str, Any]) -> str:
    """The voice that was chosen, whatever nonsense the file may hold."""
    chosen = kept.get("voice")
    return chosen if isinstance(chosen, str) and chosen in VOICES else REMIND
