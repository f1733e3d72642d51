"""Who gets HTML, and what comes of answering it."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage

import pytest

from pbm.mail.addresses import MASK
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
)

MOVE = "13x14=44"


@pytest.fixture
def html_town(town: Town) -> Town:
    """Alice wants HTML, bob does not."""
    town.sign_up(ALICE, PASSWORD)
    town.sign_up(BOB)
    set_html(town)
    return town


def set_html(town: Town, value: str = "html") -> Mail:
    return only(town.write(ALICE, f"set alice {PASSWORD} mail {value}\n"))


def alices_turn(town: Town) -> Mail:
    return of(town.play(town.board(), SOUTH, NORTH), ALICE)


def test_a_mail_is_text_first_and_the_page_second(html_town: Town) -> None:
    mail = alices_turn(html_town).message
    assert mail.get_content_type() == "multipart/alternative"
    parts = [part.get_content_type() for part in mail.iter_parts()]
    assert parts == ["text/plain", "text/html"]


def test_who_asks_for_nothing_gets_text_alone(html_town: Town) -> None:
    mails = html_town.play(html_town.board(), SOUTH)
    assert of(mails, BOB).message.get_content_type() == "text/plain"


def test_the_text_is_that_of_a_reader_of_text(html_town: Town) -> None:
    board = alices_turn(html_town)
    (painted,) = html_town.answer(board, "show\n")
    set_html(html_town, "text")
    (plain,) = html_town.answer(board, "show\n")
    assert "<table" in painted.html
    assert plain.message.get_content_type() == "text/plain"
    assert painted.text == plain.text


@pytest.mark.parametrize("style", ["grid", "compact"])
def test_boards_are_painted_however_the_text_draws_them(html_town: Town, style: str) -> None:
    html_town.write(ALICE, f"set alice {PASSWORD} board {style}\n")
    assert (
        'bgcolor="#ffd43b"' in of(html_town.play(html_town.board(), SOUTH, NORTH, MOVE), ALICE).html
    )


def test_a_board_in_words_stays_in_words(html_town: Town) -> None:
    html_town.write(ALICE, f"set alice {PASSWORD} board list\n")
    assert "<table" not in alices_turn(html_town).html


@pytest.mark.parametrize("request_", ["show", "review", "preview 13x14=44", "explain 13x14=44"])
def test_every_mail_with_a_board_paints_it(html_town: Town, request_: str) -> None:
    (mail,) = html_town.answer(alices_turn(html_town), f"{request_}\n")
    assert "<table" in mail.html
    assert "+---+" not in mail.html


def test_the_token_is_in_no_kept_page_and_in_every_page_that_leaves(html_town: Town) -> None:
    (asked,) = html_town.write(ALICE, f"add address alice {PASSWORD} carol@example.org\n")[:1]
    board = alices_turn(html_town)
    for mail in (asked, board):
        kept = mail.row.raw.decode("ascii")
        assert mail.token not in kept
        assert MASK not in mail.raw.decode("ascii")


def test_each_address_of_a_digest_stands_in_its_text_and_in_its_page(html_town: Town) -> None:
    html_town.write(ALICE, f"set alice {PASSWORD} digest daily\n")
    html_town.sign_up(CAROL)
    boards = [html_town.board(), html_town.board()]
    for mails in boards:
        html_town.answer(of(mails, BOB), "chat\nHello.\n")
    digest = only([mail for mail in html_town.live(days=1) if mail.kind == "digest"])
    answers = [line.strip() for line in digest.text.splitlines() if line.startswith("    pbm+")]
    assert len(answers) >= 2
    assert len(set(answers)) == len(answers)
    assert all(digest.html.count(answer) == 1 for answer in answers)
    assert digest.html.split(answers[0])[1].count(answers[-1]) == 1
    assert MASK not in digest.raw.decode("ascii")


# Answers that quote the page


def gmail(page: str, text: str, answered: Mail) -> tuple[str, str]:
    quoted = "\n".join(f"> {line}" for line in answered.text.splitlines())
    wrote = f"On Fri, Nov 20, 2026 at 11:00 AM pbm <{answered.reply_to}> wrote:"
    return f"{text}\n\n{wrote}\n\n{quoted}\n", (
        f'<div dir="ltr">{text}</div><br><div class="gmail_quote"><div dir="ltr" '
        f'class="gmail_attr">{wrote.replace("<", "&lt;")}<br></div>'
        f'<blockquote class="gmail_quote">{page}</blockquote></div>'
    )


def outlook(page: str, text: str, answered: Mail) -> tuple[str, str]:
    """Outlook marks no line of the quote, neither in the page nor in the text made of it."""
    head = ["From: pbm", "Sent: Friday, November 20, 2026 11:00 AM", "To: alice"]
    head.append(f"Subject: {answered.subject}")
    lines = "<br>".join(f"<b>{line}</b>" for line in head)
    return "\n".join([text, "", *head, "", answered.text]), (
        f'<div class="WordSection1"><p class="MsoNormal">{text}</p></div>'
        f'<div id="divRplyFwdMsg"><font>{lines}</font></div>{page}'
    )


def no_marks(page: str, text: str, answered: Mail) -> tuple[str, str]:
    """A program that puts the answer on top and nothing between it and the page."""
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
def test_an_answer_on_top_of_the_page_plays_its_own_move(
    html_town: Town, quoting: Quoting, html_only: bool
) -> None:
    message = reply(alices_turn(html_town), MOVE, quoting, html_only=html_only)
    mails = html_town.post(ALICE, message.as_bytes(), str(message["To"]))
    assert MOVE in of(mails, BOB).text
    assert "writes:" not in of(mails, BOB).text
    assert html_town.match().plies == 3


@pytest.mark.parametrize("quoting", [gmail, outlook, no_marks])
@pytest.mark.parametrize("html_only", [False, True])
@pytest.mark.parametrize("said", ["", "Thank you, I will think about it."])
def test_nothing_is_played_from_a_quoted_page(
    html_town: Town, quoting: Quoting, html_only: bool, said: str
) -> None:
    """Neither the hint in it, nor the last move, nor what bob wrote below his move."""
    begun = html_town.play(html_town.board(), SOUTH)
    mails = html_town.answer(of(begun, BOB), f"{NORTH}\n\nWhat will you do?\nsignoff\n")
    assert "| signoff\n" in of(mails, ALICE).text
    message = reply(of(mails, ALICE), said, quoting, html_only=html_only)
    html_town.post(ALICE, message.as_bytes(), str(message["To"]))
    assert html_town.match().plies == 2
    assert html_town.match().status.value == "running"


def test_the_setting_is_shown_and_can_be_taken_back(html_town: Town) -> None:
    assert "mail         text       (text, html)" in set_html(html_town, "text").text
    (refused,) = html_town.write(ALICE, f"set alice {PASSWORD} mail pdf\n", to=SERVER)
    assert "text, html" in refused.text
