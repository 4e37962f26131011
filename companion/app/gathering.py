"""Several devices around one table: this one keeps the order, sits at another's table, or is alone.

Everything that decides happens on the desk's worker, in the order in which it comes, whether a finger on this screen,
another device or the clock has brought it. The wires have threads of their own and only pass things on.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.app.desk import Desk, Road, Then
from companion.app.hearsay import Hearsay, LetGo, Network
from companion.app.succession import Succession
from companion.core.match import Look, Match
from companion.core.prompt import Refusal
from companion.core.record import BadForm, Header, Intent, Record
from companion.core.seats import MILADY, MUSKETEERS, ONLOOKER, TABLE, may
from companion.core.words import Line, say
from companion.link.beacon import Found, Notice, table_of
from companion.link.guest import Guest
from companion.link.host import Host, Seated
from companion.store.files import StoreTrouble
from companion.store.table import now

if TYPE_CHECKING:
    from companion.link.wire import GuestWire, HostWire, Peer, Place

log = logging.getLogger(__name__)

ALONE, HOSTING, LOOKING, JOINED, LOST, REFUSED = "alone", "hosting", "looking", "joined", "lost", "refused"
TICK = 0.25  # seconds
DEVICE = "private.device"  # two devices must not have one name; see companion.store.archive.PRIVATE

Every = Callable[[Callable[..., Any], float], Any]  # Kivy's Clock.schedule_interval or the like


@dataclass(frozen=True, slots=True)
class Standing:
    """How things stand between the devices, for whoever draws it."""

    state: str = ALONE
    code: str = ""
    places: tuple[Place, ...] = ()  # where this table can be found
    seats: tuple[tuple[str, str], ...] = ()  # name and role of every device at the table
    waiting: int = 0  # taps that the table has not answered yet
    why: Line | None = None  # of a refusal
    since: int = 0  # when the connection was lost
    role: str = TABLE  # as what this device sits there
    synced: bool = False  # our copy of the match is as long as the host's


@dataclass(slots=True)
class _Hosting:
    wire: HostWire
    host: Host
    peers: dict[int, Peer]
    code: str
    succession: Succession


@dataclass(slots=True)
class _Sitting:
    wire: GuestWire
    guest: Guest
    code: str
    role: str
    place: Place | None
    puzzled: int = -1  # how long our copy was when the host said something that made no sense
    deaf: bool = False  # until we have begun anew
    given_up: bool = False


class Gathering:
    def __init__(
        self,
        desk: Desk,
        every: Every,
        hand: Callable[[Callable[[], None]], None],
        name: str,
        network: Network | None = None,
        ears: Callable[[], LetGo | None] = lambda: None,
    ) -> None:
        self.name = name
        self.standing = Standing()
        self._desk, self._every, self._hand = desk, every, hand
        self._network = network or Network()
        self._hearsay = Hearsay(self._network, self._hear_of, ears)
        self._hosting: _Hosting | None = None
        self._sitting: _Sitting | None = None
        self._ticking: Any = None
        self._own: set[str] = set()  # the ids of what was tapped here and has no answer yet
        self._known = ""  # the id of this device
        self._heeding: list[Callable[[], None]] = []
        self._entered: Callable[[], None] = lambda: None
        self._alarmed: Callable[[Line], None] = lambda line: None
        self._went_on: Callable[[Record], None] = lambda record: None

    def heed(self, then: Callable[[], None]) -> None:
        """`then` is called on the thread of the screen whenever the standing has changed."""
        self._heeding.append(then)

    def tell(
        self,
        entered: Callable[[], None],
        alarmed: Callable[[Line], None],
        went_on: Callable[[Record], None],
    ) -> None:
        """On the thread of the screen: another match lies here; something is wrong; somebody else has done this."""
        self._entered, self._alarmed, self._went_on = entered, alarmed, went_on

    @property
    def linked(self) -> bool:
        return self.standing.state != ALONE

    @property
    def found(self) -> tuple[Found, ...]:
        """Tables in this network, as far as they were heard of just now."""
        return self._hearsay.found

    @property
    def role(self) -> str:
        """As what this device sits at the table."""
        return self._desk.seat

    @property
    def milady_elsewhere(self) -> bool:
        """Does Milady sit at another device?"""
        return self._desk.seat != MILADY and any(role == MILADY for _, role in self.standing.seats)

    def may(self, do: str, fields: Mapping[str, Any]) -> Refusal | None:
        """Is this for this device to do?"""
        match = self._desk.match
        if match is None or not self.linked:
            return None
        return may(match.box, Intent(do, fields), self._desk.seat, match.state, self.milady_elsewhere)

    # --- this device keeps the order ---

    def open_house(self, code: str = "") -> None:
        """Others may join this match."""
        before, left = self._sitting, self._stop()
        self.listen()  # should another device take over while this one sleeps, it is heard of
        self._desk.seat = TABLE
        later = self._desk.now()
        if before:  # whom we succeed, whatever his clock says
            later = max(later, before.guest.reign + 1)
        self._desk.work(self._open_house, code or self._network.code(), later, left)

    def _open_house(self, code: str, reign: int, left: Sequence[tuple[Intent, Then]]) -> None:
        match = self._desk.match
        if match is None or self._hosting:
            _give_up(left)
            return
        # Not at the top: it costs a tenth of a second, and most evenings one device is enough.
        from companion.link.wire import HostWire

        peers: dict[int, Peer] = {}
        wire = HostWire(
            code,
            lambda peer: self._desk.work(self._sit, peer),
            lambda peer, form: self._desk.work(self._hear, peer, form),
            lambda peer, why: self._desk.work(self._leave, peer),
            host=self._network.host,
            port=self._network.port,
        )
        host = Host(
            _Table(self._desk),
            lambda key, form: self._say(key, form),
            device=self._device,
            name=self.name,
            now=self._desk.now,
            reign=reign,
            seats_changed=lambda seated: self._show(seats=_seats(self.name, seated)),
            learned=self._learned,
            deposed=lambda later: self._look_for_successor(),
        )
        try:
            port = wire.start()
        except OSError as trouble:
            log.warning("no door could be opened: %s", type(trouble).__name__)
            line = say("This device cannot be reached by others: is there a network?")
            self._show(state=REFUSED, why=line, role=TABLE, seats=())
            _give_up(left)
            return
        succession = Succession(
            lambda place, told: self._wire_to(lambda: [place], code, TABLE, lambda state, why: told(state)),
            lambda place: self._hand(lambda: self._deposed(host, code, place)),
        )
        self._hosting = _Hosting(wire, host, peers, code, succession)
        self._hearsay.announce(Notice(table_of(match.header.match), self.name, port, reign))
        self._desk.road = self._by_hand(host.tap)
        places = self._network.shown or tuple((address, port) for address in wire.addresses())
        seats = _seats(self.name, ())
        self._show(state=HOSTING, code=code, places=places, seats=seats, why=None, role=TABLE, synced=True)
        self._hand(self._look_after)
        for intent, then in left:  # tapped while the one before could not answer any more
            host.tap(replace(intent, seat=TABLE), then)

    def _say(self, key: int, form: Mapping[str, Any]) -> None:
        here = self._hosting
        peer = here.peers.get(key) if here else None
        if here and peer:
            here.wire.send(peer, form)

    def _sit(self, peer: Peer) -> None:
        if here := self._hosting:
            here.peers[peer.key] = peer
            why = here.host.sit(peer.key, peer.device, peer.name, peer.role)
            if why:
                del here.peers[peer.key]
                here.wire.close_peer(peer, why)

    def _hear(self, peer: Peer, form: dict[str, Any]) -> None:
        if (here := self._hosting) and peer.key in here.peers:
            try:
                here.host.hear(peer.key, form)
            except (BadForm, ValueError) as error:
                log.warning("a guest was sent away: %s", type(error).__name__)
                here.wire.close_peer(peer, say("That device says what nobody understands."))

    def _leave(self, peer: Peer) -> None:
        if here := self._hosting:
            here.peers.pop(peer.key, None)
            here.host.leave(peer.key)

    def _learned(self, record: Record) -> None:
        self._desk.gone_on()
        if record.intent.id not in self._own:
            self._hand(lambda: self._went_on(record))

    def _look_for_successor(self) -> None:
        """Has another device taken over while this one was away? Until it has proved that, we keep the order."""
        here, match = self._hosting, self._desk.match
        if here and match:
            table = table_of(match.header.match)
            said = [one for one in self.found if one.notice.table == table and one.notice.reign > here.host.reign]
            here.succession.look([one.place for one in said], now())

    def _deposed(self, host: Host, code: str, place: Place) -> None:
        """It has, and it knows the code: sit down at its table."""
        if self._hosting and self._hosting.host is host:
            self.join(code, TABLE, place)

    # --- this device sits at another's table ---

    def join(self, code: str, role: str, place: Place | None = None) -> None:
        _give_up(self._stop())
        self.listen()
        wire = self._wire_to(
            self._places,
            code,
            role,
            lambda state, why: self._desk.work(self._turned, state, why),
            lambda form: self._desk.work(self._heard, form),
        )
        guest = Guest(_Copy(self._desk), wire.send, self, device=self._device, role=role, now=now)
        self._sitting = _Sitting(wire, guest, code, role, place)
        self._desk.seat, self._desk.road = role, self._by_hand(guest.tap)
        self._show(state=LOOKING, code=code, why=None, seats=(), places=(), role=role, waiting=0, synced=False)
        self._look_after()
        wire.start()

    def _wire_to(
        self,
        find: Callable[[], Sequence[Place]],
        code: str,
        role: str,
        told: Callable[[str, Line | None], None],
        heard: Callable[[dict[str, Any]], None] = lambda form: None,
    ) -> GuestWire:
        from companion.link.wire import GuestWire

        return GuestWire(find, code, self._device, self.name, role, told, heard)

    def _places(self) -> Sequence[Place]:
        """Where to look: what somebody typed, then the tables that were heard of, the one we know before all others."""
        sitting, match = self._sitting, self._desk.match
        typed = [sitting.place] if sitting and sitting.place else []
        known = table_of(match.header.match) if match else ""
        heard = sorted(self.found, key=lambda table: (table.notice.table != known, -table.notice.reign))
        return [*typed, *(table.place for table in heard)]

    def _turned(self, state: str, why: Line | None) -> None:
        sitting = self._sitting
        if sitting is None or sitting.given_up:
            return
        if state == JOINED:
            sitting.deaf = False
            sitting.guest.joined()
        elif sitting.guest.here:
            sitting.guest.lost()
        self._show(state=state, why=why, since=now() if state == LOST else 0, synced=sitting.guest.synced)

    def _heard(self, form: dict[str, Any]) -> None:
        if (sitting := self._sitting) and not sitting.deaf:
            try:
                sitting.guest.hear(form)
            except (BadForm, ValueError) as error:
                log.warning("the host says what makes no sense: %s", type(error).__name__)
                self._puzzled(sitting)
            except StoreTrouble as trouble:
                self.alarm(trouble.line)
            self._show(synced=sitting.guest.synced)

    def _puzzled(self, sitting: _Sitting) -> None:
        """Begin anew from where our copy ends. If that leads no further, this table is not for us."""
        match = self._desk.match
        length = len(match.records) if match else 0
        sitting.deaf = True
        if sitting.puzzled == length:
            sitting.given_up = True
            sitting.guest.lost()
            sitting.wire.stop()
            self._show(state=REFUSED, why=say("That device says what nobody understands."))
        else:
            sitting.puzzled = length
            sitting.wire.begin_anew()

    def take_over(self) -> None:
        """The device that kept the order is gone: from now on it is this one."""
        if self._sitting and self._desk.match:
            self.open_house(self._sitting.code)

    # --- what the guest hears ---

    def changed(self, records: Sequence[Record]) -> None:
        self._desk.gone_on()
        if not records:
            self._hand(self._entered)
        elif records[-1].intent.id not in self._own:
            self._hand(lambda: self._went_on(records[-1]))

    def seats(self, seats: Sequence[tuple[str, str]]) -> None:
        self._show(seats=tuple(seats))

    def alarm(self, line: Line) -> None:
        self._hand(lambda: self._alarmed(line))

    def outdated(self) -> None:
        """This is not the table that goes on. Whoever keeps it now will be heard of."""
        if self._sitting:
            self._sitting.place = None

    # --- both ---

    @property
    def _device(self) -> str:
        known = self._known or self._desk.shelf.setting(DEVICE)
        if not isinstance(known, str) or len(known) != 16:
            known = secrets.token_hex(8)
            self._desk.set_setting(DEVICE, known)
        self._known = known
        return known

    def _by_hand(self, road: Road) -> Road:
        """Whose tap a record came of is known by its id: several devices may sit there as the same."""

        def tap(intent: Intent, then: Then) -> None:
            self._own.add(intent.id)
            road(intent, lambda outcome: (self._own.discard(intent.id), then(outcome))[1])

        return tap

    def listen(self) -> None:
        """Are there tables in this network?"""
        self._hearsay.listen()

    def stop_listening(self) -> None:
        """Nobody looks for tables any more; whoever sits at one still has to hear where it goes."""
        if self.standing.state in (ALONE, REFUSED):
            self._hearsay.stop_listening()

    def _hear_of(self, table: Found) -> None:
        if sitting := self._sitting:
            sitting.wire.hurry()
        self._hand(self._tell_all)

    @property
    def sit_again(self) -> Callable[[], None]:
        """How to sit down as now, once this match lies here again."""
        if self._hosting:
            return partial(self.open_house, self.standing.code)
        if sitting := self._sitting:
            return partial(self.join, sitting.code, sitting.role, sitting.place)
        return lambda: None

    def part(self) -> None:
        """Alone again. The match stays as it is on every device."""
        self._desk.wait()  # a door may be about to be opened
        if self.linked or self._hosting or self._sitting:
            _give_up(self._stop())
            self._desk.seat, self._desk.ahead = TABLE, 0
            self._show_now(Standing())

    def close(self) -> None:
        """For good: nobody hears of anything any more, not even of what is on its way already."""
        self._heeding.clear()
        self.tell(lambda: None, lambda line: None, lambda record: None)
        self._stop()
        self._hearsay.stop_listening()

    def resume(self) -> None:
        """The app was laid aside: connections may have died meanwhile."""
        if self._sitting:
            self._sitting.wire.hurry()

    def _stop(self) -> list[tuple[Intent, Then]]:
        """Nobody is connected any more. Gives back what was tapped here and never answered."""
        self._desk.wait()  # a door that is about to be opened is opened first, and closed then
        self._desk.road = None
        if self._ticking:
            self._ticking.cancel()
            self._ticking = None
        hosting, self._hosting = self._hosting, None
        if hosting:
            self._hearsay.fall_silent()
            hosting.wire.stop()
            self._desk.work(hosting.succession.rest)
            self._desk.work(hosting.host.close)
        sitting, self._sitting = self._sitting, None
        if sitting:
            sitting.wire.stop()
        self._desk.wait()  # what the wires still had to say is said to nobody
        self._own.clear()
        return sitting.guest.hand_back() if sitting else []

    def _look_after(self) -> None:
        if self._ticking is None and (self._hosting or self._sitting):
            self._ticking = self._every(lambda *_: self._desk.work(self._tick), TICK)

    def _tick(self) -> None:
        if self._hosting:
            self._hosting.host.tick()
            self._look_for_successor()
        if sitting := self._sitting:
            sitting.guest.tick()
            self._desk.ahead = sitting.guest.ahead
            if sitting.guest.waiting != self.standing.waiting:
                self._show(waiting=sitting.guest.waiting)

    def _show(self, **changes: Any) -> None:
        standing = replace(self.standing, **changes)
        if standing != self.standing:
            self.standing = standing
            self._hand(self._tell_all)

    def _show_now(self, standing: Standing) -> None:
        self.standing = standing
        self._tell_all()

    def _tell_all(self) -> None:
        for then in self._heeding:
            then()


class _Table:
    """The desk, as the host needs it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @property
    def match(self) -> Match[Any]:
        match = self._desk.match
        if match is None:
            raise BadForm("this match is closed")  # whoever closes it parts from the others first
        return match

    def act(self, intent: Intent, coins: Mapping[str, str] | None = None) -> Record | Refusal | Line:
        return self._desk.decide(intent, coins)


class _Copy:
    """The desk, as the guest needs it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @property
    def match(self) -> Match[Any] | None:
        return self._desk.match

    def lay_out(self, header: Header, records: Sequence[Record], look: Look[Any]) -> Sequence[Record]:
        return self._desk.lay_out(header, records, look)

    def learn(self, records: Sequence[Record], look: Look[Any]) -> None:
        if self._desk.table:
            self._desk.table.learn(records, look)


def _seats(name: str, seated: Sequence[Seated]) -> tuple[tuple[str, str], ...]:
    return ((name, TABLE), *((one.name, one.role) for one in seated))


def _give_up(left: Sequence[tuple[Intent, Then]]) -> None:
    for _, then in left:
        then(say("The table is out of reach: this did not count."))


ROLES_TO_CHOOSE = (MILADY, MUSKETEERS, ONLOOKER, TABLE)
