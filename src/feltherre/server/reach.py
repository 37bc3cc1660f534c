"""Where others in the same network can reach this server, for somebody who sits at its machine and wants to invite."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator
from contextlib import suppress

#: hosts to listen on that mean: at every address of this machine
EVERYWHERE = ("0.0.0.0", "::", "")
#: addresses set aside for examples (RFC 5737, RFC 3849): no packet goes there, nor does one leave here
_SOMEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


def is_loopback(host: str) -> bool:
    """Whether a name or an address is this machine's own, for itself alone."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    with suppress(ValueError):
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    return False


def addresses(host: str, port: int) -> list[str]:
    """The pages of a server that listens on this host, as other machines open them; none if only this one can."""
    if is_loopback(host):
        return []
    found = dict.fromkeys(_own_addresses()) if host in EVERYWHERE else [host]
    return [f"http://{f'[{one}]' if ':' in one else one}:{port}/" for one in found]


def _own_addresses() -> Iterator[str]:
    """The addresses from which this machine would speak to others; the one with dots first, which is easier to type."""
    for family, somewhere in _SOMEWHERE:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as line:
            line.connect((somewhere, 9))  # of a datagram socket: nothing is sent
            own = line.getsockname()[0]
            if not is_loopback(own) and not ipaddress.ip_address(own).is_link_local:
                yield own
