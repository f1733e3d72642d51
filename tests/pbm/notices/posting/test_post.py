"""Addressing and threading of mails."""

from __future__ import annotations

from pbm.notices.kinds import MailKind
from tests.pbm.town import (
    ALICE,
    BOB,
    DOMAIN,
    NORTH,
    PASSWORD,
    SERVER,
    SOUTH,
    STRANGER,
    Mail,
    Town,
    of,
    only,
)

SECOND = "a@example.net"


def header(mail: Mail, name: str) -> str:
    return str(mail.message[name] or "")


def add_address(town: Town, address: str = SECOND) -> None:
    with town.app.store.transaction() as tx:
        tx.players.add_address(town.player("alice").id, address)


def test_a_reply_goes_to_the_address_of_the_letter(town_with_players: Town) -> None:
    add_address(town_with_players)
    assert only(town_with_players.write(SECOND, "whoami")).to == SECOND
    assert only(town_with_players.write(ALICE, "whoami")).to == ALICE


def test_the_reply_to_a_password_from_an_unknown_address_goes_to_the_player_s_own(
    town_with_game: Town,
) -> None:
    mails = town_with_game.write(STRANGER, f"gyges chat 1 alice {PASSWORD}\nhello")
    assert {mail.to for mail in mails} == {ALICE, BOB}


def test_notices_go_to_the_player_s_first_address(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    add_address(town_with_game)
    town_with_game.answer(board_mails[0], SOUTH, author=SECOND)
    mails = town_with_game.answer(of(town_with_game.write(BOB, "gyges show 1"), BOB), NORTH)
    assert {mail.to for mail in mails} == {ALICE, BOB}


def test_a_player_without_an_address_gets_no_mail(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    with town_with_game.app.store.transaction() as tx:
        tx.players.drop_address(town_with_game.player("bob").id, BOB)
    assert [mail.to for mail in town_with_game.answer(board_mails[0], SOUTH)] == [ALICE]
    assert town_with_game.match().plies == 1


def test_a_game_is_one_thread_for_each_player(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    first = town_with_game.answer(board_mails[0], SOUTH, subject="Re: x")
    second = town_with_game.answer(of(first, BOB), NORTH)
    for address, begun in ((ALICE, board_mails[0]), (BOB, board_mails[1])):
        before, after = of(first, address), of(second, address)
        thread = header(after, "References").split()
        assert header(begun, "Message-ID") in thread
        assert header(before, "Message-ID") in thread
    assert not set(header(of(second, ALICE), "References").split()) & {
        header(mail, "Message-ID") for mail in (of(first, BOB), board_mails[1])
    }


def test_an_answer_goes_on_with_the_thread_of_the_letter_or_of_the_board(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    named = [f"<{number}@example.org>" for number in range(6)]

    def thread_below(subject: str) -> list[str]:
        mails = town_with_game.write(
            ALICE,
            "show",
            to=board_mails[0].reply_to,
            subject=f"Re: {subject}",
            References=" ".join(named),
            Message_ID="<mine@example.org>",
        )
        return header(only(mails), "References").split()

    assert thread_below(board_mails[0].subject) == [named[0], *named[-3:], "<mine@example.org>"]
    of_board = thread_below("Something else")
    assert header(board_mails[0], "Message-ID") in of_board
    assert named[0] not in of_board


def test_the_receipt_of_a_move_is_a_reply_to_the_letter(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    mails = town_with_game.write(
        ALICE, SOUTH, to=board_mails[0].reply_to, Message_ID="<mine@example.org>"
    )
    assert header(of(mails, ALICE), "In-Reply-To") == "<mine@example.org>"
    assert "<mine@example.org>" not in header(of(mails, BOB), "References")


def test_a_forged_message_id_cannot_inject_headers(town_with_players: Town) -> None:
    evil = "<=?utf-8?q?x=0d=0aBcc:_carol@example.org=0d=0a=0d=0aHello?=@example.org>"
    raw = f"From: {ALICE}\r\nMessage-ID: {evil}\r\nReferences: {evil}\r\n\r\nwhoami\r\n".encode()
    mail = only(town_with_players.post(ALICE, raw))
    assert mail.message["Bcc"] is None
    assert mail.message.get_all("In-Reply-To") is not None
    assert mail.kind == MailKind.ACCOUNT


def test_every_mail_has_its_own_message_id_and_is_from_the_server(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    mails = town_with_game.answer(board_mails[0], SOUTH)
    ids = {header(mail, "Message-ID") for mail in [*mails, *board_mails]}
    assert len(ids) == 4
    assert all(each.endswith(f"@{DOMAIN}>") for each in ids)
    senders = {mail.to: header(mail, "From") for mail in mails}
    assert senders == {
        ALICE: f"bob via pbm <{SERVER}>",
        BOB: f"alice via pbm <{SERVER}>",
    }


def test_every_mail_has_its_own_reply_address(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    tokens = [mail.token for mail in town_with_game.answer(board_mails[0], SOUTH)]
    assert all(tokens)
    assert len({*tokens, board_mails[0].token, board_mails[1].token}) == 4
