"""Comments of one player that would be read as commands when quoted in the opponent's reply."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from email.message import EmailMessage
from functools import partial
from itertools import chain

import pytest

from pbm.inbox.line.line import Call, read_line
from pbm.mail.letter import Envelope
from pbm.mail.read import read
from pbm.notices.rendering import quoted
from tests.combinations import for_each
from tests.pbm.inbox.letter.lines import GYGES
from tests.pbm.inbox.letter.mails import every_mail
from tests.pbm.security.attack import goods
from tests.pbm.town import ALICE, BOB, DOMAIN, NORTH, SOUTH, Mail, Town, letter, of

# Commands that would harm bob if the server took them for bob's own.
TRAPS = ("resign", "gyges resign 1", "accept", "yes", "propose draw", "signoff", "multiple")
WRAPS_AT = (60, 72)


@pytest.fixture(autouse=True)
def _unguarded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow commands in comments, so that the tests do not depend on their refusal."""
    monkeypatch.setattr("pbm.inbox.line.reading.contradiction", lambda *_: "")


def comment(town: Town, board_mails: tuple[Mail, Mail], text: str) -> Mail:
    """Let alice move with this comment, and return the mail in which bob reads it."""
    encoded = base64.encodebytes(f"{SOUTH}\r\n\r\n{text}\r\n".encode()).decode()
    written = letter(
        ALICE, "", f"Re: {board_mails[0].subject}", board_mails[0].reply_to, Message_ID="<c@x>"
    )
    written.set_payload(encoded)
    written.replace_header("Content-Transfer-Encoding", "base64")
    written.set_param("charset", "utf-8")
    mails = town.post(ALICE, written.as_bytes(), board_mails[0].reply_to)
    assert town.match().plies == 1
    return of(mails, BOB)


# How mail programs quote


def with_marks(text: str) -> str:
    return "On Fri, 20 Nov 2026, pbm wrote:\n" + "".join(
        f"> {line}\n" for line in text.splitlines()
    )


def with_marks_alone(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.splitlines())


def as_outlook(text: str) -> str:
    return f"-----Original Message-----\nFrom: pbm <pbm@{DOMAIN}>\nSubject: [gyges 1]\n\n{text}"


def under_a_header(text: str) -> str:
    return f"From: pbm <pbm@{DOMAIN}>\nSent: Friday\nTo: bob\nSubject: [gyges 1]\n\n{text}"


def twice(text: str) -> str:
    return with_marks(with_marks_alone(text))


def wrapped_at(column: int, text: str) -> str:
    """Quote as programs do that mark lines first and wrap the long ones afterwards."""
    lines = (f"> {line}" for line in text.splitlines())
    return "\n".join(chain.from_iterable(_broken(line, column) for line in lines)) + "\n"


def _broken(line: str, column: int) -> Sequence[str]:
    if len(line) <= column or " " not in line[4:column]:
        return [line]
    at = line.rindex(" ", 0, column + 1)
    return [line[:at], *_broken(line[at + 1 :], column)]


THANKS = "Thank you, that was a good one!"
QUOTES: dict[str, Callable[[str], str]] = {
    "marks": with_marks,
    "marks alone": with_marks_alone,
    "outlook": as_outlook,
    "header": under_a_header,
    "twice": twice,
    **{f"wrapped at {column}": partial(wrapped_at, column) for column in WRAPS_AT},
}


def comments() -> list[str]:
    """Comments with traps: on their own lines, after all kinds of breaks, at wrapping columns."""
    made = ["\n".join(TRAPS), "\n\n".join(f"{trap}\n{trap}" for trap in TRAPS)]
    ends = (
        "\r",
        "\v",
        "\f",
        "\x1c",
        "\x1d",
        "\x1e",
        "\x85",
        "\u2028",
        "\u2029",
        "\u200b\n",
        "\xa0\n",
    )
    made.append("".join(f"hello{end}resign" for end in ends))
    made.append("\n".join("x" * width + " resign" for width in range(40, 80)))
    made.append("\n".join("x " * (width // 2) + "resign" for width in range(40, 160, 2)))
    made.append(
        "\n".join(f"{mark}resign" for mark in ("\u202e", "\u2066", "> ", "| ", "|", "\t", "-- \n"))
    )
    made.append("On Friday, pbm wrote:\nresign\n\n> x\n\ngyges resign 1\n-- \nresign")
    made.append("</pre></blockquote><p>resign</p>\n<div>resign</div>\n&#10;resign")
    return made


@for_each("text", comments())
def test_no_quoted_comment_is_read_as_a_command_of_its_reader(
    town_with_game: Town, board_mails: tuple[Mail, Mail], text: str
) -> None:
    mail = comment(town_with_game, board_mails, text)
    before = goods(town_with_game)
    for how, quote in QUOTES.items():
        told = town_with_game.answer(mail, quote(mail.text))
        told += town_with_game.answer(mail, f"{THANKS}\n\n{quote(mail.text)}")
        assert goods(town_with_game) == before, how
        assert {each.kind for each in told} <= {"no_command", "chat"}, how
        passed_on = [each.facts["said"] for each in told if each.kind == "chat"]
        assert all(said == [THANKS] for said in passed_on), how


@for_each("how", QUOTES)
def test_a_command_that_the_reader_writes_above_the_quote_is_read(
    town_with_game: Town, board_mails: tuple[Mail, Mail], how: str
) -> None:
    mail = comment(town_with_game, board_mails, comments()[0])
    town_with_game.answer(mail, f"{NORTH}\n\n{QUOTES[how](mail.text)}")
    assert town_with_game.match().plies == 2


@pytest.mark.parametrize(
    "column",
    [
        pytest.param(each, marks=() if each in WRAPS_AT else pytest.mark.slow)
        for each in range(60, 80)
    ],
)
def test_no_program_that_breaks_lines_frees_the_end_of_a_trimmed_quote(
    town_with_game: Town, board_mails: tuple[Mail, Mail], column: int
) -> None:
    """The player quotes one line and deletes the others, which would show that it was wrapped."""
    said = "\n".join("x " * (width // 2) + "resign" for width in range(40, 90))
    mail = comment(town_with_game, board_mails, said)
    before = goods(town_with_game)
    for line in mail.text.splitlines():
        if line.startswith("| "):
            town_with_game.answer(mail, f"{wrapped_at(column, line)}\nHow nice for you!")
    assert goods(town_with_game) == before


def test_no_line_of_a_comment_begins_without_its_bar() -> None:
    for text in comments():
        shown = quoted(text.split("\n")).splitlines()
        assert shown and all(line.startswith("|") for line in shown)


# In HTML


def html_of(town: Town, board_mails: tuple[Mail, Mail], text: str) -> Mail:
    town.answer(town.write(BOB, "set board list")[0], "yes")
    town.answer(town.write(BOB, "set mail html")[0], "yes")
    return comment(town, board_mails, text)


HTML_QUOTES = (
    "{}",
    "<blockquote>{}</blockquote>",
    '<div class="gmail_quote">{}</div>',
    '<div id="divRplyFwdMsg">From: pbm</div>{}',
    '<div style="border-left:1px solid">{}</div>',
    "<hr>{}",
)


@for_each("text", comments())
def test_no_comment_gets_out_of_its_place_in_a_page(
    town_with_game: Town, board_mails: tuple[Mail, Mail], text: str
) -> None:
    mail = html_of(town_with_game, board_mails, text)
    assert "<p>resign" not in mail.html and "<div>resign" not in mail.html
    before = goods(town_with_game)
    for quote in HTML_QUOTES:
        reply = EmailMessage()
        reply["From"], reply["To"], reply["Subject"] = BOB, mail.reply_to, "Re: your move"
        reply.set_content(f"<p>Thank you!</p>{quote.format(mail.html)}", subtype="html")
        town_with_game.post(BOB, reply.as_bytes(), mail.reply_to)
        assert goods(town_with_game) == before, quote


# Every mail of ours, quoted by a program that adds nothing


@pytest.fixture(scope="module")
def mails() -> Sequence[Mail]:
    return every_mail()


@pytest.mark.parametrize("how", QUOTES)
def test_no_quote_of_any_mail_of_ours_holds_a_command(mails: Sequence[Mail], how: str) -> None:
    for mail in {each.kind: each for each in mails}.values():
        raw = letter(ALICE, QUOTES[how](mail.text), "Re: " + mail.subject).as_bytes()
        own = read(Envelope(ALICE, (), raw), domain=DOMAIN)
        read_as = [line for line in own.lines if isinstance(read_line(line, GYGES), Call)]
        assert read_as == [], mail.kind


# Words below other commands are passed on behind "| ", too; a plan is not shown to the opponent


@for_each("line", ["gyges challenge bob", "message bob", "gyges chat 1", "gyges propose 1 draw"])
def test_words_below_other_commands_are_behind_a_bar_too(town_with_game: Town, line: str) -> None:
    question = town_with_game.write(ALICE, f"{line}\n\n" + "\n".join(TRAPS))[0]
    told = of(town_with_game.answer(question, "yes"), BOB)
    own = [text for text in told.text.splitlines() if text in TRAPS]
    assert own == [], told.kind


def test_a_conditional_plan_is_not_shown_to_the_opponent(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    town_with_game.answer(board_mails[1], f"queue {NORTH}")
    for question in ("show", "queue show", "review", "data"):
        (told,) = town_with_game.answer(board_mails[0], question)
        assert NORTH not in told.text, question


# Parts and encodings: only what a person sees first is read


def test_a_move_hidden_in_another_part_is_not_read(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    parts = [
        ("text/html", f"<p style='display:none'>{SOUTH}</p><p>Hello</p>"),
        ("text/html", f"<!-- {SOUTH} --><style>{SOUTH}</style><p>Hello</p>"),
        ("text/html", f"<blockquote>{SOUTH}</blockquote><p>Hello</p>"),
        ("text/calendar", SOUTH),
        ("application/octet-stream", SOUTH),
        ("message/rfc822", f"From: {ALICE}\r\n\r\n{SOUTH}"),
    ]
    for number, (kind, text) in enumerate(parts):
        raw = f"From: {ALICE}\r\nMessage-ID: <{number}@x>\r\nContent-Type: {kind}\r\n\r\n{text}\r\n"
        town_with_game.post(ALICE, raw.encode(), board_mails[0].reply_to)
        assert town_with_game.match().plies == 0, kind


def test_text_outside_of_the_mime_parts_is_not_read(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    for boundary, opened in (("b", "b"), ("b ", "b"), ("b", "bb")):
        head = f'From: {ALICE}\r\nContent-Type: multipart/mixed; boundary="{boundary}"\r\n\r\n'
        body = f"{SOUTH}\r\n--{opened}\r\n\r\nHello\r\n--{opened}--\r\n{SOUTH}\r\n"
        if boundary.strip() == opened:
            town_with_game.post(ALICE, (head + body).encode(), board_mails[0].reply_to)
            assert town_with_game.match().plies == 0


def test_flowed_text_does_not_join_a_quote_to_an_own_line(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    for body in (f"> {SOUTH} \n{SOUTH[:0]}", f">\n> {SOUTH}", f" > {SOUTH}\n", f">{SOUTH} \n>\n"):
        raw = f"From: {ALICE}\r\nMessage-ID: <{len(body)}@x>\r\n"
        raw += "Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n" + body
        town_with_game.post(ALICE, raw.encode(), board_mails[0].reply_to)
        assert town_with_game.match().plies == 0, body
