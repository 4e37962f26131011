"""The log file: useful to whoever mends the app, useless to whoever looks for secrets."""

import logging

import pytest

from companion.app import diary
from companion.app.diary import blotted, close_diary, diary_path, keep_diary
from companion.boxes import load
from companion.core.record import Intent
from companion.core.sealed import fresh
from companion.store.table import OpenMatch

log = logging.getLogger("companion.somewhere")


@pytest.fixture
def written(tmp_path):
    """`written()` is everything in the log so far."""
    handler = keep_diary(tmp_path)
    yield lambda: diary_path(tmp_path).read_text("utf-8")
    close_diary(handler)


def test_a_warning_is_written_with_its_time_and_place(written):
    log.warning("a setting could not be kept: %s", "the disk is full")
    assert "WARNING companion.somewhere: a setting could not be kept: the disk is full\n" in written()


@pytest.mark.parametrize("start", ["seal", "fate"])
def test_no_real_secret_is_ever_in_it(written, tmp_path, start):
    opened = OpenMatch.start(load("mousquetaires"), {"players": 3, "milady": start == "seal"}, tmp_path / "m.jsonl")
    if start == "seal":
        opened.seal("louvre")
    else:
        while opened.opening() is None:
            choice = opened.match.prompts()[0].choices[0]
            opened.match.act(Intent(choice.do, choice.fields))
    opening = opened.opening()
    opened.close()
    log.warning("opening %s %s", opening, opening.plain())
    log.warning("choice=%s, nonce_hex: %s", opening.choice, opening.nonce_hex)
    try:
        raise ValueError(opening.choice, opening.nonce_hex)
    except ValueError:
        log.exception("it failed")
    text = written()
    assert opening.choice not in text
    assert opening.nonce_hex not in text
    assert "ValueError" in text


def test_an_error_is_told_by_kind_and_place_and_not_by_its_words(written):
    typed = "Anna's secret " + "plan"

    def inner():
        try:
            raise KeyError(typed)
        except KeyError as error:
            raise RuntimeError(typed) from error

    try:
        inner()
    except RuntimeError as error:
        log.error("the app failed", exc_info=error)
    text = written()
    assert "in inner" in text
    assert "RuntimeError" in text
    assert "That came of:" in text
    assert "KeyError" in text
    assert "Anna" not in text


def test_of_the_disk_the_reason_is_told(written):
    log.error("no", exc_info=OSError(28, "No space left on device"))
    assert "OSError: No space left on device" in written()


def test_others_who_write_the_same_entry_are_not_disturbed(written, caplog):
    said = "in their own " + "words"
    try:
        raise ValueError(said)
    except ValueError:
        log.exception("it failed")
    assert said in caplog.text
    assert said not in written()


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a" * 64, "[...]"),
        ('{"choice": "louvre", "round": 3}', '{"choice": [...], "round": 3}'),
        ("Opening(choice='her house', round=1)", "Opening(choice=[...], round=1)"),
        ("the choice is yours", "the choice is yours"),
        ("match 0123456789abcdef", "match 0123456789abcdef"),
    ],
)
def test_what_is_blotted_out(text, left):
    assert blotted(text) == left


def test_it_never_grows_large(tmp_path, monkeypatch):
    monkeypatch.setattr(diary, "MOST", 2_000)
    handler = keep_diary(tmp_path)
    for number in range(500):
        log.warning("line %d", number)
    close_diary(handler)
    pages = list(diary_path(tmp_path).parent.iterdir())
    assert len(pages) == diary.GENERATIONS + 1
    assert all(page.stat().st_size <= 2_000 for page in pages)
    assert "line 499" in diary_path(tmp_path).read_text("utf-8")


def test_a_folder_that_cannot_be_used_is_no_trouble(tmp_path):
    (tmp_path / "logs").write_bytes(b"a file in the way")
    assert keep_diary(tmp_path) is None
    close_diary(None)


def test_a_log_that_cannot_be_written_is_no_trouble_either(tmp_path, monkeypatch, capsys):
    handler = keep_diary(tmp_path)

    def full(record):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(handler, "shouldRollover", full)
    log.warning("lost")
    close_diary(handler)
    assert "Logging error" not in capsys.readouterr().err


def test_closed_it_writes_no_more(tmp_path):
    handler = keep_diary(tmp_path)
    log.warning("before")
    close_diary(handler)
    log.warning("after")
    assert "after" not in diary_path(tmp_path).read_text("utf-8")


def test_a_seal_is_a_long_number_too():
    commitment, opening = fresh("m", 1, "louvre")
    assert blotted(f"{commitment} {opening.nonce_hex}") == "[...] [...]"
