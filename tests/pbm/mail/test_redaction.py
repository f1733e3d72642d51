"""No secret remains in a settled letter or anywhere on the disk."""

from __future__ import annotations

import base64
import quopri
from collections.abc import Callable
from contextlib import suppress
from html import unescape
from urllib.parse import unquote

import pytest

from pbm.mail.correspondence import KeptLetter, LetterStatus
from tests.combinations import few_fast
from tests.pbm.town import ALICE, BOB, CAROL, NORTH, PASSWORD, SOUTH, STRANGER, Mail, Town, of


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


@pytest.mark.parametrize(("text", "author"), few_fast(WAYS, [ALICE, STRANGER, f"{ALICE}, {BOB}"]))
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


ENCODINGS = {
    "plain": "pbm+{}@pbm.example",
    "link": "mailto:pbm%2B{}%40pbm.example?subject=Re",
    "link in lower case": "mailto:pbm%2b{}%40pbm.example",
    "link in a link": "https://links.example/?url=mailto%3Apbm%252B{}%2540pbm.example",
    "with hyphens": "pbm-2B{}-40pbm.example",
    "with underscores": "pbm_2B{}_40pbm.example",
    "in quoted-printable of quoted-printable": "pbm=2B{}=40pbm.example",
    "named entities": "pbm&plus;{}&commat;pbm.example",
    "numeric entities": "pbm&#43;{}&#x40;pbm.example",
    "of another sign": "pbm.7B7b{}2b2b.example",
    "upper case": "PBM+{}@PBM.EXAMPLE",
    "alone": "confirm {} now",
}


TRANSFERS: dict[str, Callable[[bytes], bytes]] = {
    "7bit": bytes,
    "base64": base64.encodebytes,
    "quoted-printable": quopri.encodestring,
}


@pytest.mark.parametrize(
    ("how", "transfer", "kind"), few_fast(ENCODINGS, TRANSFERS, ["plain", "html", "attribute"])
)
def test_the_token_of_another_mail_is_kept_in_no_encoding(
    town_with_game: Town, board_mails: tuple[Mail, Mail], how: str, transfer: str, kind: str
) -> None:
    """A quote of an HTML part holds the tokens of its links as the mail program encoded them."""
    token = board_mails[1].token
    token = token.upper() if how == "upper case" else token
    said = ENCODINGS[how].format(token)
    page = f'<p><a href="{said}">move</a></p>' if kind == "attribute" else f"<p>{said}</p>"
    text = (f"> {said}\n" if kind == "plain" else page).encode()
    head = f"From: {ALICE}\nMessage-ID: <e@x>\nContent-Transfer-Encoding: {transfer}\n"
    head += f"Content-Type: text/{'plain' if kind == 'plain' else 'html'}; charset=utf-8\n\n"
    encode = TRANSFERS[transfer]
    town_with_game.post(ALICE, head.encode() + encode(text))
    (kept,) = letters(town_with_game)[-1:]
    assert token.lower() not in decoded(kept.raw).lower()
    assert b"From: " in kept.raw


def test_a_word_that_only_looks_like_a_token_is_kept(town_with_game: Town) -> None:
    scream = "a" * 40
    town_with_game.write(ALICE, f"chat 1\nNo, {scream}!")
    assert scream.encode() in letters(town_with_game)[-1].raw


def test_a_letter_with_too_many_words_like_tokens_keeps_none_of_them(town_with_game: Town) -> None:
    words = [base64.b32encode(b"%016d" % n).decode().lower()[:26] for n in range(2000)]
    town_with_game.write(ALICE, "chat 1\n" + "\n".join(words))
    assert words[-1].encode() not in letters(town_with_game)[-1].raw


def decoded(raw: bytes) -> str:
    """The letter, followed by its text in each encoding."""
    body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[2]
    texts = [raw, quopri.decodestring(body)]
    with suppress(ValueError):
        texts.append(base64.b64decode(body))
    return "\n".join(unquote(unquote(unescape(text.decode("latin-1")))) for text in texts)
