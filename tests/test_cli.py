"""The commands and their exit codes: 0 fine, 1 the answer is no, 2 bad usage or bad input with one clear line."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from companion import __version__, boxes, cli
from companion.app import headless
from companion.cli import main
from companion.core.dice import SeededChance
from companion.core.match import Match, open_header
from companion.core.record import Header, Intent, Record
from companion.core.toss import Mint, pledge_of
from companion.play import Table

BOX = boxes.load("mousquetaires")


class Said:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def complaint(self) -> str:
        """The one line of a command that could not do its work."""
        assert (self.code, self.out) == (2, "")
        (line,) = self.err.splitlines()
        return line


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    def run(*arguments: str) -> Said:
        try:
            code = main(arguments)
        except SystemExit as done:
            code = int(done.code or 0)
        return Said(code, *capsys.readouterr())

    return run


Run = Callable[..., Said]


@pytest.fixture
def match_file(tmp_path: Path) -> Path:
    """Five records, the last an undo."""
    file = tmp_path / "evening.jsonl"
    table = Table(BOX, {"players": 4}, SeededChance(1), file)
    for form in (
        {"do": "correct", "with": {"what": "purse", "to": 8}},
        {"do": "note", "with": {"text": "à l'épée"}},
        {"do": "next"},
        {"do": "next"},
        {"do": "undo"},
    ):
        assert "seq" in table.answer(json.dumps(form).encode())
    table.close()
    return file


# verify and replay


def test_a_good_file_is_whole(run: Run, match_file: Path) -> None:
    said = run("verify", str(match_file))
    assert (said.code, said.out, said.err) == (0, "whole: 5 records\n", "")


def test_replay_tells_the_evening_and_how_it_stands(run: Run, match_file: Path) -> None:
    said = run("replay", str(match_file))
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines() == [
        "   1  Purse set to 8",
        "   2  Note: à l'épée",
        "   3  Milady has chosen her destination",
        "   4  (undone) No new Paris card",
        "   5  Undone: No new Paris card",
        "time=1 louvre=1 queen=0 rochelle=5 purse=8 constance=0 epic=0 rochefort=5",
        "Round 1, phase I",
    ]


def test_replay_as_json_is_the_public_state_and_the_verdict(run: Run, match_file: Path) -> None:
    said = run("replay", str(match_file), "--json")
    form = json.loads(said.out)
    assert (said.code, set(form), form["verdict"]) == (0, {"state", "verdict"}, None)
    assert form["state"]["tracks"]["purse"]["at"] == 8
    assert (form["state"]["seq"], form["state"]["step"]) == (5, "1.paris")


def test_replay_of_a_decided_match_says_who_won(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    table = Table(BOX, {}, SeededChance(1), file)
    table.answer(b'{"do": "correct", "with": {"what": "queen", "to": 8}}')
    table.close()
    verdict = json.loads(run("replay", str(file), "--json").out)["verdict"]
    assert (verdict["winner"], verdict["cause"], verdict["rule"]) == ("milady", "queen", "defeat-queen")
    assert run("replay", str(file)).out.splitlines()[-1] == verdict["text"]


def sealed_file(tmp_path: Path, sealed: str, claimed: str, *, anew: bool = False) -> Path:
    """Milady seals one place and shows one place."""
    file = tmp_path / "sealed.jsonl"
    table = Table(BOX, {}, SeededChance(1), file)
    for choice in ("quest", sealed) if anew else (sealed,):
        table.answer(json.dumps({"do": "secret", "with": {"choice": choice}}).encode())
    opening = table._open.opening()
    assert opening is not None
    for form in (
        {"do": "correct", "with": {"what": "step", "to": "reveal"}},
        {"do": "reveal", "with": {"place": claimed, "nonce": opening.nonce_hex}},
    ):
        assert "seq" in table.answer(json.dumps(form).encode())
    table.close()
    return file


def test_a_match_in_which_milady_kept_her_word_is_whole(run: Run, tmp_path: Path) -> None:
    said = run("verify", str(sealed_file(tmp_path, "house", "house")))
    assert (said.code, said.out) == (0, "whole: 3 records\n")


def test_what_is_merely_worth_knowing_is_told_and_is_no_no(run: Run, tmp_path: Path) -> None:
    said = run("verify", str(sealed_file(tmp_path, "house", "house", anew=True)))
    assert (said.code, said.err) == (0, "")
    assert said.out == "Round 1: Milady sealed anew before the ride.\nwhole: 4 records\n"


def test_a_milady_who_cheated_is_a_no_with_a_line_for_each_finding(run: Run, tmp_path: Path) -> None:
    said = run("verify", str(sealed_file(tmp_path, "house", "paris", anew=True)))
    assert (said.code, said.err) == (1, "")
    assert said.out.splitlines() == [
        "Round 1: Milady sealed anew before the ride.",
        "Round 1: Milady claimed “Paris”, but her seal says “Milady's house”.",
    ]


def test_draws_that_do_not_follow_from_their_seal_are_a_no(
    run: Run, match_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.boxes.mousquetaires.lots.audit", lambda match, records: {1: True, 2: False})
    said = run("verify", str(match_file))
    line = "Round 2: what was drawn for Milady does not follow from its seal."
    assert (said.code, said.out.splitlines()) == (1, [line])


def test_looking_at_a_file_never_changes_it(run: Run, match_file: Path) -> None:
    torn = match_file.read_bytes()[:-30]
    match_file.write_bytes(torn)
    for command in (["verify"], ["replay"], ["replay", "--json"]):
        run(*command, str(match_file))
    assert match_file.read_bytes() == torn
    assert [path.name for path in match_file.parent.iterdir()] == [match_file.name]


def test_a_torn_end_is_a_no_and_the_rest_is_still_shown(run: Run, match_file: Path) -> None:
    match_file.write_bytes(match_file.read_bytes()[:-30])
    said = run("verify", str(match_file))
    assert (said.code, said.out, said.err) == (1, "broken after record 4: Record 5 cannot be read.\n", "")
    said = run("replay", str(match_file), "--json")
    assert said.code == 1
    assert json.loads(said.out)["state"]["seq"] == 4
    (complaint,) = said.err.splitlines()
    assert complaint.startswith("companion: The end of this match is damaged.")
    assert run("replay", str(match_file)).out.splitlines()[0] == "   1  Purse set to 8"


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (lambda lines: [*lines[:1], lines[1].replace(b'"to":8', b'"to":9'), *lines[2:]], "Record 1 was changed"),
        (lambda lines: [*lines[:2], *lines[3:]], "Record 2 does not follow"),
        (lambda lines: [*lines[:2], lines[3], lines[2], *lines[4:]], "Record 2 does not follow"),
        (lambda lines: [*lines, lines[-1]], "Record 6 does not follow"),
        (lambda lines: [*lines[:3], b"{}", *lines[3:]], "Record 3 cannot be read"),
        (lambda lines: [*lines[:3], b"\xff\x00", *lines[3:]], "Record 3 cannot be read"),
    ],
    ids=["a value changed", "one left out", "two swapped", "one twice", "an empty object", "bytes"],
)
def test_a_tampered_file_is_a_no(
    run: Run, match_file: Path, edit: Callable[[list[bytes]], list[bytes]], why: str
) -> None:
    match_file.write_bytes(b"\n".join(edit(match_file.read_bytes().splitlines())) + b"\n")
    said = run("verify", str(match_file))
    assert (said.code, said.err) == (1, "")
    assert why in said.out
    assert run("replay", str(match_file)).code == 1


def test_a_header_that_was_changed_is_no_match(run: Run, match_file: Path) -> None:
    match_file.write_bytes(match_file.read_bytes().replace(b'"players":4', b'"players":5', 1))
    for command in ("verify", "replay"):
        assert "first line of evening.jsonl was changed" in run(command, str(match_file)).complaint


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "There is no file"),
        (b"", "is empty"),
        (b"\n\n", "is empty"),
        (b"\x7fELF\x02\x01\x01\x00" + bytes(range(256)) * 9, "is not a match file"),
        (b"{}\n", "is not a match file"),
        (b'{"format": 999}\n', "newer companion"),
        (b"[" * 100_000, "is not a match file"),
    ],
    ids=["missing", "empty", "blank", "binary", "no header", "from the future", "deep"],
)
def test_what_is_no_match_file_is_bad_input(
    run: Run, tmp_path: Path, command: str, content: bytes | None, reason: str
) -> None:
    file = tmp_path / "m.jsonl"
    if content is not None:
        file.write_bytes(content)
    assert reason in run(command, str(file)).complaint


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_folder_is_no_match_file(run: Run, tmp_path: Path, command: str) -> None:
    assert "is a folder" in run(command, str(tmp_path)).complaint


def test_a_match_of_a_box_we_lack_is_named(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    file.write_text(Header("m", "catan", {}, {}).line() + "\n", "utf-8")
    assert 'no box called "catan"' in run("verify", str(file)).complaint


@pytest.mark.parametrize("options", [{"players": 9}, {"cards": 1}])
def test_a_match_that_cannot_be_set_up_is_named(run: Run, tmp_path: Path, options: dict[str, Any]) -> None:
    file = tmp_path / "m.jsonl"
    file.write_text(Header("m", BOX.name, options, {}).line() + "\n", "utf-8")
    assert "cannot be set up" in run("verify", str(file)).complaint


def test_a_record_that_undoes_what_never_was_is_named(run: Run, tmp_path: Path) -> None:
    header = Header("m", BOX.name, {}, {})
    record = Record.make(1, 0, Intent("undo", id="#1"), {"undoes": [7]}, header.hash())
    file = tmp_path / "m.jsonl"
    file.write_text(f"{header.line()}\n{record.line()}\n", "utf-8")
    assert "takes back something that does not stand" in run("verify", str(file)).complaint


# intents


def test_every_intent_has_a_line_with_its_fields_and_its_help(run: Run) -> None:
    said = run("intents", "mousquetaires")
    assert (said.code, said.err) == (0, "")
    lines = {line.split()[0]: line for line in said.out.splitlines()}
    assert set(lines) == {*BOX.verbs, "correct", "roll", "note", "undo", "redo", "back_to", "pledge"}
    assert "place [found] [fill]" in lines["reveal"]
    assert "Milady turns her location card" in lines["reveal"]


def test_the_intents_as_json(run: Run) -> None:
    words = {word["do"]: word for word in json.loads(run("intents", "mousquetaires", "--json").out)}
    assert set(words) >= set(BOX.verbs)
    assert words["one_for_all"]["fields"]["use"]["choices"] == ["time", "queen", "epic"]
    assert words["correct"]["fields"]["reason"]["needed"] is False
    assert all(word["help"] for word in words.values())


def test_the_intents_of_a_box_nobody_has(run: Run) -> None:
    assert run("intents", "catan").complaint == (
        f'companion: there is no box called "catan"; there are {", ".join(boxes.names())}'
    )


# roll


def test_dice_are_thrown_and_shown_by_colour(run: Run) -> None:
    said = run("roll", "4b", "3r", "--seed", "1")
    blue, red = said.out.rstrip("\n").split("  ")
    assert (said.code, blue.split()[0], red.split()[0]) == (0, "blue:", "red:")
    assert (len(blue.split()), len(red.split())) == (5, 4)
    assert set(red.split()[1:]) <= {"sword", "shield"}


def test_a_seed_throws_the_same_dice_again(run: Run) -> None:
    throws = [run("roll", "6b 4r", "--seed", seed, "--json").out for seed in ("1", "1", "2")]
    assert throws[0] == throws[1]
    assert throws[0] != throws[2]


def test_a_roll_as_json(run: Run) -> None:
    form = json.loads(run("roll", "2b", "1r", "--json").out)
    assert (form["dice"], len(form["faces"]), form["typed"], form["kept"]) == ("2b 1r", 3, False, [])


@pytest.mark.parametrize(
    ("dice", "reason"),
    [
        (["0b"], "less than one die"),
        (["4x"], 'There is no die "x"; there are b, r.'),
        (["b"], "not a number and a die"),
        (["4"], "not a number and a die"),
        (["100b"], "at most 99 dice"),
        (["9" * 5000 + "b"], "at most 99 dice"),
        ([""], "No dice are named"),
        (["4b", "--box", "catan"], "no box called"),
        (["4b\n4x"], "no die"),
    ],
)
def test_dice_nobody_has_are_bad_input(run: Run, dice: list[str], reason: str) -> None:
    assert reason in run("roll", *dice).complaint


# usage


@pytest.mark.parametrize(
    "arguments",
    [
        ["bogus"],
        ["play"],
        ["roll"],
        ["replay"],
        ["verify"],
        ["intents"],
        ["verify", "a", "b"],
        ["roll", "4b", "--loud"],
        ["--loud"],
        ["play", "mousquetaires", "--options"],
    ],
    ids=" ".join,
)
def test_bad_usage_is_one_line(run: Run, arguments: list[str]) -> None:
    assert run(*arguments).complaint.startswith("companion")


def test_the_version(run: Run) -> None:
    said = run("--version")
    assert (said.code, said.out) == (0, f"companion {__version__}\n")


def test_help_names_every_command(run: Run) -> None:
    said = run("--help")
    assert said.code == 0
    for command in ("play", "intents", "roll", "replay", "verify", "tour"):
        assert command in said.out


# play; the protocol itself is tested in test_play.py


def test_play_reads_lines_until_they_end(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b'{"do": "next"}\n{"do": "next"}')))
    said = run("play", "mousquetaires", "--save", str(file))
    assert (said.code, said.err) == (0, "")
    assert [json.loads(line)["seq"] for line in said.out.splitlines()] == [1, 2]
    assert run("verify", str(file)).out == "whole: 2 records\n"


def test_play_without_anybody_to_read_from_or_write_to(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", None)
        assert (run("play", "mousquetaires").code, run("play", "mousquetaires").out) == (0, "")
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", None)
        assert main(["play", "mousquetaires"]) == 2


def test_somebody_who_stops_it_is_not_scolded(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Stopped:
        def readline(self, most: int) -> bytes:
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=Stopped()))
    said = run("play", "mousquetaires")
    assert (said.code, said.out, said.err) == (130, "", "")


# the app, on machines that cannot show it; no window is opened here


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool, bool], list[str]]:
    """Says what this machine has, and puts stand-ins where the app would open its window."""

    def has(display: bool, gl: bool) -> list[str]:
        done: list[str] = []
        monkeypatch.setattr(headless, "has_display", lambda: display)
        monkeypatch.setattr(headless, "has_gl", lambda: gl)
        monkeypatch.setattr(headless, "prepare", lambda tier, size: done.append(tier))
        tour, app = ModuleType("companion.app.tour"), ModuleType("companion.app.app")

        def draw(out: str) -> int:
            done.append(f"tour {out}")
            return 7

        vars(tour)["tour"] = draw
        vars(app)["CompanionApp"] = lambda: SimpleNamespace(run=lambda: done.append("run"))
        monkeypatch.setitem(sys.modules, tour.__name__, tour)
        monkeypatch.setitem(sys.modules, app.__name__, app)
        return done

    return has


Machine = Callable[[bool, bool], list[str]]


def test_with_a_display_the_app_opens(run: Run, machine: Machine) -> None:
    done = machine(True, True)
    assert run().code == 0
    assert done == ["window", "run"]


def test_without_a_display_it_says_so_and_plays_its_tour(run: Run, machine: Machine) -> None:
    done = machine(False, True)
    said = run()
    assert (said.code, done, said.err) == (0, ["tour tour"], "")
    assert said.out.splitlines() == [
        "There is no display here: the app plays its tour off-screen instead.",
        "7 pictures are in tour",
    ]


@pytest.mark.parametrize("arguments", [[], ["tour"], ["tour", "--out", "elsewhere"]], ids=["app", "tour", "tour --out"])
def test_without_gl_either_one_line_names_the_packages(run: Run, machine: Machine, arguments: list[str]) -> None:
    done = machine(False, False)
    complaint = run(*arguments).complaint
    assert all(package in complaint for package in headless.GL_PACKAGES)
    assert done == []


def test_the_tour_goes_where_it_is_told(run: Run, machine: Machine, tmp_path: Path) -> None:
    done = machine(False, True)
    said = run("tour", "--out", str(tmp_path))
    assert (said.code, done, said.out) == (0, [f"tour {tmp_path}"], f"7 pictures are in {tmp_path}\n")


@pytest.mark.parametrize("arguments", [[], ["tour"]], ids=["app", "tour"])
def test_without_kivy_one_line_says_so(
    run: Run, machine: Machine, arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    done = machine(True, True)
    monkeypatch.setattr(cli, "find_spec", lambda name: None if name == "kivymd" else object())
    assert "KivyMD" in run(*arguments).complaint
    assert done == []


# throws of two devices


def _thrown_together(path: Path, forge: bool = False) -> Path:
    match: Match[Any] = Match(BOX, open_header(BOX, "m", {}, BOX.profile(), 1, "test"))
    mints = {"phone": Mint(3), "tablet": Mint(3)}
    for by, mint in mints.items():
        match.act(pledge_of(by, mint))
    match.act(Intent("roll", {"dice": "1b"}))
    match.act(Intent("roll", {"dice": "6b 4r"}), {by: mint.show() for by, mint in mints.items()})
    records = list(match.records)
    if forge:
        last = records.pop()
        roll = last.result["rolls"][0]
        faces = ["sword" if face == "shield" else "shield" for face in roll["faces"]]
        result = {**last.result, "rolls": [{**roll, "faces": faces}]}
        records.append(Record.make(last.seq, last.at, last.intent, result, records[-1]))
    path.write_text("\n".join([match.header.line(), *(record.line() for record in records)]) + "\n", "utf-8")
    return path


def test_throws_of_two_devices_are_thrown_again(run: Run, tmp_path: Path) -> None:
    said = run("verify", str(_thrown_together(tmp_path / "m.jsonl")))
    assert said.code == 0
    assert "throws made together: 1, each" in said.out
    assert "record 3: thrown by one device alone" in said.out
    assert "whole: 4 records" in said.out


def test_dice_that_did_not_fall_so_are_found(run: Run, tmp_path: Path) -> None:
    said = run("verify", str(_thrown_together(tmp_path / "m.jsonl", forge=True)))
    assert said.code == 1
    assert "record 4: the dice did not fall as the coins say" in said.out
    assert "whole" not in said.out
