"""The sounds as the script makes them and as they lie in the app."""

from __future__ import annotations

import wave
from array import array
from itertools import pairwise
from pathlib import Path

import pytest

from tools import make_sounds
from tools.sounds import craft


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sounds")
    assert make_sounds.main([str(folder)]) == 0
    return folder


def read(path: Path) -> array[int]:
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, craft.RATE)
        return array("h", file.readframes(file.getnframes()))


def test_the_app_has_exactly_what_the_script_makes(made: Path) -> None:
    kept = {path.name: path.read_bytes() for path in make_sounds.FOLDER.iterdir()}
    assert kept == {path.name: path.read_bytes() for path in made.iterdir()}


def test_together_they_are_small() -> None:
    assert sum(path.stat().st_size for path in make_sounds.FOLDER.iterdir()) < 600_000


@pytest.mark.parametrize("name", make_sounds.SOUNDS)
def test_no_click_no_clipping_and_one_loudness(made: Path, name: str) -> None:
    sound = read(made / f"{name}.wav")
    assert sound[0] == sound[-1] == 0
    assert max(abs(value) for value in sound[-8:]) < 60
    assert 0.2 < max(map(abs, sound)) / 32768 <= craft.PEAK
    assert abs(sum(sound) / len(sound)) < 20  # no hum at zero, which would thump when it stops
    heard = craft.loudness([value / 32768 for value in sound])
    assert heard == pytest.approx(craft.LOUD, rel=0.15)


def test_the_cues_of_the_hourglass_are_told_apart() -> None:
    """By their pitch; the start by its hiss."""
    low, mid, quick = (make_sounds.SOUNDS[name]() for name in ("sand_out", "sand_half", "sand_ten"))
    pitches = [_crossings(track) for track in (low, mid, quick)]
    assert pitches == sorted(pitches)
    assert min(later / earlier for earlier, later in pairwise(pitches)) > 1.2
    hiss = make_sounds.SOUNDS["sand_start"]()
    assert _crossings(hiss[len(hiss) // 2 :]) > 2 * pitches[-1]


def _crossings(track: list[float]) -> float:
    """How often it passes zero in a second, which is about twice what is heard as its pitch."""
    passed = sum(1 for before, after in pairwise(track) if before < 0 <= after)
    return passed * 2 * craft.RATE / len(track)


def test_a_band_lets_its_middle_through_and_little_else() -> None:
    def left(frequency: float) -> float:
        tone = craft.struck([(frequency, 1.0, 0.5)])
        return craft.loudness(craft.band(tone, 2000, 0.3)) / craft.loudness(tone)

    assert left(2000) > 0.9
    assert left(500) < 0.15
    assert left(8000) < 0.15


def test_a_room_answers_and_falls_silent() -> None:
    click = [1.0] + [0.0] * 99
    heard = craft.room(click, 0.5, 0.2)
    assert heard[0] == 1.0
    late = heard[craft.samples(0.03) :]
    assert max(map(abs, late)) > 0.01
    assert max(map(abs, heard[-200:])) < 0.01
