from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.boxes import load
from companion.core.record import BadForm, Header, Intent, Record
from companion.core.words import say
from companion.store.arrivals import Arrivals, bring_in
from companion.store.files import StoreTrouble
from companion.store.journal import Journal
from companion.store.parcel import BadParcel, pack
from companion.store.shelf import MatchEntry, Shelf
from companion.store.table import OpenMatch

BOX = load("mousquetaires")
HOUR = 3_600_000


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    with Shelf(tmp_path / "home") as shelf:
        yield shelf


def evening(records: int = 2, name: str = "m1", at: int = HOUR, **options: object) -> tuple[Header, list[Record]]:
    """A match of another device, the same each time."""
    header = Header(name, BOX.name, options, BOX.profile().plain(), at, "1.0")
    made: list[Record] = []
    prev = header.hash()
    for seq in range(1, records + 1):
        made.append(Record.make(seq, at + seq, Intent("note", {"text": f"line {seq}"}, id=f"#{seq}"), {}, prev))
        prev = made[-1].hash
    return header, made


def parcel(records: int = 2, name: str = "m1", at: int = HOUR, **options: object) -> bytes:
    return pack(*evening(records, name, at, **options))


def everything(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "shelf.lock"
    }


def test_a_match_arrives_and_can_be_gone_on_with(shelf: Shelf, tmp_path: Path) -> None:
    file = tmp_path / "sunday.match"
    file.write_bytes(parcel())
    arrival = bring_in(file, shelf, load)
    assert (arrival.id, arrival.new) == ("m1", True)
    assert arrival.line.read() == "A match with 2 records was put on the shelf."
    assert shelf.entries() == [MatchEntry("m1", BOX.name, HOUR, HOUR + 2, round=1)]
    opened = OpenMatch.resume(shelf.journal_path("m1"), load)
    assert opened.damage is None
    assert isinstance(opened.match.act(Intent("next")), Record)
    opened.close()
    assert len(Journal.read(shelf.journal_path("m1"))[1]) == 3


def test_the_same_match_twice_changes_nothing(shelf: Shelf) -> None:
    Arrivals(shelf, load).take_in(parcel(), "a.match")
    before = everything(shelf.folder)
    again = Arrivals(shelf, load).take_in(parcel(), "b.match")
    assert (again.id, again.new) == ("m1", False)
    assert "already on the shelf" in again.line.read()
    assert everything(shelf.folder) == before


def test_twice_in_one_visit_is_noticed_too(shelf: Shelf) -> None:
    arrivals = Arrivals(shelf, load)
    assert [arrivals.take_in(parcel(), "a.match").new for _ in range(2)] == [True, False]


@pytest.mark.parametrize("later", [1, 5])
def test_another_version_is_put_beside(shelf: Shelf, later: int) -> None:
    Arrivals(shelf, load).take_in(parcel(), "a.match")
    before = shelf.journal_path("m1").read_bytes()
    arrival = Arrivals(shelf, load).take_in(parcel(later), "a.match")
    assert arrival.new
    assert arrival.id != "m1"
    assert "beside" in arrival.line.read()
    assert shelf.journal_path("m1").read_bytes() == before
    assert len(Journal.read(shelf.journal_path(arrival.id))[1]) == later


def test_another_match_of_the_same_name_is_put_beside(shelf: Shelf) -> None:
    Arrivals(shelf, load).take_in(parcel(), "a.match")
    arrival = Arrivals(shelf, load).take_in(parcel(players=3), "a.match")
    assert arrival.new
    assert len(shelf.entries()) == 2


def test_a_match_that_was_lost_gets_its_place_and_its_title_back(shelf: Shelf) -> None:
    Arrivals(shelf, load).take_in(parcel(), "a.match", title="Sunday")
    shelf.journal_path("m1").unlink()
    arrival = Arrivals(shelf, load).take_in(parcel(), "a.match")
    assert (arrival.id, arrival.new) == ("m1", True)
    assert [(entry.id, entry.title) for entry in shelf.entries()] == [("m1", "Sunday")]


@pytest.mark.parametrize("name", ["../../etc/passwd", "a/b", "", ".", "x" * 500, "ü", "nul\0"])
def test_a_name_that_is_no_file_name_is_given_a_new_one(shelf: Shelf, name: str) -> None:
    arrival = Arrivals(shelf, load).take_in(parcel(name=name), "a.match")
    assert arrival.new
    assert arrival.line.read() == "A match with 2 records was put on the shelf."
    assert [path.name for path in (shelf.folder / "matches").iterdir()] == [f"{arrival.id}.jsonl"]


def test_a_box_nobody_has_is_named(shelf: Shelf) -> None:
    header, _ = evening(0)
    strange = Header(header.match, "chess" + "!" * 200, {}, {}, 0, "1")
    with pytest.raises(BadParcel, match="does not know: chess!") as caught:
        Arrivals(shelf, load).take_in(pack(strange, []), "a.match")
    assert len(str(caught.value)) < 140
    assert shelf.entries() == []


def forged(result: dict[str, object]) -> bytes:
    header, _ = evening(0)
    return pack(header, [Record.make(1, HOUR, Intent("next", {}, id="#1"), result, header.hash())])


@pytest.mark.parametrize(
    "data",
    [
        parcel(players=99),
        parcel(paris="atlantis"),
        forged({"changes": [{"what": "purse", "from": 0, "to": 10**6, "why": "round"}]}),
        forged({"changes": [{"what": "company.nobody.life", "from": 0, "to": 1, "why": "round"}]}),
        forged({"surprise": 1}),
    ],
)
def test_a_forged_match_is_not_taken_in(shelf: Shelf, data: bytes) -> None:
    before = everything(shelf.folder)
    with pytest.raises(BadParcel, match=r"^a\.match holds a match that cannot be played through"):
        Arrivals(shelf, load).take_in(data, "a.match")
    assert everything(shelf.folder) == before


def test_a_failure_nobody_foresaw_is_still_one_line(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    def surprise(self: object, record: Record) -> None:
        raise KeyError("surprise")

    monkeypatch.setattr("companion.core.match.Match.take", surprise)
    with pytest.raises(BadParcel, match="cannot be played through"):
        Arrivals(shelf, load).take_in(parcel(), "a.match")


def test_on_the_shelf_and_in_the_folder_or_in_neither(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(entry: MatchEntry) -> None:
        raise StoreTrouble(say("The disk is full."))

    monkeypatch.setattr(shelf, "add", full)
    with pytest.raises(StoreTrouble, match="disk is full"):
        Arrivals(shelf, load).take_in(parcel(), "a.match")
    assert list((shelf.folder / "matches").iterdir()) == []


def test_journals_that_cannot_be_read_are_no_obstacle(shelf: Shelf) -> None:
    Arrivals(shelf, load).take_in(parcel(name="m2", at=2 * HOUR), "a.match")
    shelf.journal_path("m2").write_bytes(b"no match any more")
    assert Arrivals(shelf, load).take_in(parcel(), "a.match").new


def test_a_damaged_shelf_copy_is_not_taken_for_the_same_match(shelf: Shelf) -> None:
    """What lost its end on the shelf comes back whole beside it."""
    Arrivals(shelf, load).take_in(parcel(3), "a.match")
    path = shelf.journal_path("m1")
    path.write_bytes(path.read_bytes()[:-40])
    assert Arrivals(shelf, load).take_in(parcel(3), "a.match").new


def test_the_box_is_loaded_only_for_a_sound_parcel(shelf: Shelf) -> None:
    def never(name: str) -> object:
        raise AssertionError(name)

    with pytest.raises(BadParcel):
        Arrivals(shelf, never).take_in(parcel()[:-9], "a.match")  # type: ignore[arg-type]
    with pytest.raises(BadForm):
        load("chess")
