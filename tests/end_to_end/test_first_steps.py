"""From a stranger's first mail to the first move: three mails, and never a password."""

from __future__ import annotations

from collections.abc import Callable

from tests.end_to_end.player import Player
from tests.end_to_end.process import SERVER, ServerProcess
from tests.end_to_end.table import Table


def test_a_stranger_is_at_the_board_after_three_mails(server: ServerProcess, bob: Player) -> None:
    alice = Player(server, "alice")

    question = alice.ask("signup alice")
    assert question.subject == "[pbm] Reply yes to become alice"

    welcome = alice.told("yes")
    assert welcome.subject == "[pbm] Welcome, alice"
    assert "gyges challenge" in welcome.text

    receipt = alice.told("gyges challenge bob\n\nShall we?")
    assert receipt.subject == "[gyges 1] invitation sent to bob"

    invitation = bob.receive()
    assert invitation.subject == "[gyges 1] alice invites you to a game"
    assert "alice writes:\n| Shall we?" in invitation.text

    bob.told("accept")
    assert alice.receive().subject == "[gyges 1] ply 1: your move, alice"

    assert alice.told("231123").subject == "[gyges 1] ply 2: bob to move"
    assert bob.receive().subject == "[gyges 1] ply 2: your move, bob"


def test_whoever_loses_the_reply_address_confirms_with_the_code(server: ServerProcess) -> None:
    alice = Player(server, "alice")
    question = alice.ask("signup alice")
    (line,) = (line for line in question.text.splitlines() if line.startswith("    confirm "))

    welcome = alice.ask(line.strip(), to=SERVER)

    assert welcome.subject == "[pbm] Welcome, alice"


def test_nobody_becomes_a_player_by_another_ones_yes(server: ServerProcess) -> None:
    alice, mallory = Player(server, "alice"), Player(server, "mallory")
    question = alice.ask("signup alice")

    answer = mallory.told("yes", question)

    assert "confirmed only from the address that the mail went to" in answer.words
    assert alice.told("yes", question).subject == "[pbm] Welcome, alice"


def test_a_taken_userid_and_what_to_do_about_it(server: ServerProcess, alice: Player) -> None:
    other = Player(server, "other")

    answer = other.ask("signup Alice")
    assert "The userid alice, or one that looks like it, is taken." in answer.words

    assert other.told("signup alice2").subject == "[pbm] Reply yes to become alice2"


def test_the_tutorial_is_one_mail_away(alice: Player) -> None:
    assert "A first game" in alice.ask("help tutorial").text


def test_a_declined_invitation_is_told_to_both(alice: Player, bob: Player) -> None:
    alice.told("gyges challenge bob")
    bob.receive()

    assert bob.told("decline").subject == "[gyges 1] the invitation was declined"
    assert "bob declined the invitation" in alice.receive().text


def test_who_looks_on_is_offered_only_what_he_can_do(
    table: Table, player: Callable[[str], Player]
) -> None:
    shown = player("carol").ask("gyges show 1")

    assert "Reply with: show, review, record, subscribe, help gyges\n" in shown.text
    assert "your shore" not in shown.text


def test_words_reach_the_other_player_and_the_writer_has_a_receipt(table: Table) -> None:
    alice, bob = table.players

    receipt = bob.told("chat\nTake your time.")
    assert receipt.subject == "[gyges 1] your words were sent"

    heard = alice.receive()
    assert heard.subject == "[gyges 1] bob writes"
    assert "| Take your time." in heard.text
