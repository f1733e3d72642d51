"""Letters of a player that hold their password in unexpected places."""

from __future__ import annotations

import base64
import quopri
from collections.abc import Callable, Mapping
from email.header import Header
from html import escape
from random import Random

# Kinds of passwords: two words, signs, an umlaut, digits, a single letter repeated.
PASSWORDS = (
    "quiet-lantern",
    "Tr0ub4dor&3",
    "tulipsarenice",
    "pass.the.butter",
    "p@ssw0rd!",
    "grün-weiß-7",
    "0815-4711-a",
    "x" * 100,
)
# In a sentence, nothing distinguishes these passwords from ordinary words.
LIKE_WORDS = ("tulipsarenice", "x" * 100)

FILLER = ("Good luck!", "Well played, bob.", "That was a long evening.", "See you.", "")

# Lines that show where the password is, and lines that do not.
POINTED = (
    "gyges move 1 alice {} 13-14",
    "gyges moev 1 alice {}",
    "change password alice {} {}x",
    "set alice {} board list",
    "alice {}",
    "alice: {}",
    "my userid is alice, {} comes with it",
    "please let alice {} resign",
    "My password is {}, as you know",
    "Mein Passwort: {}",
    "mot de passe = {}",
    "wachtwoord\n{}",
    "alice\n{}",
    "gyges resign 1 alice\n{} thank you",
    "{}",
    "   {}",
    "signup alice {}",
)
BARE = ("tulips are nice {} so are roses", "({})", "I like {}, and you?")


def text(random: Random, password: str) -> str:
    """A few lines, the password in one of them."""
    lines = POINTED if password in LIKE_WORDS else POINTED + BARE
    line = random.choice(lines).replace("{}", password)
    return "\n".join([random.choice(FILLER), line, random.choice(FILLER)]).strip("\n")


# The place in the text of the letter


def quoted(said: str) -> str:
    return "show\n\n" + "".join(f"> {line}\n" for line in said.splitlines())


def quoted_twice(said: str) -> str:
    return "On Fri, 20 Nov 2026, pbm wrote:\n" + "".join(
        f"> > {line}\n" for line in said.splitlines()
    )


def below_signature(said: str) -> str:
    return f"whoami\n\n-- \n{said}\n"


def below_original(said: str) -> str:
    return f"231123\n\n-----Original Message-----\nFrom: pbm\nSubject: x\n\n{said}"


def as_comment(said: str) -> str:
    return f"231123\n\n{said}"


def below_a_telephone(said: str) -> str:
    return f"show\n\nSent from my iPhone\n{said}"


TEXTS: tuple[Callable[[str], str], ...] = (
    str,
    quoted,
    quoted_twice,
    below_signature,
    below_original,
    as_comment,
    below_a_telephone,
)

# The encoding of the text


def plain(said: str) -> bytes:
    return _part("8bit", said.encode())


def in_base64(said: str) -> bytes:
    return _part("base64", base64.encodebytes(said.encode()))


def quoted_printable(said: str) -> bytes:
    return _part("quoted-printable", quopri.encodestring(said.encode()))


def said_to_be_encoded(said: str) -> bytes:
    return _part("quoted-printable", said.encode())


def said_to_be_base64(said: str) -> bytes:
    return _part("base64", said.encode())


def in_utf_16(said: str) -> bytes:
    return _part("base64", base64.encodebytes(said.encode("utf-16")), charset="utf-16")


def in_utf_7(said: str) -> bytes:
    signs = (base64.b64encode(sign.encode("utf-16-be")).decode().rstrip("=") for sign in said)
    coded = "".join(f"+{sign}-" for sign in signs)
    return _part("7bit", coded.encode(), charset="utf-7")


def in_ebcdic(said: str) -> bytes:
    return _part("base64", base64.encodebytes(said.encode("cp037")), charset="cp037")


def flowed(said: str) -> bytes:
    broken = said.replace("alice ", "alice \n")
    return _part("8bit", broken.encode(), more="; format=flowed")


def as_page(said: str) -> bytes:
    return _html(_paragraphs(said))


def as_entities(said: str) -> bytes:
    return _html("<br>".join("".join(f"&#{ord(sign)};" for sign in line) for line in _lines(said)))


def as_attribute(said: str) -> bytes:
    return _html(f'<p title="alice {escape(_lines(said)[-1])}">Hello</p>' + _paragraphs(said))


def as_remark(said: str) -> bytes:
    return _html(f"<p>show</p><!-- alice {_lines(said)[-1]} -->" + _paragraphs(said))


def deep_in_page(said: str) -> bytes:
    """Below a long correspondence in which each mail quotes the one before."""
    return _html("<p>show</p>" + "<div><blockquote>" * 150 + _paragraphs(said))


ENCODED: tuple[Callable[[str], bytes], ...] = (
    plain,
    in_base64,
    quoted_printable,
    said_to_be_encoded,
    said_to_be_base64,
    in_utf_16,
    in_utf_7,
    in_ebcdic,
    flowed,
    as_page,
    as_entities,
    as_attribute,
    as_remark,
    deep_in_page,
)


def _paragraphs(said: str) -> str:
    return "".join(f"<p>{escape(line)}</p>" for line in _lines(said))


def _lines(said: str) -> list[str]:
    return said.splitlines()


def _part(encoding: str, data: bytes, charset: str = "utf-8", more: str = "") -> bytes:
    head = f"Content-Type: text/plain; charset={charset}{more}\n"
    return f"{head}Content-Transfer-Encoding: {encoding}\n\n".encode() + data


def _html(page: str) -> bytes:
    head = b"Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n"
    return head + f"<html><body>{page}</body></html>".encode()


# The place of the part in the letter


def alone(part: bytes) -> bytes:
    return part


def beside_a_move(part: bytes) -> bytes:
    return _parts(plain("231123"), part)


def attached(part: bytes) -> bytes:
    return _parts(plain("show"), b"Content-Disposition: attachment; filename=a.txt\n" + part)


def as_data(part: bytes) -> bytes:
    return _parts(plain("show"), part.replace(b"text/plain", b"application/octet-stream", 1))


def enclosed(part: bytes) -> bytes:
    inner = b"From: bob@example.org\nSubject: x\n" + part
    return _parts(plain("show"), b"Content-Type: message/rfc822\n\n" + inner)


def alternative(part: bytes) -> bytes:
    return _parts(plain("show"), part, kind="alternative")


def before_the_parts(part: bytes) -> bytes:
    return _parts(plain("show"), preamble=part.partition(b"\n\n")[2])


def behind_the_parts(part: bytes) -> bytes:
    return _parts(plain("show")) + b"\n" + part.partition(b"\n\n")[2]


PLACED: tuple[Callable[[bytes], bytes], ...] = (
    alone,
    beside_a_move,
    attached,
    as_data,
    enclosed,
    alternative,
)


def _parts(*parts: bytes, kind: str = "mixed", preamble: bytes = b"") -> bytes:
    head = f"Content-Type: multipart/{kind}; boundary=bound\n\n".encode()
    inner = b"".join(b"\n--bound\n" + part for part in parts)
    return head + preamble + inner + b"\n--bound--\n"


# Passwords in the head


def _encoded(value: str) -> str:
    return Header(value, "utf-8").encode()


FIELDS: Mapping[str, str] = {
    "Subject": "gyges move 1 alice {} 13-14",
    "Subject: Re: your move\nSubject": "alice {}",
    "Comments": "my password is {}",
    "Keywords": "alice {}",
    "Thread-Topic": "gyges resign 1 alice {}",
    "X-Note": "alice {}",
    "X-Remark": "password: {}",
    "Organization": "signup alice {}",
    "To": '"alice {}" <pbm@pbm.example>',
}


def letter(random: Random, password: str, author: str) -> bytes:
    """A letter with the password in one odd place at least."""
    head = f"From: {author}\nMessage-ID: <{random.random()}@x>\nMIME-Version: 1.0\n"
    if random.random() < 0.3:
        name, value = random.choice(sorted(FIELDS.items()))
        value = value.replace("{}", password)
        coded = _encoded(value) if random.random() < 0.5 else value
        body = plain(random.choice(("", "show", "Good luck!", "231123")))
        return f"{head}{name}: {coded}\n".encode() + body
    encode = random.choice(ENCODED)
    said = random.choice(TEXTS)(text(random, password))
    place = random.choice(PLACED)
    if encode is plain and random.random() < 0.2:
        place = random.choice((before_the_parts, behind_the_parts))
    return head.encode() + b"Subject: Re: your move\n" + place(encode(said))
