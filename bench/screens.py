"""What people feel of the screens: how soon they may tap, how smooth the dice are, what a tap costs, what is kept.

The peer is always an app with nothing in it, made of the same libraries. What counts Python's milliseconds runs without
pixels: with them, the time here would be that of the software that draws them, and says nothing about a phone.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from companion.app import headless
from companion.app.desk import Desk

SHELF = 20  # matches that lie on it
STARTS = 11
OPTIONS = {"players": 4}


def measure() -> list[tuple[str, float, float]]:
    found = _first_frames()
    tumble = _stage("tumble", tier="mock")
    visits = _stage("visits", tier="mock")
    taps = _stage("taps", tier="mock")
    return [
        *found,
        (
            "Python in a frame while ten dice tumble against an empty animated widget",
            tumble["ours"] / tumble["peer"],
            20,
        ),
        ("things kept after seeing every screen twice against once", visits["things"], 1.01),
        ("memory kept after seeing every screen twice against once", visits["memory"], 1.02),
        ("Python from tap to drawn after 1,500 records against early in a match", taps["late"] / taps["early"], 1.3),
        ("Python from tap to drawn against an empty app's button and label", taps["late"] / taps["peer"], 20),
    ]


def _first_frames() -> list[tuple[str, float, float]]:
    """Ours and the empty one in turns, so that a busy moment of the machine hits both."""
    if headless.choose_tier(hidden=True) == "mock":
        print(f"left out: the first frame, which cannot be drawn without {' and '.join(headless.GL_PACKAGES)}")
        return []
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        _fill_shelf(Path(folder))
        for turn in range(STARTS + 1):
            ours, empty = _until_drawn("ours", folder), _until_drawn("empty", folder)
            if turn:  # at its very first start, Python still has to compile
                ratios.append(ours / empty)
    name = f"first frame that takes a tap, {SHELF} matches on the shelf, against an empty KivyMD app"
    return [(name, median(ratios), 1.6)]


def _fill_shelf(folder: Path) -> None:
    desk = Desk(folder, lambda call: call())
    for _ in range(SHELF):
        desk.start("mousquetaires", OPTIONS)
        for do in ("next", "undo"):
            desk.act(do, {}, lambda outcome: None)
        desk.leave()
    desk.close()


def _until_drawn(name: str, folder: str) -> float:
    """Seconds from the start of the process to its first frame; afterwards it must have taken a tap."""
    # Compiled, as it is on people's devices: the libraries are, and without this our own code might not be.
    env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    env["PYTHONPYCACHEPREFIX"] = str(Path(folder) / "compiled")
    begin = time.perf_counter()
    with subprocess.Popen(_command(name, folder), env=env, stdout=subprocess.PIPE, text=True) as stage:
        assert stage.stdout
        stage.stdout.readline()
        spent = time.perf_counter() - begin
        answer = json.loads(stage.stdout.read())
    assert answer["taken"], "the first frame took no tap"
    return spent


def _stage(name: str, tier: headless.Tier) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            _command(name, folder),
            env={**os.environ, "KIVY_TEST_TIER": tier},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            timeout=180,
        )
    answer: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return answer


def _command(name: str, folder: str) -> list[str]:
    return [sys.executable, "-m", "bench.stage", name, folder]
