from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.boxes.mousquetaires import BOX
from companion.boxes.mousquetaires.board import TRACKS
from companion.boxes.mousquetaires.state import STEPS, State
from companion.core.box import Slot
from companion.core.dice import SeededChance
from companion.core.match import Match, open_header
from companion.core.pen import apply
from companion.core.plain import plain
from companion.core.prompt import Choice, Refusal
from companion.core.record import BadForm, Header, Intent, Plain, Record

HEADER = Header("m", BOX.name, {"head_start": True}, {}, at=1_000)


def new(**ports: Any) -> Match[State]:
    return Match(BOX, HEADER, chance=SeededChance(7), **ports)


def do(match: Match[State], name: str, /, **fields: Any) -> Record:
    outcome = match.act(Intent(name, fields))
    assert isinstance(outcome, Record), outcome
    return outcome


def refused(match: Match[State], name: str, /, **fields: Any) -> Refusal:
    outcome = match.act(Intent(name, fields))
    assert isinstance(outcome, Refusal), outcome
    return outcome


def purses(match: Match[State], *values: int) -> None:
    for value in values:
        do(match, "correct", what="purse", to=value)


def all_of(match: Match[State]) -> tuple[Any, ...]:
    """Everything a match shows: two that agree in this cannot be told apart."""
    labels = tuple(line.read() if line else None for line in (match.undo_label(), match.redo_label()))
    return match.state, match.view(), match.head, list(match.records), match.log(), labels


# the chain


def test_each_record_follows_on_the_one_before() -> None:
    match = new()
    assert match.head == HEADER.hash()
    records = [do(match, "next"), do(match, "note", text="late"), do(match, "undo")]
    assert match.records == records
    assert [record.seq for record in records] == [1, 2, 3]
    assert [record.prev for record in records] == [HEADER.hash(), records[0].hash, records[1].hash]
    assert all(record.is_whole() for record in records)
    assert match.head == records[2].hash


def test_a_record_gets_an_id_when_the_tap_has_none() -> None:
    match = new()
    assert [do(match, "next").intent.id, do(match, "next").intent.id] == ["#1", "#2"]
    with pytest.raises(BadForm, match="may not start"):
        match.act(Intent("next", id="#3"))


def test_the_clock_never_runs_backwards_in_the_records() -> None:
    times = iter([500, 3_000, 2_000, 4_000])
    match = new(clock=lambda: next(times))
    assert [do(match, "next").at for _ in range(4)] == [1_000, 3_000, 3_000, 4_000]


def test_a_match_that_cannot_be_set_up_is_refused() -> None:
    with pytest.raises(BadForm, match="cannot be set up"):
        Match(BOX, replace(HEADER, options={"players": 9}))
    with pytest.raises(BadForm, match="cannot be set up"):
        Match(BOX, replace(HEADER, profile={"siege.most_blue": "many"}))


def test_a_header_is_opened_only_with_good_options() -> None:
    header = open_header(BOX, "m", {"players": 3}, BOX.profile(), 5, "0.1")
    assert (header.match, header.box, header.options, header.at, header.app) == (
        "m",
        BOX.name,
        {"players": 3},
        5,
        "0.1",
    )
    assert Match(BOX, header).state.players == 3
    with pytest.raises(BadForm):
        open_header(BOX, "m", {"players": 9}, BOX.profile(), 5, "0.1")


# taps


def test_the_same_tap_twice_is_one_record() -> None:
    match = new()
    tap = Intent("next", id="tap")
    assert match.act(tap) is match.act(tap)
    # The answer may have been lost on the way: the step the tap was meant for is over by now.
    assert match.act(replace(tap, step="1.destination")) is match.records[0]
    assert len(match.records) == 1


@pytest.mark.parametrize("other", [Intent("undo"), Intent("note", {"text": "b"}), Intent("note", {"text": "a"}, "x")])
def test_an_id_belongs_to_one_tap(other: Intent) -> None:
    match = new()
    match.act(Intent("note", {"text": "a"}, id="tap"))
    before = all_of(match)
    with pytest.raises(BadForm, match="another tap"):
        match.act(replace(other, id="tap"))
    assert all_of(match) == before


def test_a_tap_for_a_step_that_is_over_is_left_out() -> None:
    match = new()
    tap = Intent("next", step=match.step)
    assert isinstance(match.act(tap), Record)
    outcome = match.act(tap)
    assert isinstance(outcome, Refusal)
    assert outcome.stale
    assert (outcome.rule, outcome.overridable) == ("stale", False)
    assert len(match.records) == 1


def test_the_record_is_safe_before_the_table_changes() -> None:
    seen: list[tuple[Record, str, int]] = []
    match: Match[State] = new(sink=lambda record: seen.append((record, match.step, len(match.records))))
    record = do(match, "next")
    assert seen == [(record, "1.destination", 0)]
    assert match.step == "1.paris"


@pytest.mark.parametrize("name", ["next", "undo", "redo", "note"])
def test_what_could_not_be_written_has_not_happened(name: str) -> None:
    full = False

    def sink(record: Record) -> None:
        if full:
            raise OSError("no space left")

    match = new(sink=sink)
    purses(match, 3, 4)
    do(match, "undo")
    before, full = all_of(match), True
    tap = Intent(name, {"text": "x"} if name == "note" else {}, id="tap")
    with pytest.raises(OSError, match="no space"):
        match.act(tap)
    assert all_of(match) == before
    full = False
    assert isinstance(match.act(tap), Record)  # the same tap may be tried again


@pytest.mark.parametrize(
    "intent",
    [
        Intent("fly"),
        Intent("next", {"far": 1}),
        Intent("undo", {"seq": 1}),
        Intent("back_to"),
        Intent("back_to", {"seq": True}),
        Intent("note", {"text": 3}),
        Intent("note", {"text": "x" * 5_000}),
        Intent("note", {"text": "\ud800"}),
        Intent("correct", {"what": "purse", "to": 0.5}),
        Intent("correct", {"what": "purse", "to": 2**60}),
        Intent("correct", {"what": "purse", "to": 4, "reason": "\ud800"}),
    ],
)
def test_what_is_no_intent_changes_nothing(intent: Intent) -> None:
    match = new()
    do(match, "next")
    before = all_of(match)
    with pytest.raises(BadForm):
        match.act(intent)
    assert all_of(match) == before


def test_what_the_pen_had_is_what_the_record_says() -> None:
    """The state is not worked out a second time when somebody taps; so it must be what the records come to."""
    match = Match(BOX, replace(HEADER, options={"depth": "clerk", "paris": "held"}), chance=SeededChance(7))
    for name, fields in MORNING:
        before = match.state
        record = do(match, name, **fields)
        assert apply(before, json.loads(record.line())["result"]) == match.state
        assert plain(apply(before, record.result)) == plain(match.state)


MORNING: tuple[tuple[str, dict[str, Any]], ...] = (
    ("next", {}),
    ("correct", {"what": "paris_cards", "to": 1}),
    ("paris_card", {"card": "duels", "foes": ["lubin", "jussac"], "skill": "panache", "value": 6}),
    ("perfidy", {"how": "play", "card": "imprisoned", "target": "aramis"}),
    ("turn", {"who": "aramis"}),
    ("escape", {"how": "fight"}),
    ("commit", {"cards": 3}),
    ("clash", {"faces": ["sword"] * 6 + ["shield"] * 3}),
    ("equip", {"buy": ["horse", "panache"]}),
    ("rest", {}),
    ("duel", {"who": "dartagnan", "foe": "lubin"}),
    ("let_pass", {}),
    ("correct", {"what": "paris", "to": "held"}),
    ("correct", {"what": "chapters_done", "to": 3}),
    ("gallery", {"skill": "panache"}),
    ("token", {"kind": "trap"}),
    ("token", {"kind": "two_swords"}),
    ("depth", {"to": "scorekeeper"}),
)


def test_what_can_be_set_by_hand_is_worked_out_once_and_is_the_same_all_evening(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[State] = []
    slots = BOX.slots

    def counted(box: object, state: State) -> Mapping[str, Slot]:
        asked.append(state)
        return slots(state)

    monkeypatch.setattr(type(BOX), "slots", counted)
    match = new()
    first = match.slots
    for name in ("next", "next", "note"):
        do(match, name, **({"text": "x"} if name == "note" else {}))
    assert len(asked) == 1
    assert {name: slot.path for name, slot in slots(match.state).items()} == {
        name: slot.path for name, slot in first.items()
    }


@pytest.mark.parametrize(
    "result", [{"changes": [{"what": "purse", "from": 3, "to": 99, "why": "correction"}]}, {"changes": []}]
)
def test_what_could_not_be_taken_in_again_is_not_written_down(
    result: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mistake of ours in a rule must not make a match that cannot be opened any more."""
    written: list[Record] = []
    match = new(sink=written.append)
    monkeypatch.setattr(match, "_decide", lambda *_: (result, match.state))
    if result["changes"]:
        with pytest.raises(BadForm, match="what it cannot be"):
            match.act(Intent("next"))
    else:
        match.act(Intent("next"))
    assert len(written) == len(match.records) == (0 if result["changes"] else 1)


def test_the_table_may_insist_and_the_ruling_is_written_down() -> None:
    match = new()
    do(match, "correct", what="step", to="siege")
    refusal = refused(match, "next")
    assert refusal.overridable
    record = match.act(Intent("next", anyway=True))
    assert isinstance(record, Record)
    assert record.result["rulings"] == [refusal.rule]
    assert [line.ruling for line in match.log()] == [False, True]


# taking back


def test_undo_and_redo_are_records_with_names() -> None:
    match = new()
    assert (match.undo_label(), match.redo_label()) == (None, None)
    purses(match, 3, 5)
    label = match.undo_label()
    assert label
    assert label.read() == "Purse set to 5"
    assert do(match, "undo").result == {"undoes": [2]}
    assert match.state.purse == 3
    label = match.redo_label()
    assert label
    assert label.read() == "Purse set to 5"
    assert do(match, "redo").result == {"redoes": [2]}
    assert match.state.purse == 5
    assert [(line.label.read(), line.undone) for line in match.log()] == [
        ("Purse set to 3", False),
        ("Purse set to 5", False),
        ("Undone: Purse set to 5", False),
        ("Brought back: Purse set to 5", False),
    ]


def test_what_is_taken_back_is_struck_through() -> None:
    match = new()
    purses(match, 3, 5)
    do(match, "undo")
    assert [line.undone for line in match.log()] == [False, True, False]
    do(match, "redo")
    assert not any(line.undone for line in match.log())


def test_back_to_takes_everything_back_at_once_and_redo_brings_it_back_at_once() -> None:
    match = new()
    purses(match, 3, 4, 5)
    record = do(match, "back_to", seq=1)
    assert record.result == {"undoes": [2, 3]}
    assert match.label(record).read() == "Back to before: Purse set to 4"
    assert match.state.purse == 3
    do(match, "undo")
    assert match.state.purse == BOX.setup({}, BOX.profile()).purse
    assert do(match, "redo").result == {"redoes": [1]}
    assert do(match, "redo").result == {"redoes": [2, 3]}
    assert match.state.purse == 5
    assert do(match, "undo").result == {"undoes": [3]}


def test_back_to_leaves_alone_what_was_taken_back_already() -> None:
    match = new()
    purses(match, 3, 4)
    do(match, "undo")
    purses(match, 5)
    assert do(match, "back_to", seq=0).result == {"undoes": [1, 4]}
    assert match.state == BOX.setup(HEADER.options, BOX.profile())


def test_something_new_ends_redo() -> None:
    match = new()
    purses(match, 3, 4)
    do(match, "undo")
    do(match, "note", text="no")
    assert match.redo_label() is None
    assert refused(match, "redo").rule == "undo"


def test_there_is_an_end_to_taking_back() -> None:
    match = new()
    assert refused(match, "undo").rule == "undo"
    assert refused(match, "redo").rule == "undo"
    do(match, "next")
    for seq in (-1, 1, 2):
        assert refused(match, "back_to", seq=seq).rule == "undo"
    assert len(match.records) == 1


def test_the_last_change_is_the_newest_that_counts() -> None:
    match = new()
    assert match.last_change() == {}
    purses(match, 3, 4)
    do(match, "undo")
    assert match.last_change() == match.records[0].result


# the end


def test_a_verdict_stops_moves_but_neither_corrections_nor_undo() -> None:
    match = new()
    do(match, "correct", what="rochelle", to=BOX.slots(match.state)["rochelle"].lo)
    assert match.verdict() is not None
    assert match.view()["verdict"]["winner"] == "milady"
    assert match.prompts() == ()
    outcome = match.act(Intent("next", anyway=True))
    assert isinstance(outcome, Refusal)
    assert (outcome.rule, outcome.overridable) == ("over", False)
    do(match, "note", text="well fought")
    do(match, "roll", dice="1b")
    do(match, "correct", what="rochelle", to=2)
    assert match.verdict() is None
    do(match, "undo")
    assert match.verdict() is not None
    do(match, "back_to", seq=0)
    assert match.verdict() is None
    do(match, "next")


# taking in


def evening() -> Match[State]:
    match = new()
    for name in ("next", "next", "undo", "redo", "next"):
        do(match, name)
    match.act(Intent("roll", {"dice": "4b 3r"}, id="tap"))
    do(match, "back_to", seq=2)
    return match


def test_a_replay_equals_the_live_match_and_needs_no_chance() -> None:
    live = evening()
    again = Match.replay(BOX, HEADER, [Record.from_plain(json.loads(record.line())) for record in live.records])
    assert all_of(again) == all_of(live)
    assert do(again, "redo").result == do(live, "redo").result


def test_what_is_taken_in_is_not_written_again() -> None:
    written: list[Record] = []
    match = Match.replay(BOX, HEADER, evening().records, sink=written.append)
    assert written == []
    do(match, "next")
    assert written == match.records[-1:]


def forged(match: Match[State], name: str, result: Plain, **other: Any) -> Record:
    """A record whose hash is right and whose place in the chain is right, but that nobody decided."""
    given = {"seq": len(match.records) + 1, "prev": match.head, "id": "forged", **other}
    return Record.make(given["seq"], 9_000, Intent(name, id=given["id"]), result, given["prev"])


def change(what: str, to: Any) -> dict[str, Any]:
    return {"what": what, "from": None, "to": to, "why": "correction"}


def bad_records(match: Match[State]) -> Iterable[Record]:
    good = forged(match, "accept", {})
    yield forged(match, "accept", {}, seq=len(match.records) + 2)
    yield forged(match, "accept", {}, seq=len(match.records))
    yield forged(match, "accept", {}, prev="0" * 64)
    yield forged(match, "accept", {}, id=match.records[0].intent.id)
    yield forged(match, "accept", {}, id="#99")
    yield forged(match, "accept", {}, id="tap")
    yield Record.from_plain({**good.plain(), "at": good.at + 1})
    yield Record.from_plain({**good.plain(), "hash": "0" * 64})
    for undoes in ([], [1], [2, 3], [99], [3, 4, 5], ["1"], [[1]], list(range(1, 40))):
        yield forged(match, "undo", {"undoes": undoes})
        yield forged(match, "back_to", {"undoes": undoes})
    for redoes in ([], [1], [5], [6, 5], [5, 6, 7], ["5"]):
        yield forged(match, "redo", {"redoes": redoes})
    yield forged(match, "undo", {})
    yield forged(match, "redo", {})
    damaged: tuple[Any, ...] = (1, [1], [{}], [{"what": 1, "to": 1}], [{"what": "purse"}], [{"what": "none", "to": 1}])
    for changes in damaged:
        yield forged(match, "next", {"changes": changes})
    for what, to in (("purse", "full"), ("purse", True), ("purse.x", 1), ("musketeers", 1), ("time_held", 0)):
        yield forged(match, "next", {"changes": [change("epic", 0), change(what, to)]})


def test_what_does_not_fit_is_not_taken_in() -> None:
    match = evening()
    before = all_of(match)
    for record in bad_records(match):
        with pytest.raises(BadForm):
            match.take(record)
        assert all_of(match) == before, record
    # The same things with nothing wrong about them are taken in.
    match.take(forged(match, "redo", {"redoes": [5, 6]}))
    match.take(forged(match, "accept", {"changes": [change("epic", 0)]}, id="good"))


def test_a_gap_in_the_records_is_no_match() -> None:
    records = evening().records
    for wrong in (records[1:], [*records[:2], *records[3:]], [*records, records[-1]], records[::-1]):
        with pytest.raises(BadForm):
            Match.replay(BOX, HEADER, wrong)
    with pytest.raises(BadForm):
        Match.replay(BOX, replace(HEADER, match="other"), records)


# what comes from another device


def learning(match: Match[State]) -> tuple[Match[State], list[Record]]:
    """A copy of the match, and what it has written down."""
    written: list[Record] = []
    copy = Match.replay(BOX, HEADER, match.records, sink=lambda *records: written.extend(records))
    return copy, written


@pytest.mark.parametrize("at_once", [1, 2, 7])
def test_what_is_learned_is_written_down_and_on_the_table(at_once: int) -> None:
    live = evening()
    copy, written = learning(new())
    for start in range(0, len(live.records), at_once):
        copy.learn(live.records[start : start + at_once])
    assert written == live.records
    assert all_of(copy) == all_of(live)
    assert do(copy, "redo").result == do(live, "redo").result


@pytest.mark.parametrize("with_others", [0, 2])
def test_what_does_not_fit_is_not_even_written_down(with_others: int) -> None:
    """It would be there for ever, and the match could not be opened any more."""
    match = evening()
    copy, written = learning(match)
    before = all_of(copy)
    for _ in range(with_others):
        do(match, "next")
    good = match.records[len(copy.records) :]
    for record in bad_records(match):
        with pytest.raises(BadForm):
            copy.learn([*good, record])
        assert all_of(copy) == before, record
        assert written == []
    copy.learn([*good, forged(match, "accept", {"changes": [change("epic", 0)]})])
    assert len(written) == with_others + 1


@pytest.mark.parametrize("count", [1, 3])
def test_what_could_not_be_written_was_not_learned(count: int) -> None:
    live = evening()
    copy = Match.replay(BOX, HEADER, live.records[:2])
    before = all_of(copy)
    told: list[Record] = []

    def full(*records: Record) -> None:
        told.extend(records)
        raise OSError("full")

    copy._sink = full
    with pytest.raises(OSError, match="full"):
        copy.learn(live.records[2 : 2 + count])
    assert all_of(copy) == before
    assert told == live.records[2 : 2 + count]
    copy._sink = lambda *records: None
    copy.learn(live.records[2:])
    assert all_of(copy) == all_of(live)


def test_each_record_is_looked_at_after_it_was_checked_and_before_it_counts() -> None:
    live = evening()
    for take in ("learn", "take"):
        copy = Match.replay(BOX, HEADER, live.records[:1])
        seen: list[tuple[int, int]] = []

        def look(match: Match[State], record: Record, seen: list[tuple[int, int]] = seen) -> None:
            seen.append((len(match.records) + 1, record.seq))

        if take == "learn":
            copy.learn(live.records[1:2], look)
            copy.learn(live.records[2:], look)
        else:
            for record in live.records[1:]:
                copy.take(record, look)
        assert seen == [(record.seq, record.seq) for record in live.records[1:]]
        seen.clear()
        for record in bad_records(copy):
            with pytest.raises(BadForm):
                copy.take(record, look)
        assert seen == []


def test_the_answer_to_a_tap_is_found_whoever_sends_it_again() -> None:
    match = new()
    done = match.act(Intent("note", {"text": "a"}, seat="milady", id="tap"))
    for seat in ("milady", "table"):
        assert match.answer_to(Intent("note", {"text": "a"}, seat=seat, id="tap", step="another")) is done
    for other in (Intent("note", {"text": "b"}, id="tap"), Intent("undo", id="tap"), Intent("note", {"text": "a"})):
        assert match.answer_to(other) is None


# any evening at all


def tap_of(choice: Choice) -> Intent:
    fields = dict(choice.fields)
    for asked in (*((choice.ask,) if choice.ask else ()), *choice.asks):
        fields[asked.name] = asked.start
    for pick in choice.picks:
        taken = [value for value, _ in pick.options[: pick.least]]
        if pick.many:
            fields[pick.name] = taken
        elif taken:
            fields[pick.name] = taken[0]
    return Intent(choice.do, fields)


def whys(result: Plain) -> Iterable[str]:
    for part in ("changes", "rolls", "draws", "tells"):
        yield from (entry["why"] for entry in result.get(part, ()))
    yield from result.get("rulings", ())


SLOTS = sorted(BOX.slots(BOX.setup({}, BOX.profile())))
VALUES = st.one_of(
    st.integers(-1, 20), st.sampled_from(STEPS), st.sampled_from(["", "held", "acting", "quest"]), st.booleans()
)
WILD = st.one_of(
    st.builds(lambda what, to: Intent("correct", {"what": what, "to": to}), st.sampled_from(SLOTS), VALUES),
    st.sampled_from([Intent("undo"), Intent("undo"), Intent("redo"), Intent("roll", {"dice": "4b 3r"})]),
    st.builds(lambda seq: Intent("back_to", {"seq": seq}), st.integers(-1, 20)),
    st.builds(lambda name: Intent(name, anyway=True), st.sampled_from(sorted(BOX.verbs))),
    st.sampled_from([Intent(""), Intent("fly"), Intent("next", {"x": 1}), Intent("note", {"text": None})]),
)
# Mostly what the prompts offer (the choice of that number), or no evening would ever see its second round.
CALM = st.lists(st.integers(0, 30), min_size=2, max_size=15)
TAPS = st.lists(st.tuples(CALM, WILD), min_size=1, max_size=6).map(lambda parts: [t for a, b in parts for t in (*a, b)])


OPTIONS = st.fixed_dictionaries(
    {
        "players": st.integers(2, 4),
        "milady": st.booleans(),
        "head_start": st.booleans(),
        "deadly_quest": st.booleans(),
        "depth": st.sampled_from(["scorekeeper", "clerk", "clerk"]),
    }
)


@settings(max_examples=100)
@given(OPTIONS, TAPS)
def test_any_evening_holds_together(options: dict[str, Any], taps: list[Intent | int]) -> None:
    header = Header("m", BOX.name, options, {})
    match = Match(BOX, header, chance=SeededChance(options["players"]))
    for tap in taps:
        if isinstance(tap, int):
            choices = [choice for prompt in match.prompts() for choice in prompt.choices]
            tap = tap_of(choices[tap % len(choices)]) if choices else Intent("next")
        before = all_of(match)
        try:
            outcome = match.act(tap)
        except BadForm:
            assert all_of(match) == before
            continue
        if isinstance(outcome, Refusal):
            assert all_of(match) == before
            assert match.rule(outcome.rule).text.read()
        else:
            assert all(match.rule(why).text.read() for why in whys(outcome.result))
        for name in TRACKS:
            assert match.state.board.tracks[name].holds(getattr(match.state, name))
        if match.verdict() is None:
            for prompt in match.prompts():
                assert match.rule(prompt.rule).text.read()
            choices = [choice for prompt in match.prompts() for choice in prompt.choices]
            assert any(accepted(match, tap_of(choice)) for choice in choices), match.step
        else:
            assert match.prompts() == ()
    assert all_of(Match.replay(BOX, header, match.records)) == all_of(match)
    if match.undo_label():
        state, undone = match.state, [line.undone for line in match.log()]
        assert do(match, "undo").result["undoes"] == do(match, "redo").result["redoes"]
        assert match.state == state
        assert [line.undone for line in match.log()] == [*undone, False, False]


def accepted(match: Match[State], tap: Intent) -> bool:
    """Would this tap count? Asked with a sink that fails, so that nothing happens."""

    class Accepted(Exception):
        pass

    def sink(record: Record) -> None:
        raise Accepted

    kept, match._sink = match._sink, sink
    try:
        match.act(tap)
    except Accepted:
        return True
    finally:
        match._sink = kept
    return False
