"""Who did it: names for the log, read off the records themselves."""

from __future__ import annotations

from companion.boxes.mousquetaires.names import MUSKETEER_NAMES, MUSKETEERS
from companion.core.record import Record
from companion.core.words import Line


def acted(record: Record) -> Line:
    """The musketeer an intent was about. Who is acting may be left out of the intent, but not out of the changes."""
    who = record.intent.fields.get("who")
    if who is None:
        for change in record.result.get("changes", ()):
            parts = str(change["what"]).split(".")
            if parts[0] == "company" and parts[1] in MUSKETEER_NAMES:
                who = parts[1]
                break
    return MUSKETEER_NAMES.get(str(who), MUSKETEERS)
