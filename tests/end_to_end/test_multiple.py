"""Several commands in one mail, under the subject ``multiple``."""

from __future__ import annotations

from collections.abc import Callable

from tests.end_to_end.player import Player
from tests.end_to_end.process import ServerProcess
from tests.end_to_end.table import Table

PASSWORD = "correct-horse-9"


def test_every_line_stands_for_itself(table: Table) -> None:
    alice, bob = table.players

    answer = alice.ask("multiple", "whoami\ngyges show 99\nlist\n\nfoo bar\n")

    assert "1. whoami\n    you are alice" in answer.text
    assert "2. gyges show 99\n    There is no board 99." in answer.text
    assert "3. list\n    1 board listed" in answer.text
    assert "4. foo bar\n    That line is no command." in answer.text
    assert bob.unread() == []


def test_moves_in_it_wait_for_one_yes_together(table: Table) -> None:
    alice, bob = table.players

    question = alice.ask("multiple", "whoami\ngyges move 1 16-35")
    assert question.subject == "[pbm] 2 commands: reply yes to confirm"
    assert bob.unread() == []

    alice.told("yes")
    assert bob.receive().subject == "[gyges 1] ply 4: your move, bob"


def test_the_first_wrong_password_ends_it(server: ServerProcess, bob: Player) -> None:
    alice = Player(server, "alice")
    alice.ask(f"signup alice {PASSWORD}")
    alice.told("yes")

    answer = alice.ask(
        "multiple",
        f"whoami\ngyges challenge alice wrong-horse bob\ngyges challenge alice {PASSWORD} bob\n",
    )

    assert "1. whoami" in answer.text
    assert "the password is wrong" in answer.words
    assert "3." not in answer.text
    assert bob.unread() == []


def test_with_the_password_it_is_done_at_once(
    server: ServerProcess, bob: Player, settle: Callable[[], None]
) -> None:
    alice = Player(server, "alice")
    alice.ask(f"signup alice {PASSWORD}")
    alice.told("yes")

    lines = [f"gyges challenge alice {PASSWORD} bob", f"dvonn challenge alice {PASSWORD} bob"]
    alice.write("multiple", "\n".join(lines))
    receipts = [alice.receive().subject for _ in lines]
    answer = alice.receive()

    assert receipts == [f"[{board}] invitation sent to bob" for board in ("gyges 1", "dvonn 2")]
    assert "1. gyges challenge bob\n    gyges 1: bob is invited" in answer.text
    assert "2. dvonn challenge bob\n    dvonn 2: bob is invited" in answer.text
    settle()
    assert bob.unread() == [
        "[gyges 1] alice invites you to a game",
        "[dvonn 2] alice invites you to a game",
    ]
