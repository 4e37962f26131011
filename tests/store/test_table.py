from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion import __version__
from companion.boxes import load
from companion.boxes.mousquetaires.sand import glass
from companion.core.dice import SeededChance
from companion.core.record import BadForm, Header, Intent, Record
from companion.store import table
from companion.store.files import StoreTrouble
from companion.store.journal import Journal
from companion.store.table import OpenMatch, new_name

BOX = load("mousquetaires")
ROOT = Path(__file__).parents[2]
NOW = 1_700_000_000_000
LATER = NOW + 60_000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.jsonl"


def note(text: str) -> Intent:
    return Intent("note", {"text": text})


def test_a_new_match_is_in_its_file_before_anything_happens(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "now", lambda: 1_700_000_000_000)
    open_match = OpenMatch.start(BOX, {"players": 3}, path, name="m1")
    open_match.close()
    header = Header("m1", BOX.name, {"players": 3}, BOX.profile().plain(), 1_700_000_000_000, __version__)
    assert Journal.read(path) == (header, [], None)
    assert open_match.match.header == header


def test_a_record_is_in_the_file_when_act_returns_and_carries_the_clock(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "now", lambda: 1_700_000_000_000)
    open_match = OpenMatch.start(BOX, {}, path)
    record = open_match.match.act(note("one"))
    assert isinstance(record, Record)
    assert record.at == 1_700_000_000_000
    assert Journal.read(path)[1] == [record]
    open_match.close()


def test_a_resumed_match_stands_where_it_was_and_goes_on_in_the_same_file(path: Path) -> None:
    first = OpenMatch.start(BOX, {"players": 4}, path, chance=SeededChance("s"))
    for do in ("next", "next", "undo"):
        first.match.act(Intent(do))
    first.close()
    again = OpenMatch.resume(path, load, chance=SeededChance("s"))
    assert again.match.view() == first.match.view()
    assert again.match.redo_label() == first.match.redo_label() is not None
    assert again.damage is None
    again.match.act(note("later"))
    again.close()
    _, records, damage = Journal.read(path)
    assert [record.intent.do for record in records] == ["next", "next", "undo", "note"]
    assert damage is None


def test_dice_come_from_the_chance_that_was_given(path: Path) -> None:
    opened = [
        OpenMatch.start(BOX, {}, path, chance=SeededChance("s")),
        OpenMatch.start(BOX, {}, None, chance=SeededChance("s")),
    ]
    rolls = [one.match.act(Intent("roll", {"dice": "6b 4r"})) for one in opened]
    for one in opened:
        one.close()
    thrown = [roll.result["rolls"][0]["faces"] for roll in rolls if isinstance(roll, Record)]
    assert len(thrown) == 2
    assert thrown[0] == thrown[1]


def test_a_torn_end_is_reported_and_kept_aside(path: Path) -> None:
    first = OpenMatch.start(BOX, {}, path)
    first.match.act(note("whole"))
    first.close()
    path.write_bytes(path.read_bytes() + b'{"seq": 2, "at"')
    again = OpenMatch.resume(path, load)
    again.close()
    assert len(again.match.records) == 1
    assert again.damage is not None
    assert again.damage.kept is not None
    assert again.damage.kept.read_bytes() == b'{"seq": 2, "at"'


def test_without_a_file_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    open_match = OpenMatch.start(BOX, {}, None)
    assert isinstance(open_match.match.act(note("gone tomorrow")), Record)
    assert open_match.damage is None
    open_match.close()
    assert list(tmp_path.iterdir()) == []


def test_a_closed_match_takes_no_more_records(path: Path) -> None:
    open_match = OpenMatch.start(BOX, {}, path)
    open_match.close()
    open_match.close()  # a second time is harmless
    with pytest.raises(ValueError, match="closed"):
        open_match.match.act(note("too late"))
    assert open_match.match.records == []


def test_start_never_writes_over_a_match(path: Path) -> None:
    OpenMatch.start(BOX, {}, path, name="first").close()
    with pytest.raises(StoreTrouble):
        OpenMatch.start(BOX, {}, path, name="second")
    assert Journal.peek(path).match == "first"


def test_bad_options_leave_no_file(path: Path) -> None:
    with pytest.raises(BadForm, match="players"):
        OpenMatch.start(BOX, {"players": 9}, path)
    assert not path.exists()


def test_a_match_of_an_unknown_box_is_refused_and_its_file_let_go(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Journal.create(path, Header("m1", "chess", {}, {})).close()
    closed: list[Path] = []
    close = Journal.close

    def closing(journal: Journal) -> None:
        closed.append(journal.path)
        close(journal)

    monkeypatch.setattr(Journal, "close", closing)
    with pytest.raises(BadForm, match="chess"):
        OpenMatch.resume(path, load)
    assert closed == [path]


def test_a_record_with_the_name_of_a_later_one_is_refused_before_anything_is_written_behind_it(path: Path) -> None:
    playing = OpenMatch.start(BOX, {}, path)
    playing.match.act(note("one"))
    playing.close()
    with Journal.open(path) as journal:
        forged = Intent("note", {"text": "two"}, id="#3")  # what the third tap will be called
        journal.append(Record.make(2, journal.records[0].at, forged, {}, journal.records[0].hash))
    content = path.read_bytes()
    with pytest.raises(BadForm, match="record 2 has the id of another one"):
        OpenMatch.resume(path, load)
    assert path.read_bytes() == content
    Journal.open(path).close()  # and nobody holds it


def test_a_file_with_a_long_story_is_refused_in_a_short_line(path: Path) -> None:
    story = {"a": ["word" * 400] * 20}
    Journal.create(path, Header("m1", BOX.name, {}, {"components.cards": story})).close()
    with pytest.raises(BadForm, match=r"cannot be set up: components\.cards") as caught:
        OpenMatch.resume(path, load)
    assert len(str(caught.value)) < 250
    Journal.open(path).close()  # and nobody holds it


def test_names_differ() -> None:
    names = {new_name() for _ in range(50)}
    assert len(names) == 50
    assert all(re.fullmatch("[0-9a-f]{16}", name) for name in names)


def test_a_clock_that_was_set_back_changes_nothing_that_was_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter([NOW, NOW + 5_000, NOW - 3_600_000, NOW - 7_200_000])
    monkeypatch.setattr(table, "now", lambda: next(times))
    first = OpenMatch.start(BOX, {}, path)
    first.match.act(note("one"))
    first.match.act(note("two"))
    first.close()
    again = OpenMatch.resume(path, load)
    again.match.act(note("three"))
    again.close()
    _, records, damage = Journal.read(path)
    assert [record.at for record in records] == [NOW + 5_000] * 3
    assert damage is None


def test_a_second_copy_of_the_app_is_told_and_the_first_goes_on(path: Path) -> None:
    first = OpenMatch.start(BOX, {}, path)
    with pytest.raises(StoreTrouble, match="another copy") as caught:
        OpenMatch.resume(path, load)
    assert "\n" not in str(caught.value)
    assert isinstance(first.match.act(note("still here")), Record)
    first.close()
    second = OpenMatch.resume(path, load)
    assert len(second.match.records) == 1
    second.close()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="to root nothing is read-only")
def test_a_folder_that_can_only_be_read(path: Path) -> None:
    path.parent.chmod(0o500)
    try:
        with pytest.raises(StoreTrouble, match="permission"):
            OpenMatch.start(BOX, {}, path)
    finally:
        path.parent.chmod(0o700)
    assert list(path.parent.iterdir()) == []


def test_a_missing_folder_is_named(path: Path) -> None:
    with pytest.raises(StoreTrouble, match=r"The folder .* is missing"):
        OpenMatch.start(BOX, {}, path.parent / "gone" / "m.jsonl")


# --- killed in the middle ---

# A match in mid-evening: a seal on the table, the sand running, a duel of which one throw is done.
EVENING: list[tuple[str, dict[str, Any]]] = [
    ("next", {}),
    ("next", {}),
    ("perfidy", {"how": "play", "card": "hurry"}),
    ("correct", {"what": "athos.place", "to": "louvre"}),
    ("louvre_mission", {"skill": "panache", "value": 7, "foes": ["brisemont", "lubin"]}),
    ("duel", {"who": "athos", "foe": "brisemont"}),
    ("commit", {"cards": 1}),
    ("clash", {"faces": ["shield"] * 7}),  # nobody is hit: they fight on
    ("note", {"text": "one throw done"}),
    ("undo", {}),
]


def stood(open_match: OpenMatch) -> dict[str, Any]:
    """Everything people see, and the sand at one reading of the clock."""
    match, opening = open_match.match, open_match.opening()
    redo = match.redo_label()
    seen = {
        "view": match.view(),
        "prompts": [prompt.read() for prompt in match.prompts()],
        "sand": glass(match.state).left(LATER) if match.view()["sand"] else None,
        "log": [(line.label.read(), line.undone) for line in match.log()],
        "redo": redo.read() if redo else None,
        "opening": opening.plain() if opening else None,
    }
    return json.loads(json.dumps(seen))  # type: ignore[no-any-return]


def play_until_killed(path: Path, steps: int) -> None:
    """Runs in a process of its own: plays these steps, says how everything stands, and waits for its end."""
    clock = iter(range(NOW, LATER, 1_000))
    table.now = lambda: next(clock)
    playing = OpenMatch.start(BOX, {"depth": "clerk"}, path, chance=SeededChance("kill"))
    assert isinstance(playing.seal("richelieu"), Record)
    for do, fields in EVENING[:steps]:
        outcome = playing.match.act(Intent(do, fields))
        assert isinstance(outcome, Record), outcome
    print(json.dumps(stood(playing)), flush=True)
    sys.stdin.readline()


@pytest.mark.parametrize("steps", range(len(EVENING) + 1))
def test_a_killed_match_resumes_exactly_where_it_was(path: Path, steps: int) -> None:
    command = [sys.executable, __file__, str(path), str(steps)]
    here = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=here) as child:
        assert child.stdout is not None
        before = json.loads(child.stdout.readline())
        child.kill()
    again = OpenMatch.resume(path, load)
    after = stood(again)
    again.close()
    assert after == before
    assert again.damage is None
    assert after["opening"]["choice"] == "richelieu"
    # The evening is what it is meant to be, or this test would prove nothing.
    if steps == 3:
        assert 0 < after["sand"] < after["view"]["sand"]["total"]
    if steps >= 8:
        assert after["view"]["sand"]["holds"] == ["duel"]
        assert after["view"]["duel"]["foe"] == "brisemont"
    if steps == len(EVENING):
        assert after["redo"]


def test_writes_cut_at_every_byte_of_the_last_record(path: Path) -> None:
    playing = OpenMatch.start(BOX, {}, path, chance=SeededChance("s"))
    for do in ("next", "next"):
        playing.match.act(Intent(do))
    before = stood(playing)
    playing.match.act(Intent("roll", {"dice": "1b"}))
    after = stood(playing)
    playing.close()
    lines = path.read_bytes().splitlines(keepends=True)
    whole, last = b"".join(lines[:-1]), lines[-1]
    for cut in range(len(last) + 1):
        path.write_bytes(whole + last[:cut])
        again = OpenMatch.resume(path, load)
        again.close()
        complete = cut >= len(last) - 1
        assert len(again.match.records) == (3 if complete else 2)
        assert (again.damage is not None) == (cut > 0 and not complete)
        if again.damage:
            assert again.damage.kept is not None
            assert again.damage.kept.read_bytes() == last[:cut]
            again.damage.kept.unlink()
        if cut % 40 == 0 or complete:  # the whole picture costs more than the file
            assert stood(again) == (after if complete else before)


if __name__ == "__main__":
    play_until_killed(Path(sys.argv[1]), int(sys.argv[2]))
