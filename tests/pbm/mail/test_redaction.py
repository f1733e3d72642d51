"""No secret remains in a settled letter or anywhere on the disk."""

from __future__ import annotations

import base64
import quopri

import pytest

from pbm.mail.correspondence import KeptLetter, LetterStatus
from tests.pbm.town import (
    ALICE,
    BOB,
    CAROL,
    NORTH,
    PASSWORD,
    SOUTH,
    STRANGER,
    Mail,
    Town,
    of,
)


def letters(town: Town) -> list[KeptLetter]:
    with town.app.store.reading() as tx:
        return tx.letters.list()[::-1]


def test_the_hash_of_a_settled_letter_covers_what_is_stored(town_with_players: Town) -> None:
    town_with_players.write(ALICE, "whoami")
    kept = town_with_players.last_letter()
    assert kept.hash == kept.seal()
    assert b"whoami" in kept.raw


WAYS = [
    f"gyges chat 1 alice {PASSWORD} hello",
    f"gyges chat 1 alice {PASSWORD}\n\n> gyges chat 1 alice {PASSWORD}\n-- \n{PASSWORD}",
    f"gyges resign 1 alice {PASSWORD} and more",
    f"gyges moev 1 alice {PASSWORD} 13-14",
    f"gyges move 1 alcie {PASSWORD} 13-14",
    f"change password alice {PASSWORD} another-lantern",
    f"set alice {PASSWORD} board list",
    f"gyges chat 1\nhello\ngyges resign 1 alice {PASSWORD}",
]


@pytest.mark.parametrize("text", WAYS)
@pytest.mark.parametrize("author", [ALICE, STRANGER, f"{ALICE}, {BOB}"])
def test_no_password_is_left_on_the_disk(town_with_game: Town, text: str, author: str) -> None:
    mails = town_with_game.write(author, f"{text}\n")
    assert not any(PASSWORD in mail.text + mail.subject for mail in mails)
    kept = town_with_game.bytes_on_disk()
    assert PASSWORD.encode() not in kept
    assert b"another-lantern" not in kept


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("encoding", ["base64", "quoted-printable"])
def test_an_encoded_password_is_redacted_in_a_repeated_letter_too(
    town_with_game: Town, times: int, encoding: str
) -> None:
    text = f"gyges chat 1 alice {PASSWORD} hello ö\n".encode()
    body = base64.encodebytes(text) if encoding == "base64" else quopri.encodestring(text)
    head = f"From: {ALICE}\nMessage-ID: <e@x>\nContent-Transfer-Encoding: {encoding}\n"
    sent = head.encode() + b"Content-Type: text/plain; charset=utf-8\n\n" + body
    for _ in range(times):
        town_with_game.post(ALICE, sent)
    for kept in letters(town_with_game)[-times:]:
        assert PASSWORD.encode() not in kept.raw
        assert base64.b64encode(text)[:40] not in kept.raw


def test_a_password_in_an_automatic_mail_is_redacted(town_with_players: Town) -> None:
    town_with_players.write(ALICE, f"gyges resign 1 alice {PASSWORD}\n", Precedence="bulk")
    assert town_with_players.status is LetterStatus.IGNORED
    assert PASSWORD.encode() not in town_with_players.bytes_on_disk()


def test_no_token_is_left_on_the_disk(town_with_game: Town, board_mails: tuple[Mail, Mail]) -> None:
    mails = [*town_with_game.answer(board_mails[0], f"{SOUTH}\n\n> {board_mails[0].text}")]
    mails += town_with_game.answer(of(mails, BOB), NORTH)
    mails += town_with_game.write(CAROL, subject="signup carol")
    mails += town_with_game.answer(mails[-1], f"confirm {mails[-1].token}")
    tokens = {mail.token for mail in [*mails, *board_mails]}
    assert len(tokens) >= 7
    kept = town_with_game.bytes_on_disk()
    assert not any(token.encode() in kept or token.upper().encode() in kept for token in tokens)


def test_only_the_hash_of_a_signup_password_is_stored(town: Town) -> None:
    town.sign_up(CAROL, "marble-tower")
    hashed = town.player("carol").password
    assert hashed is not None
    assert hashed.startswith("$argon2id$")
    assert b"marble-tower" not in town.bytes_on_disk()
