"""Who keeps the order, who sits where, and what becomes of taps when that changes. No window is looked at."""

import pytest

from companion.app.gathering import ALONE, HOSTING, JOINED, LOST, REFUSED, Standing
from companion.app.hearsay import Network
from companion.boxes import load
from companion.boxes.mousquetaires.sand import glass
from companion.core.fairness import look_again
from companion.core.prompt import Refusal
from companion.core.record import Record
from companion.core.words import Line
from companion.store.archive import export_all, restore
from companion.store.shelf import Shelf
from tests.app.network import HOST, here
from tests.app.other_device import CODE, OTHER, OtherDevice, until
from tests.link.proxy import Proxy, between


@pytest.fixture
def device(tmp_path):
    """`device("Name")` lays one more on the table."""
    made = []

    def device_(name):
        made.append(OtherDevice(tmp_path / name, name))
        return made[-1]

    yield device_
    for one in made:
        one.close()


@pytest.fixture
def pair(device):
    """A host, and a musketeer who has joined it."""
    host, guest = device("Board").keep_house(), device("Phone")
    _sit(guest, host)
    return host, guest


def _sit(guest, host, role="musketeers", code=CODE):
    guest.gathering.join(code, role, host.place)
    until(lambda: guest.standing.synced, guest, host, what=str(guest.standing))


def test_everybody_knows_who_sits_at_the_table(pair, device):
    host, guest = pair
    milady = device("Tablet")
    _sit(milady, host, "milady")
    seats = (("Board", "table"), ("Phone", "musketeers"), ("Tablet", "milady"))
    until(lambda: guest.standing.seats == seats, *pair, milady)
    assert host.standing.seats == seats
    assert [one.gathering.milady_elsewhere for one in (host, guest, milady)] == [True, True, False]


def test_there_is_one_milady(pair, device):
    host, _ = pair
    first, second = device("Tablet"), device("Other tablet")
    _sit(first, host, "milady")
    second.gathering.join(CODE, "milady", host.place)
    until(lambda: second.standing.state == REFUSED, *pair, first, second)
    assert second.standing.why.read() == "Milady sits at another device already."
    assert not second.standing.synced


def test_a_seat_is_asked_before_the_table_is(pair):
    host, guest = pair
    assert guest.gathering.may("next", {}).reason.read() == "That is for Milady to do."
    assert guest.gathering.may("correct", {}) is None
    assert host.gathering.may("next", {}) is None
    guest.gathering.part()
    assert guest.gathering.may("next", {}) is None


def test_both_devices_go_on_with_the_same_chain(pair):
    host, guest = pair
    for one, value in ((host, 5), (guest, 7)):
        outcomes = one.act("correct", what="purse", to=value)
        until(lambda outcomes=outcomes: outcomes, *pair)
        assert isinstance(outcomes[0], Record)
    until(lambda: guest.desk.match.head == host.desk.match.head, *pair)
    assert guest.desk.match.view()["tracks"]["purse"]["at"] == 7


def test_only_what_others_did_is_told_as_such(pair):
    host, guest = pair
    for one in pair:
        outcomes = one.act("note", text=one.gathering.name)
        until(lambda outcomes=outcomes: outcomes, *pair)
    until(lambda: guest.desk.match.head == host.desk.match.head, *pair)

    def notes(one):
        return [record.intent.fields["text"] for record in one.heard if record.intent.do == "note"]

    assert (notes(host), notes(guest)) == (["Phone"], ["Board"])


def test_a_second_board_is_told_too(device):
    host, guest = device("Board").keep_house(), device("Second board")
    _sit(guest, host, "table")
    outcomes = host.act("note", text="done at the first")
    until(lambda: outcomes and any(record.intent.do == "note" for record in guest.heard), host, guest)


def test_a_table_is_found_without_its_address(device):
    host, guest = device("Board"), device("Phone")
    guest.gathering.listen()
    host.keep_house()
    until(lambda: guest.gathering.found, host, guest)
    assert [(one.notice.name, one.place) for one in guest.gathering.found] == [("Board", host.place)]
    assert host.gathering.found == ()  # its own is none that it could join
    guest.gathering.join(CODE, "onlooker")
    until(lambda: guest.standing.synced, host, guest)


def test_whoever_stops_listening_hears_nothing(device):
    guest = device("Phone")
    guest.gathering.listen()
    guest.gathering.stop_listening()
    device("Board").keep_house()
    assert guest.gathering.found == ()
    assert guest.gathering._hearsay._listener is None


def test_a_guest_goes_on_listening_for_its_table(pair):
    _, guest = pair
    guest.gathering.stop_listening()
    assert guest.gathering._hearsay._listener is not None


def test_a_guest_comes_back_by_itself(pair):
    host, guest = pair
    host.gathering.part()
    until(lambda: guest.standing.state == LOST, *pair)
    assert guest.standing.since > 0
    host.act("note", text="while nobody heard it")
    host.gathering.open_house(CODE)
    until(lambda: guest.standing.state == JOINED and guest.standing.synced, *pair)
    until(lambda: guest.desk.match.head == host.desk.match.head, *pair)
    assert "while nobody heard it" in [record.intent.fields.get("text") for record in guest.desk.match.records]


def test_a_guest_takes_over_and_the_others_follow(pair, device):
    host, guest = pair
    third = device("Onlooker")
    _sit(third, host, "onlooker")
    host.gathering.part()
    until(lambda: LOST == guest.standing.state == third.standing.state, *pair, third)
    guest.gathering.take_over()
    until(lambda: guest.standing.state == HOSTING and third.standing.state == JOINED, *pair, third)
    outcomes = guest.act("next")
    until(lambda: outcomes and third.desk.match.head == guest.desk.match.head, *pair, third)
    assert isinstance(outcomes[0], Record)


def test_who_kept_the_order_before_sits_down_at_the_new_table(pair):
    host, guest = pair
    # As if the host had only slept: it still believes that it keeps the order.
    sitting = guest.gathering._sitting
    sitting.wire.stop()
    guest.gathering.take_over()
    until(lambda: host.standing.state == JOINED and host.standing.synced, *pair)
    assert guest.standing.state == HOSTING
    assert host.gathering.role == "table"


def test_taps_that_nobody_answered_are_given_up_in_words(pair):
    host, guest = pair
    host.gathering.part()
    until(lambda: guest.standing.state == LOST, *pair)
    outcomes = guest.act("note", text="lost")
    until(lambda: guest.standing.waiting == 1, *pair)
    guest.gathering.part()
    guest.pump()
    [outcome] = outcomes
    assert isinstance(outcome, Line)
    assert outcome.read() == "The table is out of reach: this did not count."


def test_taps_that_nobody_answered_count_where_the_order_is_kept_now(pair):
    host, guest = pair
    host.gathering.part()
    until(lambda: guest.standing.state == LOST, *pair)
    outcomes = guest.act("note", text="kept")
    until(lambda: guest.standing.waiting == 1, *pair)
    guest.gathering.take_over()
    until(lambda: outcomes, *pair)
    assert isinstance(outcomes[0], Record)
    assert outcomes[0].intent.seat == "table"


def test_a_door_that_is_closed_at_once_stays_closed(device):
    host = device("Board")
    host.desk.start("mousquetaires", {"players": 4})
    host.gathering.open_house(CODE)
    host.gathering.part()
    host.pump()
    assert host.gathering._hosting is None
    assert host.standing == Standing()
    assert not host._ticks


def test_without_a_network_the_door_stays_shut(device, monkeypatch):
    from companion.link import wire

    def no_network(self):
        raise OSError("no network")

    monkeypatch.setattr(wire.HostWire, "start", no_network)
    host = device("Board").keep_house()
    assert host.standing.state == REFUSED
    assert "is there a network?" in host.standing.why.read()
    outcomes = host.act("note", text="alone after all")
    host.pump()
    assert isinstance(outcomes[0], Record)


def test_the_wrong_code(device):
    host, guest = device("Board").keep_house(), device("Phone")
    guest.gathering.join(OTHER, "musketeers", host.place)
    until(lambda: guest.standing.state == REFUSED, host, guest)
    assert guest.desk.match is None
    guest.gathering.part()
    assert guest.standing.state == ALONE


def test_what_is_not_for_a_seat_is_refused_by_the_table_too(pair):
    _, guest = pair
    outcomes = guest.act("perfidy", how="draw")
    until(lambda: outcomes, *pair)
    assert isinstance(outcomes[0], Refusal)
    assert outcomes[0].rule == "seat"


def test_people_are_told_another_place_where_somebody_says_so(device):
    host = device("Board")
    host.gathering._network = here(shown=(("192.168.1.7", 47470),))
    host.keep_house()
    assert host.standing.places == (("192.168.1.7", 47470),)


def test_without_further_words_the_whole_network_is_meant():
    network = Network()
    assert (network.host, network.ears, network.shown) == ("0.0.0.0", "", ())
    assert "255.255.255.255" in network.targets()


# --- what has to hold whatever happens ---


def _same(*devices):
    return len({one.desk.match.head for one in devices}) == 1


def test_taps_on_both_sides_at_once_all_count(pair):
    host, guest = pair
    outcomes = [one.act("note", text=f"{one.gathering.name} {number}") for number in range(10) for one in pair]
    until(lambda: all(outcomes) and _same(host, guest), *pair)
    assert all(isinstance(outcome, Record) for (outcome,) in outcomes)
    assert [record.line() for record in host.desk.match.records] == [
        record.line() for record in guest.desk.match.records
    ]


def test_two_devices_throw_together_and_nobody_finds_fault(pair):
    host, guest = pair
    until(lambda: guest.gathering._device in host.desk.match.coins, *pair)
    for one in pair:
        outcomes = one.act("roll", dice="4b 3r")
        until(lambda outcomes=outcomes: outcomes, *pair)
        assert len(outcomes[0].result["coins"]) == 2
    until(lambda: _same(host, guest), *pair)
    assert not host.alarms
    assert not guest.alarms
    match = host.desk.match
    found = look_again(match.box, match.header, match.records)
    assert len(found.joint) == 2
    assert not found.unfair


def test_what_was_tapped_here_behind_a_throw_counts_when_the_door_is_closed(pair):
    host, guest = pair
    until(lambda: guest.gathering._device in host.desk.match.coins, *pair)
    sitting = guest.gathering._sitting
    sitting.guest._purse.show = lambda match, toss: None  # he does not answer
    outcomes = [host.act("roll", dice="4b"), host.act("note", text="behind it")]
    until(lambda: host.gathering._hosting.host._toss, host)
    host.gathering.part()
    host.pump()
    assert all(isinstance(outcome, Record) for (outcome,) in outcomes)


def test_her_opening_never_leaves_her_device(device, tmp_path):
    host, tablet = device("Board").keep_house(), device("Tablet")
    proxy = Proxy(host.network.port)
    with between(proxy):
        tablet.gathering.join(CODE, "milady", (HOST, proxy.port))
        until(lambda: tablet.standing.synced, host, tablet)
        laid = []
        tablet.desk.errand(lambda: tablet.desk.table.lay_by("louvre"), laid.append)
        until(lambda: laid, host, tablet)
        outcomes = tablet.act("seal", seal=laid[0])
        until(lambda: outcomes and _same(host, tablet), host, tablet)
        assert isinstance(outcomes[0], Record)
        rolled = host.act("roll", dice="4b 3r")
        until(lambda: rolled and _same(host, tablet), host, tablet)
        opening = tablet.desk.table.opening()
        secrets = {opening.nonce_hex.encode(), bytes.fromhex(opening.nonce_hex)}

        def found():
            """Where her nonce can be read."""
            wire = bytes(proxy.up) + bytes(proxy.down)
            files = [path for path in tmp_path.rglob("*") if path.is_file()]
            known = [path for path in files if any(secret in path.read_bytes() for secret in secrets)]
            return [*(["wire"] if any(secret in wire for secret in secrets) else []), *known]

        assert len(proxy.up) > 1_000
        [kept] = found()
        assert kept.name.endswith(".secret")
        assert tmp_path / "Tablet" in kept.parents
        assert host.desk.table.opening() is None
        # When the time has come it is for all to see.
        done = host.act("correct", what="step", to="reveal")
        until(lambda: done and _same(host, tablet), host, tablet)
        shown = tablet.act("reveal", place="louvre", nonce=opening.nonce_hex)
        until(lambda: shown and _same(host, tablet), host, tablet)
        assert isinstance(shown[0], Record)
        assert "wire" in found()
        assert host.desk.match.view()["milady"]["at"] == "louvre"


def test_the_table_is_begun_anew_and_everybody_comes_back(pair, device):
    host, guest = pair
    outcomes = host.act("note", text="before")
    until(lambda: outcomes and _same(host, guest), *pair)
    name = host.desk.opened
    host.close()
    until(lambda: guest.standing.state == LOST, guest)
    waiting = guest.act("note", text="while it was away")
    again = device("Board")
    again.desk.resume(name)
    again.gathering.open_house(CODE)
    until(lambda: waiting and _same(again, guest), again, guest)
    assert [record.intent.fields["text"] for record in again.desk.match.records if record.intent.do == "note"] == [
        "before",
        "while it was away",
    ]
    assert isinstance(waiting[0], Record)


def test_what_was_played_elsewhere_meanwhile_is_told_and_asked_for_again(pair, device):
    """Nobody has the match open when the table comes back; its way there must not vanish in silence."""
    host, guest = pair
    host.gathering.part()
    until(lambda: guest.standing.state == LOST, *pair)
    guest.gathering.part()
    for text in ("alone", "and again"):
        outcomes = guest.act("note", text=text)
        until(lambda outcomes=outcomes: outcomes, guest)
    guest.desk.leave()
    there = host.act("note", text="at the table")
    until(lambda: there, host)
    host.gathering.open_house(CODE)
    _sit(guest, host)
    until(lambda: guest.alarms and _same(host, guest) and not guest.standing.waiting, *pair)
    assert guest.alarms[0].read().startswith("The table went on without 2 things")
    notes = [record.intent.fields["text"] for record in host.desk.match.records if record.intent.do == "note"]
    assert notes == ["at the table", "alone", "and again"]


def test_whoever_takes_over_comes_later_whatever_his_clock_says(pair):
    host, guest = pair
    until(lambda: guest.gathering._sitting.guest.reign, *pair)
    guest.gathering._sitting.guest.reign = 2**45
    host.gathering.part()
    guest.gathering.take_over()
    until(lambda: guest.standing.state == HOSTING, *pair)
    assert guest.gathering._hosting.host.reign == 2**45 + 1


def test_the_sand_is_the_same_on_all_devices(device):
    """Their clocks need not agree: the tablet's is an hour and a half behind."""
    host, guest = device("Board"), device("Tablet")
    host.desk.ahead = 5_400_000
    host.keep_house()
    _sit(guest, host)
    until(lambda: guest.desk.ahead, host, guest)
    assert abs(guest.desk.now() - host.desk.now()) < 150
    for do, fields in (
        ("correct", {"what": "step", "to": "perfidy"}),
        ("perfidy", {"how": "play", "card": "hurry"}),
    ):
        outcomes = host.act(do, **fields)
        until(lambda outcomes=outcomes: outcomes and _same(host, guest), host, guest)
        assert isinstance(outcomes[0], Record), outcomes
    glasses = [glass(one.desk.match.state) for one in (host, guest)]
    assert glasses[0].running
    left = [sand.left(one.desk.now()) for sand, one in zip(glasses, (host, guest), strict=True)]
    assert 0 < left[0] <= glasses[0].total
    assert abs(left[0] - left[1]) < 150
    guest.gathering.part()
    assert guest.desk.ahead == 0


def test_the_name_of_a_device_stays_on_it(pair, tmp_path):
    """Restored elsewhere, two devices with one name would drive each other from the table."""
    host, guest = pair
    names = {one.gathering._device for one in pair}
    assert len(names) == 2
    export_all(host.desk.shelf, tmp_path / "all")
    with Shelf(tmp_path / "elsewhere") as shelf:
        restore(tmp_path / "all", shelf, load)
        assert not any(value in names for value in shelf.settings().values())
    assert guest.gathering._device in guest.desk.shelf.settings().values()
