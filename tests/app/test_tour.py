"""The tour: one match to its end, every screen on the way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.app import headless
from companion.app.tour import PHONE, SHOTS, TABLET, Guide

# Which moments are seen on which screen.
MOMENTS = {
    "shelf": "shelf-empty shelf",
    "setup": "setup setup-pieces",
    "boxcheck": "boxcheck boxcheck-tracks",
    "table": "destination paris treachery treachery-cards actions turn turn-actions rochefort challenge token "
    "reveal time louvre aftermath why correct more",
    "company": "company",
    "pad": "pad-handed-over pad pad-held pad-desk",
    "missions": "missions chapter-1 chapter-2 chapter-3 chapter-4",
    "duel": "duel duel-thrown duel-botte blade gallery",
    "siege": "siege siege-dice march",
    "oneforall": "oneforall",
    "hourglass": "hourglass",
    "dice": "dice",
    "log": "log",
    "help": "help",
    "devices": "devices-join devices devices-host",
    "settings": "settings",
    "about": "about",
    "verdict": "verdict",
}


def test_every_size_language_and_light_is_seen() -> None:
    seen = {(shot.device, shot.size, shot.language, shot.dark) for shot in SHOTS}
    devices, languages = (("phone", PHONE), ("tablet", TABLET)), ("en", "fr", "de", "it")
    assert len(SHOTS) == len(seen)
    assert seen == {(*device, language, dark) for device in devices for language in languages for dark in (True, False)}
    assert SHOTS[0].name == "phone-en-light"


# A phone folds away what lies open on a tablet, so the way differs.
ENDS = (SHOTS[0], next(shot for shot in SHOTS if shot.name == "tablet-de-dark"))


def test_the_tour_sees_every_screen_and_ends_with_a_victory(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, ends = tmp_path / "tour", []
    out.mkdir()
    guide = Guide(out, tmp_path / "matches", ENDS)
    put_away = guide._put_away
    monkeypatch.setattr(guide, "_put_away", lambda: (ends.append(guide.hand.match.verdict()), put_away()))
    saved = guide.walk()
    assert guide.seen == {moment: screen for screen, moments in MOMENTS.items() for moment in moments.split()}
    assert [(verdict.winner, verdict.cause) for verdict in ends] == [("musketeers", "diamonds")]
    pictures = {file.name for file in out.iterdir()}
    assert saved == len(pictures)
    if headless.has_pixels():
        assert pictures == {f"{name}-{shot.name}.png" for name in guide.seen for shot in ENDS}
