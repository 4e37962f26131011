"""The drawn board follows the view of the match."""

import pytest

from companion.app import headless
from companion.app.boards import board_of
from companion.boxes import load
from companion.core.match import Match, open_header
from companion.core.record import Intent


@pytest.fixture
def match():
    box = load("mousquetaires")
    return Match(box, open_header(box, "m", {"players": 4}, box.profile(), 0, ""))


@pytest.fixture
def board(sit_down, tmp_path, match):
    """The board alone, in front of the shelf of an app that has no match open."""
    evening = sit_down(tmp_path)
    board = board_of("mousquetaires")(size_hint=(None, None))
    evening.app.root.add_widget(board)
    board.size = (400, 420)
    board.show(match.view(), walk=False)
    headless.frames(3)
    return board


def test_every_track_of_the_view_is_shown(board, match):
    for name, form in match.view()["tracks"].items():
        track = board.tracks[name]
        assert (track.lo, track.hi, track.shown) == (form["lo"], form["hi"], form["at"]), name
        assert track.title


@pytest.mark.parametrize("name", ["time", "queen", "louvre", "purse", "rochelle", "constance", "quest"])
def test_a_tap_on_a_track_tells_its_name(board, touch, name):
    heard = []
    board.bind(on_track=lambda _, track: heard.append(track))
    touch(board.tracks[name])
    assert heard == [name]


def test_tracks_do_not_lie_on_each_other(board):
    for size in ((400, 420), (700, 600), (300, 300)):
        board.size = size
        headless.frames(2)
        tracks = list(board.tracks.values())
        for at, one in enumerate(tracks):
            assert board.collide_widget(one)
            for other in tracks[at + 1 :]:
                apart_x = min(one.right, other.right) - max(one.x, other.x)
                apart_y = min(one.top, other.top) - max(one.y, other.y)
                assert min(apart_x, apart_y) < 1, (one.name, other.name)


def test_what_changed_is_seen(board, match):
    for what, to in (("time", 4), ("purse", 9), ("queen", 2), ("chapters_done", 1)):
        match.act(Intent("correct", {"what": what, "to": to}))
    board.show(match.view(), walk=False)
    assert [board.tracks[name].shown for name in ("time", "purse", "queen", "quest")] == [4, 9, 2, 1]


def test_the_marks_of_the_profile_are_signs_on_the_tracks(board, match):
    tracks = match.view()["tracks"]
    assert set(board.tracks["rochelle"].signs) == {int(space) for space in tracks["rochelle"]["marks"]}
    assert {int(space) for space in tracks["louvre"]["marks"]} < set(board.tracks["louvre"].signs)
    assert board.tracks["time"].danger == [tracks["time"]["hi"]]
    assert board.tracks["time"].pips == list(match.view()["siege_dice_by_time"])


def test_constance_fades_while_nobody_threatens_her(board, match):
    constance = board.tracks["constance"]
    assert constance.opacity < 1
    match.act(Intent("correct", {"what": "step", "to": "paris"}))
    match.act(Intent("paris_card", {"card": "abducted"}))
    board.show(match.view(), walk=False)
    assert constance.opacity == 1


@pytest.mark.pixels
def test_paper_and_frame_follow_the_light(board):
    from kivy.app import App

    day = headless.pixels()
    App.get_running_app().theme.dark = True
    headless.frames(2)
    assert headless.pixels() != day
