"""What sounds are made of: struck things, noise, blown notes, a room around them, and one loudness for all."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Sequence
from math import exp, pi, sin, sqrt, tanh
from random import Random

RATE = 22_050
PEAK = 0.85  # of what a file can hold; phones distort above it
LOUD = 0.1  # the effective value every sound is brought to, as an ear hears it
WINDOW = 0.12  # seconds over which an ear judges loudness
SILENT = 0.0006  # nobody hears this any more
DEAF = 400  # below this, an ear and the loudspeaker of a phone make little of a note

Track = list[float]
Mode = tuple[float, float, float]  # frequency, strength, seconds until it has faded to a third


def samples(seconds: float) -> int:
    return round(seconds * RATE)


def mix(track: Track, at: float, sound: Sequence[float], strength: float = 1.0) -> None:
    """Lay a sound into a track, which grows if it must."""
    start = samples(at)
    missing = start + len(sound) - len(track)
    if missing > 0:
        track.extend([0.0] * missing)
    for place, value in enumerate(sound, start):
        track[place] += value * strength


def struck(modes: Sequence[Mode], attack: float = 0.001) -> Track:
    """Something hard was hit: each of its modes rings and fades at its own pace."""
    track = [0.0] * samples(max(decay for _, _, decay in modes) * 6)
    rise = max(samples(attack), 1)
    for frequency, strength, decay in modes:
        step, fade = 2 * pi * frequency / RATE, exp(-1 / (decay * RATE))
        level = strength
        for place in range(min(samples(decay * 6), len(track))):
            track[place] += level * sin(step * place) * min(place / rise, 1.0)
            level *= fade
    return track


def band(track: Sequence[float], centre: float, width: float) -> Track:
    """Only what sounds around a frequency; `width` is that of the band, as a share of its centre."""
    angle = 2 * pi * centre / RATE
    alpha = sin(angle) * width / 2
    b0, a1, a2 = alpha / (1 + alpha), -2 * sin(angle + pi / 2) / (1 + alpha), (1 - alpha) / (1 + alpha)
    out: Track = []
    x1 = x2 = y1 = y2 = 0.0
    for x in track:
        y = b0 * (x - x2) - a1 * y1 - a2 * y2
        x2, x1, y2, y1 = x1, x, y1, y
        out.append(y)
    return out


def high(track: Sequence[float], frequency: float) -> Track:
    """Without what is lower than this."""
    keep = 1 / (1 + 2 * pi * frequency / RATE)
    out: Track = []
    before = y = 0.0
    for x in track:
        y = keep * (y + x - before)
        before = x
        out.append(y)
    return out


def hiss(chance: Random, seconds: float, shape: Callable[[float], float]) -> Track:
    """Noise whose strength follows `shape` from 0 to 1."""
    count = samples(seconds)
    return [(chance.random() * 2 - 1) * shape(place / count) for place in range(count)]


def room(track: Sequence[float], wet: float, tail: float) -> Track:
    """A small panelled room: four echoes that run around in it, smeared by two that do not."""
    total = len(track) + samples(tail)
    dry = [*track, *[0.0] * (total - len(track))]
    echo = [0.0] * total
    for delay in (0.0297, 0.0371, 0.0411, 0.0437):
        gap, back = samples(delay), 0.001 ** (delay / max(tail, 0.05))
        line, dull = [0.0] * gap, 0.0
        for place, value in enumerate(dry):
            heard = line[place % gap]
            echo[place] += heard
            dull = 0.6 * heard + 0.4 * dull  # wood swallows the high ones first
            line[place % gap] = value + dull * back
    for delay in (0.005, 0.0017):
        gap = samples(delay)
        line = [0.0] * gap
        for place, value in enumerate(echo):
            heard = line[place % gap]
            line[place % gap] = value + 0.6 * heard
            echo[place] = heard - 0.6 * line[place % gap]
    return [value + wet * 0.25 * late for value, late in zip(dry, echo, strict=True)]


def blown(pitch: float, seconds: float, bright: float, bite: float = 0.03, players: int = 2) -> Track:
    """A note of a wind instrument. The louder it is, the more of its harmonics are heard; players differ a little."""
    count = samples(seconds)
    track = [0.0] * count
    rise, fall = samples(bite), samples(min(0.07, seconds / 4))
    swell = [min(at / rise, (count - at) / fall, 1.0) * (1 - 0.25 * at / count) for at in range(count)]
    for player in range(players):
        tuned, part = pitch * (1 + 0.0017 * player), 0.45**player
        for number in range(1, int(min(RATE * 0.42 / pitch, 14)) + 1):
            step, weak = 2 * pi * tuned * number / RATE, part / number**0.55
            for place in range(count):
                level = swell[place]
                wave_ = 0.012 * sin(2 * pi * 5.2 * place / RATE + player) * min(place / (0.3 * RATE), 1.0) * number
                track[place] += weak * level * (level * bright) ** (number - 1) * sin(step * place + wave_)
    return track


def loudness(track: Sequence[float]) -> float:
    """The effective value of the loudest stretch."""
    heard = high(high(track, DEAF), DEAF)
    window = samples(WINDOW)
    power = most = sum(value * value for value in heard[:window])
    for place in range(window, len(heard)):
        power += heard[place] ** 2 - heard[place - window] ** 2
        most = max(most, power)
    return sqrt(most / window)


def finish(track: Sequence[float]) -> array[int]:
    """As loud as all the others, rounded where it would be too loud, and silent at both ends."""
    track = high(track, 40)
    factor = LOUD / loudness(track)
    while abs(track[-1]) * factor < SILENT:
        track.pop()
    rise, fall, last = samples(0.0015), samples(0.06), len(track) - 1
    out = array("h")
    for place, value in enumerate(track):
        edge = min(place / rise, (last - place) / fall, 1.0)
        out.append(round(32767 * PEAK * tanh(value * factor * edge / PEAK)))
    if sys.byteorder == "big":
        out.byteswap()
    return out
