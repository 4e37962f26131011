from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.store.journal import Journal
from tools.games import recorder
from tools.games.recorder import EVENING, PACE, Recorder, Theme, record, save
from tools.games.themes import THEMES, decided


def quick(name: str) -> Theme:
    (theme,) = (theme for theme in THEMES if theme.name == name)
    return theme


@pytest.mark.parametrize("name", ["an-evening-of-second-thoughts", "two-without-milady"])
def test_recording_twice_makes_the_same_files(name: str, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
        save(quick(name), folder)
    for suffix in ("jsonl", "json"):
        assert (first / f"{name}.{suffix}").read_bytes() == (second / f"{name}.{suffix}").read_bytes()


def test_a_file_holds_the_match_and_another_one_its_end(tmp_path: Path) -> None:
    path = save(quick("overruled"), tmp_path)
    header, records, damage = Journal.read(path)
    form = json.loads(path.with_suffix(".json").read_text("utf-8"))
    assert damage is None
    assert (header.match, header.at) == ("overruled-0", EVENING)
    assert (form["seed"], form["records"], form["head"]) == ("overruled-0", len(records), records[-1].hash)
    assert form["rulings"] == [record.seq for record in records if record.result.get("rulings")]


def test_the_clock_stands_still_between_taps() -> None:
    table = Recorder({"players": 5}, "m")
    assert [table.do("next").at, table.do("next").at] == [EVENING + PACE, EVENING + 2 * PACE]


def test_what_must_be_accepted_must_be_accepted() -> None:
    with pytest.raises(AssertionError, match=r"^accept \{\}"):
        Recorder({"players": 5}, "m").do("accept")


def _notes(counts: list[int]) -> Callable[[Recorder], None]:
    """Matches of so many records, one after the other."""

    def play(table: Recorder) -> None:
        for _ in range(counts[int(table.seed.rpartition("-")[2])]):
            table.do("note", text="still here")

    return play


def test_of_the_first_matches_that_will_do_the_shortest_is_kept() -> None:
    theme = Theme("t", _notes([1, 5, 4, 3, 6, 2]), lambda match: len(match.records) > 1, {"players": 5})
    assert record(theme).seed == "t-3"


def test_a_theme_that_nobody_can_play_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorder, "MOST_TRIES", 3)
    with pytest.raises(LookupError, match="no match of 3 is what never wants"):
        record(Theme("never", _notes([1, 1, 1]), decided, {"players": 5}))
