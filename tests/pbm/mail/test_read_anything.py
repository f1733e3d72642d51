"""No input makes the parser raise, and its output is bounded and safe."""

from __future__ import annotations

import random
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.mail.body.parts import MAX_LINE, MAX_LINES
from pbm.mail.letter import Envelope, Letter
from pbm.mail.quotes import MAX_OWN_LINES
from pbm.mail.read import read
from tests.pbm.mail.bombs import BOMBS

MUTATIONS = 200

NAMES = st.sampled_from(
    """From To Subject Message-ID In-Reply-To References Date Content-Type Precedence List-Id
    Content-Transfer-Encoding Content-Disposition Auto-Submitted Authentication-Results""".split()
)
VALUES = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        [
            "multipart/alternative; boundary=b",
            "multipart/mixed; boundary=" + '"' * 3,
            "text/html; charset=utf-7",
            "text/plain; charset*0*=x''%zz; format=flowed",
            "=?utf-8?b?////?= =?x?q?=0D=0A?=",
            "=?utf-8*en?q?a?=",
            '"',
            "<[x]>",
            "a:b@[::1]:;,",
            "((((",
            "base64",
            "quoted-printable",
            "message/rfc822",
        ]
    ),
)
HEADER_BLOCKS = st.lists(st.tuples(NAMES, VALUES), max_size=8).map(
    lambda pairs: "".join(f"{name}: {value}\n" for name, value in pairs).encode("utf-8", "replace")
)
BODIES = st.lists(
    st.one_of(
        st.binary(max_size=40),
        st.sampled_from(
            [b"--b\n", b"--b--\n", b"\n", b"> x\n", b"On 1 May 2026 x\n", b"=44", b"<p>"]
        ),
    ),
    max_size=12,
).map(b"".join)


def checked(raw: bytes) -> Letter:
    letter = read(Envelope("bob@example.net", (), raw), domain="example.org")
    texts = (*letter.lines, *letter.undecoded, *letter.authors, letter.subject)
    "".join(texts).encode()  # no lone surrogates
    assert not any(set(text) & set("\r\n\0") for text in texts)
    assert len(letter.lines) <= MAX_OWN_LINES <= MAX_LINES
    assert letter.ignored >= 0
    assert all(len(line) <= MAX_LINE for line in letter.lines)
    return letter


@given(st.binary(max_size=2000))
def test_random_bytes(raw: bytes) -> None:
    checked(raw)


@given(HEADER_BLOCKS, BODIES)
def test_random_headers_and_parts(headers: bytes, body: bytes) -> None:
    checked(headers + b"\n" + body)


@given(st.recursive(BODIES, lambda inner: st.tuples(HEADER_BLOCKS, inner).map(b"--b\n".join)))
def test_random_nesting(body: bytes) -> None:
    checked(b"Content-Type: multipart/mixed; boundary=b\n\n--b\n" + body)


def seeds() -> list[bytes]:
    message = MIMEMultipart("alternative")
    message["From"] = "Bob <bob@example.net>"
    message["Subject"] = "=?utf-8?q?Z=C3=BCge?="
    message.attach(MIMEText("13×14=44\n> 62x53=36\n-- \nbob", "plain", "utf-8"))
    message.attach(MIMEText("<p>13×14=44<blockquote>62x53=36", "html", "utf-8"))
    flowed = (
        b"Content-Type: text/plain; format=flowed\n\nOn 7 Dec 2026, pbm wrote:\n> a \n> b\nc \nd"
    )
    careless = b"Content-Transfer-Encoding: quoted-printable\n\n13x14=44=\n=4\n"
    return [bytes(message), flowed, careless]


@pytest.mark.parametrize("seed", seeds())
def test_mutations_of_ordinary_mails(seed: bytes) -> None:
    chance = random.Random(17)
    for _ in range(MUTATIONS):
        mutant = bytearray(seed)
        for _ in range(chance.randrange(1, 12)):
            at = chance.randrange(len(mutant))
            size = chance.randrange(4)
            mutant[at : at + size] = chance.randbytes(chance.randrange(4))
        checked(bytes(mutant))


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS)
def test_a_bomb_is_read_up_to_the_limits(bomb: bytes) -> None:
    checked(bomb)
