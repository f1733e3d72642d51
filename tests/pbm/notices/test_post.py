"""How mails are addressed and threaded."""

from __future__ import annotations

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


def test_a_reply_goes_to_the_address_that_was_written_from(players: Town) -> None:
    add_address(players)
    assert only(players.write(SECOND, "whoami")).to == SECOND
    assert only(players.write(ALICE, "whoami")).to == ALICE


def test_what_a_password_asks_from_elsewhere_goes_to_the_players_own_address(
    players: Town, game: object
) -> None:
    mails = players.write(STRANGER, f"gyges chat 1 alice {PASSWORD}\nhello")
    assert {mail.to for mail in mails} == {ALICE, BOB}


def test_a_player_is_told_at_his_first_address(players: Town, game: tuple[Mail, Mail]) -> None:
    add_address(players)
    players.answer(game[0], SOUTH, author=SECOND)
    mails = players.answer(of(players.write(BOB, "gyges show 1"), BOB), NORTH)
    assert {mail.to for mail in mails} == {ALICE, BOB}


def test_nobody_is_written_to_who_has_no_address(players: Town, game: tuple[Mail, Mail]) -> None:
    with players.app.store.transaction() as tx:
        tx.players.drop_address(players.player("bob").id, BOB)
    assert [mail.to for mail in players.answer(game[0], SOUTH)] == [ALICE]
    assert players.match().plies == 1


def test_a_game_is_one_thread_for_each_player(players: Town, game: tuple[Mail, Mail]) -> None:
    first = players.answer(game[0], SOUTH, subject="Re: x")
    second = players.answer(of(first, BOB), NORTH)
    for address, begun in ((ALICE, game[0]), (BOB, game[1])):
        before, after = of(first, address), of(second, address)
        thread = header(after, "References").split()
        assert header(begun, "Message-ID") in thread
        assert header(before, "Message-ID") in thread
    assert not set(header(of(second, ALICE), "References").split()) & {
        header(mail, "Message-ID") for mail in (of(first, BOB), game[1])
    }


def test_the_movers_mail_answers_his_own(players: Town, game: tuple[Mail, Mail]) -> None:
    mails = players.write(ALICE, SOUTH, to=game[0].reply_to, Message_ID="<mine@example.org>")
    assert header(of(mails, ALICE), "In-Reply-To") == "<mine@example.org>"
    assert "<mine@example.org>" not in header(of(mails, BOB), "References")


def test_a_forged_message_id_breaks_no_header(players: Town) -> None:
    evil = "<=?utf-8?q?x=0d=0aBcc:_carol@example.org=0d=0a=0d=0aHello?=@example.org>"
    raw = f"From: {ALICE}\r\nMessage-ID: {evil}\r\nReferences: {evil}\r\n\r\nwhoami\r\n".encode()
    mail = only(players.post(ALICE, raw))
    assert mail.message["Bcc"] is None
    assert mail.message.get_all("In-Reply-To") is not None
    assert mail.text.startswith("Userid")


def test_every_mail_has_an_id_of_its_own_and_comes_from_the_server(
    players: Town, game: tuple[Mail, Mail]
) -> None:
    mails = players.answer(game[0], SOUTH)
    ids = {header(mail, "Message-ID") for mail in [*mails, *game]}
    assert len(ids) == 4
    assert all(each.endswith(f"@{DOMAIN}>") for each in ids)
    assert {header(mail, "From") for mail in mails} == {f"pbm <{SERVER}>"}


def test_every_mail_that_can_be_answered_has_a_reply_address_of_its_own(
    players: Town, game: tuple[Mail, Mail]
) -> None:
    tokens = [mail.token for mail in players.answer(game[0], SOUTH)]
    assert all(tokens)
    assert len({*tokens, game[0].token, game[1].token}) == 4
