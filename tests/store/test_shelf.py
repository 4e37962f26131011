from __future__ import annotations

import errno
import json
import math
import os
import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.record import Header, Intent, Record
from companion.store.files import StoreTrouble
from companion.store.journal import Journal
from companion.store.shelf import FORMAT, MatchEntry, Shelf

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.jsonl"))
ONE = MatchEntry("one", "mousquetaires", 100, 300, "Soirée chez Athos", 4, "")
TWO = MatchEntry("two", "pendants", 200, 200, "", 0, "milady")


def begin(shelf: Shelf, match_id: str, at: int = 7) -> None:
    header = Header(match_id, "mousquetaires", {}, {}, at=at)
    with Journal.create(shelf.journal_path(match_id), header) as journal:
        journal.append(Record.make(1, at + 1, Intent("note"), {}, header.hash()))


def test_round_trip(tmp_path: Path) -> None:
    with Shelf(tmp_path / "new" / "shelf") as shelf:
        shelf.add(TWO)
        shelf.add(ONE)
        shelf.set_setting("language", "fr")
        assert shelf.damage is None
    with Shelf(tmp_path / "new" / "shelf") as shelf:
        assert shelf.entries() == [ONE, TWO]
        assert shelf.entry("two") == TWO
        assert shelf.entry("three") is None
        assert shelf.setting("language", "en") == "fr"
        assert shelf.damage is None


def test_the_match_touched_last_comes_first(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.add(ONE)
    shelf.add(TWO)
    assert [entry.id for entry in shelf.entries()] == ["one", "two"]
    shelf.update("two", touched=400, round=2)
    assert shelf.entries() == [replace(TWO, touched=400, round=2), ONE]


def test_update_and_add_refuse_what_does_not_fit(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.add(ONE)
    with pytest.raises(ValueError, match="already on the shelf"):
        shelf.add(ONE)
    with pytest.raises(KeyError):
        shelf.update("two", round=1)
    with pytest.raises(ValueError, match="keeps its id"):
        shelf.update("one", id="two")
    with pytest.raises(ValueError, match="whole numbers"):
        shelf.update("one", round="3")
    with pytest.raises(TypeError):
        shelf.update("one", colour="red")
    assert shelf.entries() == [ONE]


@pytest.mark.parametrize(
    "match_id",
    ["", ".", "..", "../one", "a/b", "a\\b", "/etc/passwd", "a\0b", "a.b", "-x", "é", "a\n", "x" * 65, "C:x"],
)
def test_an_id_cannot_leave_the_folder(tmp_path: Path, match_id: str) -> None:
    shelf = Shelf(tmp_path)
    with pytest.raises(ValueError, match="match id"):
        shelf.journal_path(match_id)
    with pytest.raises(ValueError, match="match id"):
        replace(ONE, id=match_id)


def test_a_journal_has_its_place(tmp_path: Path) -> None:
    assert Shelf(tmp_path).journal_path("a_b-1") == tmp_path / "matches" / "a_b-1.jsonl"


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=40, deadline=None)
@given(value=VALUES)
def test_any_json_value_comes_back_as_it_was(tmp_path_factory: pytest.TempPathFactory, value: Any) -> None:
    folder = tmp_path_factory.mktemp("shelf")
    Shelf(folder).set_setting("x", "before")
    Shelf(folder).set_setting("x", value)
    found = Shelf(folder).setting("x", "default")
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("value", [(1, 2), {1: 2}, {1}, b"x", math.nan, math.inf, object(), [object()], {"a": (1,)}])
def test_what_is_not_json_is_refused(tmp_path: Path, value: object) -> None:
    shelf = Shelf(tmp_path)
    with pytest.raises(ValueError, match="a setting is"):
        shelf.set_setting("x", value)
    assert shelf.setting("x", "default") == "default"


def test_a_setting_handed_out_is_not_the_stored_one(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.set_setting("names", ["Athos"])
    shelf.setting("names").append("Porthos")
    assert shelf.setting("names") == ["Athos"]


@pytest.mark.skipif(os.name != "posix", reason="file modes are a POSIX matter")
def test_files_are_for_their_owner_only(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.add(ONE)
    begin(shelf, "m")
    for path in (tmp_path / "shelf.json", tmp_path / "shelf.json.bak", shelf.journal_path("m")):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_one_previous_generation_is_kept(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.add(ONE)
    before = (tmp_path / "shelf.json").read_bytes()
    shelf.add(TWO)
    assert (tmp_path / "shelf.json.bak").read_bytes() == before
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["matches", "shelf.json", "shelf.json.bak", "shelf.lock"]


class Killed(BaseException):
    """Stands for SIGKILL: nothing of ours may catch it."""


@pytest.mark.parametrize("step", range(5))
def test_a_kill_at_any_step_of_a_write_leaves_the_old_or_the_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    shelf = Shelf(tmp_path)
    shelf.add(ONE)
    count = [0]

    def dying(real: Any) -> Any:
        def call(*args: Any, **named: Any) -> Any:
            count[0] += 1
            if count[0] > step:
                raise Killed
            return real(*args, **named)

        return call

    with monkeypatch.context() as broken:
        for name in ("write", "fsync", "replace"):  # write, fsync, two renames, fsync of the folder
            broken.setattr(os, name, dying(getattr(os, name)))
        with pytest.raises(Killed):
            shelf.add(TWO)
    assert count[0] == step + 1
    again = Shelf(tmp_path)
    assert again.entries() == ([ONE, TWO] if step == 4 else [ONE])
    assert again.damage is None
    if again.entry("two") is None:
        again.add(TWO)
    assert Shelf(tmp_path).entries() == [ONE, TWO]


@pytest.mark.parametrize("name", ["open", "write", "fsync", "replace"])
def test_a_failed_write_is_one_sentence_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    shelf = Shelf(tmp_path)
    shelf.add(ONE)
    before = (tmp_path / "shelf.json").read_bytes()

    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as broken:
        broken.setattr(os, name, fail)
        with pytest.raises(StoreTrouble, match="disk is full"):
            shelf.add(TWO)
    assert (tmp_path / "shelf.json").read_bytes() == before
    assert not (tmp_path / "shelf.json.tmp").exists()
    shelf.add(TWO)
    assert shelf.entries() == [ONE, TWO]


BROKEN = [
    b"",
    b"\xff",
    b"{",
    b"[]",
    b'{"matches": []}',
    b'{"matches": {"x": {}}}',
    b'{"matches": {"1": 5}}',
    b'{"matches": {"1": {"id": "one"}}}',
    b'{"settings": {"1": {"name": "x"}}}',
    b'{"settings": {"1": {"name": "x", "value": 1e999}}}',
    b'{"settings": {"1": {"name": "x", "value": NaN}}}',
    b"[" * 100_000,
]


@pytest.mark.parametrize("content", BROKEN)
def test_a_damaged_file_falls_back_to_the_one_before(tmp_path: Path, content: bytes) -> None:
    shelf = Shelf(tmp_path)
    shelf.add(ONE)
    shelf.add(TWO)
    (tmp_path / "shelf.json").write_bytes(content)
    again = Shelf(tmp_path)
    assert again.entries() == [ONE]
    assert again.damage is not None
    assert "shelf.json.damaged" in again.damage.read()
    assert (tmp_path / "shelf.json.damaged").read_bytes() == content
    again.add(TWO)
    assert Shelf(tmp_path).entries() == [ONE, TWO]
    assert Shelf(tmp_path).damage is None


def test_a_match_newer_than_the_copy_is_found_by_its_journal(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.add(ONE)
    begin(shelf, "late", at=500)
    shelf.add(MatchEntry("late", "mousquetaires", 500, 500, "Late"))
    (tmp_path / "shelf.json").write_bytes(b"")
    assert [entry.id for entry in Shelf(tmp_path).entries()] == ["late", "one"]


@pytest.mark.parametrize("content", BROKEN)
def test_a_shelf_damaged_beyond_the_copy_is_rebuilt_from_the_journals(tmp_path: Path, content: bytes) -> None:
    shelf = Shelf(tmp_path)
    begin(shelf, "one", at=100)
    begin(shelf, "two", at=200)
    shelf.add(ONE)
    shelf.set_setting("language", "fr")
    (tmp_path / "matches" / "empty.jsonl").write_bytes(b"")
    (tmp_path / "matches" / "no.match.jsonl").write_bytes(b"x")
    (tmp_path / "shelf.json").write_bytes(content)
    (tmp_path / "shelf.json.bak").write_bytes(b"also broken")
    again = Shelf(tmp_path)
    assert again.entries() == [
        MatchEntry("two", "mousquetaires", 200, 201),
        MatchEntry("one", "mousquetaires", 100, 101),
    ]
    assert again.setting("language", "en") == "en"
    assert again.damage is not None
    assert "shelf.json.damaged" in again.damage.read()
    assert "2 matches were found again" in again.damage.read()
    assert (tmp_path / "shelf.json.damaged").read_bytes() == content
    assert (tmp_path / "shelf.json.damaged.2").read_bytes() == b"also broken"
    assert Shelf(tmp_path).damage is None
    assert [entry.id for entry in Shelf(tmp_path).entries()] == ["two", "one"]


def test_a_match_whose_start_was_killed_before_add_is_listed(tmp_path: Path) -> None:
    begin(Shelf(tmp_path), "fresh", at=42)
    shelf = Shelf(tmp_path)
    assert shelf.entries() == [MatchEntry("fresh", "mousquetaires", 42, 43)]
    assert shelf.damage is None


@pytest.mark.parametrize("matches", [{"1": {"shape": "unknown"}}, ["not even tables"], 7])
def test_a_shelf_from_a_newer_companion_is_refused_and_left_alone(tmp_path: Path, matches: object) -> None:
    content = json.dumps({"about": {"1": {"format": FORMAT + 1}}, "matches": matches}).encode()
    (tmp_path / "shelf.json").write_bytes(content)
    with pytest.raises(StoreTrouble, match="newer") as caught:
        Shelf(tmp_path)
    assert "\n" not in str(caught.value)
    assert (tmp_path / "shelf.json").read_bytes() == content
    assert sorted(path.name for path in tmp_path.iterdir()) == ["matches", "shelf.json"]


# As it was written before the shelf knew when a match was finished.
FORM_1 = {
    "about": {"1": {"format": 1}},
    "matches": {
        "1": {
            "id": "one",
            "box": "mousquetaires",
            "created": 100,
            "touched": 300,
            "title": "Soirée chez Athos",
            "round": 4,
            "verdict": "",
        },
        "2": {
            "id": "two",
            "box": "pendants",
            "created": 200,
            "touched": 200,
            "title": "",
            "round": 0,
            "verdict": "milady",
        },
    },
    "settings": {"1": {"name": "language", "value": "fr"}},
}


def test_a_shelf_of_the_first_form_is_read_and_written_on_in_todays(tmp_path: Path) -> None:
    path = tmp_path / "shelf.json"
    path.write_text(json.dumps(FORM_1))
    shelf = Shelf(tmp_path)
    assert shelf.damage is None
    assert shelf.entries() == [ONE, TWO]
    assert [entry.finished for entry in shelf.entries()] == [0, 200]
    assert shelf.setting("language") == "fr"
    assert json.loads(path.read_bytes()) == FORM_1  # reading alone changes nothing
    shelf.set_setting("language", "it")
    assert json.loads(path.read_bytes())["about"] == {"1": {"format": FORMAT}}
    assert Shelf(tmp_path).entries() == [ONE, TWO]


def test_a_damaged_shelf_falls_back_to_a_copy_of_the_first_form(tmp_path: Path) -> None:
    (tmp_path / "shelf.json").write_bytes(b"torn")
    (tmp_path / "shelf.json.bak").write_text(json.dumps(FORM_1))
    shelf = Shelf(tmp_path)
    assert shelf.entries() == [ONE, TWO]
    assert shelf.damage is not None


def test_when_a_match_was_finished_stays_until_its_end_is_taken_back(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.add(ONE)
    for touched, verdict, finished in ((400, "", 0), (500, "milady", 500), (900, "milady", 500), (950, "", 0)):
        shelf.update("one", touched=touched, verdict=verdict)
        entry = shelf.entry("one")
        assert entry is not None
        assert entry.finished == finished


def test_a_rebuilt_shelf_knows_round_and_verdict_again(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    for game in GAMES:
        (tmp_path / "matches" / game.name).write_bytes(game.read_bytes())
    assert shelf.entries() == []
    (tmp_path / "shelf.json").write_bytes(b"broken")
    again = Shelf(tmp_path)
    for game in GAMES:
        expected = json.loads(game.with_suffix(".json").read_bytes())
        entry = again.entry(game.stem)
        assert entry is not None
        assert entry.round == expected["round"]
        assert entry.verdict == (expected["verdict"]["winner"] if expected["verdict"] else "")
        assert entry.touched == Journal.read(game)[1][-1].at


def test_two_copies_of_the_app_lose_nothing_of_each_other(tmp_path: Path) -> None:
    first, second = Shelf(tmp_path), Shelf(tmp_path)
    first.add(ONE)
    second.add(TWO)
    first.set_setting("language", "fr")
    second.set_setting("theme", "dark")
    first.update("two", round=7)
    for shelf in (first, second, Shelf(tmp_path)):
        assert shelf.entries() == [ONE, replace(TWO, round=7)]
        assert shelf.settings() == {"language": "fr", "theme": "dark"}


def test_a_shelf_damaged_under_the_app_does_not_become_the_copy(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.add(ONE)
    shelf.add(TWO)
    (tmp_path / "shelf.json").write_bytes(b"broken")
    assert shelf.entries() == [ONE]
    assert (tmp_path / "shelf.json").read_bytes() == b"broken"  # looking repairs nothing: another copy may be writing
    shelf.set_setting("language", "fr")
    assert (tmp_path / "shelf.json.damaged").read_bytes() == b"broken"
    assert b"broken" not in (tmp_path / "shelf.json.bak").read_bytes()
    assert Shelf(tmp_path).damage is None


def test_fields_this_version_does_not_know_are_kept(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.add(ONE)
    path = tmp_path / "shelf.json"
    content = json.loads(path.read_bytes())
    content["matches"]["1"]["colour"] = "red"
    path.write_text(json.dumps(content))
    shelf.update("one", round=5)
    assert shelf.entry("one") == replace(ONE, round=5)
    assert json.loads(path.read_bytes())["matches"]["1"]["colour"] == "red"


def test_a_shelf_removed_under_the_app_is_not_taken_for_an_empty_one(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.add(ONE)
    for name in ("shelf.json", "shelf.json.bak"):
        (tmp_path / name).unlink()
    with pytest.raises(StoreTrouble, match="There is no file"):
        shelf.add(TWO)
    assert not (tmp_path / "shelf.json").exists()


def test_both_generations_damaged_under_the_app_are_left_for_the_next_start(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    begin(shelf, "one")
    shelf.add(ONE)
    for name in ("shelf.json", "shelf.json.bak"):
        (tmp_path / name).write_bytes(b"broken")
    with pytest.raises(StoreTrouble, match="damaged"):
        shelf.entries()
    assert (tmp_path / "shelf.json").read_bytes() == b"broken"
    assert [entry.id for entry in Shelf(tmp_path).entries()] == ["one"]


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreTrouble) as caught:
        Shelf(tmp_path / "file" / "shelf")
    assert "\n" not in str(caught.value)


# --- what people read off their own box ---


def test_corrections_are_kept_for_each_box_and_taken_back_one_by_one(tmp_path: Path) -> None:
    with Shelf(tmp_path) as shelf:
        assert shelf.corrections("mousquetaires") == {}
        shelf.correct("mousquetaires", {"tracks.time.spaces": 14, "tracks.time.siege_dice": [1, 2]})
        shelf.correct("pendants", {"tracks.time.spaces": 9})
        shelf.correct("mousquetaires", {"tracks.purse.start": 5, "tracks.time.spaces": None})
    with Shelf(tmp_path) as shelf:
        assert shelf.corrections("mousquetaires") == {"tracks.time.siege_dice": [1, 2], "tracks.purse.start": 5}
        assert shelf.corrections("pendants") == {"tracks.time.spaces": 9}
        assert shelf.damage is None


def test_corrections_that_belong_together_are_one_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Shelf(tmp_path)
    before = (tmp_path / "shelf.json").read_bytes()
    writes: list[str] = []
    real = os.replace

    def replace_(one: Any, other: Any) -> None:
        writes.append(Path(other).name)
        real(one, other)

    monkeypatch.setattr(os, "replace", replace_)
    shelf.correct("mousquetaires", {"dice.blue.sword": 3, "dice.blue.lily": 1})
    assert writes.count("shelf.json") == 1
    assert (tmp_path / "shelf.json").read_bytes() != before


def test_corrections_of_the_other_copy_of_the_app_are_not_lost(tmp_path: Path) -> None:
    one, other = Shelf(tmp_path), Shelf(tmp_path)
    one.correct("mousquetaires", {"tracks.time.spaces": 14})
    other.correct("mousquetaires", {"tracks.purse.start": 5})
    assert one.corrections("mousquetaires") == {"tracks.time.spaces": 14, "tracks.purse.start": 5}


@pytest.mark.parametrize("value", [None, 7, "many", [["tracks.time.spaces", 14]]])
def test_corrections_that_are_none_are_no_corrections(tmp_path: Path, value: Any) -> None:
    shelf = Shelf(tmp_path)
    shelf.set_setting("corrections.mousquetaires", value)
    assert shelf.corrections("mousquetaires") == {}
    shelf.correct("mousquetaires", {"tracks.purse.start": 5})
    assert shelf.corrections("mousquetaires") == {"tracks.purse.start": 5}


def test_a_correction_that_is_not_json_is_refused(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    with pytest.raises(ValueError, match="a setting is"):
        shelf.correct("mousquetaires", {"tracks.purse.start": math.nan})
    assert shelf.corrections("mousquetaires") == {}
