from __future__ import annotations

from collections import Counter

from tools.games.recorder import PACE, Recorder
from tools.games.simulated import changing_depth, dawdling, real_dice, second_thoughts, simulated

CLERK = {"players": 4, "depth": "clerk"}


def played(play: object, seed: str = "m", **options: object) -> Recorder:
    table = Recorder({**CLERK, **options}, seed)
    assert callable(play)
    play(table)
    return table


def counted(table: Recorder) -> Counter[str]:
    return Counter(record.intent.do for record in table.match.records)


def test_players_play_to_the_end() -> None:
    table = played(simulated())
    assert table.match.verdict() is not None
    assert counted(table)["seal"] == table.state.round


def test_players_may_be_anything_but_sensible() -> None:
    assert not counted(played(simulated(musketeers=False, milady=False)))["seal"]


def test_some_of_the_quest_may_be_done_when_the_clerk_is_asked_to_help() -> None:
    first = played(simulated(brought=2)).match.records[0]
    assert (first.intent.do, first.intent.fields["to"]) == ("correct", 2)


def test_people_who_dawdle() -> None:
    first, second = played(simulated(dawdling)).match.records[:2]
    assert second.at - first.at == 30_000 + PACE


def test_people_who_throw_real_dice_type_them_in() -> None:
    for record in played(simulated(real_dice)).match.records:
        if record.intent.do in ("siege", "clash"):
            assert "faces" in record.intent.fields
            (roll, *_) = record.result.get("rolls", ({},))
            assert list(roll.get("faces", ())) == list(record.intent.fields["faces"])


def test_people_who_change_their_minds_end_up_where_they_were() -> None:
    did = counted(played(simulated(second_thoughts, musketeers=False, milady=False)))
    assert did["undo"] + did["back_to"] == did["redo"] > 0
    assert did["note"]
    assert did["roll"]


def test_people_who_change_the_depth_do_so_round_by_round() -> None:
    table = played(simulated(changing_depth, musketeers=False, milady=False), players=5, depth="scorekeeper")
    told = [record.intent.fields["to"] for record in table.match.records if record.intent.do == "depth"]
    assert told == (["clerk", "scorekeeper"] * len(told))[: len(told)]
    assert len(told) >= table.state.round - 1
