"""Whole mails, as mail programs write them."""

from __future__ import annotations

import base64
from collections.abc import Callable
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText

import pytest

from pbm.mail.letter import Letter
from pbm.mail.mime import MAX_DEPTH
from tests.combinations import for_each

ReadMail = Callable[..., Letter]

HEADERS = """\
From: Bob <bob@example.net>
To: pbm+abcdefghijklmnopqrstuvwxyz@example.org
Subject: Re: [gyges 17] ply 7: your move, bob
Message-ID: <2@example.net>
In-Reply-To: <1@example.org>
MIME-Version: 1.0
"""
BOARD_MAIL = """\
7. alice (South)   13-14-24x35=33
     +---+---+---+---+---+---+
   6 |   | 2 | 1 | 1 | 3 |   | 6
Reply with your move on the first line, like   62x53=36
62x53=36
"""


def mail(body: str, *more: str) -> str:
    return HEADERS + "".join(f"{header}\n" for header in more) + "\n" + body


def test_plain_client(read_mail: ReadMail) -> None:
    letter = read_mail(mail("13x14=44\n\nGood luck!\n-- \nBob\n"))
    assert letter == Letter(
        authors=("bob@example.net",),
        subject="Re: [gyges 17] ply 7: your move, bob",
        message_id="<2@example.net>",
        references=("<1@example.org>",),
        lines=("13x14=44", "", "Good luck!"),
        undecoded=(),
        ignored=2,
        robot=None,
    )


def test_outlook_on_top_of_the_unmarked_board(read_mail: ReadMail) -> None:
    header_block = (
        "________________________________\n"
        "From: pbm <pbm+abcdefghijklmnopqrstuvwxyz@example.org>\n"
        "Sent: Monday, 7 December 2026 18:00\n"
        "To: Bob <bob@example.net>\n"
        "Subject: [gyges 17] ply 7: your move, bob\n\n"
    )
    assert read_mail(mail(f"13x14=44\n\n{header_block}{BOARD_MAIL}")).lines == ("13x14=44",)
    assert read_mail(mail(f"{header_block}{BOARD_MAIL}")).lines == ()


def test_outlook_html_only(read_mail: ReadMail) -> None:
    body = (
        "<html><head><style>p.MsoNormal{margin:0}</style></head><body lang=DE><div>"
        "<p class=MsoNormal>13x14<span lang=EN-US>=</span>44<o:p></o:p></p>"
        "<p class=MsoNormal><o:p>&nbsp;</o:p></p>"
        "<div style='border:none;border-top:solid #E1E1E1 1.0pt'>"
        "<p class=MsoNormal><b>Von:</b> pbm &lt;pbm@example.org&gt; <br><b>Gesendet:</b> Montag"
        "<br><b>An:</b> Bob<br><b>Betreff:</b> [gyges 17]</p></div>"
        "<p class=MsoNormal>62x53=36</p></div></body></html>"
    )
    assert read_mail(mail(body, "Content-Type: text/html")).lines == ("13x14=44",)


def test_gmail_html_only(read_mail: ReadMail) -> None:
    body = (
        '<div dir="ltr">13x14=44<div><br></div><div>Nice game.</div></div><br>'
        '<div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, 7 Dec 2026, pbm wrote:'
        '<br></div><blockquote class="gmail_quote">62x53=36<br></blockquote></div>'
    )
    letter = read_mail(mail(body, "Content-Type: text/html; charset=utf-8"))
    assert letter.lines == ("13x14=44", "", "Nice game.")
    assert letter.ignored == 2


def test_telephone(read_mail: ReadMail) -> None:
    body = (
        "13x14=44\n\nSent from my iPhone\n\n> On 7 Dec 2026, at 18:00, pbm "
        "<pbm@example.org> wrote:\n> \n> \ufeff62x53=36\n"
    )
    letter = read_mail(mail(body, "Content-Type: text/plain; charset=utf-8"))
    assert letter.lines == ("13x14=44",)


def test_apple_mail_in_finnish_with_the_answer_below_the_quote(read_mail: ReadMail) -> None:
    body = "pbm kirjoitti 7.12.2026 kello 18.00:\n> \n> 62x53=36\n\n13x14=44\n\nHyvää peliä!\n"
    letter = read_mail(mail(body, "Content-Type: text/plain; charset=utf-8"))
    assert letter.lines == ("13x14=44", "", "Hyvää peliä!")


def test_format_flowed_is_joined_and_its_quotes_stay_quotes(read_mail: ReadMail) -> None:
    body = "13x14=44\n\nThis was a \nlong day.\n>> a long \n>> quote\n> shorter\n own\n-- \nBob\n"
    letter = read_mail(mail(body, "Content-Type: text/plain; format=flowed"))
    assert letter.lines == ("13x14=44", "", "This was a long day.", "own")


def test_format_flowed_with_delsp(read_mail: ReadMail) -> None:
    letter = read_mail(
        mail("13x \n14= \n44\n", "Content-Type: text/plain; format=flowed; delsp=yes")
    )
    assert letter.lines == ("13x14=44",)


def test_quoted_printable_with_soft_breaks(read_mail: ReadMail) -> None:
    body = "13x14=3D4=\n4\n> a quoted line that goes on and =\n62x53=3D36\ncaf=C3=A9\n"
    letter = read_mail(
        mail(
            body,
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: quoted-printable",
        )
    )
    assert letter.lines == ("13x14=44", "café")
    assert letter.undecoded == ()


def test_unencoded_text_declared_quoted_printable_is_also_given_undecoded(
    read_mail: ReadMail,
) -> None:
    """The sender declares quoted-printable but writes 13x14=44 without encoding it."""
    letter = read_mail(
        mail("13x14=44\n> 62x53=36\n", "Content-Transfer-Encoding: quoted-printable")
    )
    assert letter.lines == ("13x14D",)
    assert letter.undecoded == ("13x14=44",)


def test_base64(read_mail: ReadMail) -> None:
    body = base64.encodebytes("13×14=44\r\n".encode()).decode()
    letter = read_mail(
        mail(body, "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64")
    )
    assert letter.lines == ("13×14=44",)


def test_plain_text_declared_base64_is_read(read_mail: ReadMail) -> None:
    assert read_mail(mail("13x14=44, hello!\n", "Content-Transfer-Encoding: base64")).lines == (
        "13x14=44, hello!",
    )


@for_each(
    ("charset", "encoded"),
    [
        ("utf-8", "13×14=44".encode()),
        ("iso-8859-1", "13×14=44".encode("cp1252")),
        ("us-ascii", "13×14=44".encode()),
        ("no-such-charset", "13×14=44".encode()),
        ("utf-8", "13×14=44".encode("cp1252")),
        ("utf-16", "13×14=44".encode("utf-16")),
        ("gb2312", "13×14=44".encode("gb18030")),
        ("koi8-r; format=fixed", "13x14=44".encode("koi8-r")),
        ('"utf-8', "13×14=44".encode()),
        ("zlib", b"13x14=44"),
        ("idna", b"13x14=44"),
    ],
)
def test_a_charset_is_tried_as_declared_then_utf8_then_cp1252(
    read_mail: ReadMail, charset: str, encoded: bytes
) -> None:
    raw = mail("", f"Content-Type: text/plain; charset={charset}").encode() + encoded
    assert read_mail(raw).lines in {("13×14=44",), ("13x14=44",)}


def alternative(plain: str, html: str) -> bytes:
    message = MIMEMultipart("alternative")
    message.attach(MIMEText(plain, "plain"))
    message.attach(MIMEText(html, "html"))
    return bytes(message)


def test_the_plain_alternative_is_read(read_mail: ReadMail) -> None:
    assert read_mail(alternative("13x14=44", "<p>62x53=36</p>")).lines == ("13x14=44",)


def test_the_html_alternative_is_read_if_the_plain_one_is_empty(read_mail: ReadMail) -> None:
    assert read_mail(alternative(" \n\n", "<p>62x53=36</p>")).lines == ("62x53=36",)


def test_attachments_and_enclosed_mails_are_not_read(read_mail: ReadMail) -> None:
    message = MIMEMultipart()
    attached = MIMEText("62x53=36", "plain")
    attached["Content-Disposition"] = 'attachment; filename="move.txt"'
    message.attach(attached)
    enclosed = MIMEText("Subject: x\r\n\r\n62x53=36", "plain")
    enclosed.replace_header("Content-Type", "message/rfc822")
    message.attach(enclosed)
    assert read_mail(bytes(message)).lines == ()
    message.attach(MIMEText("13x14=44", "plain"))
    assert read_mail(bytes(message)).lines == ("13x14=44",)


def test_a_signed_mail_nested_three_deep_is_read(read_mail: ReadMail) -> None:
    related = MIMEMultipart("related")
    related.attach(MIMEText("<p>13x14=44</p>", "html"))
    inner = MIMEMultipart("alternative")
    inner.attach(related)
    outer = MIMEMultipart("signed")
    outer.attach(inner)
    assert read_mail(bytes(outer)).lines == ("13x14=44",)


def test_lines_that_are_quoted_once_decoded_are_not_given_undecoded(
    read_mail: ReadMail,
) -> None:
    letter = read_mail(
        "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"
        "Merci =21\n\nLe lun. 7 d=C3=A9c. 2026 =C3=A0 18:00, pbm a =C3=A9crit=C2=A0:\n\n62x53=36\n"
    )
    assert letter.lines == ("Merci !",)
    assert letter.undecoded == ("Merci =21",)


def test_parts_that_are_nested_too_deep_are_not_read(read_mail: ReadMail) -> None:
    mail = "Content-Type: text/plain\n\n13x14=44\n"
    for level in range(MAX_DEPTH + 1):
        mail = (
            f"Content-Type: multipart/mixed; boundary=b{level}\n\n"
            f"62x53=36\n--b{level}\n{mail}\n--b{level}--\n"
        )
    assert read_mail(mail).lines == ()


def test_an_enclosed_multipart_without_its_boundary_is_not_read(read_mail: ReadMail) -> None:
    mail = (
        "Content-Type: multipart/mixed; boundary=a\n\n--a\n"
        "Content-Type: multipart/alternative; boundary=b\n\n62x53=36\n--a--\n"
    )
    assert read_mail(mail).lines == ()


def test_a_multipart_without_its_boundary_is_read_as_text(read_mail: ReadMail) -> None:
    assert read_mail(mail("13x14=44\n", "Content-Type: multipart/mixed")).lines == ("13x14=44",)


def test_an_empty_mail(read_mail: ReadMail) -> None:
    letter = read_mail(b"")
    assert letter == Letter((), "", None, (), (), (), 0, None)


def test_garbage(read_mail: ReadMail) -> None:
    assert read_mail(bytes(range(256)) * 20).authors == ()


def test_a_malformed_line_does_not_hide_the_headers_below_it(read_mail: ReadMail) -> None:
    letter = read_mail("From bob Mon Dec 7\nthis is no header\nSubject: move\n\n13x14=44\n")
    assert (letter.subject, letter.lines) == ("move", ("13x14=44",))


def test_the_subject_is_decoded_and_stays_one_line(read_mail: ReadMail) -> None:
    letter = read_mail("Subject: =?utf-8?q?M=C3=B6ve=0D=0ABcc:_x?=\n =?utf-8?q?=00_on?=\n\n")
    assert letter.subject == "Möve Bcc: x on"


def test_a_raw_eight_bit_subject_is_read(read_mail: ReadMail) -> None:
    assert read_mail("Subject: Möve\n\n").subject == "Möve"
    assert read_mail(b"Subject: M\xf6ve\r\n\r\n").subject == "Möve"


def test_a_from_with_several_authors_names_nobody(read_mail: ReadMail) -> None:
    alice = 'From: "A, B" <Alice@Example.org>'
    assert read_mail(f"{alice}\n\n").authors == ("alice@example.org",)
    assert read_mail(f"{alice}, bob@example.org\n\n").authors == ()
    assert read_mail(f"{alice}\nFrom: carol@example.org\n\n").authors == ()
    assert read_mail(f"{alice}\n{alice}\n\n").authors == ()


@for_each("author", ["", '"', "<>", "undisclosed:;", "=?x?q?", "bob", "<@>" * 2000])
def test_a_malformed_from_names_nobody(read_mail: ReadMail, author: str) -> None:
    assert read_mail(f"From: {author}\n\n").authors == ()


@pytest.mark.parametrize(
    "author",
    [
        "the bug carol@example.org",
        "<<carol@example.org>>",
        "alice@example.org bob@example.net",
        "alice@example.org <bob@example.net>",
    ],
)
def test_a_broken_from_names_nobody(read_mail: ReadMail, author: str) -> None:
    assert read_mail(f"From: {author}\n\n").authors == ()


@for_each("author", ["the bug bob@example.net", "<<bob@example.net>>", "Bug: <bob@example.net>"])
def test_a_broken_from_that_agrees_with_the_envelope_names_its_author(
    read_mail: ReadMail, author: str
) -> None:
    assert read_mail(f"From: {author}\n\n").authors == ("bob@example.net",)


def test_references_end_with_the_mail_that_is_answered(read_mail: ReadMail) -> None:
    letter = read_mail("References: <1@x> junk <2@x>\nIn-Reply-To: <3@x> (your mail)\n\n")
    assert letter.references == ("<1@x>", "<2@x>", "<3@x>")


@for_each("message_id", ["<[x]>", "<a b>", "<>", "no brackets", ""])
def test_an_odd_message_id_is_taken_whole_or_ignored(read_mail: ReadMail, message_id: str) -> None:
    expected = message_id if message_id == "<[x]>" else None
    assert read_mail(f"Message-ID: {message_id}\n\n").message_id == expected


def test_control_and_direction_characters_are_removed_from_lines(read_mail: ReadMail) -> None:
    assert read_mail("\n13\u202ex14\x00=44\x07\u00a0 \n").lines == ("13x14=44",)
    assert read_mail("\n\ufeffresi\u00adgn\u200b\n").lines == ("resign",)
