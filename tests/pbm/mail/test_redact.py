from __future__ import annotations

import base64
import binascii
import quopri
from email import message_from_bytes
from email.header import Header
from email.mime.base import MIMEBase
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from email.parser import BytesParser
from email.policy import default

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.mail import mime
from pbm.mail.redact import MAX_SECRETS, redact
from pbm.mail.tokens import BLANK
from tests.combinations import for_each

SECRET = "hünter=2"
TOKEN = "abcdefghijklmnopqrstuvwx23"
ADDRESS = f"pbm+{TOKEN}@example.org"


def encoded(text: str, encoding: str, charset: str = "utf-8") -> bytes:
    data = text.encode(charset)
    body = base64.encodebytes(data) if encoding == "base64" else quopri.encodestring(data)
    head = f"Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: {encoding}\n\n"
    return head.encode() + body


def decoded_bodies(raw: bytes) -> str:
    """All texts of the mail as a mail program shows them."""
    parts = BytesParser(policy=default).parsebytes(raw).walk()
    return "\n".join(part.get_content() for part in parts if part.get_content_maintype() == "text")


def test_a_letter_without_the_secret_keeps_every_byte() -> None:
    raw = bytes(range(256)) + encoded("nothing here", "base64")
    assert redact(raw, ["hunter2", ""]) == raw
    assert redact(raw, [], "example.org") == raw


def test_a_plain_secret_is_blanked_everywhere() -> None:
    raw = b"Subject: move 17 alice hunter2 x\nX-Odd: hunter2\n\nhunter2, hunter2.\n"
    expected = raw.replace(b"hunter2", b"********")
    assert redact(raw, ["hunter2"]) == expected


@for_each(
    "page",
    [
        b"<p><s>hunter2</s></p>",
        b"<p>hun<del>x</del>ter2</p>",
        b"<p>hunter2 hun<s>y</s>ter2</p>",
        b"<p>h<s style='color:red'>hunter2</s>unter2</p>",
    ],
)
def test_a_secret_is_blanked_with_and_without_what_is_struck_out(page: bytes) -> None:
    kept = redact(b"Content-Type: text/html\n\n" + page, ["hunter2"])
    assert b"********" in kept
    assert b"ter2" not in kept


@for_each("kind", [b"enriched", b"richtext"])
def test_a_secret_is_blanked_in_enriched_text(kind: bytes) -> None:
    kept = redact(b"Content-Type: text/" + kind + b"\n\nhun<bold>ter</bold>2", ["hunter2"])
    assert kept.endswith(b"\n********")


def test_adjacent_secrets_become_one_blank() -> None:
    raw = b"\n" + b"ab" * 100_000 + b"\n"
    assert redact(raw, ["a", "b"]) == b"\n********\n"


@for_each("encoding", ["base64", "quoted-printable"])
@for_each("charset", ["utf-8", "iso-8859-1"])
def test_an_encoded_body_is_rewritten_as_plain_text(encoding: str, charset: str) -> None:
    kept = redact(encoded(f"move alice {SECRET} 13x14=44\n", encoding, charset), [SECRET])
    assert decoded_bodies(kept) == f"move alice {BLANK} 13x14=44\n"
    assert kept.endswith(f"move alice {BLANK} 13x14=44\n".encode())


@for_each(
    "body",
    [
        b"Content-Transfer-Encoding: base64\n\n"
        + base64.urlsafe_b64encode(f"alice {SECRET} ???>>>\xff".encode()),
        b"Content-Transfer-Encoding: x-uuencode\n\nbegin 644 a.txt\n"
        + binascii.b2a_uu(f"alice {SECRET}".encode())
        + b"`\nend\n",
        b"Content-Transfer-Encoding: x-uuencode\n\n"
        + f"alice {SECRET}".encode()
        + b"\nbegin 644 a\n",
    ],
)
def test_a_secret_in_an_odd_encoding_is_blanked(body: bytes) -> None:
    kept = redact(body, [SECRET])
    assert f"alice {BLANK}".encode() in kept
    assert SECRET.encode() not in kept


@for_each("kind", ["plain", "html"])
@for_each("unseen", ["\xad", "\N{ZERO WIDTH SPACE}", "\0"])
def test_a_secret_with_invisible_characters_in_it_is_found(kind: str, unseen: str) -> None:
    raw = f"Content-Type: text/{kind}; charset=utf-8\n\nalice hun{unseen}ter2 x\n".encode()
    assert decoded_bodies(redact(raw, ["hunter2"])).strip() == f"alice {BLANK} x"


def test_a_secret_split_by_a_soft_line_break_is_found() -> None:
    raw = b"Content-Transfer-Encoding: quoted-printable\n\nalice hun=\nter2 x\n"
    assert decoded_bodies(redact(raw, ["hunter2"])) == f"alice {BLANK} x\n"


def test_an_eight_bit_body_in_another_charset_is_rewritten() -> None:
    raw = b"Content-Type: text/plain; charset=iso-8859-1\n\nalice h\xfcnter=2\n"
    assert decoded_bodies(redact(raw, [SECRET])) == f"alice {BLANK}\n"


@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1"])
def test_an_encoded_subject_is_rewritten_as_plain_text(charset: str) -> None:
    subject = Header(f"move 17 alice {SECRET} ünd a long tail " + "word " * 20, charset).encode()
    kept = redact(f"Subject: {subject}\nTo: x\n\nbody\n".encode(), [SECRET])
    assert kept.startswith(f"Subject: move 17 alice {BLANK} ünd a long tail".encode())
    assert kept.endswith(b"\nTo: x\n\nbody\n")


def test_only_the_part_with_the_secret_is_rewritten() -> None:
    message = MIMEMultipart("alternative")
    message.attach(MIMEText(f"alice {SECRET}\n-- \nalice", "plain", "utf-8"))
    message.attach(MIMEText("<p>nothing – here</p>", "html", "utf-8"))
    raw = bytes(message)
    _, first, second = message_from_bytes(redact(raw, [SECRET])).walk()
    assert f"alice {BLANK}" in str(first)
    assert bytes(second) == bytes(list(message_from_bytes(raw).walk())[2])


@pytest.mark.parametrize("body", ["alice a&amp;b&lt;c", "alice a&#38;b<b>&lt;</b>c"])
def test_a_secret_written_with_html_entities_and_tags_is_found(body: str) -> None:
    raw = f"Content-Type: text/html\n\n<p>{body}</p>".encode()
    assert redact(raw, ["a&b<c"]).endswith(f"\n\nalice {BLANK}".encode())


def test_an_enclosed_mail_and_an_attachment_are_searched() -> None:
    message = MIMEMultipart()
    message.attach(MIMEText("see below", "plain"))
    enclosed = MIMEBase("message", "rfc822")
    enclosed.set_payload([message_from_bytes(encoded(f"alice {SECRET}", "base64"))])
    message.attach(enclosed)
    attached = MIMEBase("application", "octet-stream")
    attached.set_payload(base64.b64encode(b"\xff alice hunter2"))
    attached["Content-Transfer-Encoding"] = "base64"
    message.attach(attached)
    kept = redact(bytes(message), [SECRET, "hunter2"]).decode()
    assert kept.count(f"alice {BLANK}") == 2


def test_a_rewritten_part_cannot_end_its_multipart() -> None:
    inner = encoded(f"{SECRET}\n--b--\n--b\n\nother\n", "base64")
    raw = b"Content-Type: multipart/mixed; boundary=b\n\n--b\n" + inner + b"\n--b--\n"
    kept = message_from_bytes(redact(raw, [SECRET]))
    assert len(kept.get_payload()) == 1


def test_tokens_are_masked_in_headers_and_bodies() -> None:
    raw = f"To: {ADDRESS}\nSubject: x\n\n> From: PBM+{TOKEN.upper()}@Example.ORG\n".encode()
    kept = redact(raw, [], "example.org").decode()
    assert kept == f"To: pbm+{BLANK}@example.org\nSubject: x\n\n> From: PBM+{BLANK}@Example.ORG\n"


@pytest.mark.parametrize("encoding", ["base64", "quoted-printable"])
def test_tokens_are_masked_in_encoded_bodies(encoding: str) -> None:
    kept = redact(encoded(f"{'wide ' * 14}{ADDRESS} wrote:\n", encoding), [], "example.org")
    assert f"pbm+{BLANK}@example.org wrote:" in decoded_bodies(kept)


def test_tokens_are_masked_in_links() -> None:
    raw = f'\n<a href="mailto:pbm%2B{TOKEN}%40example.org">'.encode()
    assert TOKEN.encode() not in redact(raw, [], "example.org")


@pytest.mark.parametrize("other", [f"pbm+{TOKEN}@example.net", f"pbm+{TOKEN}a@example.org"])
def test_words_that_are_no_tokens_of_ours_stay(other: str) -> None:
    assert redact(other.encode(), [], "example.org") == other.encode()


@for_each("secret", ["*", "a*", "*a", "a", "**a**", "\ud800", "(", "A:", "\n", "=", "--"])
def test_odd_secrets_are_blanked_for_good(secret: str) -> None:
    raw = encoded("aa* A: ( **a**", "base64") + b"\na* *a\n"
    once = redact(raw, [secret])
    assert redact(once, [secret]) == once


MAILS = st.builds(
    lambda head, body: head + b"\n\n" + body,
    st.lists(
        st.sampled_from(
            [
                b"Content-Type: text/html",
                b"Content-Type: multipart/mixed; boundary=b",
                b"Content-Transfer-Encoding: base64",
                b"Content-Transfer-Encoding: quoted-printable",
                b"Subject: =?utf-8?q?hunter?= =?utf-8?b?Mg==?=",
                b"Content-Type: message/rfc822",
            ]
        )
    ).map(b"\n".join),
    st.lists(
        st.one_of(
            st.binary(max_size=30),
            st.sampled_from(
                [b"--b\n", b"\n", b"hunter2", b"hun=\nter2", b"hunter=32", b"aHVudGVyMg==", b"*"]
            ),
        ),
        max_size=12,
    ).map(b"".join),
)


@given(MAILS, st.lists(st.sampled_from(["hunter2", "r2", "*2", "é", "b"])))
def test_redacting_never_raises_and_is_idempotent(raw: bytes, secrets: list[str]) -> None:
    once = redact(raw, secrets)
    assert redact(once, secrets) == once
    assert not any(secret.encode() in once for secret in secrets)


@pytest.mark.parametrize(
    ("secret", "rest"), [("*a", "*" + "a" * 200_000), ("a*", "a" * 200_000 + "*")]
)
def test_the_whole_word_is_blanked_if_a_blank_completes_a_secret_again(
    secret: str, rest: str
) -> None:
    kept = redact(f"Subject: x\n\nalice {rest} 13x14=44\n".encode(), [secret])
    assert kept == b"Subject: x\n\nalice ******** 13x14=44\n"
    assert redact(kept, [secret]) == kept


def test_a_token_is_masked_even_if_a_secret_is_part_of_its_address() -> None:
    raw = f"To: {ADDRESS}\n\n> From: {ADDRESS}\n".encode()
    assert TOKEN.encode() not in redact(raw, ["pbm", "example"], "example.org")


@pytest.mark.parametrize("secret", ["example", "pbm", TOKEN[3:9]])
def test_a_token_in_an_encoded_address_is_masked_even_if_it_contains_a_secret(secret: str) -> None:
    half = f"pbm+{TOKEN[:8]}=\n{TOKEN[8:]}@example.org"
    raw = f"Content-Transfer-Encoding: quoted-printable\n\n> From: {half}\n".encode()
    kept = redact(raw, [secret], "example.org")
    assert TOKEN[:8] not in decoded_bodies(kept)
    assert TOKEN[8:] not in decoded_bodies(kept)


def test_a_secret_with_an_invisible_character_in_a_header_is_found() -> None:
    kept = redact(b"Subject: gyges move 17 alice hun\x01ter2\n\n", ["hunter2"])
    assert kept == f"Subject: gyges move 17 alice {BLANK}\n\n".encode()


def test_a_secret_that_a_mail_program_wrapped_at_a_space_is_found() -> None:
    raw = b"Content-Type: text/plain; format=flowed; delsp=yes\n\nalice hun \nter2 x\n"
    kept = decoded_bodies(redact(raw, ["hunter2"]))
    assert (BLANK in kept, "hun" in kept, "ter2" in kept) == (True, False, False)


HIDDEN = encoded("alice hunter2", "base64")
BEYOND = {
    "parts": b"Content-Type: multipart/mixed; boundary=b\n\n"
    + b"".join(
        b"--b\nContent-Type: multipart/mixed; boundary=c\n\n" + b"--c\n\n" * 30 for _ in "1234"
    )
    + b"--b\n"
    + HIDDEN,
    "children": b"Content-Type: multipart/mixed; boundary=b\n\n"
    + b"--b\n\n" * 60
    + b"--b\n"
    + HIDDEN,
    "lines like a boundary": b"Content-Type: multipart/mixed; boundary=b\n\n"
    + b"--bb\n" * (mime.MAX_BOUNDARIES + 1)
    + b"--b\n"
    + HIDDEN,
    "depth": b"Content-Type: message/rfc822\n\n" * (mime.MAX_DEPTH + 1) + HIDDEN,
    "fields": b"X: y\n" * 2001 + HIDDEN,
    "encoded fields": b"X: =?utf-8?q?y?=\n" * 501 + b"Y: =?utf-8?q?hunter=32?=\n\n",
    "an encoded field": b"X: " + b"=?utf-8?q?y?= " * 2000 + b"=?utf-8?q?hunter=32?=\n\n",
    "a page": b"Content-Type: text/html\n\n" + b"<b>x</b>" * 10_001 + b"hun<b>ter2</b>",
    "entities": b"Content-Type: text/html\n\n" + b"&amp;" * 10_001 + b"hun&#116;er2",
    "broken lines": b"Content-Type: text/plain; format=flowed; delsp=yes\n\n"
    + b"x\n" * 10_001
    + b"hun \nter2\n",
}


@pytest.mark.parametrize("beyond", BEYOND.values(), ids=BEYOND.keys())
def test_no_text_is_kept_of_a_letter_that_exceeds_a_limit(beyond: bytes) -> None:
    head = b"From: alice@example.net\nSubject: hunter2\nDate: today\n"
    kept = redact(head + beyond, ["hunter2"])
    assert kept == b"From: alice@example.net\nDate: today\n\n********\n"
    assert redact(kept, ["hunter2"]) == kept


def test_no_text_is_kept_of_a_letter_with_too_many_secrets() -> None:
    secrets = [f"secret-{number}" for number in range(MAX_SECRETS + 1)]
    raw = f"From: secret-7 <alice@example.net>\nDate: today\n\n{' '.join(secrets)}\n".encode()
    assert redact(raw, secrets) == b"Date: today\n\n********\n"


def test_no_text_is_kept_of_a_letter_with_many_secrets_that_a_blank_may_complete() -> None:
    secrets = ["*a", "*b", "c*", "d*"]
    assert redact(b"\n*a *b c* d*\n", secrets) == b"\n********\n"


@for_each(
    "body",
    [
        b"aGkgYm9iISE=\r\n" + base64.b64encode(f"alice {SECRET}".encode()),
        base64.b64encode(f"alice {SECRET} ".encode()) + b"\r\n-- \r\na list of players\r\n",
    ],
)
def test_a_secret_is_found_in_every_piece_of_base64(body: bytes) -> None:
    for name in ("base64", "base-64"):
        raw = b"Content-Transfer-Encoding: " + name.encode() + b"\r\n\r\n" + body
        assert SECRET not in mime.parse(redact(raw, [SECRET])).text


@for_each("charset", ["iso-8859-1", "us-ascii", "windows-1252", "gb2312"])
def test_a_secret_is_found_whatever_charset_is_declared(charset: str) -> None:
    secret = "p\N{EM DASH}ssw\N{LATIN SMALL LETTER O WITH DIAERESIS}rt"
    head = f"Content-Type: text/plain; charset={charset}\r\n".encode()
    encoding = b"Content-Transfer-Encoding: base64\r\n\r\n"
    raw = head + encoding + base64.b64encode(f"alice {secret}".encode())
    assert secret not in mime.parse(redact(raw, [secret])).text
