"""The size of our mails, and SpamAssassin's scores for their content."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence

import pytest

from pbm.notices.kinds import MailKind
from pbm.notices.painting import largest
from tests.combinations import contained, in_all_tests
from tests.pbm.inbox.letter.mails import LONG, LONG_BOT, LONG_ENGINE, every_mail
from tests.pbm.town import Mail

SPAMASSASSIN = shutil.which("spamassassin")
MOST = 0.5

_WORD = re.compile(r"[^\W\d_]+")
_SCORE = re.compile(rb"^X-Spam-Status: [^,]*, score=(\S+) \S+ tests=([^=]*)autolearn", re.MULTILINE)
_ORDINARY_NAMES = {
    LONG: "magnus-of-the-woods",
    LONG_BOT: "robot-of-meadows",
    LONG_ENGINE: "engine-of-oaks",
}
"""Replacements for names that look like hashes."""


def _longest_of_each_kind() -> Sequence[Mail]:
    """It takes seconds to make the pages of all mails."""
    return [*{mail.kind: mail for mail in sorted(every_mail(), key=_length)}.values()]


def _length(mail: Mail) -> int:
    return len(mail.text)


def _that_say_everything(mails: Iterable[Mail]) -> Iterator[Mail]:
    """The longest mail of each kind, and every other one with a word that is in no longer one.

    To judge a mail takes 60 ms, and most mails of a kind say the same.
    """
    kinds: set[str] = set()
    words: set[str] = set()
    for mail in sorted(mails, key=_length, reverse=True):
        own = set(_WORD.findall(f"{mail.subject} {mail.text}"))
        if mail.kind not in kinds or not own <= words:
            yield mail
        kinds.add(mail.kind)
        words |= own


@pytest.mark.parametrize("mails", [contained(_longest_of_each_kind), *in_all_tests([every_mail])])
def test_every_mail_is_small(mails: Callable[[], Sequence[Mail]]) -> None:
    sizes = [(mail.kind, len(mail.raw), _most(mail)) for mail in mails()]
    assert [each for each in sizes if each[1] > each[2]] == []


def _most(mail: Mail) -> int:
    """The most bytes that a mail may have, given its headers and its text."""
    raw = mail.raw.partition(b"\r\n\r\n")[0] + mail.text.replace("\n", "\r\n").encode()
    return largest(raw, pictures=mail.raw.count(b"Content-Type: image/png"))


@pytest.mark.slow
@pytest.mark.skipif(SPAMASSASSIN is None, reason="Debian's package spamassassin is not installed")
def test_no_kind_of_mail_looks_like_spam() -> None:
    # Alerts quote letters to the operator, which may be spam.
    ours = [mail for mail in every_mail() if mail.kind != MailKind.ALERT]
    mails = list(_that_say_everything(ours))
    judged = _judged(mails)
    kinds = [mail.kind for mail in mails]
    found = [(kind, *each) for kind, each in zip(kinds, judged, strict=True) if each[0] > MOST]
    assert found == []


def _judged(mails: Sequence[Mail]) -> list[tuple[float, str]]:
    """The scores of mails, and the SpamAssassin tests that gave them."""
    assert SPAMASSASSIN is not None, "the test is skipped"
    box = b"\n".join(map(_in_a_box, mails))
    ran = subprocess.run([SPAMASSASSIN, "-L", "--mbox"], input=box, capture_output=True, check=True)
    return [(float(score), tests.decode()) for score, tests in _SCORE.findall(ran.stdout)]


def _in_a_box(mail: Mail) -> bytes:
    """The mail as a mailbox holds it."""
    raw = mail.raw.replace(b"\r\n", b"\n")
    for name, ordinary in _ORDINARY_NAMES.items():
        raw = raw.replace(name.encode(), ordinary.encode())
    quoted = re.sub(rb"^From ", b">From ", raw, flags=re.MULTILINE)
    return b"From pbm@pbm.example Sat Jan  3 01:05:34 1996\n" + quoted + b"\n"
