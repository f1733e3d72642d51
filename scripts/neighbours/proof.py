"""Helpers that several proofs share."""

from __future__ import annotations

import json
from collections.abc import Callable

from pbm.admin.sandbox import text_of
from scripts.neighbours.club import Row, Rows
from scripts.neighbours.place import must, wait_for
from scripts.neighbours.player import Player
from scripts.neighbours.town import Town


class Skipped(Exception):
    """A proof that cannot run here. The message says why."""


class Since:
    """The rows added to a list since this object was made; a list has its newest rows first."""

    def __init__(self, rows: Callable[[], Rows]) -> None:
        self._rows, self._before = rows, len(rows())

    def new(self) -> Rows:
        rows = self._rows()
        return rows[: len(rows) - self._before]


def both_hear(mover: Player, other: Player) -> None:
    """Both players must get a board mail about a move."""
    mover.receive(f"against {other.userid}")
    other.receive(f"against {mover.userid}")


def same_answer_again(mover: Player, other: Player) -> None:
    """The mover must get the last answer once more, and the other player nothing."""
    first, again = mover.mails[-1], mover.receive()
    same = all(first[name] == again[name] for name in ("Message-ID", "Subject", "Reply-To"))
    must(same and text_of(first) == text_of(again), "the second copy got another answer")
    must(not other.unread(), f"{other.userid} got another mail for it")


def one_thread(player: Player, subject: str) -> int:
    """Return the number of mails with these words in their Subjects; all must be in one thread."""
    found = player.search(subject)
    holding = [thread for thread in player.threads() if thread & found]
    must(len(holding) == 1, f"{player.userid}'s {subject} is {len(holding)} threads")
    return len(found)


def from_nobody(letters: Since) -> Rows:
    """Wait for new letters from the null sender that are settled."""

    def found() -> Rows:
        return [row for row in letters.new() if row["sender"] == "<>" and is_settled(row)]

    return wait_for(found, "letter from the null sender")


def newest_letter(town: Town) -> str:
    """The newest letter, as ``pbm inbox show`` prints it."""
    return town.club.pbm("inbox", "show", str(town.club.letters()[0]["letter"]))


def is_settled(row: Row) -> bool:
    return bool(row["status"] != "waiting")


def game_of(town: Town, player: Player) -> Row:
    """The only game of a player."""
    rows: Rows = json.loads(town.club.pbm("games", "list", "--json"))
    (row,) = (row for row in rows if player.userid in row["players"])
    return row


def waits(town: Town, reason: str) -> bool:
    """Whether a letter waits in Postfix's queue for that reason."""
    deferred = [row for row in town.queue() if row["queue_name"] == "deferred"]
    recipients = [recipient for row in deferred for recipient in row["recipients"]]
    return any(reason in recipient["delay_reason"] for recipient in recipients)


def waiting_mails(town: Town) -> int:
    """The number of mails that wait to be sent."""
    counts = json.loads(town.club.pbm("stats", "--json"))["mails"]
    return int(counts.get("queued", 0))
