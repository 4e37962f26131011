from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.boxes.mousquetaires import proof, seal
from companion.core.match import Match
from companion.core.record import Record
from companion.core.words import say
from tools import cheat
from tools.cheat import Missed, main, run
from tools.cheats.evening import Evening
from tools.cheats.tricks import TRICKS


def test_three_hundred_rounds_of_cheats_and_honest_ones() -> None:
    tally = run(300, os.environ.get("COMPANION_CHEAT_SEED", "milady"))
    assert tally.rounds == sum(tally.seen.values()) == 300
    tried = {trick for (trick, what) in tally.seen if what}
    # If half of them never got their opportunity, little would be proved.
    assert tried == set(TRICKS)
    assert sum(count for (_, what), count in tally.seen.items() if what) > 90
    assert {what for (_, what) in tally.seen} >= {"broken", "answer", "late", "unopened", "leaked", "refused", ""}


def _blind_engine(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(seal, "foul", lambda *given: None)


def _believing_engine(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(seal, "_why_not", lambda match, state, opening: None)


def _blind_audit(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(proof._Reading, "_judge", lambda self, turn: iter(()))


def _believing_audit(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(proof._Reading, "_opens", lambda self, seal, place, nonce: bool(nonce))


def _strict_engine(patch: pytest.MonkeyPatch) -> None:
    """A forgotten interruption would be a lie at every table."""
    no = say("No."), "richelieu"
    patch.setattr(seal, "denial", lambda state, place: no if place in state.passed else None)


def _strict_audit(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(proof._Reading, "_counts", lambda self, word: True)


def _hasty_audit(patch: pytest.MonkeyPatch) -> None:
    """It would not know that what was taken back does not count."""
    patch.setattr(proof, "that_stand", list)


@pytest.mark.parametrize(
    "fault",
    [
        _blind_engine,
        _believing_engine,
        _blind_audit,
        _believing_audit,
        _strict_engine,
        _strict_audit,
        _hasty_audit,
    ],
    ids=lambda fault: fault.__name__.strip("_"),
)
def test_a_fault_in_the_engine_or_in_the_audit_is_noticed(
    fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    with pytest.raises(Missed, match=r"^match .*, round \d+, "):
        run(300, "milady")


def test_rounds_replay_and_are_taken_in_by_another_device() -> None:
    """What a cheat leaves behind must not be something that nobody else can take."""
    table = Evening("replayed")
    for number in range(2 * len(TRICKS)):
        list(TRICKS.values())[number % len(TRICKS)](table)
        table.finish()
        table.show()
        table.end()
    match = table.match
    again = Match.replay(match.box, match.header, [Record.from_plain(record.plain()) for record in match.records])
    assert replace(again.state, board=match.state.board) == match.state
    assert again.log() == match.log()
    assert len(match.state.fouls) > 10


def test_the_long_run_says_what_it_did(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--rounds", "12", "--seed", "3"]) == 0
    assert capsys.readouterr().out.startswith("12 rounds: ")


def test_the_long_run_fails_where_something_was_missed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missed(rounds: int, seed: str) -> None:
        raise Missed("a lie")

    monkeypatch.setattr(cheat, "run", missed)
    assert main([]) == 1
    assert capsys.readouterr().err == "a lie\n"
