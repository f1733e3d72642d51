"""The letters of the tables, sent over SMTP: what is received comes to what each row says."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pbm.mail.letter import Envelope
from pbm.smtp.listener_limits import ListenerLimits
from tests.pbm.letters.outcomes import faults, letter_of, towns
from tests.pbm.letters.table import letters
from tests.pbm.smtp.sockets import LoopThread, RunningListener
from tests.pbm.town import DOMAIN, remembered_drafts


@pytest.fixture
def listener() -> Iterator[RunningListener]:
    with closing(LoopThread()) as thread:
        running = RunningListener(thread, None, ListenerLimits(), domain=DOMAIN)
        yield running
        running.stop(0)


def carried(listener: RunningListener, letter: Envelope) -> Envelope:
    """Send a letter to the listener, and return it as it is received."""
    with smtplib.SMTP("127.0.0.1", listener.port) as client:
        client.sendmail(letter.sender, letter.recipients, letter.raw)
    return listener.kept[-1]


@pytest.mark.slow
def test_letters_that_come_over_smtp_come_to_what_their_rows_say(
    listener: RunningListener, tmp_path: Path, unsynced: None
) -> None:
    rows = [*letters()]
    bad: list[str] = []
    with remembered_drafts(), towns(tmp_path, {row.scene for row in rows}) as found:
        for row in rows:
            scene, town = found[row.scene]
            bad += faults(row, scene, town, carried(listener, letter_of(row, scene, town)))
    assert bad == []
