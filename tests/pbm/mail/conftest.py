"""Letters for the tests of this package."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbm.mail.letter import Envelope, Letter
from pbm.mail.read import read

Reader = Callable[..., Letter]


@pytest.fixture
def read_mail() -> Reader:
    """Reads a mail to pbm@example.org, given as text with plain line ends or as bytes."""

    def reader(mail: str | bytes, sender: str = "bob@example.net") -> Letter:
        raw = mail if isinstance(mail, bytes) else mail.replace("\n", "\r\n").encode()
        envelope = Envelope(sender=sender, recipients=("pbm@example.org",), raw=raw)
        return read(envelope, domain="example.org")

    return reader
