"""A match typed line by line: in this process, and against the real command with real pipes."""

from __future__ import annotations

import errno
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import boxes
from companion.core.box import Box
from companion.core.dice import SeededChance
from companion.core.match import Match
from companion.core.record import LONGEST_LINE, BadForm
from companion.play import Table, lines_of, play
from companion.store.files import StoreTrouble
from companion.store.journal import Journal

PROJECT = Path(__file__).resolve().parents[1]
BOX = boxes.load("mousquetaires")

# Lines that are no intent, each with a word of the reason.
NONSENSE: dict[str, tuple[bytes, str]] = {
    "no JSON": (b"en garde!", "not JSON"),
    "half an object": (b'{"do": "next"', "not JSON"),
    "two objects": (b'{"do": "next"} {"do": "next"}', "Extra data"),
    "a list": (b'["next"]', "not a JSON object"),
    "nothing": (b"null", "not a JSON object"),
    "not UTF-8": (b'{"do": "note", "with": {"text": "\xff\xfe"}}', "not UTF-8"),
    "a NUL": (b"\x00", "not JSON"),
    "two megabytes": (b'{"do": "note", "with": {"text": "' + b"x" * 2_000_000 + b'"}}', "too long"),
    "a deep list": (b"[" * 100_000, "too deeply"),
    "a deep object": (b'{"do":' * 5_000 + b"1" + b"}" * 5_000, "too deeply"),
    "deep fields": (b'{"do": "note", "with": {"text": ' + b"[" * 50 + b"]" * 50 + b"}}", "too deeply"),
    "not a number": (b'{"do": "correct", "with": {"what": "purse", "to": NaN}}', "NaN"),
    "infinity": (b'{"do": "correct", "with": {"what": "purse", "to": -Infinity}}', "Infinity"),
    "beyond infinity": (b'{"do": "correct", "with": {"what": "purse", "to": 1e999}}', "float"),
    "a fraction": (b'{"do": "correct", "with": {"what": "purse", "to": 3.0}}', "float"),
    "a huge number": (b'{"do": "correct", "with": {"what": "purse", "to": 99999999999999999999}}', "too large"),
    "six thousand digits": (b'{"do": "correct", "with": {"what": "purse", "to": ' + b"9" * 6_000 + b"}}", "not JSON"),
    "half a character": (b'{"do": "note", "with": {"text": "\\ud800"}}', "Unicode"),
    "a long text": (b'{"do": "note", "with": {"text": "' + b"x" * 2_001 + b'"}}', "too long"),
    "no word": (b"{}", 'needs "do"'),
    "a number for a word": (b'{"do": 5}', 'needs "do"'),
    "an unknown intent": (b'{"do": "fence"}', 'no intent called "fence"'),
    "an unknown key": (b'{"do": "next", "please": true}', "please"),
    "an unknown field": (b'{"do": "next", "with": {"fast": true}}', 'no field "fast"'),
    "a missing field": (b'{"do": "reveal"}', 'needs "place"'),
    "a wrong type": (b'{"do": "march", "with": {"sacrifices": "one"}}', "must be a number"),
    "true for a number": (b'{"do": "march", "with": {"sacrifices": true}}', "must be a number"),
    "a list for fields": (b'{"do": "next", "with": []}', "must be an object"),
    "a wrong seat": (b'{"do": "next", "seat": 3}', '"seat" must be text'),
    "a wrong id": (b'{"do": "next", "id": 3}', '"id" must be text'),
    "an id of ours": (b'{"do": "next", "id": "#1"}', "may not start"),
    "a wrong step": (b'{"do": "next", "step": 3}', '"step" must be text'),
    "a wrong insistence": (b'{"do": "next", "anyway": "yes"}', "true or false"),
    "no dice": (b'{"do": "roll", "with": {"dice": ""}}', "No dice"),
    "dice nobody has": (b'{"do": "roll", "with": {"dice": "3x"}}', 'no die "x"'),
    "faces nobody threw": (b'{"do": "roll", "with": {"dice": "2r", "faces": ["sword"]}}', "2 dice"),
    "a roll nobody made": (b'{"do": "roll", "with": {"dice": "2r", "of": 7}}', "no such roll"),
    "a value nobody tracks": (b'{"do": "correct", "with": {"what": "honour", "to": 1}}', "no tracked value"),
    "a question with too much": (b'{"do": "state", "with": {"of": "milady"}}', 'no field "of"'),
    "a question without its word": (b'{"do": "why"}', 'needs "rule"'),
    "a rule nobody wrote": (b'{"do": "why", "with": {"rule": "honour"}}', "no such rule"),
}


def intent(do: str, **fields: Any) -> bytes:
    return json.dumps({"do": do, "with": fields}).encode()


# in this process


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table(BOX, {}, SeededChance(1), None)
    yield table
    table.close()


def test_an_accepted_intent_is_answered_with_its_record(table: Table) -> None:
    answer = table.answer(intent("correct", what="purse", to=7, reason="found some"))
    assert (answer["seq"], answer["do"], answer["with"]["reason"]) == (1, "correct", "found some")
    assert answer["result"]["changes"] == [{"what": "purse", "from": 3, "to": 7, "why": "correction"}]
    assert answer == table.match.records[0].plain()


def test_a_refused_one_with_the_reason_the_rule_and_whether_the_table_may_insist(table: Table) -> None:
    answer = table.answer(intent("siege"))
    assert answer == {"refused": "The siege is fought in phase III.", "rule": "siege", "anyway": True}
    assert table.answer(intent("undo")) == {"refused": "There is nothing to take back.", "rule": "undo"}
    assert table.match.records == []


def test_whoever_insists_makes_a_house_ruling(table: Table) -> None:
    answer = table.answer(b'{"do": "chapter_done", "anyway": true}')
    assert answer["result"]["rulings"] == ["quest"]
    (line,) = table.answer(b'{"do": "log"}')["log"]
    assert line == {"seq": 1, "label": "Chapter finished: The inn of the Golden Lily", "undone": False, "ruling": True}


@pytest.mark.parametrize("name", NONSENSE)
def test_a_line_that_makes_no_sense_is_one_error_and_changes_nothing(table: Table, name: str) -> None:
    line, reason = NONSENSE[name]
    before = table.match.view()
    answer = table.answer(line)
    assert list(answer) == ["error"]
    assert reason in answer["error"]
    assert len(answer["error"].splitlines()) == 1
    assert table.match.view() == before


@given(st.binary(max_size=80) | st.text(max_size=60).map(lambda text: json.dumps({"do": text}).encode()))
def test_no_line_whatever_brings_the_table_down(line: bytes) -> None:
    table = Table(BOX, {}, SeededChance(1), None)
    assert table.answer(line)


any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
WORDS = (*BOX.verbs, "correct", "roll", "note", "undo", "redo", "back_to", "state", "prompts", "log", "why", "intents")
FIELDS = (
    "faces",
    "card",
    "how",
    "place",
    "found",
    "fill",
    "blue",
    "sacrifices",
    "use",
    "what",
    "to",
    "seq",
    "dice",
    "of",
)


@given(
    st.lists(
        st.fixed_dictionaries(
            {"do": st.sampled_from(WORDS)},
            optional={
                "with": st.dictionaries(st.sampled_from(FIELDS), any_json, max_size=4) | any_json,
                "anyway": st.booleans(),
                "id": st.sampled_from(["a", "b"]),
            },
        ),
        max_size=12,
    )
)
def test_any_fields_for_any_intent_are_answered_and_the_match_still_replays(forms: list[dict[str, Any]]) -> None:
    table = Table(BOX, {"head_start": True, "paris": "abducted"}, SeededChance(1), None)
    for form in forms:
        answer = table.answer(json.dumps(form).encode())
        assert {"error", "refused", "seq", "state", "prompts", "log", "rule", "intents"} & set(answer)
        json.dumps(answer, allow_nan=False).encode()
    match = table.match
    assert Match.replay(BOX, match.header, match.records).state == match.state


def test_the_questions(table: Table) -> None:
    table.answer(intent("next"))
    assert table.answer(b'{"do": "state"}')["state"]["tracks"]["purse"]["at"] == 3
    asked = table.answer(b'{"do": "prompts"}')
    assert (asked["step"], asked["prompts"][0]["id"]) == ("1.paris", "paris")
    assert (asked["undo"], asked["redo"]) == ("Milady has chosen her destination", None)
    table.answer(intent("undo"))
    asked = table.answer(b'{"do": "prompts"}')
    assert (asked["undo"], asked["redo"]) == (None, "Milady has chosen her destination")
    rule = table.answer(intent("why", rule="siege"))["rule"]
    assert (rule["id"], rule["title"]) == ("siege", "The siege of La Rochelle")
    assert {word["do"] for word in table.answer(b'{"do": "intents"}')["intents"]} >= set(BOX.verbs) | {"undo", "note"}
    assert len(table.match.records) == 2  # questions leave no trace


def test_every_choice_of_a_prompt_can_be_sent_back_as_it_was_read(table: Table) -> None:
    for choice in table.answer(b'{"do": "prompts"}')["prompts"][0]["choices"]:
        assert "seq" in table.answer(json.dumps({"do": choice["do"], "with": choice["with"]}).encode())
        table.answer(intent("undo"))


def test_the_same_id_twice_is_the_same_tap(table: Table) -> None:
    line = b'{"do": "note", "with": {"text": "a"}, "id": "tap"}'
    assert table.answer(line) == table.answer(line)
    assert len(table.match.records) == 1
    assert "another tap" in table.answer(b'{"do": "next", "id": "tap"}')["error"]


def test_a_tap_for_an_earlier_step_is_refused(table: Table) -> None:
    table.answer(b'{"do": "next", "step": "1.destination"}')
    answer = table.answer(b'{"do": "next", "step": "1.destination"}')
    assert (answer["rule"], "anyway" in answer) == ("stale", False)


def test_one_answer_for_each_line_and_none_for_an_empty_one(table: Table) -> None:
    out = io.StringIO()
    play(table, [b"\n", intent("next") + b"\r\n", b"   \n", b"en garde\n", intent("note", text="l'épée")], out)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [answer.get("seq") for answer in answers] == [1, None, 2]
    assert "l'épée" in out.getvalue()


class Watched(io.StringIO):
    """Notes after every write whether it was passed on."""

    held = 0

    def write(self, text: str) -> int:
        self.held += 1
        return super().write(text)

    def flush(self) -> None:
        self.held = 0


def test_no_answer_waits_for_the_next_question(table: Table) -> None:
    out = Watched()

    def lines() -> Iterator[bytes]:
        for _ in range(3):
            assert out.held == 0
            yield intent("next")

    play(table, lines(), out)
    assert out.held == 0


@pytest.mark.parametrize("ending", [b"\n", b""])
def test_an_endless_line_is_read_away_and_the_next_one_is_whole(ending: bytes) -> None:
    stream = io.BytesIO(b"x" * (3 * LONGEST_LINE) + b"\nshort\n" + b"last" + ending)
    endless, short, last = lines_of(stream)
    assert LONGEST_LINE < len(endless) <= LONGEST_LINE + 2
    assert (short, last) == (b"short\n", b"last" + ending)


def test_a_line_of_just_the_longest_length_comes_through() -> None:
    line = b"x" * LONGEST_LINE + b"\n"
    assert list(lines_of(io.BytesIO(line + b"y\n"))) == [line, b"y\n"]


# kept in a file


def test_a_match_goes_on_where_it_was_saved(tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    first = Table(BOX, {"players": 4}, SeededChance(7), file)
    first.answer(intent("correct", what="purse", to=9))
    first.answer(intent("next"))
    seen = first.match.view()
    first.close()
    again = Table(BOX, {}, SeededChance(7), file)
    assert again.damage is None
    assert again.match.view() == seen
    assert again.answer(intent("undo"))["result"] == {"undoes": [2]}
    again.close()


def test_a_seeded_match_rolls_on_as_if_it_had_never_been_closed(tmp_path: Path) -> None:
    lines = [intent("roll", dice="6b 4r") for _ in range(4)]
    whole = Table(BOX, {}, SeededChance(7), tmp_path / "whole.jsonl")
    results = [whole.answer(line)["result"] for line in lines]
    whole.close()
    parts = []
    for line in lines:
        part = Table(BOX, {}, SeededChance(7), tmp_path / "parts.jsonl")
        parts.append(part.answer(line)["result"])
        part.close()
    assert parts == results
    assert len({json.dumps(result) for result in results}) > 1


def test_what_the_disk_refuses_does_not_happen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(BOX, {}, SeededChance(1), tmp_path / "m.jsonl")
    before = table.match.view()

    def full(fd: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        answer = table.answer(intent("next"))
    assert answer == {"error": "The disk is full, so m.jsonl was not saved. Make some room and try again."}
    assert table.match.view() == before
    assert table.answer(intent("next"))["seq"] == 1
    table.close()
    assert len(Journal.read(tmp_path / "m.jsonl")[1]) == 1


def test_a_file_of_another_box_is_not_played_on(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    Table(BOX, {}, SeededChance(1), file).close()
    other = cast(Box[Any], SimpleNamespace(name="pendants"))
    with pytest.raises(BadForm, match=r"m\.jsonl is a match of mousquetaires"):
        Table(other, {}, SeededChance(1), file)


@pytest.mark.parametrize("name", ["x" * 300, "missing/m.jsonl", "."])
def test_a_place_that_cannot_hold_a_match_is_trouble_in_one_sentence(tmp_path: Path, name: str) -> None:
    with pytest.raises(StoreTrouble) as trouble:
        Table(BOX, {}, SeededChance(1), tmp_path / name)
    assert len(str(trouble.value).splitlines()) == 1


# the real command


@contextmanager
def companion(*arguments: str, **env: str) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        [sys.executable, "-m", "companion", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(PROJECT), **env},
    ) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


def talk(lines: list[bytes], *arguments: str, **env: str) -> tuple[list[dict[str, Any]], str, int]:
    with companion("play", "mousquetaires", *arguments, **env) as process:
        out, complaints = process.communicate(b"\n".join(lines) + b"\n", timeout=60)
        return [json.loads(line) for line in out.splitlines()], complaints.decode(), process.returncode


def test_the_command_answers_nonsense_with_one_error_each_and_goes_on() -> None:
    lines = [line for line, _ in NONSENSE.values()]
    answers, complaints, code = talk([*lines, intent("next"), b'{"do": "state"}'])
    assert (complaints, code) == ("", 0)
    assert len(answers) == len(lines) + 2
    for name, answer in zip(NONSENSE, answers, strict=False):
        assert list(answer) == ["error"], name
        assert NONSENSE[name][1] in answer["error"]
    assert answers[-2]["seq"] == 1
    assert answers[-1]["state"]["step"] == "1.paris"


def test_an_answer_comes_only_after_the_record_is_on_the_disk(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    steps = [intent("next"), intent("paris_card", card="held"), intent("perfidy", how="draw"), intent("undo")]
    with companion("play", "mousquetaires", "--save", str(file)) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number, line in enumerate(steps, start=1):
            process.stdin.write(line + b"\n")
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            assert answer["seq"] == number
            assert json.loads(file.read_bytes().splitlines()[-1]) == answer
        # Killed without a word of warning, nothing that was answered is lost.
        process.kill()
        process.wait(timeout=60)
    assert [record.seq for record in Journal.read(file)[1]] == [1, 2, 3, 4]


def test_a_saved_match_replays_to_the_same_state_and_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    save = ("--save", str(file), "--seed", "3", "--options", '{"players": 2, "paris": "abducted"}')
    played = [intent("next"), intent("next"), intent("perfidy", how="play", card="plot"), intent("roll", dice="2b 1r")]
    answers, complaints, code = talk([*played, b'{"do": "state"}'], *save)
    assert (complaints, code) == ("", 0)
    header, records, damage = Journal.read(file)
    assert damage is None
    assert Match.replay(BOX, header, records).view() == answers[-1]["state"]
    again, complaints, code = talk([b'{"do": "state"}', intent("next")], *save)
    assert (complaints, code) == ("", 0)
    assert again[0] == answers[-1]
    assert again[1]["seq"] == 5


def test_a_damaged_save_is_reported_and_played_on(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    talk([intent("next"), intent("next")], "--save", str(file))
    with file.open("ab") as end:
        end.write(b'{"seq": 3, "torn')
    answers, complaints, code = talk([b'{"do": "state"}'], "--save", str(file))
    assert code == 0
    assert complaints == (
        "companion: The end of this match was damaged. One line was kept aside in m.jsonl.torn; "
        "everything before it is safe.\n"
    )
    assert answers[0]["state"]["seq"] == 2
    assert (tmp_path / "m.jsonl.torn").read_bytes() == b'{"seq": 3, "torn'


def test_answers_are_utf_8_on_a_machine_that_speaks_another_alphabet() -> None:
    answers, complaints, code = talk([intent("note", text="œuvre ☠")], PYTHONIOENCODING="ascii")
    assert (complaints, code) == ("", 0)
    assert answers[0]["with"]["text"] == "œuvre ☠"


def test_a_reader_who_leaves_is_no_trouble() -> None:
    with companion("play", "mousquetaires") as process:
        assert process.stdout is not None
        process.stdout.close()
        assert _complaints(process, b'{"do": "state"}\n' * 50) == b""
        assert process.returncode == 0


def _complaints(process: subprocess.Popen[bytes], lines: bytes) -> bytes:
    assert process.stdin is not None
    assert process.stderr is not None
    with suppress(BrokenPipeError):  # it may be gone before it has read everything
        process.stdin.write(lines)
        process.stdin.close()
    complaints = process.stderr.read()
    process.wait(timeout=60)
    return complaints


BAD_CALLS: dict[str, tuple[Callable[[Path], list[str]], str]] = {
    "a box nobody has": (lambda folder: ["play", "catan"], 'no box called "catan"'),
    "options that are no JSON": (lambda folder: ["play", "mousquetaires", "--options", "{"], "--options"),
    "options that are a list": (lambda folder: ["play", "mousquetaires", "--options", "[]"], "not a JSON object"),
    "an unknown option": (lambda folder: ["play", "mousquetaires", "--options", '{"x": 1}'], 'no option "x"'),
    "five and a half players": (
        lambda folder: ["play", "mousquetaires", "--options", '{"players": 5.5}'],
        "players must be",
    ),
    "a folder to save in": (lambda folder: ["play", "mousquetaires", "--save", str(folder)], "is a folder"),
    "a save that is no match": (
        lambda folder: ["play", "mousquetaires", "--save", str(PROJECT / "pyproject.toml")],
        "not a match file",
    ),
    "a name with two lines": (lambda folder: ["play", "a\nb"], 'no box called "a b"'),
}


@pytest.mark.parametrize("name", BAD_CALLS)
def test_a_bad_call_is_one_clear_line_and_exit_code_two(tmp_path: Path, name: str) -> None:
    arguments, reason = BAD_CALLS[name]
    with companion(*arguments(tmp_path)) as process:
        out, complaints = process.communicate(b"", timeout=60)
    assert (out, process.returncode) == (b"", 2)
    assert len(complaints.splitlines()) == 1
    assert reason in complaints.decode()
