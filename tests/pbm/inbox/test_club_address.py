"""A club whose address has another local part than ``pbm``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbm.app.application import other_domain
from pbm.mail.addresses import message_id_end, token_in
from pbm.notices.kinds import MailKind
from pbm.smtp.recipients import OurAddresses
from tests.pbm.inbox.own_address import town_at
from tests.pbm.town import ALICE, BOB, Mail, Town, letter, of

CLUB = "games.club-1@example.org"


@pytest.fixture
def town(tmp_path: Path) -> Iterator[Town]:
    with town_at(CLUB, tmp_path) as town:
        yield town


def key_of(mail: Mail) -> str:
    return token_in([mail.reply_to], CLUB) or ""


def test_its_mails_come_from_its_address_and_are_answered_there(town: Town) -> None:
    for mail in town.board():
        assert mail.message["From"].addresses[0].addr_spec == CLUB
        assert mail.reply_to == f"games.club-1+{key_of(mail)}@example.org"
        assert mail.row.message_id.endswith(message_id_end(CLUB))
        assert f"mailto:games.club-1%2B{key_of(mail)}@example.org" in mail.html
        assert "pbm@" not in mail.text + mail.html


@pytest.mark.parametrize(
    "quote",
    [
        "On Fri, 20 Nov 2026 at 10:00, <{to}> wrote:\n\n{text}",
        "Am 20.11.2026 um 10:00 schrieb {to}:\n\n{text}",
        "From: {to}\nSent: Friday, 20 November 2026 10:00\nSubject: ply 1\n\n{text}",
    ],
)
def test_a_quote_with_its_address_is_no_comment_and_the_key_in_it_is_blanked(
    town: Town, quote: str
) -> None:
    board = next(mail for mail in town.board() if "your move" in mail.subject)
    quoted = quote.format(to=board.reply_to, text=board.text)
    sent = town.answer(board, f"231123\n\nGood luck!\n\n{quoted}")
    (told,) = (mail for mail in sent if mail.to != board.to)
    assert told.kind == MailKind.BOARD
    assert "Good luck!" in told.text
    assert key_of(board) not in told.text
    assert key_of(board).encode() not in town.last_letter().raw


def test_letters_to_others_at_its_domain_are_not_for_the_club() -> None:
    ours = OurAddresses(CLUB)
    for local in ("games.club-1", "Games.Club-1+x", "postmaster", "abuse", "bounce+17.x"):
        assert ours.refusal(f"{local}@example.org") is None
    for local in ("pbm", "pbm+x", "gamesXclub-1", "games.club-1x"):
        assert ours.refusal(f"{local}@example.org") is not None


def test_a_mail_of_another_customer_of_the_provider_is_none_of_ours(town: Town) -> None:
    board = of(town.board(), ALICE)
    (ours,) = town.write(BOB, "hello", In_Reply_To=board.row.message_id)
    (theirs,) = town.write(BOB, "hello, all", In_Reply_To="<17.anybody@example.org>")
    assert (ours.facts["astray"], theirs.facts["astray"]) == (True, False)


def test_its_own_mails_are_not_answered(town: Town) -> None:
    raw = letter(CLUB, "hello", to=CLUB).as_bytes()
    assert town.post(CLUB, raw, CLUB) == []


def test_a_change_of_the_address_is_noticed(town: Town) -> None:
    town.board()
    with town.app.store.reading() as tx:
        assert other_domain(tx, CLUB) == ""
        assert other_domain(tx, "example.org") == CLUB
        assert other_domain(tx, f"other@{CLUB.partition('@')[2]}") == CLUB
