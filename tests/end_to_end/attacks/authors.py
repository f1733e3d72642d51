"""Letters in somebody else's name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.end_to_end.attacks.stage import (
    CONTENT,
    FRONT,
    MALLORY,
    VOUCHED,
    Stage,
    Tally,
    attempts,
    forged,
    lines,
    vouched,
)
from tests.end_to_end.process import SERVER

_DEEDS = (
    "gyges resign 1",
    "gyges move 1 16-35",
    "set lang it",
    "block bob",
    "gyges seek 2",
    "signoff",
)
_OF_A_BOARD = ("gyges resign 1", "gyges move 1 16-35", "signoff")

_HERE, _ELSEWHERE = "127.0.0.1", "127.0.0.2"

# Attackers choose the order and the spelling. Of two headers with one name, a signature covers
# the last.
_PUT_ON_TOP: Mapping[str, tuple[str, ...]] = {
    "Subject": ("Subject: gyges resign 1",),
    "Subject in lower case": ("subject: gyges resign 1",),
    "Subject with a blank": ("Subject : gyges resign 1",),
    "Subject, folded": ("Subject:", " gyges resign 1"),
    "Subject, three": ("Subject: gyges resign 1", "Subject: gyges resign 1"),
    "Subject below garbage": ("no field at all", "Subject: gyges resign 1"),
    "Content-Type": ('Content-Type: multipart/mixed; boundary="x"',),
    "Content-Type of HTML": ("Content-Type: text/html",),
    "Content-Transfer-Encoding": ("Content-Transfer-Encoding: base64",),
    "MIME-Version and encoding": (
        "MIME-Version: 1.0",
        "Content-Transfer-Encoding: quoted-printable",
    ),
    "From of another": ("From: alice@example.org", "Subject: gyges resign 1"),
}

_FROMS = (
    '"alice@example.org" {folds} <mallory@example.org>',
    "alice@example.org {folds} <mallory@example.org>",
    '"alice@example.org" <"mal lory"@example.org>',
    '"alice@example.org"@example.org',
    '<"alice@example.org"@example.org>',
    '"alice@example.org>" <"mal\\"lory"@example.org>',
    "(alice@example.org) {folds} mallory@example.org",
    "alice@example.org, {folds} mallory@example.org",
    "mallory: alice@example.org, {folds} mallory@example.org;",
    "=?utf-8?q?alice=40example.org?= {folds} <mallory@example.org>",
    "<@mallory.example,@b.example:alice@example.org> {folds} <mallory@example.org>",
    "alice@example.org <mallory@example.org",
    "alice@example.org\x00 <mallory@example.org>",
    "alice@example.org;mallory@example.org",
    "<alice@example.org> <mallory@example.org>",
    '"x" <alice@example.org> (<mallory@example.org>',
)


_BESIDE = (
    f"Authentication-Results: {FRONT}; dmarc=pass header.from=example.org",
    "Sender: alice@example.org",
    "Reply-To: alice@example.org",
    "Delivered-To: alice@example.org",
    "X-Original-To: alice@example.org",
    "Received-SPF: pass",
)


def _sends(raw: bytes, to: str = SERVER, source: str = "127.0.0.1") -> Callable[[Stage], None]:
    return lambda club: club.send(raw, to, source)


def forged_from() -> Tally:
    """A forged From, with every command and with headers that might seem to prove it."""
    letters = {
        f"{deed} with {header} {place}": _sends(forged(body, subject, header))
        for header in _BESIDE
        for deed in _DEEDS
        for place, subject, body in (("above", deed, ""), ("below", "", deed))
    }
    return attempts(letters)


def put_on_top_of_a_signed_letter() -> Tally:
    """A letter that alice signed and sent to a friend, with something put on top of it."""
    return _put_on_top(CONTENT)


def put_on_top_of_a_plain_letter() -> Tally:
    """Like ``put_on_top_of_a_signed_letter``, for a letter without MIME headers, which the
    signature therefore does not cover.
    """
    return _put_on_top(())


def _put_on_top(content: tuple[str, ...]) -> Tally:
    private = lines(
        "From: alice@example.org",
        "To: friend@example.net",
        "Subject: Sunday",
        "Date: Fri, 20 Nov 2026 10:00:00 +0000",
        "Message-ID: <private@example.org>",
        *content,
        body="--x\r\n\r\nSee you!\r\n\r\nZ3lnZXMgcmVzaWduIDE=\r\n\r\n<i>gyges resign 1</i>\r\n",
    )
    return attempts(
        {
            name: _sends(vouched("".join(f"{line}\r\n" for line in put).encode() + private))
            for name, put in _PUT_ON_TOP.items()
        },
        VOUCHED,
    )


def vouched_letter_again() -> Tally:
    """A letter that was vouched for, sent again with changes that its signature survives."""
    original = forged("", "gyges seek 2")
    again = {
        "as it was": original,
        "Message-ID on top": b"Message-ID: <other@example.org>\r\n" + original,
        "Date on top": b"Date: Sat, 21 Nov 2026 10:00:00 +0000\r\n" + original,
        "names in capitals": original.replace(b"Subject:", b"SUBJECT:"),
        "more blanks": original.replace(b"seek 2", b"seek   2"),
        "folded": original.replace(b"seek 2", b"seek\r\n 2"),
        "empty lines at the end": original + b"\r\n\r\n\r\n",
        "a header of its own on top": b"X-Mailer: a\r\n" + original,
        "To replaced": original.replace(SERVER.encode(), SERVER.upper().encode()),
    }

    def repeated(raw: bytes) -> Callable[[Stage], None]:
        def attack(club: Stage) -> None:
            club.send(vouched(original))
            assert _seeks(club) == 1, "what is vouched for is done"
            club.send(vouched(raw))

        return attack

    return attempts(
        {name: repeated(raw) for name, raw in again.items()}, VOUCHED, lambda club: _seeks(club) > 1
    )


def _seeks(club: Stage) -> int:
    club.settle()
    return len(club.rows("SELECT id FROM seeks"))


def two_authors_in_one() -> Tally:
    """A From whose author the signer and pbm might read differently."""
    long = "\r\n ".join(["(" + "p" * 70 + ")"] * 130)
    letters = {
        f"{author[:40]} {size}": _sends(
            vouched(forged("", "gyges resign 1", author=author.format(folds=folds)))
        )
        for author in _FROMS
        for size, folds in (("short", ""), ("long", long))
    }
    return attempts(letters, VOUCHED)


def word_of_a_stranger() -> Tally:
    """Authentication-Results that our front server has not written, or not delivered."""
    passed = "dmarc=pass header.from=example.org"
    ours = f"Authentication-Results: {FRONT}; {passed}; dkim=pass header.d=example.org"
    received = f"Received: from a by {FRONT}; Fri, 20 Nov 2026 10:00:01 +0000"
    results = f"Authentication-Results: {FRONT}"
    tries: Mapping[str, tuple[str, tuple[str, ...]]] = {
        "straight to the listener": (_ELSEWHERE, (ours,)),
        "straight, with a Received": (_ELSEWHERE, (received, ours)),
        "below our own Received": (
            _HERE,
            (f"{results}; none", received, "Received: from b by c.example", ours),
        ),
        "below all Received": (_HERE, (received, "Received: from b by c.example", ours)),
        "another name": (_HERE, (ours.replace(FRONT, f"{FRONT}.evil.example"), received)),
        "a comment for a name": (
            _HERE,
            (f"Authentication-Results: evil.example ({FRONT}); {passed}", received),
        ),
        "another domain": (
            _HERE,
            (f"{results}; dmarc=pass header.from=evil.example", received),
        ),
        "a result in a comment": (_HERE, (f"{results}; dmarc=fail ({passed})", received)),
        "a pass in a reason": (
            _HERE,
            (f'{results}; dkim=fail reason="; dkim=pass header.d=example.org"', received),
        ),
    }
    letters = {
        name: _sends(_under(headers, forged("", "gyges resign 1")), source=source)
        for name, (source, headers) in tries.items()
    }
    return attempts(letters, VOUCHED)


def _under(headers: tuple[str, ...], raw: bytes) -> bytes:
    return "".join(f"{line}\r\n" for line in headers).encode() + raw


def reply_address_of_another() -> Tally:
    """alice's reply addresses, used by somebody else, or for commands beyond their permission."""

    def board(deed: str, author: str) -> Callable[[Stage], None]:
        return lambda club: club.send(forged(deed, author=author), club.alice.last.reply_to)

    def welcome(deed: str, author: str) -> Callable[[Stage], None]:
        return lambda club: club.send(forged(deed, author=author), club.alice.mails[1].reply_to)

    alice = "alice@example.org"
    letters = {
        **{f"{deed}, the board's": board(deed, MALLORY) for deed in _DEEDS},
        **{f"{deed}, the account's": welcome(deed, MALLORY) for deed in _DEEDS},
        **{f"{deed}, her own board's": board(deed, alice) for deed in _DEEDS[2:]},
        **{f"{deed}, her own account's": welcome(deed, alice) for deed in _OF_A_BOARD},
    }
    return attempts(letters)
