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
    """Write to ``to`` from an address that is not the player's, and return the answer to it."""
    stand_in = Player(player.server, "stand-in", address)
    return stand_in.ask(subject, text, to)


# A reply address is a key, but only in letters from an address of its owner.


def test_a_reply_address_in_foreign_hands_moves_nothing(
    table: Table, server: ServerProcess
) -> None:
    alice, bob = table.players
    mallory = Player(server, "mallory")

    answer = mallory.told("16-35", alice.last)

    assert "That reply address was given to somebody else" in answer.words
    warning = alice.receive()
    assert warning.subject == "[pbm] Somebody tried to act for alice"
    assert "mallory@example.org used a reply address that was given to you" in warning.words
    assert bob.unread() == []
    assert "ply 3: your move" in alice.ask("gyges show 1").subject


def test_another_players_reply_address_moves_nothing_either(
    table: Table, player: Callable[[str], Player]
) -> None:
    alice, bob = table.players
    carol = player("carol")

    answer = carol.told("16-35", alice.last)

    assert "That reply address was given to somebody else" in answer.words
    assert bob.unread() == []


def test_a_key_reaches_its_own_board_only(table: Table) -> None:
    alice, bob = table.players
    first_board = alice.last
    table.begin("gyges challenge bob")
    assert "[gyges 2] ply 1: your move" in alice.last.subject

    answer = alice.told("gyges move 2 231123", first_board)

    assert answer.subject == "[pbm] Reply yes to play 231123 on board 2"
    assert bob.unread() == []


# A From alone moves nothing: the player whom it names is asked.


def test_a_move_without_proof_waits_for_a_yes(table: Table) -> None:
    alice, bob = table.players

    question = alice.ask("gyges move 1 16-35")
    assert question.subject == "[pbm] Reply yes to confirm: gyges move 1"
    assert "    gyges move 1 16-35\n" in question.text
    assert bob.unread() == []

    assert alice.told("yes").subject == "[gyges 1] ply 4: bob to move"
    assert bob.receive().subject == "[gyges 1] ply 4: your move, bob"


def test_the_question_shows_the_words_that_would_be_sent_along(table: Table) -> None:
    alice, bob = table.players

    question = alice.ask("gyges chat 1", "You play like a beginner.")

    assert "| You play like a beginner.\n" in question.text
    assert bob.unread() == []


def test_only_the_own_word_yes_confirms(table: Table) -> None:
    alice, bob = table.players
    question = alice.ask("gyges move 1 16-35")

    asked_again = alice.told("I am away until Monday.", question)
    asked_again = alice.told("", asked_again)

    assert bob.unread() == []
    assert alice.told("yes", asked_again).subject == "[gyges 1] ply 4: bob to move"


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
    assert "3. alice (South)        15-24" in bob.receive().text


def test_what_cannot_be_done_is_refused_before_any_question(table: Table) -> None:
    answer = table.first.ask("gyges move 1 16-36")

    assert answer.subject == "[gyges 1] ply 3: not played"


# The password, as pbmserv players know it.


def test_a_password_moves_from_any_address(server: ServerProcess, bob: Player) -> None:
    alice = game_of(server, bob).first
    library = Player(server, "somewhere", "desk7@library.example.net")

    library.write(f"gyges move 1 alice {PASSWORD} 16-35", "From the library.")

    receipt, news = alice.receive(), bob.receive()
    assert receipt.subject == "[gyges 1] ply 4: bob to move"
    assert news.subject == "[gyges 1] ply 4: your move, bob"
    assert "| From the library." in news.text


def test_board_is_another_word_for_move(server: ServerProcess, bob: Player) -> None:
    alice = game_of(server, bob).first

    assert "ply 4" in alice.ask(f"gyges board 1 alice {PASSWORD} 16-35").subject


def test_a_wrong_password_moves_nothing_and_asks_nothing(
    server: ServerProcess, bob: Player
) -> None:
    alice = game_of(server, bob).first

    answer = write_from("thief@example.net", alice, f"gyges move 1 alice {WRONG} 16-35")

    assert "The userid alice or the password is wrong." in answer.words
    assert alice.receive().subject == "[pbm] Somebody tried to act for alice"
    assert bob.unread() == []


def test_a_wrong_password_from_the_own_address_is_no_question_either(
    server: ServerProcess, bob: Player
) -> None:
    alice = game_of(server, bob).first

    answer = alice.ask(f"gyges move 1 alice {WRONG} 16-35")

    assert "The userid alice or the password is wrong." in answer.words
    assert bob.unread() == []


def test_passwords_cannot_be_tried_for_ever(server: ServerProcess, bob: Player) -> None:
    alice = game_of(server, bob).first
    for attempt in range(5):
        alice.ask(f"gyges move 1 alice {WRONG}{attempt} 16-35")

    answer = alice.ask(f"gyges move 1 alice {PASSWORD} 16-35")

    assert "Too many wrong passwords" in answer.words
    assert bob.unread() == []


def test_a_mail_of_several_authors_is_nobodys(table: Table, settle: Callable[[], None]) -> None:
    alice, bob = table.players
    message = reply(alice.address, alice.last, "16-35")
    message.replace_header("From", f"{alice.address}, {bob.address}")

    alice.send(message.as_bytes(), alice.last.reply_to)

    settle()
    assert alice.unread() == bob.unread() == []


def test_a_new_password_is_set_by_replying_to_a_mail(server: ServerProcess, bob: Player) -> None:
    alice = game_of(server, bob).first
    alice.ask("password alice")

    alice.told("change password new-horse-2026")

    moved = alice.ask("gyges move 1 alice new-horse-2026 16-35")
    assert moved.subject == "[gyges 1] ply 4: bob to move"


def test_a_forged_letter_without_a_message_id_is_only_asked_about(table: Table) -> None:
    alice, bob = table.players
    forged = letter(alice.address, "gyges resign 1", "")
    del forged["Message-ID"]

    alice.send(forged.as_bytes(), sender="mallory@example.net")

    assert alice.receive().subject == "[pbm] Reply yes to confirm: gyges resign 1"
    assert bob.unread() == []
