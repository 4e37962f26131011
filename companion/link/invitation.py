"""What one device shows and another one reads: where the table is, and its code. And addresses as people type them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from ipaddress import AddressValueError, IPv4Address

from companion.core.words import Line, say
from companion.link import code as codes
from companion.link.addresses import PORT

SCHEME = "musketeers"
LONGEST = 300  # characters; nobody types more, and nothing of ours is longer
_WHOLE = re.compile(rf"{SCHEME}://([^/\s]+)/([^/\s]+)/?", re.IGNORECASE)
_NAME = re.compile(r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*")


class BadInvitation(ValueError):
    """What was read cannot be one; `line` says why, for people."""

    def __init__(self, line: Line) -> None:
        super().__init__(line.read())
        self.line = line


@dataclass(frozen=True, slots=True)
class Invitation:
    address: str
    port: int
    code: str = field(repr=False)


def write(invitation: Invitation) -> str:
    """One short text, for a QR code and for pasting."""
    return f"{SCHEME}://{invitation.address}:{invitation.port}/{invitation.code}"


def read(text: str) -> Invitation:
    """The invitation in what was scanned or pasted, perhaps with words around it."""
    found = _WHOLE.search(text[:LONGEST])
    if not found:
        raise BadInvitation(say("This is no invitation to a table."))
    address, port = read_address(found[1])
    return Invitation(address, port, read_code(found[2]))


def read_code(typed: str) -> str:
    try:
        return codes.read(typed[:LONGEST])
    except codes.BadCode:
        raise BadInvitation(say("A code has {n} letters and digits.", n=codes.LENGTH)) from None


def read_address(typed: str) -> tuple[str, int]:
    """Address and port as somebody typed them; without a port it is the usual one.

    A name is taken as it is: whether a device has it shows when it is called.
    """
    # Keyboards for numbers often have a comma where the dot should be, and some people paste a link.
    text = re.sub(r"^[a-z]+://", "", typed[:LONGEST].strip().lower()).rstrip("/").replace(",", ".")
    host, *rest = re.split(r"\s*:\s*|\s+", text)
    if len(rest) > 1 or not _NAME.fullmatch(host):
        raise BadInvitation(say("An address looks like {example}.", example="192.168.1.7"))
    port = _port(rest[0]) if rest else PORT
    return (_ipv4(host) if re.fullmatch(r"[0-9.]+", host) else host), port


def _ipv4(host: str) -> str:
    try:
        # Some devices show numbers with leading zeros, which the standard library refuses.
        address = IPv4Address(".".join(part.lstrip("0") or part[:1] for part in host.split(".")))
    except AddressValueError:
        raise BadInvitation(
            say("An address has four numbers up to 255, like {example}.", example="192.168.1.7")
        ) from None
    if address.is_unspecified or address.is_multicast or address.is_reserved:
        raise BadInvitation(say("No device can have this address."))
    return str(address)


def _port(number: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", number) or not 0 < int(number) < 65536:
        raise BadInvitation(say("What stands behind the colon must be a number up to {n}.", n=65535))
    return int(number)
