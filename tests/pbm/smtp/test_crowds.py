"""Too many clients: every network has its share, and there is room for a newcomer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbm.smtp.sessions import SHORTEST_IDLE, network_of
from tests.pbm.smtp.sockets import Client, LoopThread, RunningListener

Serve = Callable[..., RunningListener]
ONE, TWO, THREE = "127.0.1.1", "127.0.2.1", "127.0.3.1"


def entered(listener: RunningListener, address: str, number: int) -> list[Client]:
    return [listener.client(address) for _ in range(number)]


def codes(clients: list[Client]) -> list[str]:
    return [client.greeting[:3] for client in clients]


def test_idle_clients_of_two_networks_keep_nobody_else_out(serve: Serve) -> None:
    listener = serve(connections=20, connections_per_peer=10)
    idle = [*entered(listener, ONE, 10), *entered(listener, TWO, 10)]
    assert codes(idle) == ["220"] * 20
    newcomer = listener.client(THREE)
    assert newcomer.send_letter().startswith("250")
    assert newcomer.say("NOOP").startswith("250")


def test_the_addresses_of_a_network_share_its_places(serve: Serve) -> None:
    listener = serve(connections=20, connections_per_peer=3)
    clients = [listener.client(f"127.0.1.{host}") for host in range(1, 6)]
    assert codes(clients) == ["220"] * 3 + ["421"] * 2


def test_a_network_gets_no_more_than_the_others_have(serve: Serve) -> None:
    listener = serve(connections=6, connections_per_peer=6)
    held = entered(listener, ONE, 6)
    others = entered(listener, TWO, 5)
    assert codes(held) == ["220"] * 6
    assert codes(others) == ["220"] * 3 + ["421"] * 2
    assert listener.client(THREE).greeting.startswith("220")


def test_a_client_with_a_letter_on_its_way_yields_last(serve: Serve) -> None:
    listener = serve(connections=3)
    busy = listener.client(ONE)
    busy.start_letter()
    idle = entered(listener, ONE, 2)
    assert listener.client(TWO).greeting.startswith("220")
    busy.send(b"Subject: hi\r\n\r\nhello\r\n.\r\n")
    assert busy.reply().startswith("250")
    assert idle[0].reply().startswith("421")


@pytest.mark.parametrize(("waited", "code"), [(0, "421"), (SHORTEST_IDLE + 1, "220")])
def test_when_all_places_are_taken_nobody_idles_for_long(
    waited: float, code: str, serve: Serve, thread: LoopThread
) -> None:
    listener = serve(connections=3)
    clients = [listener.client(f"127.0.{network}.1") for network in range(1, 4)]
    assert codes(clients) == ["220"] * 3
    thread.loop.ahead += waited
    assert listener.client("127.0.9.1").greeting.startswith(code)


def test_a_front_server_keeps_its_places_and_finds_one(serve: Serve, thread: LoopThread) -> None:
    listener = serve(connections=4, trusted=ONE)
    front = entered(listener, ONE, 2)
    others = entered(listener, TWO, 2)
    thread.loop.ahead += SHORTEST_IDLE + 1
    newcomers = entered(listener, THREE, 2)
    assert codes([*others, *newcomers]) == ["220"] * 4
    assert [each.say("NOOP")[:3] for each in front] == ["250"] * 2
    assert listener.client(ONE).greeting.startswith("220")


@pytest.mark.parametrize(
    ("peer", "network"),
    [
        ("192.0.2.77", "192.0.2.0/24"),
        ("::ffff:192.0.2.77", "192.0.2.0/24"),
        ("2001:db8:1:2::3", "2001:db8:1::/48"),
        ("lmtp socket", "lmtp socket"),
        ("unknown", "unknown"),
    ],
)
def test_the_network_of_a_client(peer: str, network: str) -> None:
    assert network_of(peer) == network
