"""Replies as many mail programs write them; each plays the move 13x14=44.

The game of the table fixture is at ply 3 with alice, South, to move. Every program puts the move
on top, and quotes the board mail below in its own way.
"""

from __future__ import annotations

import base64
import quopri
from collections.abc import Callable
from email.utils import quote
from html import escape

import pytest

from tests.end_to_end.player import Mail, reply
from tests.end_to_end.table import Table

MOVE = "13x14=44"

Program = Callable[[Mail], str]


def mime(answered: Mail, subject: str, body: str, *headers: str) -> str:
    """A mail of alice's with these MIME headers and this encoded body."""
    return "\n".join(
        [
            "From: Alice <alice@example.org>",
            f"To: {answered.reply_to}",
            f"Subject: {subject}",
            "Date: Fri, 20 Nov 2026 11:00:00 +0100",
            f"Message-ID: <{quote(answered.id.strip('<>'))}.answer@example.org>",
            f"In-Reply-To: {answered.id}",
            f"References: {answered.id}",
            "MIME-Version: 1.0",
            *headers,
            "",
            body,
        ]
    )


def quoted(answered: Mail) -> str:
    return "".join(f"> {line}\n" for line in answered.text.splitlines())


def plain(answered: Mail) -> str:
    return reply("alice@example.org", answered, MOVE).as_string()


def outlook(answered: Mail) -> str:
    """A reply above a quoted board that has no quote marks at all."""
    body = f"""{MOVE}

Regards
Alice

________________________________
From: pbm <{answered.reply_to}>
Sent: Friday, November 20, 2026 10:59 AM
To: alice@example.org
Subject: {answered.subject}

{answered.text}"""
    return mime(answered, f"RE: {answered.subject}", body, "Content-Type: text/plain")


def outlook_in_german(answered: Mail) -> str:
    body = f"""{MOVE}

Von: pbm <{answered.reply_to}>
Gesendet: Freitag, 20. November 2026 10:59
An: alice@example.org
Betreff: {answered.subject}

{answered.text}"""
    return mime(answered, f"AW: Re: {answered.subject}", body, "Content-Type: text/plain")


def gmail_html_only(answered: Mail) -> str:
    board = "<br>".join(escape(line) for line in answered.text.splitlines())
    body = f"""<div dir="ltr">13<b>x</b>14=44</div><br>
<div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Fri, Nov 20, 2026 at 10:59 AM pbm
&lt;<a href="mailto:{answered.reply_to}">{answered.reply_to}</a>&gt; wrote:<br></div>
<blockquote class="gmail_quote" style="margin:0 0 0 0.8ex">{board}</blockquote></div>"""
    html = "Content-Type: text/html; charset=UTF-8"
    return mime(answered, f"Re: {answered.subject}", body, html)


def iphone(answered: Mail) -> str:
    body = f"{MOVE}\n\nSent from my iPhone\n\n"
    body += f"> On 20 Nov 2026, at 10:59, pbm <{answered.reply_to}> wrote:\n> \n{quoted(answered)}"
    return mime(
        answered, f"Re: {answered.subject}", body, "Content-Type: text/plain; charset=utf-8"
    )


def flowed(answered: Mail) -> str:
    body = f"{MOVE}\n\nThat was a long walk, and I am not at all sure that it was a \ngood one.\n\n"
    body += f"On 20.11.26 10:59, pbm wrote:\n{quoted(answered)}"
    kind = "Content-Type: text/plain; charset=UTF-8; format=flowed"
    return mime(answered, f"Re: {answered.subject}", body, kind)


def quoted_printable(answered: Mail) -> str:
    """In this encoding an equals sign is =3D, and long lines are broken softly."""
    body = quopri.encodestring(f"{MOVE}\n\nOn 20 Nov pbm wrote:\n{quoted(answered)}".encode())
    soft = body.decode().replace("13x14", "13x1=\n4", 1)
    kind = "Content-Type: text/plain; charset=utf-8"
    code = "Content-Transfer-Encoding: quoted-printable"
    return mime(answered, f"Re: {answered.subject}", soft, kind, code)


def quoted_printable_in_name_only(answered: Mail) -> str:
    """The header says quoted-printable, but the text is plain: 13x14=44 decodes to 13x14D."""
    kind = "Content-Type: text/plain; charset=utf-8"
    code = "Content-Transfer-Encoding: quoted-printable"
    return mime(answered, f"Re: {answered.subject}", MOVE, kind, code)


def base64_encoded(answered: Mail) -> str:
    text = f"{MOVE}\n\nOn 20 Nov 2026 pbm wrote:\n{quoted(answered)}"
    body = base64.encodebytes(text.encode("utf-16")).decode()
    kind = "Content-Type: text/plain; charset=utf-16"
    code = "Content-Transfer-Encoding: base64"
    return mime(answered, f"Re: {answered.subject}", body, kind, code)


def times_sign(answered: Mail) -> str:
    """A move with the times sign that phones insert, in the charset of old Windows programs."""
    body = base64.encodebytes("13×14=44\n".encode("cp1252")).decode()
    kind = "Content-Type: text/plain; charset=windows-1252"
    code = "Content-Transfer-Encoding: base64"
    return mime(answered, f"Re: {answered.subject}", body, kind, code)


def subject_only(answered: Mail) -> str:
    return mime(answered, f"Re: {MOVE}", quoted(answered), "Content-Type: text/plain")


def with_a_greeting(answered: Mail) -> str:
    body = f"Hi Bob,\n\n{MOVE}\n\nYour turn now!\n-- \nAlice\n+49 30 11-22-33\n"
    return mime(answered, f"AW: Re: {answered.subject}", body, "Content-Type: text/plain")


def two_forms(answered: Mail) -> str:
    """Plain text and HTML side by side, as most programs send them."""
    page = f"<p>{MOVE}</p><blockquote type='cite'>{escape(answered.text)}</blockquote>"
    body = f"""--b
Content-Type: text/plain; charset=utf-8

{MOVE}

{quoted(answered)}
--b
Content-Type: text/html; charset=utf-8

{page}
--b--"""
    kind = 'Content-Type: multipart/alternative; boundary="b"'
    return mime(answered, f"Re: {answered.subject}", body, kind)


@pytest.mark.parametrize(
    "program",
    [
        plain,
        outlook,
        outlook_in_german,
        gmail_html_only,
        iphone,
        flowed,
        quoted_printable,
        quoted_printable_in_name_only,
        base64_encoded,
        times_sign,
        subject_only,
        with_a_greeting,
        two_forms,
    ],
)
def test_a_bare_move_in_a_reply_is_played(program: Program, table: Table) -> None:
    alice, bob = table.players
    raw = program(alice.last).replace("\r\n", "\n").replace("\n", "\r\n").encode("latin-1")

    alice.send(raw, alice.last.reply_to)

    receipt, news = alice.receive(), bob.receive()
    assert receipt.position == ("gyges 1", 4, False)
    assert news.position == ("gyges 1", 4, True)
    assert "13x14=44" in news.text
    assert "13x14=44" in receipt.text


def test_a_mail_that_only_quotes_plays_nothing(table: Table) -> None:
    """The board mail shows a move as an example: a quoted one is never played."""
    alice, bob = table.players

    answer = alice.told("")

    assert answer.kind == "no_command"
    assert alice.told("show").position == ("gyges 1", 3, True)
    assert bob.unread() == []


def test_words_below_the_move_reach_the_other_player_behind_a_bar(table: Table) -> None:
    alice, bob = table.players

    alice.told("13x14=44\nMind your left side.\n\n11-21 would have been too kind.")

    shown = "\n| Mind your left side.\n|\n| 11-21 would have been too kind.\n"
    assert shown in bob.receive().text


def test_words_that_look_like_two_moves_are_not_guessed_at(table: Table) -> None:
    alice, bob = table.players

    alice.told("13x14=44\n16-35")

    assert alice.refusal == "two_moves"
    assert bob.unread() == []
