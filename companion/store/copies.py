"""A match whose order another device keeps: our copy of it, on our own shelf."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.core.box import Box
from companion.core.match import Look, Match
from companion.core.record import Header, Record
from companion.store.files import is_taken, keep_aside, plainly, read_file
from companion.store.journal import Journal
from companion.store.parcel import journal_bytes
from companion.store.shelf import MatchEntry, Shelf, check_id
from companion.store.table import OpenMatch, new_name
from companion.store.whole import place_new, place_over

APART = ".apart"


def lay_out(
    shelf: Shelf,
    header: Header,
    records: Sequence[Record],
    load: Callable[[str], Box[Any]],
    clock: Callable[[], int],
    look: Look[Any] = lambda match, record: None,
) -> tuple[OpenMatch, str, Sequence[Record]]:
    """The copy as it has to be from now on, its name on the shelf, and the records of ours that stand no more.

    If it stands there already, what is missing is added, after a look at it. If it went another way, that way is kept
    aside: the name, and with it the secrets of this device, stay with the match. BadForm if this is no match; then
    nothing was touched.
    """
    name = _name_of(header)
    path = shelf.journal_path(name)
    with plainly(path):
        there = is_taken(path)
    ours: Sequence[Record] = ()
    damage = None
    if there:
        old_header, ours, damage = Journal.read(path)
        if old_header.hash() != header.hash():
            name, there, ours = new_name(), False, ()
            path = shelf.journal_path(name)
    shared = shared_by(ours, records)
    trial = Match.replay(load(header.box), header, records[:shared])
    for record in records[shared:]:
        trial.take(record, look)
    if not there:
        place_new(path, journal_bytes(header, records))
    elif damage or shared < len(ours):
        with plainly(path):
            keep_aside(path, APART, read_file(path))
        place_over(path, journal_bytes(header, records))
    opened = OpenMatch.resume(path, load, clock=clock)
    try:
        missing = records[len(opened.match.records) :]
        if missing:
            opened.learn(missing)
        if shelf.entry(name) is None:
            at = records[-1].at if records else header.at
            shelf.add(MatchEntry(name, header.box, header.at, at, round=1))
    except BaseException:
        opened.close()
        raise
    return opened, name, ours[shared:]


def shared_by(ours: Sequence[Record], theirs: Sequence[Record]) -> int:
    """How many records both begin with."""
    for at, (our, their) in enumerate(zip(ours, theirs, strict=False)):
        if our.hash != their.hash:
            return at
    return min(len(ours), len(theirs))


def _name_of(header: Header) -> str:
    try:
        check_id(header.match)
    except ValueError:
        return new_name()
    return header.match
