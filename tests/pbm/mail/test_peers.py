"""Trusted networks, and the network that a letter came from."""

from __future__ import annotations

import pytest

from pbm.mail.peers import LOOPBACK, PIPE, SOCKET, Peers, client_network, read_peers
from tests.combinations import for_each

FRONT = read_peers("192.0.2.1")


@for_each(
    ("networks", "peer"),
    [
        ("127.0.0.0/8", "127.0.0.1"),
        ("127.0.0.0/8, ::1", "::1"),
        ("192.0.2.0/24", "::ffff:192.0.2.7"),
        ("::ffff:192.0.2.0/120", "192.0.2.7"),
        ("2001:db8::/32", "2001:DB8:1::7"),
        ("fe80::/10", "fe80::1%eth0"),
        ("", PIPE),
        ("", SOCKET),
    ],
)
def test_a_client_of_a_named_network_is_trusted(networks: str, peer: str) -> None:
    assert peer in read_peers(networks)


@for_each(
    ("networks", "peer"),
    [
        ("", "127.0.0.1"),
        ("", "::1"),
        ("127.0.0.1", "127.0.0.2"),
        ("127.0.0.0/8", "::1"),
        ("192.0.2.0/24", "192.0.3.1"),
        ("::/0", "::ffff:192.0.2.7"),
        ("0.0.0.0/0, ::/0", "unknown"),
        ("0.0.0.0/0", "192.0.2"),
    ],
)
def test_other_clients_are_not_trusted(networks: str, peer: str) -> None:
    assert peer not in read_peers(networks)


@for_each("networks", ["127.0.0.1/8", "localhost", "192.0.2.1-7", "192.0.2.0/33"])
def test_the_error_for_an_invalid_network_shows_an_example(networks: str) -> None:
    with pytest.raises(ValueError, match=r"127\.0\.0\.0/8, ::1"):
        read_peers(networks)


@for_each("networks", ["127.0.0.0/8", "127.0.0.1", "::1", "0.0.0.0/0", "::/0"])
def test_networks_that_include_the_loopback_are_recognised(networks: str) -> None:
    assert read_peers(networks).include_loopback
    assert not read_peers("192.0.2.0/24, 2001:db8::/32").include_loopback
    assert read_peers(LOOPBACK).include_loopback


# The formats of Postfix, sendmail and Exim. The words before the address in brackets, and after
# "helo=", are chosen by the client.
TRACES = [
    "from mx.example.net (mx.example.net [198.51.100.7]) by mail.example.org (Postfix)",
    "from [203.0.113.9] (unknown [198.51.100.7]) by mail.example.org (Postfix)",
    "from x(203.0.113.9) (unknown [198.51.100.7]) by mail.example.org",
    "from mx.example.net (ident@mx.example.net [198.51.100.7] (may be forged)) by x",
    "from mx.example.net ([198.51.100.7] helo=[203.0.113.9]) by mail.example.org",
    "from [198.51.100.7] (helo=[203.0.113.9]) by mail.example.org",
    "from x (x [IPv6:::ffff:198.51.100.7]) by mail.example.org",
]


@for_each("trace", TRACES)
@for_each("peer", ["192.0.2.1", "::ffff:192.0.2.1", "127.0.0.1", PIPE, SOCKET])
def test_the_network_is_that_of_the_front_server_s_client(trace: str, peer: str) -> None:
    assert client_network(trace, peer, FRONT) == "198.51.100.0/24"


@pytest.mark.parametrize(
    ("address", "network"),
    [("2001:db8:1:2:3::4", "2001:db8:1::/48"), ("IPv6:2001:db8:1:2::4", "2001:db8:1::/48")],
)
def test_an_ipv6_network_is_that_of_one_customer(address: str, network: str) -> None:
    assert client_network(f"from x (x [{address}]) by y", PIPE, FRONT) == network


def test_the_received_header_of_an_untrusted_client_is_ignored() -> None:
    assert client_network(TRACES[0], "203.0.113.9", FRONT) == "203.0.113.0/24"
    assert client_network(TRACES[0], "203.0.113.9", Peers()) == "203.0.113.0/24"


@for_each("trace", ["", "from x by y", "from x (y [1.2.3.4.5]) by z", "[" * 8000])
def test_the_network_is_unknown_without_a_readable_received_header(trace: str) -> None:
    assert client_network(trace, PIPE, FRONT) == ""
