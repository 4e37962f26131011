"""Whoever means harm to a table: without the code, with the code, or as its host. The table plays on."""

import socket
import time

import pytest

from companion.app.gathering import HOSTING, JOINED, REFUSED
from companion.core.record import Intent, Record
from companion.link.beacon import Notice, table_of
from companion.link.wire import GuestWire, HostWire
from tests.app.network import EVERYBODY, HOST
from tests.app.other_device import CODE, OTHER, OtherDevice, until


@pytest.fixture
def device(tmp_path):
    made = []

    def device_(name):
        made.append(OtherDevice(tmp_path / name, name))
        return made[-1]

    yield device_
    for one in made:
        one.close()


@pytest.fixture
def host(device):
    return device("Board").keep_house()


@pytest.fixture
def stranger():
    """`stranger(host, role)` knows the code, and says what he likes."""
    made = []

    def stranger_(host, role="musketeers", code=CODE, name="stranger"):
        made.append(Stranger(host, role, code, name))
        return made[-1]

    yield stranger_
    for one in made:
        one.wire.stop()


class Stranger:
    def __init__(self, host, role, code, name):
        self.host, self.heard, self.states = host, [], []
        self.wire = GuestWire(
            lambda: [host.place], code, name, name, role, lambda *state: self.states.append(state), self.heard.append
        )
        self.wire.start()
        until(lambda: self.wire.state == "joined", host)

    def says(self, **form):
        assert self.wire.send(form)

    def asks(self, ident, do, fields=None, **other):
        """What the host answers."""
        self.says(m="do", intent={"do": do, "with": fields or {}, "id": ident, **other})
        until(lambda: any(form.get("id") == ident for form in self.heard), self.host)
        return next(form for form in self.heard if form.get("id") == ident)


def plays_on(host):
    outcomes = host.act("note", text="we play on")
    until(lambda: outcomes, host)
    assert isinstance(outcomes[0], Record)
    assert host.standing.state == HOSTING


SEAL = {"seal": "a" * 64}


@pytest.mark.parametrize(
    ("role", "do", "fields"),
    [("musketeers", "seal", SEAL), ("onlooker", "note", {"text": "x"}), ("milady", "turn", {"who": "athos"})],
)
def test_what_another_role_may_do_is_refused_and_changes_nothing(host, stranger, role, do, fields):
    before = host.desk.match.head
    for number, seat in enumerate(("table", "milady", "musketeers")):
        answer = stranger(host, role).asks(f"x{number}", do, fields, seat=seat, anyway=True)
        assert (answer["m"], answer["rule"], answer["overridable"]) == ("no", "seat", False)
    assert host.desk.match.head == before
    plays_on(host)


@pytest.mark.parametrize(
    "form",
    [
        {"m": "nonsense"},
        {"m": "do", "intent": {"do": "note", "with": {"text": "x"}}},
        {"m": "do", "intent": {"do": "note", "with": {"text": "x"}, "id": "#1"}},
        {"m": "do", "intent": {"do": "roll", "with": {"dice": "1b", "of": 1, "keep": [0] * 50_000}, "id": "x"}},
        {"m": "have", "match": "x" * 100_000, "seq": 0, "hash": "", "reign": 0},
        {"m": "time", "t": 2**60},
    ],
)
def test_whoever_says_what_nobody_understands_is_sent_away(host, stranger, form):
    before = host.desk.match.head
    one = stranger(host)
    one.says(**form)
    until(lambda: one.wire.state == "refused", host)
    until(lambda: host.standing.seats == (("Board", "table"),), host)
    assert host.desk.match.head == before
    plays_on(host)


def test_who_says_that_a_later_host_is_there_has_to_show_him(host, stranger):
    one = stranger(host)
    one.says(m="have", match="", seq=0, hash="", reign=2**52)
    until(lambda: any(form["m"] == "table" for form in one.heard), host)
    assert not any(form["m"] == "records" for form in one.heard)
    for _ in range(5):
        host.pump()
    plays_on(host)


def _shout(host, port, reign=2**52, table=""):
    """Anybody on the network can say that he has taken over."""
    notice = Notice(table or table_of(host.desk.match.header.match), "Nobody", port, reign)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as channel:
        channel.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        channel.sendto(notice.encode(), (EVERYBODY, host.network.beacons))


def test_a_table_does_not_follow_whoever_shouts(host):
    with socket.create_server((HOST, 0)) as deaf:
        deaf.settimeout(20)
        _shout(host, deaf.getsockname()[1])
        until(lambda: host.gathering.found, host)
        host.pump()
        caller, _ = deaf.accept()  # he was asked, and had nothing to show
        caller.close()
    plays_on(host)


def test_a_table_does_not_follow_whoever_does_not_know_the_code(host, device):
    other = device("Other board")
    other.desk.start("mousquetaires", {"players": 5})
    other.gathering.open_house(OTHER)
    other.pump()
    tried = []
    gate = other.gathering._hosting.wire._gate
    wrong_code = gate.wrong_code
    gate.wrong_code = lambda now: (tried.append(now), wrong_code(now))
    until(lambda: _shout(host, other.network.port) or tried, host, other)
    for _ in range(40):
        host.pump()
    assert len(tried) == 1  # five would lock that table, to which we were only sent
    plays_on(host)


def test_another_table_s_news_are_nobody_s_business(host):
    with socket.create_server((HOST, 0)) as deaf:
        deaf.settimeout(0.3)
        _shout(host, deaf.getsockname()[1], table="0" * 16)
        _shout(host, deaf.getsockname()[1], reign=1)
        until(lambda: host.gathering.found, host)
        for _ in range(5):
            host.pump()
        with pytest.raises(TimeoutError):
            deaf.accept()
    plays_on(host)


def test_a_host_that_makes_no_sense_is_left_alone(device):
    guest = device("Phone")
    port, said = guest.network.port, []
    wire = HostWire(
        CODE,
        lambda peer: None,
        lambda peer, form: (said.append(form), wire.send(peer, {"m": "nonsense"})),
        lambda peer, why: None,
        host=HOST,
        port=port,
    )
    wire.start()
    try:
        guest.desk.start("mousquetaires", {"players": 5})
        before = guest.desk.match.head
        guest.gathering.join(CODE, "musketeers", (HOST, port))
        until(lambda: guest.standing.state == REFUSED, guest)
        assert guest.standing.why.read() == "That device says what nobody understands."
        assert guest.desk.match.head == before
        until(lambda: not wire.peers(), guest)
        guest.gathering._turned("lost", None)  # as if the news of it had been on its way
        for _ in range(20):
            guest.pump()
            time.sleep(0.02)
        assert guest.standing.state == REFUSED
        asked = [form for form in said if form["m"] == "have"]
        assert len(asked) == 2  # once more, from the beginning; not for ever
        outcomes = guest.act("note", text="x")
        guest.gathering.part()
        until(lambda: outcomes, guest)
        alone = guest.act("note", text="alone")
        until(lambda: alone, guest)
        assert isinstance(alone[0], Record)
    finally:
        wire.stop()


def test_a_host_that_was_misunderstood_once_is_asked_again(host, device):
    guest = device("Phone")
    guest.gathering.join(CODE, "musketeers", host.place)
    until(lambda: guest.standing.synced, host, guest)
    (peer,) = host.gathering._hosting.peers.values()
    host.gathering._hosting.wire.send(peer, {"m": "nonsense"})
    until(lambda: guest.gathering._sitting.puzzled >= 0, host, guest)
    until(lambda: guest.standing.state == JOINED and guest.standing.synced, host, guest)
    outcomes = guest.act("note", text="x")
    until(lambda: outcomes, host, guest)
    assert isinstance(outcomes[0], Record)


def test_a_match_that_is_none_takes_nothing_from_a_guest(device):
    """He knows the code and the match, and sends something else under its name."""
    guest = device("Phone")
    guest.desk.start("mousquetaires", {"players": 5})
    guest.act("note", text="ours")
    guest.desk.wait()
    match = guest.desk.match
    bad = Record.make(1, 1, Intent("undo", id="u"), {"undoes": [7]}, match.header.hash())

    def lie(peer, form):
        if form["m"] == "have":
            header = {"m": "table", "match": match.header.match, "reign": 1, "seq": 1, "hash": bad.hash, "after": 0}
            wire.send(peer, {**header, "header": match.header.plain()})
            wire.send(peer, {"m": "records", "records": [bad.plain()]})

    wire = HostWire(CODE, lambda peer: None, lie, lambda peer, why: None, host=HOST, port=guest.network.port)
    wire.start()
    try:
        guest.gathering.join(CODE, "musketeers", (HOST, guest.network.port))
        until(lambda: guest.standing.state == REFUSED, guest)
        guest.gathering.part()
        assert [record.intent.fields["text"] for record in guest.desk.match.records] == ["ours"]
        outcomes = guest.act("note", text="goes on")
        until(lambda: outcomes, guest)
        assert isinstance(outcomes[0], Record)
    finally:
        wire.stop()
