"""The author that a From names, as written by mail programs and by attackers."""

from __future__ import annotations

from pbm.mail.headers import MAX_HEADER, parse
from pbm.mail.mailboxes import author, mailbox, mailboxes
from tests.combinations import for_each
from tests.pbm.mail.understanding import guarded

# From headers as mail programs write them, with and without the required quotes.
ALICE = [
    "alice@example.org",
    "<alice@example.org>",
    " < alice@example.org > ",
    "Alice <alice@example.org>",
    "Alice<alice@example.org>",
    "J. R. Alice <ALICE@Example.org>",
    '"Liddell, Alice" <alice@example.org>',
    "Liddell, Alice <alice@example.org>",
    "'Alice' <alice@example.org>",
    "O'Neil [home] <alice@example.org>",
    '"Alice (\\"A:\\")" <alice@example.org>',
    "=?utf-8?q?M=C3=BCller=2C_Alice?= <alice@example.org>",
    "=?utf-8?b?8J+Zgg==?=\r\n =?utf-8?q?_A?= <alice@example.org>",
    "M\N{LATIN SMALL LETTER U WITH DIAERESIS}ller <alice@example.org>",
    '"\N{CJK UNIFIED IDEOGRAPH-611B}" <alice@example.org>',
    "Alice\r\n\t<alice@example.org>",
    "alice@example.org (Alice Liddell)",
    "Alice (home) <alice@example.org> (not the app)",
    "alice@example.org <alice@example.org>",
    "'alice@example.org' <alice@example.org>",
    '"alice@example.org" <alice@example.org>',
    # An address in a quoted name is not ambiguous.
    '"mallory@evil.example" <alice@example.org>',
]


@for_each("text", ALICE)
def test_a_from_as_mail_programs_write_it_names_its_author(text: str) -> None:
    assert mailbox(text) == "alice@example.org"


# Each of these is alice for one parser, and somebody else or nobody for another.
NOBODY = [
    "",
    "alice",
    "alice@",
    "<>",
    "alice@example.org, bob@example.org",
    "<alice@example.org>, ",
    "<alice@example.org> <bob@example.org>",
    "<<alice@example.org>>",
    "<alice@example.org",
    "alice@example.org>",
    "<bob@example.org> alice@example.org",
    "alice@example.org bob@example.org",
    "alice @example.org",
    "alice@example.org@example.net",
    "alice@example.org <bob@example.org>",
    "alice@example.org, home <bob@example.org>",
    "Friends: alice@example.org;",
    "Re: Alice <alice@example.org>",
    "alice@example.org;",
    "<@example.net:alice@example.org>",
    '"alice@example.org"@example.org',
    '"alice@example.org" <"mal lory"@example.org>',
    '"alice"@example.org',
    '"alice@example.org" bob@example.org',
    '"alice@example.org <alice@example.org>',
    '"alice\\" <alice@example.org>',
    "alice\\@example.org <alice@example.org>",
    "(alice@example.org",
    "bob@example.org (alice@example.org)",
    "(alice@example.org) bob@example.org",
    "(alice@example.org) <bob@example.org>",
    "(a (b) c) <alice@example.org>",
    "alice(home)@example.org",
    "alice@(home)example.org",
    "<alice@example.org (home)>",
    "=?utf-8?q?alice@example.org?= <bob@example.org>",
    "=?utf-8?q?=3Calice=40example.org=3E?=",
    "=?utf-8?q?x?=alice@example.org",
    "alice@[192.0.2.1]",
    "alice@example.org\0.evil.example",
    "alice@example.org\r.evil.example",
    "alice\x0b@example.org",
    "al\N{ZERO WIDTH SPACE}ice@example.org",
    "alic\N{CYRILLIC SMALL LETTER IE}@example.org",
]


@for_each("text", NOBODY)
def test_an_ambiguous_from_names_nobody(text: str) -> None:
    assert mailbox(text) == ""


def from_header(value: str) -> str:
    return author(parse(f"From: {value}\r\n".encode()))


def test_a_truncated_from_names_nobody() -> None:
    """What was cut off may hold another author, or the rest of the domain."""
    name = '"alice@example.org" '
    room = MAX_HEADER - len(f"From: {name}() <bob@example.org>\r\n")
    assert from_header(f"{name}({'p' * room}) <bob@example.org>") == "bob@example.org"
    assert from_header(f"{name}({'p' * (room + 99)}) <bob@example.org>") == ""
    folded = "\r\n ".join(["(" + "p" * 70 + ")"] * 130)
    assert from_header(f"{name}{folded} <bob@example.org>") == ""
    filled = "p" * (MAX_HEADER - len("From:  <alice@example.org"))
    assert from_header(f"{filled} <alice@example.org.evil.example>") == ""


@for_each("second", ["From: b@x.y", "FROM : b@x.y", "from:\r\n b@x.y", "From:"])
def test_two_from_headers_name_nobody(second: str) -> None:
    for lines in (["From: a@x.y", second], [second, "no header", "From: a@x.y"]):
        assert author(parse("\r\n".join([*lines, ""]).encode())) == ""


def test_a_list_is_read_entry_by_entry() -> None:
    text = '"pbm@pbm.example" <m@x.y>, M\u00fcller, Hans <h@x.y>,\r\n pbm@pbm.example'
    assert mailboxes(text) == ("m@x.y", "h@x.y", "pbm@pbm.example")
    assert mailboxes("undisclosed-recipients:;") == ()
    assert mailboxes('a@x.y, "pbm@pbm.example, b@x.y') == ("a@x.y",)


@for_each(
    "text",
    [
        *(
            each * (MAX_HEADER // len(each))
            for each in ('"\\', "(", "(a)", '"a"', "<", "a@", ",", " ")
        ),
        "a@b " * 2000 + "<a@b>",
        "a@" + "a." * 4000,
        "a" * 8000 + "=?",
    ],
)
def test_no_pattern_backtracks(text: str) -> None:
    """A pattern that backtracks takes minutes for some of these."""
    with guarded():
        assert mailbox(text) in ("", "a@b")
        assert set(mailboxes(text)) <= {"a@b"}
