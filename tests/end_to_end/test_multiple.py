"""Several commands in one mail, under the subject ``multiple``."""

from __future__ import annotations

from collections.abc import Callable

from tests.end_to_end.player import Player
from tests.end_to_end.process import ServerProcess
from tests.end_to_end.table import Table

PASSWORD = "correct-horse-9"


def test_every_line_is_answered_by_itself(table: Table) -> None:
    alice, bob = table.players

    answer = alice.ask("multiple", "whoami\ngyges show 99\nlist\n\nfoo bar\n")

    assert answer.kind == "multiple"
    for line in ("1. whoami", "2. gyges show 99", "3. list", "4. foo bar"):
        assert f" {line}\n    " in answer.text
    assert "unknown_board" in alice.refusal
    assert bob.unread() == []


def test_several_moves_wait_for_one_yes_together(table: Table) -> None:
    alice, bob = table.players

    question = alice.ask("multiple", "whoami\ngyges move 1 16-35")
    assert question.kind == "multiple"
    assert bob.unread() == []

    alice.told("yes")
    assert bob.receive().position == ("gyges 1", 4, True)


def test_the_first_wrong_password_ends_the_list(server: ServerProcess, bob: Player) -> None:
    alice = Player(server, "alice")
    alice.ask(f"signup alice {PASSWORD}")
    alice.told("yes")

    answer = alice.ask(
        "multiple",
        f"whoami\ngyges challenge alice wrong-horse bob\ngyges challenge alice {PASSWORD} bob\n",
    )

    assert "1. whoami" in answer.text
    assert "wrong_password" in alice.refusal
    assert "3." not in answer.text
    assert bob.unread() == []


def test_several_commands_with_the_password_are_done_at_once(
    server: ServerProcess, bob: Player, settle: Callable[[], None]
) -> None:
    alice = Player(server, "alice")
    alice.ask(f"signup alice {PASSWORD}")
    alice.told("yes")

    lines = [f"gyges challenge alice {PASSWORD} bob", f"dvonn challenge alice {PASSWORD} bob"]
    alice.write("multiple", "\n".join(lines))
    receipts = [alice.receive() for _ in lines]
    answer = alice.receive()

    assert [receipt.kind for receipt in receipts] == ["invited", "invited"]
    assert "1. gyges challenge bob\n    gyges 1: " in answer.text
    assert "2. dvonn challenge bob\n    dvonn 2: " in answer.text
    assert [bob.receive().kind for _ in lines] == ["invitation", "invitation"]
    settle()
    assert bob.unread() == []
