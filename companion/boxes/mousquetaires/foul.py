"""What everybody sees when Milady's word and her seal do not agree: what she claimed, and what was sealed."""

from __future__ import annotations

from collections.abc import Mapping

from companion.boxes.mousquetaires.names import PLACES
from companion.boxes.mousquetaires.state import Foul, State
from companion.core.pen import Pen
from companion.core.record import Record
from companion.core.words import Line, say

# An opening that does not open; a word that the seal belies; a seal after the ride; a seal that stayed closed.
KINDS = ("broken", "answer", "late", "unopened")


def foul(pen: Pen[State], kind: str, claimed: str = "", sealed: str = "") -> None:
    """Written down once: the same foul again in the same round is no other foul."""
    found = Foul(pen.state.round, kind, claimed, sealed)
    if found in pen.state.fouls:
        return
    pen.write("fouls", (*pen.state.fouls, found), f"seal-{kind}")
    pen.tell(foul_line(found), f"seal-{kind}")


def claimed_before(state: State, place: str) -> bool:
    """Has she tried to pass this place off this round, with an opening that did not fit?"""
    return any((one.round, one.kind, one.claimed) == (state.round, "broken", place) for one in state.fouls)


def never_opened(pen: Pen[State]) -> None:
    """The round goes on although nobody has opened the seal, and nobody has seen Milady either."""
    state = pen.state
    if not (state.milady and state.sealed) or state.milady_at:
        return
    if not any((one.round, one.kind) == (state.round, "unopened") for one in state.fouls):
        foul(pen, "unopened")


def foul_line(one: Foul) -> Line:
    """In one sentence: what was claimed, and what was sealed."""
    if one.kind == "late":
        return say("Round {round}: Milady sealed her destination when the musketeers had set out.", round=one.round)
    if one.kind == "answer":
        place = PLACES[one.sealed]
        return say(
            "Round {round}: Milady said that she was elsewhere, but her seal says “{sealed}”.",
            round=one.round,
            sealed=place,
        )
    if not one.claimed:
        return say("Round {round}: nobody opened Milady's seal.", round=one.round)
    claimed = PLACES[one.claimed]
    if one.kind == "unopened":
        # Whoever insisted, it need not have been Milady.
        return say(
            "Round {round}: the table went on with “{claimed}”, and the seal was not opened.",
            round=one.round,
            claimed=claimed,
        )
    if not one.sealed:
        return say(
            "Round {round}: Milady claimed “{claimed}”, but that does not open her seal.",
            round=one.round,
            claimed=claimed,
        )
    return say(
        "Round {round}: Milady claimed “{claimed}”, but her seal says “{sealed}”.",
        round=one.round,
        claimed=claimed,
        sealed=PLACES[one.sealed],
    )


def label_of(record: Record) -> Line | None:
    """What a record is called that has brought a foul to light."""
    for change in record.result.get("changes", ()):
        if change["what"] == "fouls" and len(change["to"]) > len(change["from"]):
            newest = change["to"][-1]
            return _label(newest["kind"], newest["claimed"], newest["sealed"])
    return None


def _label(kind: str, claimed: str, sealed: str) -> Line | None:
    labels: Mapping[str, Line] = {
        "late": say("Milady seals her destination too late"),
        "answer": say("Milady had denied it: {place}", place=PLACES.get(sealed, sealed)),
        "broken": say("The seal does not fit: Milady claimed {place}", place=PLACES.get(claimed, claimed)),
        "unopened": say("The seal stays closed: {place}", place=PLACES.get(claimed, claimed)),
    }
    return labels[kind] if claimed or kind != "unopened" else None
