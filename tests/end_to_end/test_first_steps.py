"""From a stranger's first mail to the first move: three mails, and never a password."""

from __future__ import annotations

from collections.abc import Callable

from pbm.core.model import MatchStatus
from tests.end_to_end.player import Player
from tests.end_to_end.process import SERVER, ServerProcess
from tests.end_to_end.stored import match
from tests.end_to_end.table import Table


def test_a_stranger_is_at_the_board_after_three_mails(server: ServerProcess, bob: Player) -> None:
    alice = Player(server, "alice")

    question = alice.ask("signup alice")
    assert question.kind == "signup"

    welcome = alice.told("yes")
    assert welcome.kind == "welcome"
    assert "gyges challenge" in welcome.text

    receipt = alice.told("gyges challenge bob\n\nShall we?")
    assert receipt.kind == "invited"

    invitation = bob.receive()
    assert invitation.kind == "invitation"
    assert "\n| Shall we?" in invitation.text

    bob.told("accept")
    assert alice.receive().position == ("gyges 1", 1, True)

    assert alice.told("231123").position == ("gyges 1", 2, False)
    assert bob.receive().position == ("gyges 1", 2, True)


def test_a_signup_is_confirmed_with_the_code_if_the_reply_address_is_lost(
    server: ServerProcess,
) -> None:
    alice = Player(server, "alice")
    question = alice.ask("signup alice")

    welcome = alice.ask(f"confirm {question.token}", to=SERVER)

    assert welcome.kind == "welcome"


def test_nobody_becomes_a_player_by_another_ones_yes(server: ServerProcess) -> None:
    alice, mallory = Player(server, "alice"), Player(server, "mallory")
    question = alice.ask("signup alice")

    mallory.told("yes", question)

    assert mallory.refusal == "confirm_elsewhere"
    assert alice.told("yes", question).kind == "welcome"


def test_a_taken_userid_and_what_to_do_about_it(server: ServerProcess, alice: Player) -> None:
    other = Player(server, "other")

    other.ask("signup Alice")
    assert other.refusal == "taken_userid"

    assert other.told("signup alice2").kind == "welcome"


def test_the_tutorial_is_one_mail_away(alice: Player) -> None:
    assert alice.ask("help tutorial").kind == "help"


def test_a_declined_invitation_is_told_to_both(
    server: ServerProcess, alice: Player, bob: Player
) -> None:
    alice.told("gyges challenge bob")
    bob.receive()

    assert [bob.told("decline").kind, alice.receive().kind] == ["board", "board"]
    assert match(server.data).status is MatchStatus.DECLINED


def test_a_spectator_is_offered_only_the_commands_that_they_can_use(
    table: Table, player: Callable[[str], Player]
) -> None:
    shown = player("carol").ask("gyges show 1")

    assert ": show, review, record, subscribe, help gyges\n" in shown.text
    assert "your shore" not in shown.text


def test_chat_reaches_the_other_player_and_the_writer_gets_a_receipt(table: Table) -> None:
    alice, bob = table.players

    receipt = bob.told("chat\nTake your time.")
    assert receipt.kind == "chat"

    heard = alice.receive()
    assert heard.kind == "chat"
    assert "| Take your time." in heard.text
