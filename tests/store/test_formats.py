from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.core import record
from companion.core.record import BadForm, Header, Intent, Record, canonical, digest
from companion.store import formats
from companion.store.files import StoreTrouble
from companion.store.formats import Form, FromLater, Step, brought_up, header_of, newest
from companion.store.journal import Journal

HEADER = Header("m1", "mousquetaires", {"players": 4}, {}, at=5, app="0.1.0")


def renamed(form: Form) -> Form:
    return {"b": form["a"]}


def doubled(form: Form) -> Form:
    return {"b": form["b"] * 2}


@pytest.mark.parametrize(("number", "form"), [(1, {"a": 3}), (2, {"b": 3}), (3, {"b": 6})])
def test_a_form_of_any_age_takes_the_steps_that_are_left(number: int, form: Form) -> None:
    steps: Sequence[Step] = (renamed, doubled)
    assert newest(steps) == 3
    assert brought_up(form, number, steps) == {"b": 6}


def test_a_form_of_tomorrow_is_not_ours_to_judge() -> None:
    with pytest.raises(FromLater):
        brought_up({}, 2, ())


@pytest.mark.parametrize("number", [0, -1, True, "1", 1.0, None, [1]])
def test_a_form_without_a_number_is_none(number: object) -> None:
    with pytest.raises(BadForm):
        brought_up({}, number, (renamed,))


def test_todays_header_is_read_as_it_is() -> None:
    assert header_of(HEADER.plain()) == HEADER


@pytest.fixture
def year_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """A companion whose headers are of a second form: "players" is called "people" there."""

    def people(form: Form) -> Form:
        options = dict(form["options"])
        options["people"] = options.pop("players")
        return {**form, "format": 2, "options": options}

    monkeypatch.setattr(record, "FORMAT", 2)
    monkeypatch.setattr(formats, "MATCH_STEPS", (people,))


def first_form(count: int) -> tuple[bytes, list[dict[str, Any]]]:
    """A match file as it was written today, and the records in it."""
    records: list[dict[str, Any]] = []
    prev = HEADER.hash()
    for seq in range(1, count + 1):
        made = Record.make(seq, seq, Intent("note", {"text": "x"}, id=f"i{seq}"), {}, prev)
        records.append(made.plain())
        prev = made.hash
    text = "".join(canonical(form) + "\n" for form in (HEADER.plain(), *records))
    return text.encode(), records


@pytest.mark.usefixtures("year_later")
def test_an_older_match_opens_goes_on_and_opens_again(tmp_path: Path) -> None:
    content, forms = first_form(3)
    path = tmp_path / "m.jsonl"
    path.write_bytes(content)
    with Journal.open(path) as journal:
        assert journal.damage is None
        assert journal.header.options == {"people": 4}
        assert [record.plain() for record in journal.records] == forms
        journal.append(Record.make(4, 9, Intent("note", {"text": "y"}, id="i4"), {}, journal.records[-1].hash))
    assert path.read_bytes().startswith(content)  # no line that was written is ever written again
    header, records, damage = Journal.read(path)
    assert (len(records), damage) == (4, None)
    # The chain begins with the line as it stands in the file.
    assert header.hash() == digest(HEADER.plain()) == records[0].prev
    assert header.line() + "\n" == content.decode().splitlines(keepends=True)[0]


def test_the_match_of_a_newer_companion_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    content = (canonical({"format": 2, "new": ["shape"]}) + "\nwhatever follows").encode()
    path.write_bytes(content)
    for attempt in (Journal.open, Journal.read, Journal.peek):
        with pytest.raises(StoreTrouble, match="newer companion"):
            attempt(path)
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


def test_the_steps_lead_to_the_form_that_is_written_today() -> None:
    """Whoever changes the form of a match has to say how the old one is read."""
    assert newest(formats.MATCH_STEPS) == record.FORMAT
