"""Words of other players in mails about a board: a player who repeats them may not mean them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbm.core.model import Player
from pbm.mail import mime
from pbm.mail.body.parts import first_lines
from pbm.mail.correspondence import OutboxMail, Search
from pbm.store.protocol import Transaction

REMEMBERED = timedelta(days=30)
MOST_MAILS = 40
"""The most mails that are searched: as many as a lively game causes in a week."""

_MARK = "| "


@dataclass(frozen=True)
class Words:
    """Lines that others have written, without case and blanks."""

    lines: frozenset[str]

    def hold(self, line: str) -> bool:
        return _plain(line) in self.lines


def words_of_others(
    tx: Transaction, player: Player | None, board: int | None, now: datetime
) -> Words:
    """Return what others have written to the player about the board within the last days."""
    if player is None or board is None:
        return Words(frozenset())
    search = Search(player=player.id, board=board, since=now - REMEMBERED)
    mails = tx.outbox.find(search, MOST_MAILS)
    return Words(frozenset(line for mail in mails for line in _quoted(mail)))


def _quoted(mail: OutboxMail) -> Iterator[str]:
    # Most mails quote nobody, and are not parsed.
    if b"\n| " not in mail.raw:
        return
    for line in first_lines(mime.parse(mail.raw)):
        if line.startswith(_MARK):
            yield _plain(line.removeprefix(_MARK))


def _plain(line: str) -> str:
    return " ".join(line.casefold().split())
