"""Parses mails and reads their commands as the server does, with a guard against endless work."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import FrameType

from pbm.inbox.line.line import Context
from pbm.inbox.line.questions import TO_CONFIRM
from pbm.inbox.line.reading import Reading, read_commands
from pbm.mail.letter import Envelope, Letter
from pbm.mail.read import read
from tests.pbm.inbox.letter.lines import ACCOUNT, DVONN, GYGES, PLAIN

DOMAIN = "example.org"
# The contexts of a letter: no mail, boards of both games, a question of ours, a welcome.
CONTEXTS = (PLAIN, GYGES, DVONN, replace(ACCOUNT, question=TO_CONFIRM), ACCOUNT)
GUARD = 10
"""CPU seconds: fifty times the limit for the slowest mail, so that only a blow-up reaches it."""


def read_letter(raw: bytes) -> Letter:
    return read(Envelope("bob@example.net", (f"pbm@{DOMAIN}",), raw), domain=DOMAIN)


def understand(letter: Letter, *contexts: Context) -> list[Reading]:
    return [read_commands(letter, context) for context in contexts or CONTEXTS]


@contextmanager
def guarded(seconds: float = GUARD) -> Iterator[None]:
    """Fail instead of hanging when the block has used this many CPU seconds."""

    def give_up(_signal: int, _frame: FrameType | None) -> None:
        raise AssertionError(f"it took more than {seconds} s of CPU")

    before = signal.signal(signal.SIGVTALRM, give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
