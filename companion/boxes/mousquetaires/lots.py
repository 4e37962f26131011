"""Lots drawn in Milady's place: sealed before anything is drawn, opened when she shows herself, proved afterwards.

So nobody has to trust the app: see `companion.core.fate`. Nothing is ever drawn from a fate that everybody has seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.boxes.mousquetaires.state import State
from companion.core.box import Finding
from companion.core.fate import proved, seal_fate, use_up
from companion.core.pen import Pen
from companion.core.record import Record
from companion.core.sealed import BrokenSeal, Opening, verify
from companion.core.words import say

# As long as these last, the fate of the round stays sealed.
_SEALED_STEPS = ("destination", "paris", "perfidy", "actions", "reveal")


def draw(pen: Pen[State], among: Sequence[str], why: str = "no-milady") -> str:
    """Draw from the sealed fate. If the vault has lost it, the round is sealed anew, and everybody sees that."""
    _keep_sealed(pen)
    return pen.draw(among, pen.state.round, why)


def _keep_sealed(pen: Pen[State]) -> None:
    state = pen.state
    if state.sealed and _opening(pen):
        return
    if state.sealed:
        pen.tell(say("The sealed choices of this round were lost or seen: they are sealed anew."), "sealed")
    pen.write("sealed", seal_fate(pen.match, state.round, pen.private, pen.vault), "sealed")


def _opening(pen: Pen[State]) -> Opening | None:
    """What opens the seal that lies on the table, if it is still there."""
    opening = pen.vault.opening(pen.state.round)
    if opening is None:
        return None
    try:
        verify(pen.state.sealed, pen.match, opening, pen.state.round)
    except BrokenSeal:
        return None
    return opening


def open_fate(pen: Pen[State]) -> None:
    """The seal is broken for all to see, and nothing is drawn from this fate any more."""
    opening = _opening(pen)
    if opening:
        pen.tell(say("Opened: seed {seed}, nonce {nonce}", seed=opening.choice, nonce=opening.nonce_hex), "sealed")
        use_up(pen.vault, opening.round)
    elif pen.state.sealed:
        pen.tell(say("The sealed choices of this round were lost: nobody can open them."), "sealed")
    pen.write("sealed", "", "sealed")


def open_late_fate(pen: Pen[State]) -> None:
    """After Milady has shown herself nothing waits under seal: what is drawn then is opened together with the draw."""
    if pen.state.step not in _SEALED_STEPS and pen.state.sealed:
        open_fate(pen)


def audit(match: str, records: Iterable[Record]) -> dict[int, bool]:
    """Round by round: was everything drawn as it had been sealed? Only rounds that were opened are in it."""
    found: dict[int, bool] = {}
    number, commitment, lost = 1, "", False
    drawn: list[Record] = []  # what was drawn and has not been proved yet
    records = tuple(records)
    told = _ever_told(records)
    for record in that_stand(records):
        for change in record.result.get("changes", ()):
            if change["what"] == "round":
                number, commitment, lost, drawn = change["to"], "", False, []
            elif change["what"] == "sealed" and change["to"]:
                # Drawn under a seal that nobody opened, or under none. One whose opening was taken back proves it too.
                early = _told_opening(told[commitment], number) if commitment in told else None
                lost = lost or (bool(drawn) and not (early and proved(match, commitment, early, drawn)))
                commitment, drawn = change["to"], []
        if record.result.get("draws"):
            drawn.append(record)
            if not commitment and number in found:
                found[number] = False
        opening = _told_opening(record, number)
        if opening:
            good = not lost and proved(match, commitment, opening, drawn)
            found[number] = good and found.get(number, True)
            commitment, drawn = "", []
    return found


def findings(match: str, records: Iterable[Record]) -> tuple[Finding, ...]:
    return tuple(
        Finding(
            number,
            "drawn",
            say("Round {round}: what was drawn for Milady does not follow from its seal.", round=number),
            good=False,
        )
        for number, good in audit(match, records).items()
        if not good
    )


def _ever_told(records: Iterable[Record]) -> dict[str, Record]:
    """By seal, the records that opened it; also those that were taken back, for everybody has seen them."""
    return {
        change["from"]: record
        for record in records
        for change in record.result.get("changes", ())
        if change["what"] == "sealed" and change["from"] and _told_opening(record, 0)
    }


def that_stand(records: Iterable[Record]) -> list[Record]:
    """What was taken back does not count."""
    known: dict[int, Record] = {}
    stand: set[int] = set()
    for record in records:
        known[record.seq] = record
        back, again = record.result.get("undoes"), record.result.get("redoes")
        if back is not None:
            stand.difference_update(back)
        elif again is not None:
            stand.update(again)
        else:
            stand.add(record.seq)
    return [known[seq] for seq in sorted(stand)]


def _told_opening(record: Record, number: int) -> Opening | None:
    for tell in record.result.get("tells", ()):
        given = tell.get("with", {})
        seed, nonce = given.get("seed"), given.get("nonce")
        if tell["why"] == "sealed" and isinstance(seed, str) and isinstance(nonce, str):
            return Opening(number, seed, nonce)
    return None
