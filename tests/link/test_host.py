"""The device that keeps the order, without wires: what it answers, to whom, and what it never does."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.fairness import Fairness, look_again
from companion.core.match import Match
from companion.core.prompt import Refusal
from companion.core.record import BadForm, Intent, Record
from companion.core.seats import may
from companion.core.toss import Mint
from companion.core.words import Line
from companion.link.host import COIN_PATIENCE, MOST_ASKED, MOST_WAITING
from companion.link.messages import FROM_HOST, LONGEST_INTENT, checked
from tests.link.at_table import BOX, FULL, Party, Room, again, header, lines, new, note, on_the_wire, played, roll
from tests.link.mutants import Mutants

SEAL = {"seal": "a" * 64}


def records_of(said: list[dict[str, Any]]) -> list[Record]:
    return [Record.from_plain(one) for form in said if form["m"] == "records" for one in form["records"]]


def kinds(said: list[dict[str, Any]]) -> list[str]:
    return [form["m"] for form in said]


# --- sitting down and leaving ---


def test_everybody_hears_who_sits_at_the_table() -> None:
    room = Room()
    room.sit(1, "milady")
    room.sit(2, "onlooker")
    (told,) = room.take(1, "seats")
    assert [(one["name"], one["role"]) for one in told["seats"]] == [
        ("Phone", "table"),
        ("Guest 1", "milady"),
        ("Guest 2", "onlooker"),
    ]
    room.host.leave(2)
    assert len(room.take(1, "seats")[0]["seats"]) == 2
    assert [len(seats) for seats in room.seats] == [1, 2, 1]
    room.host.leave(2)
    assert not room.take(1)


def test_there_is_one_milady() -> None:
    room = Room()
    room.sit(1, "milady")
    why = room.host.sit(2, "other", "Other", "milady")
    assert why == Line("Milady sits at another device already.")
    assert [one.key for one in room.host.seated] == [1]
    room.host.leave(1)
    room.sit(2, "milady")


def test_a_device_that_comes_back_takes_its_own_place() -> None:
    room = Room()
    room.sit(1, "milady", "tablet")
    room.sit(2, "milady", "tablet")
    assert [one.key for one in room.host.seated] == [2]


def test_nobody_sits_down_in_the_name_of_the_host() -> None:
    """Both would show their coins under one name, and one of them would count for two."""
    room = Room()
    assert isinstance(room.host.sit(1, "host", "Phone", "musketeers"), Line)
    assert room.host.seated == ()


def test_whoever_has_left_says_nothing_any_more() -> None:
    room = Room()
    room.sit(1)
    room.host.leave(1)
    room.do(1, note("a"))
    room.host.hear(1, {"m": "nonsense"})
    assert lines(room.match) == []
    assert not room.take(1)


# --- catching up ---


@pytest.mark.parametrize("length", range(4))
def test_a_guest_gets_what_he_lacks(length: int) -> None:
    room = Room(played("a", "b", "c"))
    room.sit(1, synced=False)
    room.have(1, again(room.match, length))
    table, *rest = room.take(1)
    assert {name: table[name] for name in ("m", "match", "reign", "seq", "hash", "after", "header")} == {
        "m": "table",
        "match": "m1",
        "reign": 10,
        "seq": 3,
        "hash": room.match.head,
        "after": length,
        "header": {},
    }
    assert records_of(rest) == room.match.records[length:]
    assert all(checked(form, FROM_HOST) for form in (table, *rest))


def _other_start() -> Match[Any]:
    return Match(BOX, header("m1", milady=True))


@pytest.mark.parametrize(
    "theirs",
    [
        played("a", "b", match="m2"),
        new("m2"),
        played("a", "x"),
        played("a", "b", "c", "d"),
        _other_start(),
    ],
    ids=["another match", "another empty match", "another way", "longer", "another header"],
)
def test_a_guest_with_something_else_gets_all_of_it(theirs: Match[Any]) -> None:
    room = Room(played("a", "b", "c"))
    room.sit(1, synced=False)
    room.have(1, theirs)
    table, *rest = room.take(1)
    assert table["after"] == 0
    assert table["header"] == on_the_wire(room.match.header.plain())
    assert records_of(rest) == room.match.records


def test_a_guest_without_a_match_gets_it() -> None:
    room = Room(played("a"))
    room.sit(1, synced=False)
    room.host.hear(1, {"m": "have", "match": "", "seq": 0, "hash": "", "reign": 0})
    table, *rest = room.take(1)
    assert table["header"]
    assert records_of(rest) == room.match.records


@pytest.mark.parametrize("seq", [-1, 4, 10**9])
def test_a_number_that_cannot_be_is_no_place_to_go_on_from(seq: int) -> None:
    room = Room(played("a", "b", "c"))
    room.sit(1, synced=False)
    room.host.hear(1, {"m": "have", "match": "m1", "seq": seq, "hash": room.match.head, "reign": 0})
    assert room.take(1)[0]["after"] == 0


def test_whoever_asks_for_the_match_again_and_again_is_sent_away() -> None:
    """Each answer is as long as the match."""
    room = Room(played("a"))
    room.sit(1, synced=False)
    for _ in range(MOST_ASKED):
        room.have(1, new())
    with pytest.raises(BadForm):
        room.have(1, new())
    room.sit(2)  # and everybody else is answered


def test_only_a_guest_who_has_asked_hears_of_records() -> None:
    room = Room()
    room.sit(1)
    room.sit(2, synced=False)
    room.take(1)
    record = room.tap(note("a"))[0]
    assert records_of(room.take(1)) == [record]
    assert not room.take(2)
    assert room.learned == [record]


def test_a_later_reign_is_believed_and_an_earlier_one_is_not() -> None:
    room = Room(played("a"), reign=10)
    room.sit(1, synced=False)
    room.have(1, reign=10)
    assert not room.deposed
    room.take(1)
    room.have(1, new("m2"), reign=11)
    assert room.deposed == [11]
    told = room.take(1)
    assert kinds(told) == ["table"]  # he learns that we are not the ones any more, and nothing else
    assert (told[0]["reign"], told[0]["header"]) == (10, {})


# --- taps ---


def test_a_tap_is_decided_told_to_everybody_and_acknowledged() -> None:
    room = Room()
    room.sit(1)
    room.sit(2, "onlooker")
    room.take(1)
    room.do(1, note("a"))
    (record,) = room.match.records
    assert record.intent.id == "id a"
    assert records_of(room.take(2)) == [record]
    assert kinds(said := room.take(1)) == ["records", "known"]
    assert (said[1]["id"], said[1]["seq"]) == ("id a", 1)


def test_the_same_tap_twice_counts_once() -> None:
    room = Room()
    room.sit(1)
    room.do(1, note("a"))
    room.take(1)
    room.do(1, note("a"))
    assert [(form["m"], form["seq"]) for form in room.take(1)] == [("known", 1)]
    assert len(room.match.records) == 1
    assert len(room.learned) == 1


def test_what_was_accepted_is_known_even_if_it_would_be_refused_by_now() -> None:
    """A guest who has lost the answer asks again, and the table has moved on since."""
    room = Room()
    room.sit(1)
    room.tap(Intent("correct", {"what": "step", "to": "aftermath"}))
    move = Intent("next", id="n", step=room.match.step)
    room.do(1, move)
    assert kinds(room.take(1))[-1] == "known"
    assert may(BOX, move, "musketeers", room.match.state, True)  # a new round: now it is for Milady to go on
    room.do(1, move)
    assert kinds(room.take(1)) == ["known"]
    assert len(room.match.records) == 2


def test_what_another_device_has_asked_for_in_its_place_is_known() -> None:
    """After a break, several devices ask for what was accepted by a host that is gone."""
    room = Room()
    room.sit(1, "musketeers")
    room.sit(2, "milady")
    room.do(1, note("a"))
    room.take(2)
    room.do(2, note("a"))
    assert [(form["m"], form["seq"]) for form in room.take(2)] == [("known", 1)]
    assert len(room.match.records) == 1


def test_an_id_that_belongs_to_another_tap_is_refused() -> None:
    room = Room()
    room.sit(1)
    room.sit(2)
    room.do(1, note("a", "mine"))
    before = lines(room.match)
    room.take(2)
    room.do(2, note("b", "mine"))
    (told,) = room.take(2)
    assert (told["m"], told["id"], told["rule"], told["overridable"]) == ("no", "mine", "", False)
    assert lines(room.match) == before


@pytest.mark.parametrize(
    "ident", ["", "#1", "#2", "#", "pledge-guest1-x", "pledge-guest2-x", "pledge-", "pledge-host-"]
)
def test_nobody_takes_a_name_that_is_kept_for_something_else(ident: str) -> None:
    room = Room()
    room.sit(1)
    with pytest.raises(BadForm):
        room.do(1, Intent("note", {"text": "x"}, id=ident))
    assert lines(room.match) == []
    assert room.host.seated[0].waiting == 0


def test_a_pledge_has_the_name_of_its_device() -> None:
    room = Room()
    room.sit(1)
    with pytest.raises(BadForm):
        room.do(1, Intent("pledge", {"by": "guest1", "anchor": Mint(1).tip}, id="pledge-guest2-x"))
    assert lines(room.match) == []


def test_a_stale_tap_is_refused_as_such() -> None:
    room = Room()
    room.sit(1)
    room.take(1)
    room.do(1, Intent("note", {"text": "x"}, id="t", step="9.over"))
    (told,) = room.take(1)
    assert (told["m"], told["id"], told["rule"]) == ("no", "t", "stale")
    assert told["stale"]
    assert not told["overridable"]


def test_a_refusal_says_which_rule_and_whether_it_can_be_overridden() -> None:
    room = Room()
    room.sit(1, "milady")
    room.take(1)
    room.do(1, Intent("undo", id="u"))
    room.do(1, Intent("perfidy", {"how": "draw"}, id="p"))
    undo, perfidy = room.take(1)
    assert (undo["rule"], undo["overridable"]) == ("undo", False)
    assert perfidy["m"] == "no"
    assert perfidy["rule"] in BOX.rules
    assert perfidy["overridable"]
    room.do(1, Intent("perfidy", {"how": "draw"}, id="q", anyway=True))
    assert room.match.records[-1].result["rulings"] == [perfidy["rule"]]


def test_a_full_disk_is_told_and_nothing_is_kept() -> None:
    room = Room()
    room.sit(1)
    room.take(1)
    room.board.full = True
    room.do(1, note("a"))
    (told,) = room.take(1)
    assert (told["m"], told["rule"], told["reason"]) == ("no", "", FULL.plain())
    assert not room.learned
    room.board.full = False
    room.do(1, note("a"))
    assert kinds(room.take(1)) == ["records", "known"]


def test_two_taps_at_once_both_count_or_one_is_refused() -> None:
    room = Room()
    room.sit(1, "milady")
    step = room.match.step
    room.do(1, Intent("next", id="a", step=step))
    (told,) = room.tap(Intent("next", id="b", step=step))
    assert isinstance(told, Refusal)
    assert told.stale
    room.do(1, note("c"))
    assert isinstance(room.tap(note("d"))[0], Record)
    assert [record.intent.id for record in room.match.records] == ["a", "id c", "id d"]


def test_a_tap_of_this_device_needs_no_name() -> None:
    room = Room()
    told = [room.tap(Intent("note", {"text": "x"}))[0] for _ in range(2)]
    assert all(isinstance(one, Record) for one in told)
    assert len({record.intent.id for record in room.match.records}) == 2


def test_a_guest_has_only_so_many_taps_waiting() -> None:
    room, mint = _ready()
    room.do(1, roll("r"))
    for number in range(MOST_WAITING - 1):
        room.do(1, note(f"{number}"))
    with pytest.raises(BadForm):
        room.do(1, note("one more"))
    toss = room.take(1, "toss")[0]
    room.coin(1, toss["toss"], mint.show())
    assert room.host.seated[0].waiting == 0
    room.do(1, note("one more"))
    assert room.match.records[-1].intent.id == "id one more"


def test_an_intent_that_no_frame_could_carry_is_not_decided() -> None:
    room = Room(played("a"))
    room.sit(1)
    room.do(1, roll("r"))
    before = lines(room.match)
    with pytest.raises(BadForm):
        room.do(1, Intent("roll", {"dice": "4b", "of": 2, "keep": [0] * LONGEST_INTENT}, id="k"))
    assert lines(room.match) == before


def test_an_answer_may_lead_to_another_tap() -> None:
    room = Room()
    told: list[Any] = []

    def then(outcome: Any) -> None:
        told.append(outcome)
        if len(told) < 1_500:  # more than could be answered one within the other
            room.host.tap(note(f"{len(told)}"), then)

    room.host.tap(note("0"), then)
    assert told == room.match.records
    assert len(told) == 1_500


def test_the_clock_is_told() -> None:
    room = Room()
    room.sit(1)
    room.take(1)
    room.host.hear(1, {"m": "time", "t": 5})
    assert room.take(1) == [{"m": "time", "t": 5, "now": room.clock.now}]


# --- who may do what ---

FOR: dict[str, Intent] = {
    "milady": Intent("seal", SEAL),
    "musketeers": Intent("turn", {"who": "athos"}),
    "anybody": Intent("note", {"text": "x"}),
    "correction": Intent("correct", {"what": "purse", "to": 3}),
    "undo": Intent("undo"),
    "redo": Intent("redo"),
    "back": Intent("back_to", {"seq": 0}),
}
EVERYTHING = [Intent(do, {}) for do in BOX.verbs] + [Intent(do, {}) for do in ("correct", "roll", "note", "undo")]


@pytest.mark.parametrize("wanted", [*FOR.values(), *EVERYTHING], ids=lambda intent: intent.do)
@pytest.mark.parametrize("seat", ["onlooker", "table", "musketeers"])
def test_an_onlooker_changes_nothing(wanted: Intent, seat: str) -> None:
    room = Room(played("a"))
    room.sit(1, "onlooker")
    room.take(1)
    room.do(1, Intent(wanted.do, wanted.fields, seat=seat, id="x", anyway=True))
    (told,) = room.take(1)
    assert (told["m"], told["rule"], told["overridable"]) == ("no", "seat", False)
    assert len(room.match.records) == 1


@pytest.mark.parametrize(("role", "of"), [("musketeers", "milady"), ("milady", "musketeers")])
@pytest.mark.parametrize("anyway", [True, False])
@pytest.mark.parametrize("seat", ["table", "milady", "musketeers"])
def test_nobody_does_what_is_the_other_camp_s(role: str, of: str, anyway: bool, seat: str) -> None:
    """Whatever seat he says he has: where he sits is settled by the code's handshake."""
    room = Room()
    room.sit(1, role)
    room.take(1)
    room.do(1, Intent(FOR[of].do, FOR[of].fields, seat=seat, id="x", anyway=anyway))
    (told,) = room.take(1)
    assert (told["m"], told["rule"], told["overridable"]) == ("no", "seat", False)
    assert not room.match.records


@pytest.mark.parametrize("do", [do for do, verb in BOX.verbs.items() if verb.camp])
def test_every_verb_of_a_camp_is_refused_to_the_other(do: str) -> None:
    room = Room()
    camp = BOX.verbs[do].camp
    room.sit(1, "musketeers" if camp == "milady" else "milady")
    room.take(1)
    room.do(1, Intent(do, {}, id="x", anyway=True))
    assert [(form["m"], form["rule"]) for form in room.take(1)] == [("no", "seat")]


def test_each_tap_is_written_down_with_the_seat_of_its_device() -> None:
    room = Room()
    for key, role in ((1, "milady"), (2, "musketeers"), (3, "table")):
        room.sit(key, role)
        room.do(key, Intent("note", {"text": role}, seat="somebody else", id=f"n{key}"))
    room.tap(note("here"))
    assert [record.intent.seat for record in room.match.records] == ["milady", "musketeers", "table", "table"]


def test_what_milady_keeps_under_seal_the_table_leaves_to_her_device() -> None:
    room = Room()
    assert isinstance(room.tap(Intent("seal", SEAL))[0], Record)  # as long as she has none
    room.sit(1, "milady")
    told = room.tap(Intent("seal", {"seal": "b" * 64}))[0]
    assert isinstance(told, Refusal)
    assert told.rule == "seat"
    assert told.overridable
    assert isinstance(room.tap(Intent("seal", {"seal": "b" * 64}, anyway=True))[0], Record)
    room.host.leave(1)
    assert isinstance(room.tap(Intent("seal", {"seal": "c" * 64}))[0], Record)


@pytest.mark.parametrize("by", ["host", "guest2", "", "guest1 "])
def test_nobody_pledges_for_another_device(by: str) -> None:
    room = Room()
    room.sit(1)
    room.take(1)
    room.do(1, Intent("pledge", {"by": by, "anchor": Mint(1).tip}, id="pledge-guest1-x"))
    assert [(form["m"], form["rule"]) for form in room.take(1)] == [("no", "seat")]
    assert len(room.match.coins) == 0


def test_an_onlooker_takes_no_part_in_throws() -> None:
    room = Room()
    room.sit(1, "onlooker")
    room.take(1)
    room.do(1, Intent("pledge", {"by": "guest1", "anchor": Mint(1).tip}, id="pledge-guest1-x"))
    assert kinds(room.take(1)) == ["no"]
    assert len(room.match.coins) == 0


# --- throws that two make together ---


def _ready(role: str = "musketeers") -> tuple[Room, Mint]:
    """A guest who takes part in every throw."""
    room = Room()
    room.sit(1, role)
    return room, room.pledged(1)


def toss_of(room: Room, key: int = 1) -> dict[str, Any]:
    said = room.take(key, "toss")
    assert len(said) == 1
    return said[0]


def faces(record: Record) -> list[str]:
    (thrown,) = record.result["rolls"]
    found: list[str] = thrown["faces"]
    return found


def test_a_throw_waits_for_the_coin_of_the_guest_and_is_fair() -> None:
    room, mint = _ready()
    before = len(room.match.records)
    told = room.tap(roll("r"))
    assert not told
    pledge = room.match.records[before]  # the host's own coins are pledged before anything is asked for
    assert (pledge.intent.do, pledge.intent.fields["by"]) == ("pledge", "host")
    toss = toss_of(room)
    assert (toss["seq"], toss["prev"]) == (before + 2, pledge.hash)
    assert Intent.from_plain(toss["intent"]) == roll("r")
    coin = mint.show()
    room.coin(1, toss["toss"], coin)
    (record,) = told
    assert isinstance(record, Record)
    assert record.result["coins"]["guest1"] == coin
    assert set(record.result["coins"]) == {"host", "guest1"}
    assert look_again(BOX, room.match.header, room.match.records) == Fairness(joint=(record.seq,))
    assert records_of(room.take(1)) == [record]


def test_the_second_throw_needs_no_new_pledge_and_its_own_coins() -> None:
    room, mint = _ready()
    coins = []
    for number in range(3):
        told = room.tap(roll(f"r{number}"))
        toss = toss_of(room)
        assert toss["toss"] == number + 1
        room.coin(1, toss["toss"], mint.show())
        assert isinstance(told[0], Record)
        coins.append(told[0].result["coins"]["host"])
    assert len(set(coins)) == 3
    assert [record.intent.do for record in room.match.records].count("pledge") == 2


def test_what_needs_no_chance_asks_for_no_coin() -> None:
    room, _ = _ready()
    assert isinstance(room.tap(Intent("roll", {"dice": "2b", "faces": ["sword", "lily"]}))[0], Record)
    assert isinstance(room.tap(note("x"))[0], Record)
    assert not room.take(1, "toss")


def test_what_comes_meanwhile_waits_behind_the_throw() -> None:
    room, mint = _ready()
    first = room.tap(roll("r"))
    toss = toss_of(room)
    second = room.tap(note("own"))
    room.do(1, note("guest"))
    assert first == second == []
    room.coin(1, toss["toss"], mint.show())
    assert [record.intent.id for record in room.match.records[-3:]] == ["r", "id own", "id guest"]
    assert isinstance(second[0], Record)


def test_a_guest_throws_with_the_host_too() -> None:
    room, mint = _ready()
    room.do(1, roll("r"))
    room.coin(1, toss_of(room)["toss"], mint.show())
    assert set(room.match.records[-1].result["coins"]) == {"host", "guest1"}
    assert room.match.records[-1].intent.seat == "musketeers"


def test_milady_s_device_takes_part_before_all_others() -> None:
    room, _ = _ready()
    room.sit(2, "milady")
    room.tap(roll("a"))
    assert room.take(1, "toss")  # she has not pledged yet
    room.clock.now += COIN_PATIENCE
    room.host.tick()
    room.pledged(2)
    room.tap(roll("b"))
    assert room.take(2, "toss")
    assert not room.take(1, "toss")


def test_of_two_who_could_milady_is_asked() -> None:
    room, _ = _ready()
    room.sit(2, "milady")
    mint = room.pledged(2)
    room.sit(3)
    room.pledged(3)
    for number in range(2):
        room.tap(roll(f"r{number}"))
        room.coin(2, toss_of(room, 2)["toss"], mint.show())
        assert set(room.match.records[-1].result["coins"]) == {"host", "guest2"}


def test_a_guest_who_has_not_caught_up_is_not_asked() -> None:
    room, _ = _ready()
    room.host.leave(1)
    room.sit(2, device="guest1", synced=False)
    assert isinstance(room.tap(roll("r"))[0], Record)
    assert not room.take(2, "toss")


def test_a_throw_without_a_name_gets_one_before_it_is_agreed_upon() -> None:
    party = Party.of(played("a"))
    told = party.room.tap(Intent("roll", {"dice": "4b"}))
    party.pass_on()
    assert isinstance(told[0], Record)
    assert told[0].result["coins"]
    assert not party.chair.ears.alarms


def test_without_a_coin_the_host_throws_alone_after_a_moment() -> None:
    room, mint = _ready()
    told = room.tap(roll("r"))
    toss = toss_of(room)
    room.clock.now += COIN_PATIENCE - 1
    room.host.tick()
    assert not told
    room.clock.now += 1
    room.host.tick()
    (record,) = told
    assert isinstance(record, Record)
    assert "coins" not in record.result
    assert look_again(BOX, room.match.header, room.match.records) == Fairness(alone=(record.seq,))
    # Nobody waits for him a second time, until his coin has come after all. What it comes for is over.
    assert isinstance(room.tap(roll("s"))[0], Record)
    before = lines(room.match)
    room.coin(1, toss["toss"], mint.show())
    assert lines(room.match) == before
    room.tap(roll("t"))
    assert room.take(1, "toss")


def test_a_guest_who_has_no_coin_says_so_and_nobody_waits() -> None:
    room, mint = _ready()
    told = room.tap(roll("r"))
    room.coin(1, toss_of(room)["toss"], "")
    assert isinstance(told[0], Record)
    assert "coins" not in told[0].result
    room.tap(roll("s"))
    room.coin(1, toss_of(room)["toss"], mint.show())
    assert room.match.records[-1].result["coins"]


def _wrong(mint: Mint) -> dict[str, str]:
    anchor, _ = mint.tip, mint.show()
    return {
        "another chain": Mint(1).show(),
        "passed over": mint.show(),
        "the anchor": anchor,
        "nonsense": "x",
        "zero": "0" * 64,
    }


@pytest.mark.parametrize("which", ["another chain", "passed over", "the anchor", "nonsense", "zero"])
def test_a_coin_that_was_not_pledged_does_not_count(which: str) -> None:
    room, mint = _ready()
    told = room.tap(roll("r"))
    room.coin(1, toss_of(room)["toss"], _wrong(mint)[which])
    (record,) = told
    assert isinstance(record, Record)
    assert "coins" not in record.result
    assert isinstance(room.tap(roll("s"))[0], Record)  # and nobody waits for his next one


def test_a_coin_counts_once() -> None:
    room, mint = _ready()
    room.tap(roll("r"))
    coin = mint.show()
    room.coin(1, toss_of(room)["toss"], coin)
    room.tap(Intent("undo"))
    room.tap(roll("s"))
    room.coin(1, toss_of(room)["toss"], coin)
    assert "coins" not in room.match.records[-1].result


def test_only_the_guest_who_was_asked_can_answer_and_only_that_throw() -> None:
    room, mint = _ready()
    room.sit(2, "table")
    other = room.pledged(2)
    told = room.tap(roll("r"))
    toss = toss_of(room)
    room.coin(2, toss["toss"], other.show())
    room.coin(1, toss["toss"] + 1, mint.next)
    room.coin(1, toss["toss"] - 1, mint.next)
    assert not told
    room.coin(1, toss["toss"], mint.show())
    assert isinstance(told[0], Record)
    assert set(told[0].result["coins"]) == {"host", "guest1"}
    before = lines(room.match)
    room.coin(1, toss["toss"], mint.show())
    assert lines(room.match) == before


def test_a_partner_who_leaves_in_the_middle_is_not_waited_for() -> None:
    room, _ = _ready()
    told = room.tap(roll("r"))
    toss_of(room)
    room.host.leave(1)
    assert isinstance(told[0], Record)
    assert "coins" not in told[0].result


def test_whoever_taps_and_leaves_before_his_throw_asks_again_when_he_is_back() -> None:
    room, mint = _ready()
    room.do(1, roll("r"))
    toss = toss_of(room)
    room.do(1, note("behind"))
    before = lines(room.match)
    room.host.leave(1)
    assert lines(room.match) == before  # nothing was decided behind his back, and nothing is lost: he says it again
    room.sit(2, "musketeers", "guest1")
    room.do(2, roll("r"))
    second = toss_of(room, 2)
    assert {**second, "toss": 0} == {**toss, "toss": 0}  # the very same throw
    room.coin(2, second["toss"], mint.show())
    assert room.match.records[-1].intent.id == "r"


def test_a_throw_that_another_has_asked_for_goes_on_when_he_leaves() -> None:
    room, mint = _ready("milady")
    room.sit(2)
    room.do(2, roll("r"))
    toss = toss_of(room)
    room.host.leave(2)
    room.coin(1, toss["toss"], mint.show())
    assert room.match.records[-1].intent.id == "r"


@pytest.mark.parametrize("intent", [roll("r"), roll("#9"), roll("s", "1x"), Intent("roll", {}, id="t")])
def test_no_coin_is_asked_for_what_will_not_be_thrown(intent: Intent) -> None:
    """Said twice, or nonsense: coins would be shown for nothing, and the guest would believe himself betrayed."""
    room, mint = _ready()
    room.tap(roll("r"))
    room.coin(1, toss_of(room)["toss"], mint.show())
    before = lines(room.match)
    told = room.tap(intent)
    assert not room.take(1, "toss")
    assert lines(room.match) == before
    assert told == [room.match.records[-1]] if intent.id == "r" else isinstance(told[0], Line)


def test_a_coin_of_the_host_is_kept_when_the_disk_is_full() -> None:
    """It was shown to nobody. A coin that was passed over would make every later one unbelievable."""
    room, mint = _ready()
    told = room.tap(roll("r"))
    toss = toss_of(room)
    room.board.full = True
    room.coin(1, toss["toss"], mint.show())
    assert told == [FULL]
    room.board.full = False
    before = [record.intent.do for record in room.match.records]
    mint = room.pledged(1, mint=mint)
    again_ = room.tap(roll("s"))
    room.coin(1, toss_of(room)["toss"], mint.show())
    assert isinstance(again_[0], Record)
    assert again_[0].result["coins"]
    assert [record.intent.do for record in room.match.records] == [*before, "pledge", "roll"]


def test_a_disk_that_cannot_take_the_pledge_holds_nobody_up() -> None:
    room, _ = _ready()
    room.board.full = True
    assert room.tap(roll("r")) == [FULL]
    assert room.board.acts < 10
    room.board.full = False
    room.tap(roll("s"))
    assert room.take(1, "toss")


def test_a_host_begun_anew_pledges_anew() -> None:
    room, mint = _ready()
    room.tap(roll("r"))
    room.coin(1, toss_of(room)["toss"], mint.show())
    later = Room(again(room.match))
    later.sit(1)
    told = later.tap(roll("s"))
    assert later.match.records[-1].intent.fields["by"] == "host"
    later.coin(1, toss_of(later)["toss"], mint.show())
    assert isinstance(told[0], Record)
    assert told[0].result["coins"]


def test_coins_that_are_used_up_are_followed_by_others() -> None:
    room = Room(mint=Mint(1))
    room.sit(1)
    mint = room.pledged(1)
    for number in range(3):
        room.tap(roll(f"r{number}"))
        room.coin(1, toss_of(room)["toss"], mint.show())
        assert room.match.records[-1].result["coins"]
        pledges = [record for record in room.match.records if record.intent.fields.get("by") == "host"]
        assert len(pledges) == min(number + 1, 2)
    assert not look_again(BOX, room.match.header, room.match.records).unfair


def test_when_the_table_is_closed_what_was_tapped_here_still_counts() -> None:
    room, _ = _ready("milady")
    room.sit(2)
    own, behind = room.tap(roll("r")), room.tap(roll("s"))
    room.do(1, note("guest"))
    room.host.close()
    assert isinstance(own[0], Record)
    assert isinstance(behind[0], Record)
    assert [record.intent.id for record in room.match.records[-2:]] == ["r", "s"]
    assert room.host.seated == ()


# --- both ends ---


def test_host_and_guest_play_together() -> None:
    party = Party.of(played("a"), role="milady")
    told = party.chair.tap(Intent("seal", SEAL))
    party.pass_on()
    own = party.room.tap(roll("r"))
    party.pass_on()
    theirs = party.chair.tap(roll("s"))
    party.pass_on()
    assert all(isinstance(one[0], Record) for one in (told, own, theirs))
    assert lines(party.chair.match) == lines(party.room.match)
    assert not party.chair.ears.alarms
    found = look_again(BOX, party.room.match.header, party.room.match.records)
    assert len(found.joint) == 2
    assert not found.unfair
    assert not found.alone


def test_a_throw_whose_coin_was_lost_on_the_way_is_the_same_throw_afterwards() -> None:
    party = Party.of(played("a"))
    told = party.chair.tap(roll("r"))
    (asked,) = party.chair.take()
    party.room.host.hear(party.key, asked)
    for form in party.room.take(party.key):
        party.chair.guest.hear(form)
    assert party.chair.said[-1]["m"] == "coin"
    party.cut()
    party.back()
    assert isinstance(told[0], Record)
    assert told[0].result["coins"]
    assert not party.chair.ears.alarms
    assert lines(party.chair.match) == lines(party.room.match)


def test_a_guest_whose_coin_was_in_vain_takes_part_again() -> None:
    party = Party.of(played("a"))
    told = party.room.tap(roll("r"))
    for form in party.room.take(party.key):
        party.chair.guest.hear(form)
    party.cut()
    assert isinstance(told[0], Record)  # alone
    party.back()
    (alarm,) = party.chair.ears.told()
    assert "did not use the coin" in alarm
    own = party.room.tap(roll("s"))
    party.pass_on()
    assert isinstance(own[0], Record)
    assert own[0].result["coins"]
    assert len(party.chair.ears.alarms) == 1


# --- whoever means harm ---


def _snapshot(room: Room) -> Any:
    seats = [(one.key, one.waiting, one.late, one.synced) for one in room.host.seated]
    return lines(room.match), seats


@pytest.mark.parametrize("seed", range(12))
def test_nothing_that_a_guest_can_say_does_harm(seed: int) -> None:
    mutants = Mutants(seed)
    dice = mutants.dice
    room = Room(played("a", "b"))
    for key, role in ((1, "musketeers"), (2, "milady"), (3, "onlooker"), (4, "table")):
        room.sit(key, role)
    mint = room.pledged(1)
    heard = refused = 0
    for _ in range(250):
        key = dice.choice((1, 1, 2, 2, 3, 4))
        have = {"match": "m1", "seq": dice.randint(0, len(room.match.records)), "hash": room.match.head, "reign": 0}
        form: Any = dice.choice(
            (
                {"m": "do", "intent": mutants.intent()},
                {"m": "do", "intent": mutants.intent()},
                {"m": "have", **have},
                {"m": "coin", "toss": dice.randint(0, 9), "coin": dice.choice(("", "0" * 64, mint.next))},
                {"m": "time", "t": 5},
            )
        )
        if dice.random() < 0.5:
            form = mutants.mutated(form)
        before = _snapshot(room)
        seats = len(room.host.seated)
        try:
            room.host.hear(key, on_the_wire(form if isinstance(form, dict) else {"m": form}))
            heard += 1
        except BadForm:
            refused += 1
            assert _snapshot(room) == before
        if key == 3:
            assert _snapshot(room)[0] == before[0]
        room.clock.now += dice.choice((0, 100, COIN_PATIENCE))
        room.host.tick()
        assert len(room.host.seated) == seats
        for one in room.host.seated:
            one.asked = 0
    assert heard > 50
    assert refused > 50
    assert all(one.waiting == 0 for one in room.host.seated if not room.host._toss)
    assert again(room.match).state == room.match.state
    assert isinstance(room.tap(note("the table plays on"))[0], Record)
