"""Traces of players who have left, in the letters of others."""

from __future__ import annotations

import base64
import quopri
from collections.abc import Mapping

import pytest

from pbm.mail.correspondence import KeptLetter
from tests.pbm.town import ALICE, BOB, PASSWORD, SOUTH, Mail, Town, findings, of

WORDS = "My aunt Hilda moved to Rotterdam last spring, and I miss her a lot."
OWN = "What a pity, I am sorry to hear about it."
KEPT = "sorry to hear"


def quoted(*lines: str) -> str:
    return "\r\n".join([OWN, "", *(f"> {line}" for line in lines), ""])


def encoded(text: str, kind: str, encoding: str) -> tuple[str, str]:
    data = text.encode()
    body = base64.encodebytes(data) if encoding == "base64" else quopri.encodestring(data)
    head = f"Content-Type: {kind}; charset=utf-8\r\nContent-Transfer-Encoding: {encoding}\r\n"
    return head, body.decode()


HALF = WORDS.index("Rotterdam")
MARKED = WORDS.replace("aunt", "<b>aunt</b>").replace("a lot", "a&#32;lot")
PAGE = f"<p>{OWN}</p><blockquote>{MARKED} {ALICE}</blockquote>"
LETTERS: Mapping[str, tuple[str, str]] = {
    "a quote": ("", quoted(WORDS, ALICE)),
    "a quote that was wrapped again": ("", quoted(WORDS[:HALF], WORDS[HALF:], f"<{ALICE}>")),
    "a quote of a quote": ("", quoted(f"> {WORDS}", f"> {ALICE}")),
    "another case": ("", quoted(WORDS, ALICE.upper())),
    "Cc": (f"Cc: Alice <{ALICE}>\r\n", quoted(WORDS)),
    "To and Cc": (f"Cc: bob@x.example,\r\n {ALICE}\r\nX-Original-To: {ALICE}\r\n", quoted(WORDS)),
    "base64": encoded(quoted(WORDS, ALICE), "text/plain", "base64"),
    "quoted-printable": encoded(quoted(WORDS, ALICE), "text/plain", "quoted-printable"),
    "a page": encoded(PAGE, "text/html", "quoted-printable"),
    "a page in base64": encoded(PAGE, "text/html", "base64"),
}


def kept(town: Town, number: int) -> KeptLetter:
    with town.app.store.reading() as tx:
        found = tx.letters.get(number)
    assert found is not None
    return found


def visible(raw: bytes) -> str:
    """Everything that the letter holds in some encoding."""
    with_base64 = raw.split(b"\r\n\r\n", 1)[-1]
    try:
        decoded = base64.b64decode(with_base64, validate=False)
    except ValueError:
        decoded = b""
    texts = (raw, quopri.decodestring(raw), decoded)
    return "\n".join(text.decode("utf-8", "replace") for text in texts).casefold()


@pytest.mark.parametrize("name", LETTERS)
def test_a_letter_of_another_keeps_neither_address_nor_words(
    name: str, town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    mails = town_with_game.answer(board_mails[0], f"{SOUTH}\n\n{WORDS}\n")
    head, body = LETTERS[name]
    to = of(mails, BOB).reply_to
    raw = f"From: {BOB}\r\nMessage-ID: <q@x>\r\nSubject: chat\r\n{head}\r\n{body}".encode()
    town_with_game.post(BOB, raw, to)
    number = town_with_game.last_letter().id
    before = kept(town_with_game, number)
    assert "hilda" in visible(before.raw)
    town_with_game.write(ALICE, f"signoff alice {PASSWORD}\n")
    town_with_game.send_mails()
    town_with_game.tidy()
    after = kept(town_with_game, number)
    text = visible(after.raw)
    assert [each for each in ("hilda", "rotterdam", "miss her", ALICE) if each in text] == []
    assert KEPT in text
    assert findings(town_with_game) == []
    with town_with_game.app.store.reading() as tx:
        hashes = [act.facts.get("hashes", {}) for act in tx.acts.list()]
    assert {str(number): before.hash} in hashes
    assert after.hash == after.seal() != before.hash


def test_letters_after_the_farewell_and_letters_without_traces_keep_every_byte(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    mails = town_with_game.answer(board_mails[0], f"{SOUTH}\n\n{WORDS}\n")
    town_with_game.answer(of(mails, BOB), "chat My aunt moved too. I miss a lot of spring.")
    first = kept(town_with_game, town_with_game.last_letter().id)
    town_with_game.write(ALICE, f"signoff alice {PASSWORD}\n")
    town_with_game.send_mails()
    town_with_game.later(minutes=5)
    town_with_game.write(BOB, f"users\n\n> {WORDS}\n")
    second = kept(town_with_game, town_with_game.last_letter().id)
    town_with_game.tidy()
    assert kept(town_with_game, first.id) == first
    assert kept(town_with_game, second.id) == second
