"""What the devices screen shows: how things stand, who sits where, what can be joined; and what was typed there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.app.gathering import ALONE, HOSTING, JOINED, LOOKING, LOST, REFUSED, ROLES_TO_CHOOSE, Standing
from companion.core.match import PLEDGE, Match
from companion.core.record import Record
from companion.core.seats import MILADY, MUSKETEERS, ONLOOKER, TABLE
from companion.core.words import Line, say, say_n
from companion.link import code as codes
from companion.link import invitation
from companion.link.addresses import LOOPBACK, PORT
from companion.link.beacon import Found
from companion.link.invitation import BadInvitation, Invitation

if TYPE_CHECKING:
    from companion.link.wire import Place

Read = Callable[[Line | None], str]

PATIENCE = 5_000  # milliseconds after which a lost table may be taken over; most come back sooner
LONGEST_NAME = 24  # letters of a device's name that have room on a plate
_HALF = codes.LENGTH // 2


@dataclass(frozen=True, slots=True)
class Role:
    icon: str
    name: Line
    about: Line
    camp: str  # whose colour it wears


ROLES: Mapping[str, Role] = {
    MILADY: Role("drama-masks", say("Milady"), say("Seals her place here, and answers in secret."), MILADY),
    MUSKETEERS: Role("sword-cross", say("Musketeers"), say("Rides, fights and throws for the King."), MUSKETEERS),
    ONLOOKER: Role("eye-outline", say("Onlooker"), say("Sees everything but secrets, and changes nothing."), TABLE),
    TABLE: Role("map", say("Board"), say("A second device for the board: it may do what the first one may."), TABLE),
}


@dataclass(frozen=True, slots=True)
class Option:
    value: str
    icon: str
    text: str
    detail: str
    camp: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class SeatRow:
    icon: str
    camp: str
    name: str
    role: str  # and whether it is this device, or the one that keeps the order


@dataclass(frozen=True, slots=True)
class TableRow:
    place: Place
    text: str
    detail: str


@dataclass(frozen=True, slots=True)
class Sign:
    """How things stand, at a glance: a shape, a colour, and words."""

    icon: str
    kind: str  # gold, blue, faded or red
    text: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Wish:
    """Where somebody wants to sit down."""

    code: str
    place: Place | None


class DevicesModel:
    def __init__(
        self, standing: Standing, found: Iterable[Found], own_name: str, match: Match[Any] | None, now: int, read: Read
    ) -> None:
        self.standing = standing
        self._found, self._own_name, self._match, self._now, self._read = tuple(found), own_name, match, now, read

    @property
    def free(self) -> bool:
        """Is this device at nobody's table, and nobody at its own?"""
        return self.standing.state in (ALONE, REFUSED)

    @property
    def sits(self) -> bool:
        """Does it sit at another device's table, or wait to?"""
        return self.standing.state in (LOOKING, JOINED, LOST)

    @property
    def sign(self) -> Sign | None:
        read, standing = self._read, self.standing
        if standing.state == HOSTING:
            detail = say("Whoever types this code on another device sits down at this table.")
            return Sign("access-point", "gold", read(say("This table is open")), read(detail))
        if standing.state == LOOKING:
            detail = say("Both devices have to be on the same network. This one goes on looking by itself.")
            return Sign("radar", "faded", read(say("Looking for the table …")), read(detail))
        if standing.state == JOINED:
            detail = say("Here you sit as: {role}.", role=ROLES[standing.role].name)
            return Sign("link-variant", "blue", read(say("Linked to the table")), read(detail))
        if standing.state == LOST:
            detail = say("It comes back by itself. Everything up to now is kept on this device too.")
            text = read(standing.why or say("The table is out of reach"))
            return Sign("link-variant-off", "red", text, read(detail))
        if standing.state == REFUSED:
            return Sign("close-octagon-outline", "red", read(say("That did not work")), read(standing.why))
        return None

    # --- the host ---

    @property
    def code(self) -> str:
        """In two halves, with hard blanks: it stays in one line."""
        return codes.shown(self.standing.code).replace(" ", "\u00a0\u00a0")

    @property
    def addresses(self) -> str:
        return "\n".join(f"{address}:{port}" for address, port in self.standing.places)

    @property
    def invitation(self) -> str:
        """What a camera reads."""
        if not self.standing.places:
            return ""
        address, port = self.standing.places[0]
        return invitation.write(Invitation(address, port, self.standing.code))

    # --- who sits where ---

    @property
    def seats(self) -> tuple[SeatRow, ...]:
        rows, mine = [], self._mine
        for at, (name, role) in enumerate(self.standing.seats):
            about = ROLES.get(role, ROLES[ONLOOKER])
            line = about.name
            if at == mine:
                line = say("{role} · this device", role=line)
            if at == 0:
                line = say("{role} · keeps the order", role=line)
            rows.append(SeatRow(about.icon, about.camp, name, self._read(line)))
        return tuple(rows)

    @property
    def _mine(self) -> int:
        """At which seat this device sits; -1 if the table has not said so yet."""
        if self.standing.state == HOSTING:
            return 0
        mine = (self._own_name, self.standing.role)
        return next((at for at, seat in enumerate(self.standing.seats) if at and seat == mine), -1)

    # --- the guest ---

    def roles(self, chosen: str) -> tuple[Option, ...]:
        return tuple(
            Option(role, about.icon, self._read(about.name), self._read(about.about), about.camp, role == chosen)
            for role, about in ((role, ROLES[role]) for role in ROLES_TO_CHOOSE)
        )

    @property
    def tables(self) -> tuple[TableRow, ...]:
        """Each table once, though it is heard of on several networks."""
        rows: dict[object, TableRow] = {}
        for one in sorted(self._found, key=lambda found: found.address == LOOPBACK):
            address, port = one.place
            row = TableRow(one.place, one.notice.name, f"{address}:{port}" if port != PORT else address)
            rows.setdefault(one.notice, row)
        return tuple(sorted(rows.values(), key=lambda row: (row.text, row.place)))

    @property
    def may_take_over(self) -> bool:
        """Onlookers do so only where nobody else is left who could."""
        standing = self.standing
        if standing.state != LOST or self._match is None or self._now - standing.since < PATIENCE:
            return False
        players = any(role != ONLOOKER for _, role in standing.seats[1:])
        return standing.role != ONLOOKER or not players


# --- the badge in the head of every page ---


@dataclass(frozen=True, slots=True)
class Badge:
    icon: str
    kind: str
    count: str
    text: str  # for those who cannot see it


def badge_of(standing: Standing, read: Read) -> Badge | None:
    """Nothing for a device that is alone."""
    sign = DevicesModel(standing, (), "", None, 0, read).sign
    if sign is None:
        return None
    if standing.state == HOSTING:
        others = len(standing.seats) - 1
        words = say_n("{n} other device at this table", "{n} other devices at this table", others)
        return Badge(sign.icon, sign.kind, str(others), read(words))
    if not standing.waiting:
        return Badge(sign.icon, sign.kind, "", sign.text)
    waiting = say_n("{n} tap waits for the table's answer", "{n} taps wait for the table's answer", standing.waiting)
    words = say("{state}. {waiting}.", state=sign.text, waiting=waiting)
    return Badge(sign.icon, sign.kind, str(standing.waiting), read(words))


# --- what people type ---


def spaced(typed: str) -> str:
    """A code while it is being typed: in two halves, as the other device shows it, and nothing that no code has."""
    kept = codes.so_far(typed)
    return f"{kept[:_HALF]} {kept[_HALF:]}" if len(kept) > _HALF else kept


def pasted(text: str) -> Invitation | None:
    """The invitation, if what came into the field is one."""
    if f"{invitation.SCHEME}:" not in text.lower():
        return None
    try:
        return invitation.read(text)
    except BadInvitation:
        return None


def wish_of(code: str, address: str) -> Wish | Line:
    """What was typed, or what is wrong with it. Without an address the table is looked for."""
    if not code.strip():
        return say("Type the code that the other device shows.")
    try:
        return Wish(invitation.read_code(code), invitation.read_address(address) if address.strip() else None)
    except BadInvitation as bad:
        return bad.line


def device_name(kept: object, model: str, read: Read) -> str:
    """What this device is called at other people's tables: as somebody typed it, or what it is."""
    for name in (kept, model):
        clean = cleaned(name) if isinstance(name, str) else ""
        if clean:
            return clean
    return read(say("A device"))


def cleaned(name: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())[:LONGEST_NAME].strip()


def label_of(match: Match[Any], record: Record) -> Line | None:
    """What another device has done, in one line; nothing if nobody needs to know."""
    return match.label(record) if record.intent.do != PLEDGE else None
