"""A device that sits at another one's table, without wires: what it keeps, what it says, and what it notices."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.core.match import Match
from companion.core.prompt import Refusal
from companion.core.record import BadForm, Intent, Record, digest
from companion.core.toss import Mint, pledge_of
from companion.core.words import Line, say
from companion.link.guest import BURST, CLOCK_EVERY, CLOCK_SOON, LONGEST_MATCH, PATIENCE, RATE, READINGS
from companion.link.messages import FROM_GUEST, checked, chunks, refused
from companion.link.pace import Pace
from tests.link.at_table import Chair, Party, again, forged, header, lines, new, note, on_the_wire, played, roll
from tests.link.mutants import Mutants

NOT_COUNTED = "The table is out of reach: this did not count."
NOT_KNOWN = "The table is out of reach. Whether this counted will be seen when it is back."


def complete(chair: Chair) -> bool:
    """Has it all of the host's match?"""
    return chair.guest.synced


def answers(chair: Chair, match: Match[Any], intent: Intent) -> Record:
    """The host accepts this, and tells the guest."""
    done = match.act(intent)
    assert isinstance(done, Record)
    chair.records(done)
    return done


def sent(chair: Chair) -> list[str]:
    return [form["intent"]["id"] for form in chair.take("do") if form["intent"]["do"] != "pledge"]


# --- joining and catching up ---


@pytest.mark.parametrize(
    ("mine", "seq", "of"),
    [(None, 0, ""), (played("a", "b"), 2, "m1"), (played("x", match="m2"), 1, "m2"), (new("m3"), 0, "m3")],
)
def test_a_guest_says_how_far_his_copy_goes(mine: Match[Any] | None, seq: int, of: str) -> None:
    chair = Chair(mine, reign=4)
    chair.guest.joined()
    have, time = chair.take()
    head = mine.head if mine else ""
    assert have == {"m": "have", "match": of, "seq": seq, "hash": head, "reign": 4}
    assert time == {"m": "time", "t": chair.clock.now}
    assert all(checked(form, FROM_GUEST) for form in (have, time))
    assert not complete(chair)


@pytest.mark.parametrize("length", range(4))
def test_a_copy_catches_up_from_wherever_it_is(length: int) -> None:
    whole = played("a", "b", "c")
    chair = Chair(again(whole, length))
    chair.guest.joined()
    chair.table(whole, after=length)
    assert complete(chair) == (length == 3)
    for message in chunks(whole.records[length:]):
        chair.guest.hear(on_the_wire(message))
    assert complete(chair)
    assert lines(chair.match) == lines(whole)
    assert chair.ears.heard == ([tuple(whole.records[length:])] if length < 3 else [])
    assert not chair.copy.aside


def test_a_copy_is_complete_when_it_is_as_long_as_the_host_s_and_not_before() -> None:
    whole = played("a", "b", "c")
    chair = Chair(again(whole, 1))
    told = chair.tap(note("d"))
    chair.guest.joined()
    chair.table(whole, after=1)
    chair.records(whole.records[1])
    assert not complete(chair)
    assert not chair.take("do")
    chair.records(whole.records[2])
    assert complete(chair)
    assert sent(chair) == ["id d"]
    assert not told


def test_a_match_that_is_laid_out_answers_what_was_tapped_before() -> None:
    whole = played("a", "b")
    chair = Chair()
    told = chair.tap(note("b"))
    chair.guest.joined()
    chair.table(whole)
    chair.records(*whole.records)
    assert told == [whole.records[1]]
    assert sent(chair) == []


@pytest.mark.parametrize("mine", [None, played("x", match="m2"), played("a", "x"), new("m2")])
def test_another_match_is_laid_out_once_it_is_complete(mine: Match[Any] | None) -> None:
    whole = played("a", "b", "c")
    chair = Chair(mine)
    chair.guest.joined()
    chair.table(whole)
    chair.records(*whole.records[:2])
    assert chair.copy.match is mine
    assert not complete(chair)
    chair.records(whole.records[2])
    assert lines(chair.match) == lines(whole)
    assert complete(chair)
    assert chair.ears.heard == [()]


def test_a_match_without_records_is_laid_out_at_once() -> None:
    chair = Chair()
    chair.guest.joined()
    chair.table(new())
    assert chair.match.header.match == "m1"
    assert complete(chair)


def test_what_comes_twice_is_taken_once() -> None:
    chair = Chair()
    host = chair.sit(played("a"))
    done = answers(chair, host, note("b"))
    chair.records(*host.records)
    chair.records(done)
    assert lines(chair.match) == lines(host)
    assert chair.ears.heard[-1] == (done,)
    assert complete(chair)
    assert not chair.take()


def test_a_gap_is_asked_for_once_and_whoever_cannot_close_it_makes_no_sense() -> None:
    chair = Chair()
    host = chair.sit(played("a"))
    host.act(note("b"))
    later = host.act(note("c"))
    assert isinstance(later, Record)
    chair.take()
    chair.records(later)
    (have,) = chair.take()
    assert (have["m"], have["seq"]) == ("have", len(chair.match.records))
    assert not complete(chair)
    # What was on its way before the host has heard that is in its answer, too.
    chair.records(later)
    assert not chair.take()
    chair.table(host, after=len(chair.match.records))
    chair.records(*host.records[-2:])
    assert complete(chair)
    assert lines(chair.match) == lines(host)


def test_a_host_that_cannot_close_a_gap_is_not_asked_for_ever() -> None:
    chair = Chair()
    host = chair.sit(played("a"))
    length = len(host.records)
    host.act(note("b"))
    later = host.act(note("c"))
    assert isinstance(later, Record)
    chair.records(later)
    chair.take()
    chair.table(host, after=length)
    with pytest.raises(BadForm):
        chair.records(later)
    assert not chair.take()
    assert len(chair.match.records) == length


def _copy_says(**other: Any) -> Callable[[Chair, Match[Any]], None]:
    return lambda chair, whole: chair.table(whole, **other)


@pytest.mark.parametrize(
    "said",
    [
        _copy_says(after=1),
        _copy_says(after=3),
        _copy_says(after=2, match="m2"),
        _copy_says(after=2, seq=1),
        _copy_says(after=2, seq=2, hash="0" * 64),
        _copy_says(after=-1),
        _copy_says(header={"match": 1}),
        _copy_says(seq=LONGEST_MATCH + 1),
        _copy_says(seq=-1),
    ],
)
def test_a_host_who_speaks_of_another_copy_makes_no_sense(said: Callable[[Chair, Match[Any]], None]) -> None:
    mine = played("a", "b")
    chair = Chair(mine)
    chair.guest.joined()
    with pytest.raises(BadForm):
        said(chair, played("a", "b", "c"))
    assert not complete(chair)
    assert chair.copy.match is mine
    assert chair.guest.reign == 0


def test_a_whole_match_that_is_none_leaves_everything_as_it_was() -> None:
    mine = played("a", "b")
    chair = Chair(mine)
    chair.guest.joined()
    bad = again(mine, 1)
    wrong = forged(bad, Intent("undo", id="u"), {"undoes": [7]})
    chair.table(mine)
    with pytest.raises(BadForm):
        chair.records(bad.records[0], wrong)
    assert chair.copy.match is mine
    assert not chair.ears.heard


def test_without_a_match_there_is_nothing_to_go_on_from() -> None:
    chair = Chair()
    chair.guest.joined()
    with pytest.raises(BadForm):
        chair.table(new(), after=0)
    bad = new()
    chair.table(played("a"))
    with pytest.raises(BadForm):
        chair.records(forged(bad, Intent("undo", id="u"), {"undoes": [7]}))
    chair.records(*played("a").records)
    assert chair.copy.match is None
    assert not complete(chair)


def test_of_records_that_do_not_all_follow_none_is_taken() -> None:
    chair = Chair()
    host = chair.sit(played("a"))
    before = lines(chair.match)
    good = host.act(note("b"))
    assert isinstance(good, Record)
    chair.records(good, forged(again(host), note("c"), {"changes": 7}))
    assert lines(chair.match) == before
    assert chair.take("have")


def test_a_host_who_was_succeeded_is_not_heard() -> None:
    chair = Chair(played("a"), reign=11)
    chair.guest.joined()
    chair.table(played("a", "b"), after=1, reign=10)
    chair.records(*played("a", "b").records[1:])
    assert chair.ears.outdated_times == 1
    assert not complete(chair)
    assert len(chair.match.records) == 1
    chair.guest.lost()
    chair.guest.joined()
    chair.table(played("a", "b"), after=1, reign=12)
    chair.records(*played("a", "b").records[1:])
    assert complete(chair)
    assert chair.guest.reign == 12
    chair.guest.joined()
    assert chair.take("have")[-1]["reign"] == 12


def test_who_sits_at_the_table_is_passed_on() -> None:
    chair = Chair()
    chair.sit(new())
    chair.guest.hear({"m": "seats", "seats": [{"name": "Phone", "role": "table"}]})
    assert chair.ears.seen == [(("Phone", "table"),)]


# --- two ways ---


def test_what_was_done_here_and_not_there_is_told_and_asked_for_again() -> None:
    mine = played("a", "b", "c")
    mine.act(Intent("undo", id="u"))
    mine.act(note("d"))
    mine.act(Intent("note", {"text": "nobody's"}))
    mine.act(pledge_of("somebody", Mint(1)))
    mine.act(Intent("correct", {"what": "purse", "to": 4}, seat="milady", id="p"))
    mine.act(Intent("undo", id="v"))
    mine.act(Intent("redo", id="w"))
    whole = played("a", "x")
    chair = Chair(mine)
    chair.guest.joined()
    chair.table(whole)
    chair.records(*whole.records)
    assert lines(chair.match) == lines(whole)
    told = "The table went on without 8 things that were done here. What counted is asked for again."
    assert chair.ears.told() == [told]  # the pledge is nobody's loss
    assert sent(chair) == ["id b", "id d", "p"]
    assert chair.copy.aside == [mine.records]


def test_one_thing_is_told_as_one() -> None:
    chair = Chair(played("a", "b"))
    whole = played("a")
    chair.guest.joined()
    chair.table(whole)
    chair.records(*whole.records)
    told = "The table went on without 1 thing that was done here. What counted is asked for again."
    assert chair.ears.told() == [told]


def test_whoever_was_merely_behind_has_lost_nothing() -> None:
    party = Party.of(played("a", "b", "c"), played("a"))
    assert not party.chair.ears.alarms
    assert lines(party.chair.match) == lines(party.room.match)


def test_what_is_asked_for_again_and_refused_is_told() -> None:
    host = played("a")
    mine = again(host)
    for intent in (note("b"), Intent("correct", {"what": "purse", "to": 4}, id="p", step="9.over")):
        mine.act(replace(intent, step=None))
    mine.records[-1] = replace_step(mine.records[-1])
    host.act(note("x"))
    party = Party.of(host, Match.replay(mine.box, mine.header, mine.records))
    kept = [record.intent.id for record in party.room.match.records]
    assert "id b" in kept
    assert "p" not in kept
    assert party.chair.ears.told()[1:] == ["Something that was done before the break could not be kept."]
    assert party.chair.guest.waiting == 0


def replace_step(record: Record) -> Record:
    """The same tap, meant for a step that is over by now."""
    return Record.make(record.seq, record.at, replace(record.intent, step="9.over"), record.result, record.prev)


def test_two_devices_that_ask_for_the_same_again_have_it_once() -> None:
    host = played("a")
    mine = again(host)
    mine.act(note("b"))
    host.act(note("x"))
    party = Party.of(host, mine)
    party.room.sit(7, "milady")
    party.room.do(7, note("b"))
    assert [form["m"] for form in party.room.take(7)] == ["known"]
    assert [record.intent.id for record in party.room.match.records].count("id b") == 1


# --- taps ---


def test_a_tap_is_sent_and_answered_by_its_record() -> None:
    chair = Chair()
    host = chair.sit(new())
    told = chair.tap(note("a"))
    (said,) = chair.take()
    assert said == {"m": "do", "intent": note("a").plain()}
    assert chair.guest.waiting == 1
    done = answers(chair, host, note("a"))
    assert told == [done]
    assert chair.guest.waiting == 0
    chair.guest.hear({"m": "known", "id": "id a", "seq": done.seq})
    assert told == [done]


def test_a_tap_without_a_name_gets_one() -> None:
    chair = Chair()
    chair.sit(new())
    for _ in range(2):
        chair.tap(Intent("undo"))
    names = sent(chair)
    assert len(set(names)) == 2
    assert all(names)


def test_a_tap_waits_until_the_copy_is_complete() -> None:
    whole = played("a")
    chair = Chair()
    early = chair.tap(note("early"))
    chair.guest.joined()
    chair.tap(note("later"))
    assert not chair.take("do")
    chair.table(whole)
    assert not chair.take("do")
    chair.records(*whole.records)
    assert sent(chair) == ["id early", "id later"]
    assert not early


def test_after_a_break_everything_without_an_answer_is_said_again() -> None:
    chair = Chair()
    host = chair.sit(new())
    told = [chair.tap(note(text)) for text in "ab"]
    assert sent(chair) == ["id a", "id b"]
    host.act(note("a"))
    chair.guest.lost()
    chair.guest.joined()
    chair.take()
    chair.table(host, after=len(host.records) - 1)
    chair.records(host.records[-1])
    assert told == [[host.records[-1]], []]
    assert sent(chair) == ["id b"]


def test_a_tap_that_was_accepted_before_is_answered_when_the_host_knows_it() -> None:
    chair = Chair()
    host = chair.sit(played("a"))
    told = chair.tap(note("a"))
    chair.guest.hear({"m": "known", "id": "id a", "seq": 1})
    assert told == [host.records[0]]


@pytest.mark.parametrize(("ident", "seq"), [("x", 1), ("id t", 0), ("id t", -1), ("id t", 99), ("id t", 1)])
def test_an_answer_to_something_else_is_none(ident: str, seq: int) -> None:
    chair = Chair()
    chair.sit(played("a"))
    told = chair.tap(note("t"))
    chair.guest.hear({"m": "known", "id": ident, "seq": seq})
    assert not told
    assert chair.guest.waiting == 1


def test_a_refusal_arrives_with_its_rule() -> None:
    chair = Chair()
    chair.sit(new())
    told = chair.tap(note("a"))
    refusal = Refusal(say("{n} too many", n=3), "hourglass", overridable=True, stale=False)
    chair.guest.hear(on_the_wire(refused("id a", refusal)))
    assert told == [refusal]
    assert chair.guest.waiting == 0
    chair.guest.hear(on_the_wire(refused("id a", refusal)))  # nobody asks any more
    assert told == [refusal]


def test_what_went_wrong_at_the_table_is_a_line() -> None:
    chair = Chair()
    chair.sit(new())
    told = chair.tap(note("a"))
    chair.guest.hear(on_the_wire(refused("id a", Refusal(Line("The disk is full."), "", overridable=False))))
    assert told == [Line("The disk is full.")]


def test_a_refusal_without_words_answers_nothing() -> None:
    chair = Chair()
    chair.sit(new())
    told = chair.tap(note("a"))
    with pytest.raises(ValueError, match="line"):
        chair.guest.hear({**refused("id a", Refusal(say("No."), "")), "reason": {}})
    assert not told
    assert chair.guest.waiting == 1


def test_a_table_out_of_reach_is_told_after_a_moment() -> None:
    chair = Chair()
    chair.sit(new())
    chair.guest.lost()
    chair.reachable = False
    told = chair.tap(note("a"))
    chair.clock.now += PATIENCE - 1
    chair.guest.tick()
    assert not told
    chair.clock.now += 1
    chair.guest.tick()
    assert [line.read() for line in told if isinstance(line, Line)] == [NOT_COUNTED]
    chair.reachable = True
    chair.guest.joined()
    chair.table(chair.match, after=len(chair.match.records))
    assert not sent(chair)  # he was told that it did not count


def test_of_what_may_have_arrived_nobody_says_that_it_did_not_count() -> None:
    chair = Chair()
    host = chair.sit(new())
    told = chair.tap(note("a"))
    chair.guest.lost()
    chair.clock.now += PATIENCE
    chair.guest.tick()
    assert [line.read() for line in told if isinstance(line, Line)] == [NOT_KNOWN]
    host.act(note("a"))
    chair.guest.joined()
    chair.table(host, after=len(host.records) - 1)
    chair.records(host.records[-1])
    assert len(told) == 1


def test_what_may_have_arrived_once_may_have_arrived() -> None:
    chair = Chair()
    chair.sit(new())
    told = chair.tap(note("a"))
    chair.guest.joined()
    chair.reachable = False  # it is lost before we are told so
    chair.table(chair.match, after=len(chair.match.records))
    chair.guest.lost()
    chair.clock.now += PATIENCE
    chair.guest.tick()
    assert [line.read() for line in told if isinstance(line, Line)] == [NOT_KNOWN]


def test_a_table_that_does_not_take_us_in_is_out_of_reach_too() -> None:
    chair = Chair(played("a"), reign=11)
    chair.guest.joined()
    chair.table(played("a"), after=1, reign=10)
    told = chair.tap(note("b"))
    chair.clock.now += PATIENCE
    chair.guest.tick()
    assert [line.read() for line in told if isinstance(line, Line)] == [NOT_COUNTED]


def test_at_a_table_that_is_there_nobody_is_told_to_hurry() -> None:
    chair = Chair()
    chair.sit(new())
    told = chair.tap(note("a"))
    chair.clock.now += 10 * PATIENCE
    chair.guest.tick()
    assert not told


def test_what_has_piled_up_is_no_flood() -> None:
    """The host ends a conversation in which too much is said, and everything would begin anew, for ever."""
    mine = played(*(f"{number}" for number in range(400)))
    chair = Chair(mine)
    chair.guest.joined()
    chair.table(new())
    door, said = Pace(), 0
    for _ in range(400):
        for form in chair.take("do"):
            assert door.allows(chair.clock.now / 1_000)
            assert checked(form, FROM_GUEST)
            said += 1
        chair.clock.now += 50
        chair.guest.tick()
    assert said == 401  # with the pledge
    assert Pace().rate > RATE
    assert Pace().burst > BURST


def test_what_is_left_is_handed_back() -> None:
    chair = Chair()
    chair.sit(new())
    chair.guest.lost()
    then: Callable[[Any], None] = lambda outcome: None  # noqa: E731
    chair.guest.tap(note("a"), then)
    assert chair.guest.hand_back() == [(note("a"), then)]
    assert chair.guest.waiting == 0


# --- coins ---


def host_coins(chair: Chair, match: Match[Any]) -> Mint:
    mint = Mint(50)
    answers(chair, match, pledge_of("host", mint))
    return mint


def ready(role: str = "musketeers") -> tuple[Chair, Match[Any], Mint]:
    chair = Chair(role=role)
    host = chair.sit(played("a"))
    return chair, host, host_coins(chair, host)


def thrown(match: Match[Any], intent: Intent, mint: Mint, coin: str) -> Record:
    done = match.act(intent, {"host": mint.show(), "guest": coin})
    assert isinstance(done, Record)
    return done


def test_a_guest_pledges_before_anything_is_thrown() -> None:
    chair = Chair()
    chair.guest.tap(roll("r"), lambda outcome: None)
    chair.guest.joined()
    chair.table(new())
    pledge, throw = chair.take("do")
    assert pledge["intent"]["do"] == "pledge"
    assert pledge["intent"]["with"]["by"] == "guest"
    assert throw["intent"]["id"] == "r"
    assert chair.guest.waiting == 2
    host = new()
    host.act(Intent.from_plain(pledge["intent"]))
    chair.records(*host.records)
    assert chair.guest.waiting == 1
    chair.guest.joined()
    chair.table(host, after=1)
    assert [form["intent"]["id"] for form in chair.take("do")] == ["r"]  # it stands; nothing is pledged twice


def test_an_onlooker_pledges_nothing_and_has_no_coin() -> None:
    chair = Chair(role="onlooker")
    host = chair.sit(new())
    assert len(host.records) == 0
    assert chair.toss(host, roll("r")) == [""]


def test_a_coin_is_shown_for_the_throw_that_comes_next() -> None:
    chair, host, mint = ready()
    (coin,) = chair.toss(host, roll("r"))
    done = thrown(host, roll("r"), mint, coin)
    chair.records(done)
    assert lines(chair.match) == lines(host)
    assert not chair.ears.alarms
    (other,) = chair.toss(host, roll("s"))
    assert other not in ("", coin)
    assert not chair.take("do")  # no new pledge is needed


@pytest.mark.parametrize("other", [{"seq": 2}, {"seq": 99}, {"prev": "0" * 64}])
def test_no_coin_for_a_throw_elsewhere(other: dict[str, Any]) -> None:
    chair, host, _ = ready()
    assert chair.toss(host, roll("r"), **other) == []
    assert len(chair.toss(host, roll("r"))[0]) == 64


def test_the_same_throw_gets_the_same_coin_and_another_one_none() -> None:
    """Whoever had two coins for one place could choose between two throws."""
    chair, host, mint = ready()
    (coin,) = chair.toss(host, roll("r"), 1)
    chair.guest.lost()
    chair.guest.joined()
    chair.table(host, after=len(host.records))
    assert chair.toss(host, roll("r"), 2) == [coin]
    for other in (roll("s"), roll("r", "3b"), replace(roll("r"), seat="milady"), replace(roll("r"), anyway=True)):
        assert chair.toss(host, other, 3) == [""]
    chair.records(thrown(host, roll("r"), mint, coin))
    assert not chair.ears.alarms


def _alone(host: Match[Any], mint: Mint, coin: str) -> Record:
    done = host.act(roll("r"))
    assert isinstance(done, Record)
    return done


def _something_else(host: Match[Any], mint: Mint, coin: str) -> Record:
    done = host.act(note("not a throw"))
    assert isinstance(done, Record)
    return done


def _new_pledge(host: Match[Any], mint: Mint, coin: str) -> Record:
    done = host.act(pledge_of("host", Mint(2)))
    assert isinstance(done, Record)
    return done


@pytest.mark.parametrize("instead", [_alone, _something_else, _new_pledge])
def test_a_coin_that_was_not_used_is_noticed(instead: Callable[[Match[Any], Mint, str], Record]) -> None:
    """The host has seen it, and may not have liked what would have come of it."""
    chair, host, mint = ready()
    (coin,) = chair.toss(host, roll("r"))
    done = instead(host, mint, coin)
    chair.records(done)
    assert chair.ears.told() == [f"Record {done.seq} did not use the coin that this device had shown for it."]
    # What everybody may have seen is pledged anew, and play goes on.
    (pledge,) = chair.take("do")
    assert pledge["intent"]["with"] == {"by": "guest", "anchor": coin}
    answers(chair, host, note("meanwhile"))
    assert not chair.take("do")  # once is enough
    answers(chair, host, Intent.from_plain(pledge["intent"]))
    (next_coin,) = chair.toss(host, roll("t"))
    mint = host_coins(chair, host) if instead is _new_pledge else mint
    if instead is not _new_pledge:
        chair.records(thrown(host, roll("t"), mint, next_coin))
        assert len(chair.ears.alarms) == 1


def test_a_coin_that_was_not_used_is_noticed_although_another_record_came_with_it() -> None:
    """He shows the throw together with nonsense, so that it is not taken, and then does as if it had never been."""
    chair, host, mint = ready()
    (coin,) = chair.toss(host, roll("r"))
    honest = thrown(again(host), roll("r"), mint, coin)
    chair.records(honest, forged(host, note("nonsense")))
    assert not chair.ears.alarms
    chair.take()
    chair.table(host, after=len(host.records))
    answers(chair, host, note("x"))
    assert len(chair.ears.alarms) == 1


@pytest.mark.parametrize("other", [roll("s"), roll("r", "3b"), replace(roll("r"), seat="milady")])
def test_a_coin_that_was_used_for_something_else_is_noticed(other: Intent) -> None:
    chair, host, mint = ready()
    (coin,) = chair.toss(host, roll("r"))
    done = thrown(host, other, mint, coin)
    chair.records(done)
    assert chair.ears.told() == [f"Record {done.seq}: the coin of this device was used for another throw."]


def test_a_throw_that_is_not_what_the_coins_say_is_noticed() -> None:
    chair, host, mint = ready()
    (coin,) = chair.toss(host, roll("r", "1b"))
    honest = thrown(again(host), roll("r", "1b"), mint, coin)
    thrown_ = honest.result["rolls"][0]
    faces = ["lily" if thrown_["faces"] != ["lily"] else "sword"]
    chair.records(forged(host, roll("r", "1b"), {**honest.result, "rolls": [{**thrown_, "faces": faces}]}))
    assert chair.ears.told() == [f"Record {honest.seq}: the dice did not fall as the coins say."]
    assert len(chair.match.records) == honest.seq  # it is told, and the table goes on


def test_an_unfair_throw_is_noticed_in_a_whole_match_too() -> None:
    """Laying out the match anew must be no way around it."""
    chair, host, mint = ready()
    (coin,) = chair.toss(host, roll("r", "1b"))
    honest = thrown(again(host), roll("r", "1b"), mint, coin)
    thrown_ = honest.result["rolls"][0]
    faces = ["lily" if thrown_["faces"] != ["lily"] else "sword"]
    host.take(forged(host, roll("r", "1b"), {**honest.result, "rolls": [{**thrown_, "faces": faces}]}))
    chair.table(host)
    chair.records(*host.records)
    assert chair.ears.told() == [f"Record {honest.seq}: the dice did not fall as the coins say."]


def test_laying_out_the_match_anew_buys_no_second_coin() -> None:
    chair, host, mint = ready()
    (coin,) = chair.toss(host, roll("r"))
    chair.table(host)
    chair.records(*host.records)
    assert chair.toss(host, roll("s")) == [""]
    assert chair.toss(host, roll("r")) == [coin]
    chair.records(thrown(host, roll("r"), mint, coin))
    assert not chair.ears.alarms


def test_a_match_that_goes_another_way_from_a_shown_coin_on_is_noticed() -> None:
    chair, host, _ = ready()
    (coin,) = chair.toss(host, roll("r"))
    shorter = again(host, len(host.records) - 1)  # without the host's last pledge
    chair.table(shorter)
    chair.records(*shorter.records)
    assert chair.ears.told() == [
        f"Record {len(host.records) + 1} did not use the coin that this device had shown for it."
    ]
    (pledge,) = chair.take("do")
    assert pledge["intent"]["with"] == {"by": "guest", "anchor": coin}


def test_a_coin_that_was_shown_on_another_way_counts_for_nothing_else() -> None:
    """After a fork its coins are known. Whoever uses them in our name is found out."""
    chair, host, mint = ready()
    before = again(host)
    (coin,) = chair.toss(host, roll("r"))
    chair.records(thrown(host, roll("r"), mint, coin))
    fork, other = again(before), Mint(5)
    fork.act(pledge_of("other", other))
    chair.table(fork, reign=20)
    chair.records(*fork.records)
    assert len(chair.ears.alarms) == 1  # the fork itself
    done = fork.act(roll("s"), {"other": other.show(), "guest": coin})
    assert isinstance(done, Record)
    chair.records(done)
    assert chair.ears.told()[1:] == [f"Record {done.seq}: the coin of this device was used for another throw."]


def test_a_pledge_in_our_name_is_found_out_when_it_is_used() -> None:
    chair, host, mint = ready()
    false = Mint(5)
    answers(chair, host, Intent("pledge", {"by": "guest", "anchor": false.tip}, id="x"))
    done = thrown(host, roll("r"), mint, false.show())
    chair.records(done)
    assert chair.ears.told() == [f"Record {done.seq}: the coin of this device was used for another throw."]


def test_what_this_device_threw_on_another_evening_is_no_reason_for_alarm() -> None:
    earlier, host, mint = ready()
    (coin,) = earlier.toss(host, roll("r"))
    thrown(host, roll("r"), mint, coin)
    chair = Chair()
    chair.sit(host)
    assert not chair.ears.alarms


def test_coins_that_are_used_up_are_followed_by_others() -> None:
    chair = Chair(mint=Mint(1))
    host = chair.sit(new())
    mint = host_coins(chair, host)
    (coin,) = chair.toss(host, roll("r"))
    chair.records(thrown(host, roll("r"), mint, coin))
    (pledge,) = chair.take("do")
    answers(chair, host, Intent.from_plain(pledge["intent"]))
    (other,) = chair.toss(host, roll("s"))
    chair.records(thrown(host, roll("s"), mint, other))
    assert not chair.ears.alarms


# --- the host's clock ---


def test_the_reading_that_travelled_fastest_is_believed() -> None:
    chair = Chair()
    chair.guest.joined()
    assert chair.guest.ahead == 0
    for travelled, late in ((40, 12), (8, 1), (100, 45)):
        asked = chair.take("time")[-1]["t"]
        chair.clock.now = asked + travelled
        there = asked + travelled // 2 + late + 70_000  # the way back takes less than the way there, or more
        chair.guest.hear({"m": "time", "t": asked, "now": there})
        chair.clock.now += CLOCK_EVERY
        chair.guest.tick()
    assert chair.guest.ahead == 70_001


def test_the_clock_is_asked_often_until_it_is_known_and_then_now_and_again() -> None:
    chair = Chair()
    chair.guest.joined()
    for pause in [CLOCK_SOON] * (READINGS - 1) + [CLOCK_EVERY] * 2:
        (asked,) = chair.take("time")
        chair.guest.hear({"m": "time", "t": asked["t"], "now": asked["t"]})
        chair.clock.now += pause - 1
        chair.guest.tick()
        assert not chair.take("time")
        chair.clock.now += 1
        chair.guest.tick()
    assert chair.take("time") == [{"m": "time", "t": chair.clock.now}]
    chair.guest.lost()
    chair.clock.now += CLOCK_EVERY
    chair.guest.tick()
    assert not chair.take("time")


def test_only_the_answer_to_the_last_question_counts_and_old_ones_are_forgotten() -> None:
    chair = Chair()
    chair.guest.joined()
    asked = chair.clock.now
    for wrong in (asked - 1, asked + 1, 0):
        chair.guest.hear({"m": "time", "t": wrong, "now": 5_000_000})
    assert chair.guest.ahead == 0
    chair.guest.hear({"m": "time", "t": asked, "now": asked + 7})
    assert chair.guest.ahead == 7
    for _ in range(READINGS):
        chair.clock.now += CLOCK_EVERY
        chair.guest.tick()
        asked = chair.clock.now
        chair.clock.now += 2
        chair.guest.hear({"m": "time", "t": asked, "now": asked + 1 + 9})
    assert chair.guest.ahead == 9
    chair.guest.joined()
    assert chair.guest.ahead == 0


def test_a_clock_that_was_set_back_gives_no_reading() -> None:
    chair = Chair()
    chair.guest.joined()
    asked = chair.clock.now
    chair.clock.now -= 500
    chair.guest.hear({"m": "time", "t": asked, "now": asked})
    assert chair.guest.ahead == 0


# --- whoever means harm ---


def _forge(form: dict[str, Any]) -> dict[str, Any]:
    """Whoever forges can hash, too."""
    body = {name: value for name, value in form.items() if name != "hash"}
    try:
        return {**body, "hash": digest(body)}
    except (TypeError, ValueError, RecursionError):
        return form


class Hostile:
    """A host who knows the code, and says what he likes."""

    def __init__(self, seed: int) -> None:
        self.mutants = Mutants(seed)
        self.dice = self.mutants.dice
        self.chair = Chair()
        host = self.chair.sit(played("a", "b"))
        self.mint = host_coins(self.chair, host)
        self.number = 0

    def record(self) -> dict[str, Any]:
        self.number += 1
        host, dice = again(self.chair.match), self.dice
        intent = Intent.from_plain({**self.mutants.intent(), "id": f"r{self.number}"})
        try:
            done = host.act(intent)
        except BadForm:
            done = None
        if not isinstance(done, Record):
            done = host.act(dice.choice((note(f"{self.number}"), Intent("roll", {"dice": "3b"}))))
        assert isinstance(done, Record)
        form = done.plain()
        if dice.random() < 0.7:
            part = dice.choice(("result", "result", "with", "do", "id", "seat", "at", "step"))
            form[part] = self.mutants.mutated(form.get(part, ""))
            if dice.random() < 0.3 and isinstance(form["result"], dict):
                extra = dice.choice(("coins", "rolls", "changes", "undoes", "redoes", "tells", "draws", "rulings"))
                form["result"] = {**form["result"], extra: self.mutants.mutated({"guest": "0" * 64})}
            form = _forge(form)
        return {"m": "records", "records": [form]}

    def message(self) -> Any:
        dice, match = self.dice, self.chair.match
        length, waiting = len(match.records), [*self.chair.guest._waiting, "x"]
        place = {"seq": length + 1, "prev": match.head}
        table = {"m": "table", "match": "m1", "reign": 10, "seq": length, "hash": match.head}
        form: Any = dice.choice(
            (
                self.record,
                self.record,
                self.record,
                lambda: {"m": "toss", "toss": 1, **place, "intent": self.mutants.intent()},
                lambda: {**refused(dice.choice(waiting), Refusal(say("{a}", a=say("b")), "x"))},
                lambda: {"m": "known", "id": dice.choice(waiting), "seq": dice.randint(-1, length + 1)},
                lambda: {"m": "time", "t": self.chair.clock.now, "now": 5},
                lambda: {"m": "seats", "seats": [{"name": "a", "role": "table"}]},
                lambda: {**table, "after": length, "header": {}},
                lambda: {**table, "after": 0, "header": match.header.plain()},
            )
        )()
        form = self.mutants.mutated(form) if dice.random() < 0.5 else form
        return on_the_wire(form if isinstance(form, dict) else {"m": form})

    def snapshot(self) -> Any:
        guest = self.chair.guest
        return lines(self.chair.match), list(guest._waiting), guest.reign, guest.ahead, guest._purse._open

    def begin_anew(self) -> None:
        self.chair.guest.lost()
        self.chair.guest.joined()
        self.chair.table(self.chair.match, after=len(self.chair.match.records), reign=self.chair.guest.reign)


@pytest.mark.parametrize("seed", range(12))
def test_nothing_that_a_host_can_say_does_harm(seed: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    hostile = Hostile(seed)
    heard = made_no_sense = 0
    for _ in range(120):
        if hostile.chair.match.header != header():
            break  # another match: that is his to choose
        if hostile.dice.random() < 0.3:
            hostile.chair.tap(note(f"t{hostile.dice.random()}"))
        before = hostile.snapshot()
        try:
            hostile.chair.guest.hear(hostile.message())
            heard += 1
        except ValueError:
            made_no_sense += 1
            assert hostile.snapshot() == before
        if not complete(hostile.chair):
            hostile.begin_anew()
        hostile.chair.take()
    assert heard > 20
    assert made_no_sense > 20
    assert again(hostile.chair.match).state == hostile.chair.match.state


def test_a_record_whose_coins_are_none_is_no_record() -> None:
    """Nobody may look into it before it was looked at."""
    given: tuple[Any, ...] = ([], "x", {"guest": 7}, {"guest": "0" * 64}, 7)
    for coins in given:
        chair, host, _ = ready()
        chair.toss(host, roll("r"))
        before = lines(chair.match)
        chair.records(forged(host, roll("r"), {"coins": coins}))
        assert lines(chair.match) == before
        assert chair.take("have")
        assert not chair.ears.alarms


def test_what_a_record_says_does_not_get_into_the_log(caplog: pytest.LogCaptureFixture) -> None:
    chair = Chair()
    host = chair.sit(new())
    chair.records(forged(host, Intent("a very telling word", id="x")))
    assert caplog.records
    assert "telling" not in caplog.text
