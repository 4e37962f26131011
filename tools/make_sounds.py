"""Make the sounds of the app: `python -m tools.make_sounds [FOLDER]`.

Bones on wood, a counter set down, a glass with sand in it, bells and brass, all worked out from sine waves and
noise. The dice in here always fall the same way, so that every run writes the same bytes.
"""

from __future__ import annotations

import sys
import wave
from array import array
from collections.abc import Callable
from math import pi, sin
from pathlib import Path
from random import Random

from tools.sounds.craft import RATE, Track, band, blown, finish, hiss, mix, room, samples, struck

FOLDER = Path(__file__).parent.parent / "companion" / "app" / "sounds"

# --- what is heard at the table ---


def dice() -> Track:
    """Three bones tumble over a wooden table: each bounces lower and sooner, and rocks before it lies still."""
    chance = Random(1625)
    track = [0.0] * samples(0.8)
    for first, tone in ((0.0, 1.0), (0.035, 1.17), (0.08, 0.89)):
        at, gap, force = first + 0.005, 0.15, 1.0
        while gap > 0.018 and at < 0.72:
            mix(track, at, _bone(chance, tone), force)
            at += gap * (0.85 + 0.3 * chance.random())
            gap *= 0.72
            force *= 0.74 + 0.16 * chance.random()
    return room(track, 0.5, 0.16)


def _bone(chance: Random, tone: float) -> Track:
    side = 0.94 + 0.12 * chance.random()  # it falls on another edge each time
    bone = [(2140, 0.7, 0.011), (3390, 0.75, 0.009), (4870, 0.5, 0.006), (6910, 0.3, 0.004)]
    wood = [(233, 0.5, 0.035), (412, 0.55, 0.028), (691, 0.35, 0.02), (1130, 0.22, 0.014)]
    hit = struck([(frequency * tone * side, strength, decay) for frequency, strength, decay in bone], 0.0003)
    mix(hit, 0, struck([(frequency * side, strength, decay) for frequency, strength, decay in wood]))
    mix(hit, 0, band(hiss(chance, 0.012, lambda t: (1 - t) ** 3), 3200, 0.9), 0.9)
    return hit


def token() -> Track:
    """A wooden counter is set down; its edge touches first, then its face."""
    chance = Random(1628)
    edge = struck([(931, 0.5, 0.02), (1587, 0.35, 0.013), (2640, 0.2, 0.008)], 0.0006)
    face = struck([(508, 0.9, 0.045), (867, 0.6, 0.034), (1423, 0.3, 0.02), (2210, 0.12, 0.011)], 0.0008)
    track = [0.0] * samples(0.26)
    mix(track, 0.004, edge, 0.4)
    mix(track, 0.042, face)
    mix(track, 0.042, band(hiss(chance, 0.01, lambda t: (1 - t) ** 2), 1900, 0.8), 0.8)
    return room(track, 0.4, 0.1)


def page() -> Track:
    """A page is turned: it lifts, sweeps over and lies down."""
    chance = Random(1844)
    track = [0.0] * samples(0.4)
    for centre, at, seconds, strength in ((1900, 0.0, 0.2, 0.7), (3100, 0.08, 0.22, 1.0), (4700, 0.16, 0.2, 0.9)):
        mix(track, at, band(hiss(chance, seconds, lambda t: sin(pi * t) ** 2), centre, 0.7), strength)
    for place in range(26):  # the fibres crackle
        grain = hiss(chance, 0.006, lambda t: (1 - t) ** 2)
        mix(track, 0.03 + place * 0.011 + 0.006 * chance.random(), band(grain, 3800, 1.0), 0.7 * chance.random())
    mix(track, 0.35, band(hiss(chance, 0.03, lambda t: (1 - t) ** 2), 700, 0.8), 0.5)
    return room(track, 0.3, 0.06)


def sand_start() -> Track:
    """The glass is turned and set down, and the sand begins to run."""
    chance = Random(1661)
    glass = [(2093, 0.3, 0.06), (3340, 0.5, 0.12), (5210, 0.4, 0.09), (7350, 0.22, 0.05)]
    foot = [(390, 0.8, 0.04), (655, 0.5, 0.03), (1120, 0.3, 0.018)]
    track = [0.0] * samples(1.05)
    mix(track, 0.0, struck(glass, 0.0008), 0.4)
    mix(track, 0.2, struck(foot))
    mix(track, 0.2, struck([(frequency * 1.012, strength, decay) for frequency, strength, decay in glass]), 0.8)
    fall = hiss(chance, 0.85, lambda t: min(t / 0.12, 1.0) * (1 - t) ** 1.3 * (0.75 + 0.25 * chance.random()))
    mix(track, 0.22, band(fall, 5200, 0.6), 1.4)
    mix(track, 0.22, band(fall, 2700, 0.4), 0.5)
    return room(track, 0.4, 0.12)


# The partials of a cast bell: hum, prime, tierce, quint, nominal and above; a little out of tune, as bells are.
BELL = (
    (0.502, 0.35, 1.0),
    (1.0, 0.6, 0.8),
    (1.0035, 0.3, 0.75),  # beats against the one before
    (1.193, 0.45, 0.55),
    (1.506, 0.2, 0.45),
    (2.0, 0.8, 0.5),
    (2.514, 0.2, 0.28),
    (3.011, 0.28, 0.22),
    (4.17, 0.18, 0.13),
    (5.43, 0.1, 0.08),
)


def bell(pitch: float, seconds: float, ring: float, hard: float = 1.0) -> Track:
    """A bell by its nominal, the note it is called by; a soft clapper leaves the high partials asleep."""
    modes = [
        (pitch / 2 * ratio, strength * (hard if ratio > 2.2 else 1.0), ring * decay)
        for ratio, strength, decay in BELL
        if pitch / 2 * ratio < RATE * 0.45
    ]
    track = struck(modes, 0.003)[: samples(seconds)]
    return [value * (1 - place / len(track)) for place, value in enumerate(track)]


def sand_half() -> Track:
    """One soft bell: half of the sand is through."""
    return room(bell(1047, 1.2, 0.5, 0.5), 0.4, 0.2)


def sand_ten() -> Track:
    """Two quick bells: ten seconds."""
    track = bell(1568, 0.8, 0.32)
    mix(track, 0.15, bell(1568, 0.7, 0.32), 1.1)
    return room(track, 0.35, 0.15)


def sand_out() -> Track:
    """A low bell: the sand has run out."""
    return room(bell(587, 1.7, 0.9), 0.5, 0.3)


# --- the end of a match ---


NOTES = {"D4": 293.66, "E4": 329.63, "F4": 349.23, "F#4": 369.99, "A4": 440.0, "D5": 587.33, "F#5": 739.99, "A5": 880.0}


def fanfare() -> Track:
    """Trumpets in D, as the King's musketeers would have them."""
    track = [0.0] * samples(2.0)
    tune = (("D5", 0.0, 0.15), ("D5", 0.17, 0.09), ("D5", 0.28, 0.09), ("F#5", 0.39, 0.19), ("D5", 0.6, 0.12),
            ("F#5", 0.74, 0.12), ("A5", 0.88, 1.1))  # fmt: skip
    for note, at, seconds in tune:
        mix(track, at, blown(NOTES[note], seconds, 0.8, 0.018))
    for note, at, seconds in (("D4", 0.0, 0.15), ("A4", 0.39, 0.19), ("A4", 0.74, 0.12)):
        mix(track, at, blown(NOTES[note], seconds, 0.72, 0.02, 1), 0.6)
    for note in ("D4", "F#4", "A4", "D5"):
        mix(track, 0.88, blown(NOTES[note], 1.1, 0.7, 0.03, 1), 0.5)
    return room(track, 0.55, 0.4)


def defeat() -> Track:
    """Low horns come down step by step, and a muffled drum has the last word."""
    chance = Random(1627)
    track = [0.0] * samples(2.1)
    for note, at, seconds in (("A4", 0.0, 0.42), ("F4", 0.4, 0.42), ("E4", 0.8, 0.42), ("D4", 1.2, 0.85)):
        mix(track, at, blown(NOTES[note], seconds, 0.62, 0.06))
        mix(track, at, blown(NOTES[note] / 2, seconds, 0.75, 0.07, 1), 0.6)
    drum = struck([(82, 1.0, 0.12), (131, 0.7, 0.08), (196, 0.4, 0.05), (305, 0.25, 0.03)], 0.002)
    mix(drum, 0, band(hiss(chance, 0.05, lambda t: (1 - t) ** 3), 420, 0.9), 1.0)
    for at, strength in ((1.2, 1.6), (1.62, 1.0)):
        mix(track, at, drum, strength)
    return room(track, 0.55, 0.4)


def refusal() -> Track:
    """Two knuckles, softly, on the underside of the table."""
    chance = Random(1626)
    knock = struck([(241, 0.8, 0.05), (367, 0.9, 0.036), (566, 0.55, 0.024), (838, 0.22, 0.014)], 0.002)
    mix(knock, 0, band(hiss(chance, 0.02, lambda t: (1 - t) ** 2), 520, 0.9), 0.8)
    track = [0.0] * samples(0.3)
    mix(track, 0.003, knock)
    mix(track, 0.13, knock, 0.7)
    return room(track, 0.3, 0.08)


SOUNDS: dict[str, Callable[[], Track]] = {
    make.__name__: make
    for make in (dice, token, page, sand_start, sand_half, sand_ten, sand_out, fanfare, defeat, refusal)
}


def write(path: Path, sound: array[int]) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(sound.tobytes())


def main(arguments: list[str]) -> int:
    folder = Path(arguments[0]) if arguments else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in SOUNDS.items():
        write(folder / f"{name}.wav", finish(make()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
