"""The server is killed (kill -9) again and again in a game, and the game goes on.

A letter that was answered 250 is never lost and never sent again by its sender; a letter without a
250 is sent again, as mail programs do, and must not be acted on twice.
"""

from __future__ import annotations

import smtplib
from collections.abc import Callable, Mapping

import pytest

from tests.end_to_end.player import Mail, Player, reply
from tests.end_to_end.process import SERVER, ServerProcess
from tests.end_to_end.table import Table

# Plies 3 to 12 of the sample game, and how far each letter gets before the cut.
MOVES_AND_CUTS = {
    "16-35": "connected",
    "61-53": "MAIL was sent",
    "15-24": "RCPT was sent",
    "66x65=21": "DATA was sent",
    "13-14-24x35=33": "half the letter was sent",
    "62x53=36": "the last dot was sent",
    "14-24-35x36=43": "250 was read",
    "64-54": "the next connection was made",
    "12-33x54=14": "the mover has their mail",
    "65-35x36=34": "both have their mails",
}


class Delivery:
    """One letter on its way in, step by step, with a power cut at one of the steps."""

    def __init__(self, server: ServerProcess, mover: Player, other: Player, move: str) -> None:
        answered = mover.last
        self.server = server
        self.mover, self.other = mover, other
        self.to = answered.reply_to
        self.raw = reply(mover.address, answered, move).as_bytes()
        self.acknowledged = False
        self.client = self.server.client()

    def until(self, cut: str) -> None:
        for name, step in self.steps.items():
            step()
            if name == cut:
                break
        self.server.kill()
        self.client.close()

    @property
    def steps(self) -> Mapping[str, Callable[[], object]]:
        half = len(self.raw) // 2
        return {
            "connected": self.client.ehlo,
            "MAIL was sent": lambda: self.client.mail(self.mover.address),
            "RCPT was sent": lambda: self.client.rcpt(self.to),
            "DATA was sent": lambda: self.client.docmd("DATA"),
            "half the letter was sent": lambda: self.client.send(self.raw[:half]),
            "the last dot was sent": lambda: self.client.send(self.raw[half:] + b".\r\n"),
            "250 was read": self.read_answer,
            "the next connection was made": self.connect_again,
            "the mover has their mail": self.mover.receive,
            "both have their mails": self.other.receive,
        }

    def read_answer(self) -> None:
        code, _ = self.client.getreply()
        assert code == 250
        self.acknowledged = True

    def connect_again(self) -> None:
        self.server.client().close()


def receive_once(player: Player, position: tuple[str, int, bool]) -> Mail:
    """Wait for the mail, which may have come before the cut already."""
    while player.last.position != position:
        player.receive()
    return player.last


@pytest.mark.slow
def test_a_game_survives_ten_power_cuts(
    table: Table, server: ServerProcess, settle: Callable[[], None]
) -> None:
    for ply, (move, cut) in enumerate(MOVES_AND_CUTS.items(), start=3):
        mover, other = table.turn()
        delivery = Delivery(server, mover, other, move)
        delivery.until(cut)
        server.start()
        if not delivery.acknowledged:
            mover.send(delivery.raw, delivery.to)

        receive_once(mover, ("gyges 1", ply + 1, False))
        receive_once(other, ("gyges 1", ply + 1, True))

    settle()
    assert_nothing_came_twice(table)
    review = table.first.ask("gyges review 1")
    assert [move for move in MOVES_AND_CUTS if review.text.count(f"  {move}\n") != 1] == []


def assert_nothing_came_twice(table: Table) -> None:
    """Assert that mails which came twice are the same, byte for byte."""
    for player in table.players:
        while player.unread():
            player.receive()
        boards = [mail for mail in player.mails if mail.subject.startswith("[gyges 1] ply")]
        ways = [{mail.subject for mail in boards}, {mail.id for mail in boards}]
        assert {len(way) for way in ways} == {len({mail.raw for mail in boards})}


def test_letters_that_were_acknowledged_before_a_cut_are_all_answered_after_it(
    server: ServerProcess, alice: Player, settle: Callable[[], None]
) -> None:
    count = 20
    for _ in range(count):
        alice.write("whoami")
    server.kill()
    server.start()

    settle()

    assert [alice.receive().kind for _ in range(count)] == ["account"] * count
    assert alice.unread() == []


def test_a_client_that_hangs_up_before_the_answer_has_sent_its_letter_all_the_same(
    table: Table, server: ServerProcess
) -> None:
    alice, bob = table.players
    delivery = Delivery(server, alice, bob, "16-35")
    for name, step in delivery.steps.items():
        step()
        if name == "the last dot was sent":
            break
    delivery.client.close()

    assert alice.receive().position == ("gyges 1", 4, False)


def test_a_stopping_server_lets_nobody_believe_that_a_letter_was_kept(
    server: ServerProcess, alice: Player
) -> None:
    client = server.client()
    client.ehlo()
    server.stop()

    with pytest.raises(smtplib.SMTPSenderRefused) as refusal:
        client.sendmail(alice.address, [SERVER], b"Subject: whoami\r\n\r\n")

    assert refusal.value.smtp_code == 421
    client.close()
    server.start()
    assert alice.unread() == []
