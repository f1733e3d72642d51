"""Networks of clients: the trusted ones, and the one that a letter came from."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

PIPE = ""
"""The peer of a letter that came through a pipe."""
SOCKET = "lmtp socket"
"""The peer of a letter that came through our own Unix socket."""

MAILBOX = "mailbox"
"""The peer of a letter that was fetched from a mailbox."""

LOOPBACK = "127.0.0.0/8, ::1"

# The bits in front of an IPv4 address that is mapped into IPv6.
_MAPPED_BITS = 96
# The prefix lengths by IP version: the largest network that one customer usually has.
_BITS = {4: 24, 6: 48}
# "from HELO (name [192.0.2.1])": the client chooses HELO, the server writes the parentheses. Exim
# writes "([192.0.2.1] helo=HELO)", or "from [192.0.2.1] (helo=HELO)".
_IN_PARENTHESES = re.compile(
    r"\(\s*(?:[\w.@-]+\s+)?\[(?:IPv6:)?([0-9a-f:.]+)\]", re.IGNORECASE | re.ASCII
)
_IN_FRONT = re.compile(r"\s*from\s+\[(?:IPv6:)?([0-9a-f:.]+)\]", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class Peers:
    """Trusted networks."""

    networks: tuple[Network, ...] = ()

    def __contains__(self, peer: str) -> bool:
        """Whether the client is trusted. A pipe and our own socket always are: file permissions
        restrict who may use them.
        """
        return peer in (PIPE, SOCKET) or _is_in(peer, self.networks)

    @property
    def include_loopback(self) -> bool:
        """Whether any loopback address is trusted."""
        loopback = map(ip_network, LOOPBACK.split(", "))
        return any(_overlap(each, known) for each in loopback for known in self.networks)

    def __str__(self) -> str:
        return ", ".join(map(str, self.networks))


def read_peers(text: str) -> Peers:
    """Parse a comma-separated list of networks.

    :raises ValueError: if an entry is no network
    """
    return Peers(tuple(_network(entry.strip()) for entry in text.split(",") if entry.strip()))


def client_network(received: str, peer: str, trusted: Peers) -> str:
    """The network of the client that sent a letter, ``192.0.2.0/24`` or ``2001:db8::/48``; "" if
    unknown.

    received: the topmost Received header, which names the client if the peer is a front server.
        Any peer on this machine is taken for a front server, even if it is not trusted;
        otherwise all strangers would share one network. So is the provider of a mailbox.
        Any other peer is the client itself.
    """
    if peer in trusted or _is_loopback(peer) or peer == MAILBOX:
        peer = _client_in(received) or peer
    address = _address(peer)
    return str(ip_network((address, _BITS[address.version]), strict=False)) if address else ""


def names_the_world(received: str) -> bool:
    """Whether a Received header names a client that is not within a provider's own network."""
    address = _address(_client_in(received))
    return address is not None and address.is_global


def _client_in(received: str) -> str:
    found = _IN_PARENTHESES.search(received) or _IN_FRONT.match(received)
    return found[1] if found else ""


@lru_cache(maxsize=1024)
def _is_in(peer: str, networks: Iterable[Network]) -> bool:
    address = _address(peer)
    return address is not None and any(address in network for network in networks)


def _is_loopback(peer: str) -> bool:
    address = _address(peer)
    return address is not None and address.is_loopback


def _address(text: str) -> Address | None:
    """Parse an IP address; one that is mapped into IPv6 yields the IPv4 address."""
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def _network(text: str) -> Network:
    try:
        found = ip_network(text)
    except ValueError as error:
        raise ValueError(
            f"networks are expected, such as {LOOPBACK} or 192.0.2.0/24 ({error})"
        ) from error
    mapped = found.network_address.ipv4_mapped if isinstance(found, IPv6Network) else None
    if mapped is None or found.prefixlen < _MAPPED_BITS:
        return found
    return IPv4Network((mapped, found.prefixlen - _MAPPED_BITS))


def _overlap(one: Network, other: Network) -> bool:
    return one.version == other.version and one.overlaps(other)
