"""Matches in and out of a shelf by hand: one line, an exit code, and after bad input nothing has changed."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.boxes import load
from companion.cli import main
from companion.core.record import Intent, Record
from companion.store.journal import Journal
from companion.store.shelf import Shelf
from companion.store.table import OpenMatch, vault_path
from tools.games.again import play_again

BOX = load("mousquetaires")
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        try:
            code = main(arguments)
        except SystemExit as done:
            code = int(done.code or 0)
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


@pytest.fixture
def match(tmp_path: Path) -> Path:
    """A short evening, with Milady's secret beside it."""
    path = tmp_path / "evening.jsonl"
    opened = OpenMatch.start(BOX, {}, path, name="m1")
    opened.match.act(Intent("note", {"text": "Anna laughs"}))
    assert isinstance(opened.seal("louvre"), Record)
    opened.close()
    return path


def everything(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "shelf.lock"
    }


def complaint(said: tuple[int, str, str]) -> str:
    code, out, err = said
    assert (code, out) == (2, "")
    (line,) = err.splitlines()
    assert line.startswith("companion: ")
    return line


def test_there_and_back(run: Run, match: Path, tmp_path: Path) -> None:
    assert run("export", str(match), "out.match") == (0, "2 records are in out.match.\n", "")
    assert run("import", "out.match", "--home", "home") == (0, "A match with 2 records was put on the shelf.\n", "")
    assert Journal.read(tmp_path / "home/matches/m1.jsonl") == Journal.read(match)
    said = run("import", "out.match", "--home", "home")
    assert said == (0, "This match is already on the shelf. Nothing was changed.\n", "")


def test_everything_there_and_back(run: Run, match: Path, tmp_path: Path) -> None:
    run("export", str(match), "out.match")
    run("import", "out.match", "--home", "home")
    assert run("archive", "all.zip", "--home", "home") == (0, "Packed: 1. Of these damaged: 0. Unreadable: 0.\n", "")
    said = run("restore", "all.zip", "--home", "new")
    assert said == (0, "Restored: 1. Already here: 0. Unusable: 0. Settings: 0.\n", "")
    assert Journal.read(tmp_path / "new/matches/m1.jsonl") == Journal.read(match)


def test_a_report_tells_the_match_and_not_the_people(run: Run, match: Path, tmp_path: Path) -> None:
    assert run("report", str(match), "bug.jsonl") == (0, "2 records are in bug.jsonl.\n", "")
    text = (tmp_path / "bug.jsonl").read_text("utf-8")
    assert "Anna" not in text
    assert len(play_again(tmp_path / "bug.jsonl").records) == 2


def test_no_secret_is_in_any_file_or_line(run: Run, match: Path, tmp_path: Path) -> None:
    nonce = vault_path(match).read_text("ascii").partition('"nonce": "')[2][:64]
    assert len(nonce) == 64
    said = [
        run("export", str(match), "out.match"),
        run("report", str(match), "bug.jsonl"),
        run("import", "out.match", "--home", "home"),
        run("archive", "all.zip", "--home", "home"),
    ]
    with zipfile.ZipFile(tmp_path / "all.zip") as made:
        packed = b"".join(made.read(name) for name in made.namelist())
    kept = b"".join(data for name, data in everything(tmp_path).items() if not name.endswith(".secret"))
    assert nonce.encode() not in packed + kept
    assert all(nonce not in out + err for _, out, err in said)


def test_a_damaged_match_travels_in_part_and_the_answer_is_no(run: Run, match: Path) -> None:
    match.write_bytes(match.read_bytes()[:-9])
    for command, out in (("export", "out.match"), ("report", "bug.jsonl")):
        code, said, complained = run(command, str(match), out)
        assert (code, said) == (1, f"One record is in {out}.\n")
        assert complained.startswith("companion: The end of this match is damaged.")
        assert len(complained.splitlines()) == 1


def test_an_archive_with_something_unusable_is_a_no(run: Run, match: Path, tmp_path: Path) -> None:
    run("export", str(match), "out.match")
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as made:
        made.write(tmp_path / "out.match", "matches/m1.match")
        made.writestr("matches/m2.match", "torn")
    said = run("restore", "all.zip", "--home", "home")
    assert said == (1, "Restored: 1. Already here: 0. Unusable: 1. Settings: 0.\n", "")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("export", "none.jsonl", "out.match"), "There is no file"),
        (("export", "nonsense", "out.match"), "not a match file"),
        (("export", "evening.jsonl", "taken"), "already there"),
        (("export", "evening.jsonl", "nowhere/out.match"), "is missing"),
        (("report", "none.jsonl", "bug.jsonl"), "There is no file"),
        (("report", "nonsense", "bug.jsonl"), "not a match file"),
        (("report", "evening.jsonl", "taken"), "already there"),
        (("import", "none.match", "--home", "home"), "There is no file"),
        (("import", "nonsense", "--home", "home"), "not a match"),
        (("import", "evening.jsonl", "--home", "home"), "end is missing"),
        (("import", "empty", "--home", "home"), "is empty"),
        (("import", "home", "--home", "home"), "is a folder"),
        (("import", "a.zip", "--home", "home"), "restore it instead"),
        (("restore", "none.zip", "--home", "home"), "There is no file"),
        (("restore", "nonsense", "--home", "home"), "not an archive"),
        (("restore", "evening.jsonl", "--home", "home"), "not an archive"),
        (("archive", "taken", "--home", "home"), "already there"),
        (("archive", "all.zip", "--home", "nowhere"), "nowhere"),
        (("archive", "all.zip", "--home", "nonsense"), ""),
    ],
)
def test_bad_input_is_one_line_and_changes_nothing(
    run: Run, match: Path, tmp_path: Path, arguments: tuple[str, ...], why: str
) -> None:
    assert match.exists()
    (tmp_path / "nonsense").write_bytes(b"Dear diary\nToday\n")
    (tmp_path / "taken").write_bytes(b"was here first")
    (tmp_path / "empty").touch()
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as made:
        made.writestr("matches/m1.match", "torn")
    Shelf(tmp_path / "home").close()
    before = everything(tmp_path)
    assert why in complaint(run(*arguments))
    assert everything(tmp_path) == before


def test_a_name_of_several_lines_makes_one(run: Run, tmp_path: Path) -> None:
    (tmp_path / "two\nlines").write_bytes(b"Dear diary")
    assert "two lines" in complaint(run("import", "two\nlines", "--home", "home"))


@pytest.mark.parametrize("command", ["import", "archive", "restore"])
def test_the_folder_of_the_shelf_is_never_guessed(run: Run, command: str) -> None:
    code, out, err = run(command, "x")
    assert (code, out) == (2, "")
    assert "--home" in err
    assert len(err.splitlines()) == 1
