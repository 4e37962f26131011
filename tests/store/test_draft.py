from __future__ import annotations

from pathlib import Path

import pytest

from companion.store import whole
from companion.store.draft import Draft
from companion.store.files import StoreTrouble

FORMS = {"reveal": {"place": ["louvre"], "cards": 2}}


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "m1.jsonl"


def test_a_draft_is_found_again_at_its_moment_only(journal: Path) -> None:
    Draft(journal).keep("abc", FORMS)
    assert Draft(journal).read("abc") == FORMS
    assert Draft(journal).read("def") == {}


def test_it_lies_beside_the_journal_for_its_owner_only(journal: Path) -> None:
    Draft(journal).keep("abc", FORMS)
    [path] = journal.parent.iterdir()
    assert path.name == "m1.jsonl.draft"
    assert path.stat().st_mode & 0o077 == 0


def test_what_is_dropped_is_gone(journal: Path) -> None:
    draft = Draft(journal)
    draft.drop()
    draft.keep("abc", FORMS)
    draft.drop()
    assert draft.read("abc") == {}
    assert list(journal.parent.iterdir()) == []


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"7",
        b"\xff",
        b"[" * 100_000,
        b'{"head": "abc"}',
        b'{"head": "abc", "forms": [1]}',
        b'{"head": "abc", "forms": {"a": 1}}',
    ],
)
def test_an_unreadable_draft_is_an_empty_form(journal: Path, data: bytes) -> None:
    journal.with_name("m1.jsonl.draft").write_bytes(data)
    assert Draft(journal).read("abc") == {}


def test_a_full_disk_leaves_the_draft_before(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Draft(journal).keep("abc", FORMS)

    def full(path: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(whole, "create_file", full)
    with pytest.raises(StoreTrouble, match="disk is full"):
        Draft(journal).keep("abc", {})
    assert Draft(journal).read("abc") == FORMS
