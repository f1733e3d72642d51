"""Proof of a sender: reply addresses, passwords, confirmations; and forged Froms."""

from __future__ import annotations

from collections.abc import Callable

from tests.end_to_end.player import Mail, Player, letter, reply
from tests.end_to_end.process import SERVER, ServerProcess
from tests.end_to_end.table import Table

PASSWORD = "correct-horse-9"
WRONG = "wrong-horse-99"


def with_password(server: ServerProcess, userid: str) -> Player:
    somebody = Player(server, userid)
    somebody.ask(f"signup {userid} {PASSWORD}")
    somebody.told("yes")
    return somebody


def game_of(server: ServerProcess, bob: Player) -> Table:
    """Board 1 after the placing; alice, South, is to move and has a password."""
    table = Table(with_password(server, "alice"), bob)
    table.begin("gyges challenge bob")
    table.play(["231123", "321123"])
    return table


def write_from(
    address: str, player: Player, subject: str, text: str = "", to: str = SERVER
) -> Mail:
    """Write to ``to`` from an address that is not the player's, and return the answer."""
    stand_in = Player(player.server, "stand-in", address)
    return stand_in.ask(subject, text, to)


# A reply address is a key, but only in letters from an address of its owner.


def test_a_reply_address_in_foreign_hands_moves_nothing(
    table: Table, server: ServerProcess
) -> None:
    alice, bob = table.players
    mallory = Player(server, "mallory")

    mallory.told("16-35", alice.last)

    assert mallory.refusal == "foreign_token"
    warning = alice.receive()
    assert warning.kind == "wrong_secret"
    assert "mallory@example.org" in warning.words
    assert bob.unread() == []
    assert alice.ask("gyges show 1").position == ("gyges 1", 3, True)


def test_another_players_reply_address_moves_nothing_either(
    table: Table, player: Callable[[str], Player]
) -> None:
    alice, bob = table.players
    carol = player("carol")

    carol.told("16-35", alice.last)

    assert carol.refusal == "foreign_token"
    assert bob.unread() == []


def test_a_key_reaches_its_own_board_only(table: Table) -> None:
    alice, bob = table.players
    first_board = alice.last
    table.begin("gyges challenge bob")
    assert alice.last.position == ("gyges 2", 1, True)

    answer = alice.told("gyges move 2 231123", first_board)

    assert answer.kind == "confirm"
    assert bob.unread() == []


# A From address alone plays no move: the player to whom it belongs is asked.


def test_a_move_without_proof_waits_for_a_yes(table: Table) -> None:
    alice, bob = table.players

    question = alice.ask("gyges move 1 16-35")
    assert question.kind == "confirm"
    assert "    gyges move 1 16-35\n" in question.text
    assert bob.unread() == []

    assert alice.told("yes").position == ("gyges 1", 4, False)
    assert bob.receive().position == ("gyges 1", 4, True)


def test_the_question_shows_the_words_that_would_be_sent_along(table: Table) -> None:
    alice, bob = table.players

    question = alice.ask("gyges chat 1", "You play like a beginner.")

    assert "| You play like a beginner.\n" in question.text
    assert bob.unread() == []


def test_only_a_yes_of_the_readers_own_confirms(table: Table) -> None:
    alice, bob = table.players
    question = alice.ask("gyges move 1 16-35")

    asked_again = alice.told("I am away until Monday.", question)
    asked_again = alice.told("", asked_again)

    assert bob.unread() == []
    assert alice.told("yes", asked_again).position == ("gyges 1", 4, False)


def test_a_yes_is_good_once(table: Table) -> None:
    alice, bob = table.players
    question = alice.ask("gyges move 1 16-35")
    alice.told("yes", question)
    bob.receive()

    alice.told("yes again, please\nyes", question)

    assert "[gyges 1]" not in alice.last.subject
    assert bob.unread() == []


def test_a_later_question_replaces_an_earlier_one(table: Table) -> None:
    alice, bob = table.players
    first = alice.ask("gyges move 1 16-35")
    second = alice.ask("gyges move 1 15-24")

    alice.told("yes", first)
    assert bob.unread() == []

    alice.told("yes", second)
    assert "15-24" in bob.receive().text


def test_an_illegal_move_is_refused_without_a_question(table: Table) -> None:
    answer = table.first.ask("gyges move 1 16-36")

    assert answer.kind == "illegal"


# The password, as pbmserv players know it.


def test_a_password_moves_from_any_address(server: ServerProcess, bob: Player) -> None:
    alice = game_of(server, bob).first
    library = Player(server, "somewhere", "desk7@library.example.net")

    library.write(f"gyges move 1 alice {PASSWORD} 16-35", "From the library.")

    receipt, news = alice.receive(), bob.receive()
    assert receipt.position == ("gyges 1", 4, False)
    assert news.position == ("gyges 1", 4, True)
    assert "| From the library." in news.text


def test_board_is_another_word_for_move(server: ServerProcess, bob: Player) -> None:
    alice = game_of(server, bob).first

    assert alice.ask(f"gyges board 1 alice {PASSWORD} 16-35").position == ("gyges 1", 4, False)


def test_a_wrong_password_moves_nothing_and_asks_nothing(
    server: ServerProcess, bob: Player
) -> None:
    alice = game_of(server, bob).first

    write_from("thief@example.net", alice, f"gyges move 1 alice {WRONG} 16-35")

    assert alice.refusal == "wrong_password"
    assert alice.receive().kind == "wrong_secret"
    assert bob.unread() == []


def test_a_wrong_password_from_ones_own_address_asks_no_question_either(
    server: ServerProcess, bob: Player
) -> None:
    alice = game_of(server, bob).first

    alice.ask(f"gyges move 1 alice {WRONG} 16-35")

    assert alice.refusal == "wrong_password"
    assert bob.unread() == []


def test_passwords_cannot_be_tried_for_ever(server: ServerProcess, bob: Player) -> None:
    alice = game_of(server, bob).first
    for attempt in range(5):
        alice.ask(f"gyges move 1 alice {WRONG}{attempt} 16-35")

    alice.ask(f"gyges move 1 alice {PASSWORD} 16-35")

    assert alice.refusal == "too_many_wrong_passwords"
    assert bob.unread() == []


def test_a_mail_of_several_authors_only_warns_the_owner_of_its_key(
    table: Table, settle: Callable[[], None]
) -> None:
    alice, bob = table.players
    message = reply(alice.address, alice.last, "16-35")
    message.replace_header("From", f"{alice.address}, {bob.address}")

    alice.send(message.as_bytes(), alice.last.reply_to)

    settle()
    assert alice.unread() == ["[pbm] Somebody tried to act for alice"]
    assert bob.unread() == []


def test_a_new_password_is_set_by_replying_to_a_mail(server: ServerProcess, bob: Player) -> None:
    alice = game_of(server, bob).first
    alice.ask("password alice")

    alice.told("change password new-horse-2026")

    moved = alice.ask("gyges move 1 alice new-horse-2026 16-35")
    assert moved.position == ("gyges 1", 4, False)


def test_a_forged_letter_without_a_message_id_is_only_asked_about(table: Table) -> None:
    alice, bob = table.players
    forged = letter(alice.address, "gyges resign 1", "")
    del forged["Message-ID"]

    alice.send(forged.as_bytes(), sender="mallory@example.net")

    assert alice.receive().kind == "confirm"
    assert bob.unread() == []
