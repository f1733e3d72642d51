"""HTML mails: who gets them, and parsing replies that quote them."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage

import pytest

from pbm.mail.addresses import MASK
from tests.combinations import few_fast
from tests.pbm.town import (
    ALICE,
    BOB,
    CAROL,
    NORTH,
    PASSWORD,
    SERVER,
    SOUTH,
    Mail,
    Town,
    letter,
    of,
    only,
    refused,
)

MOVE = "13x14=44"
TILES = 'bgcolor="#faf5ea"'
"""The background of an empty tile, in a board that is a table."""


@pytest.fixture
def town_with_html(town: Town) -> Town:
    """A town with two players: alice wants HTML, bob does not."""
    town.sign_up(ALICE, PASSWORD)
    town.sign_up(BOB)
    set_html(town)
    return town


def set_html(town: Town, value: str = "html") -> Mail:
    return only(town.write(ALICE, f"set alice {PASSWORD} mail {value}\n"))


def alice_s_turn(town: Town) -> Mail:
    return of(town.play(town.board(), SOUTH, NORTH), ALICE)


def test_an_html_mail_has_the_text_first_and_the_page_second(town_with_html: Town) -> None:
    mail = alice_s_turn(town_with_html).message
    assert mail.get_content_type() == "multipart/alternative"
    parts = [part.get_content_type() for part in mail.iter_parts()]
    assert parts == ["text/plain", "text/html"]


def test_a_mail_of_text_alone_has_no_page(town_with_html: Town) -> None:
    set_html(town_with_html, "text")
    mails = town_with_html.play(town_with_html.board(), SOUTH)
    assert of(mails, ALICE).message.get_content_type() == "text/plain"


def test_an_html_mail_has_the_text_of_a_text_mail_without_its_hint_at_pictures(
    town_with_html: Town,
) -> None:
    board = alice_s_turn(town_with_html)
    (painted,) = town_with_html.answer(board, "show\n")
    set_html(town_with_html, "text")
    (plain,) = town_with_html.answer(board, "show\n")
    assert "<table" in painted.html
    assert plain.message.get_content_type() == "text/plain"
    *same, hint = plain.text.splitlines()
    assert painted.text.splitlines() == same
    assert "mail pictures" in hint


@pytest.mark.parametrize("style", ["grid", "compact"])
def test_a_board_is_a_table_in_any_text_style_but_list(town_with_html: Town, style: str) -> None:
    town_with_html.write(ALICE, f"set alice {PASSWORD} board {style}\n")
    assert (
        'bgcolor="#ffe680"'
        in of(town_with_html.play(town_with_html.board(), SOUTH, NORTH, MOVE), ALICE).html
    )


def test_a_board_in_list_style_is_not_a_table(town_with_html: Town) -> None:
    town_with_html.write(ALICE, f"set alice {PASSWORD} board list\n")
    assert TILES not in alice_s_turn(town_with_html).html


@pytest.mark.parametrize("request_", ["show", "review", "preview 13x14=44", "explain 13x14=44"])
def test_every_mail_with_a_board_has_it_as_a_table(town_with_html: Town, request_: str) -> None:
    (mail,) = town_with_html.answer(alice_s_turn(town_with_html), f"{request_}\n")
    assert "<table" in mail.html
    assert "+---+" not in mail.html


def test_a_stored_page_contains_no_token_and_a_sent_page_no_mask(town_with_html: Town) -> None:
    (asked,) = town_with_html.write(ALICE, f"add address alice {PASSWORD} carol@example.org\n")[:1]
    board = alice_s_turn(town_with_html)
    for mail in (asked, board):
        kept = mail.row.raw.decode("ascii")
        assert mail.token not in kept
        assert MASK not in mail.raw.decode("ascii")


def test_each_reply_address_of_a_digest_is_in_its_text_and_in_its_page(
    town_with_html: Town,
) -> None:
    town_with_html.write(ALICE, f"set alice {PASSWORD} digest daily\n")
    town_with_html.sign_up(CAROL)
    boards = [town_with_html.board(), town_with_html.board()]
    for mails in boards:
        town_with_html.answer(of(mails, BOB), "chat\nHello.\n")
    digest = only([mail for mail in town_with_html.live(days=1) if mail.kind == "digest"])
    answers = [line.strip() for line in digest.text.splitlines() if line.startswith("    pbm+")]
    assert len(answers) >= 2
    assert len(set(answers)) == len(answers)
    links = [answer.replace("+", "%2B") for answer in answers]
    assert all(link in digest.html for link in links)
    found = [digest.html.index(link) for link in links]
    assert found == sorted(found)
    assert MASK not in digest.raw.decode("ascii")


# Replies that quote the page


def gmail(page: str, text: str, answered: Mail) -> tuple[str, str]:
    quoted = "\n".join(f"> {line}" for line in answered.text.splitlines())
    wrote = f"On Fri, Nov 20, 2026 at 11:00 AM pbm <{answered.reply_to}> wrote:"
    return f"{text}\n\n{wrote}\n\n{quoted}\n", (
        f'<div dir="ltr">{text}</div><br><div class="gmail_quote"><div dir="ltr" '
        f'class="gmail_attr">{wrote.replace("<", "&lt;")}<br></div>'
        f'<blockquote class="gmail_quote">{page}</blockquote></div>'
    )


def outlook(page: str, text: str, answered: Mail) -> tuple[str, str]:
    """Outlook does not mark quoted lines, neither in the page nor in the text."""
    head = ["From: pbm", "Sent: Friday, November 20, 2026 11:00 AM", "To: alice"]
    head.append(f"Subject: {answered.subject}")
    lines = "<br>".join(f"<b>{line}</b>" for line in head)
    return "\n".join([text, "", *head, "", answered.text]), (
        f'<div class="WordSection1"><p class="MsoNormal">{text}</p></div>'
        f'<div id="divRplyFwdMsg"><font>{lines}</font></div>{page}'
    )


def no_marks(page: str, text: str, answered: Mail) -> tuple[str, str]:
    """A mail program that puts the reply above the page without any separator."""
    return f"{text}\n\n{answered.text}", f"<div>{text}</div><div>{page}</div>"


Quoting = Callable[[str, str, Mail], tuple[str, str]]


def reply(answered: Mail, text: str, quoting: Quoting, *, html_only: bool) -> EmailMessage:
    plain, page = quoting(answered.html, text, answered)
    message = letter(ALICE, plain, f"Re: {answered.subject}", answered.reply_to)
    message["Message-ID"] = "<reply@example.org>"
    if html_only:
        message.set_content(page, subtype="html")
    else:
        message.add_alternative(page, subtype="html")
    return message


@pytest.mark.parametrize("quoting", [gmail, outlook, no_marks])
@pytest.mark.parametrize("html_only", [False, True])
def test_a_reply_above_the_page_plays_its_own_move(
    town_with_html: Town, quoting: Quoting, html_only: bool
) -> None:
    message = reply(alice_s_turn(town_with_html), MOVE, quoting, html_only=html_only)
    mails = town_with_html.post(ALICE, message.as_bytes(), str(message["To"]))
    news = of(mails, BOB).facts
    assert ([ply["text"] for ply in news["last"]], news["comment"]) == ([MOVE], [])
    assert town_with_html.match().plies == 3


@pytest.mark.parametrize(
    ("quoting", "html_only", "said"),
    few_fast([gmail, outlook, no_marks], [False, True], ["", "Thank you, I will think about it."]),
)
def test_nothing_in_a_quoted_page_is_executed(
    town_with_html: Town, quoting: Quoting, html_only: bool, said: str
) -> None:
    """The page quotes the hint, the last move, and the lines that bob wrote below the move."""
    begun = town_with_html.play(town_with_html.board(), SOUTH)
    mails = town_with_html.answer(
        of(begun, BOB), f"{NORTH}\n\nWhat will you do?\nsignoff, said the king\n"
    )
    assert of(mails, ALICE).facts["comment"] == ["What will you do?", "signoff, said the king"]
    message = reply(of(mails, ALICE), said, quoting, html_only=html_only)
    town_with_html.post(ALICE, message.as_bytes(), str(message["To"]))
    assert town_with_html.match().plies == 2
    assert town_with_html.match().status.value == "running"


def test_the_setting_can_be_changed_to_text_or_html_only(town_with_html: Town) -> None:
    assert set_html(town_with_html, "text").facts["changed"] == "mail text"
    mails = town_with_html.write(ALICE, f"set alice {PASSWORD} mail pdf\n", to=SERVER)
    assert refused(mails) == "unknown_value"
