"""The rows that attackers want to change, and the letters that they can send."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.pbm.town import SERVER, Mail, Town

MALLORY = "mallory@evil.example"
SECOND = "alice@second.example"

# Tables worth attacking. The others (letters, mails, tokens, limits) change with every letter.
GOODS = (
    "players",
    "addresses",
    "matches",
    "events",
    "queues",
    "seeks",
    "vacations",
    "ratings",
    "blocks",
    "subscriptions",
)

# A command for each way of acting in somebody's name.
DEEDS = (
    "gyges move 1 231123",
    "gyges resign 1",
    "gyges propose 1 draw",
    "gyges queue 1 231123",
    "gyges challenge bob",
    "gyges seek 3",
    "gyges subscribe 1",
    "set passwords off",
    "set autoaccept on",
    "block bob",
    "vacation tomorrow tomorrow",
    f"add address {MALLORY}",
    f"change address {MALLORY}",
    "signoff",
)


def goods(town: Town) -> Mapping[str, list[Any]]:
    """Every row about players and their games."""
    return {name: sorted(rows, key=repr) for name, rows in town.rows_of(*GOODS).items()}


def forged(body: str, *headers: str, to: str = SERVER, author: str = "alice@example.org") -> bytes:
    """A letter with exactly these header lines, after a forged From."""
    lines = [f"From: {author}", f"To: {to}", "Message-ID: <forged@evil.example>", *headers, ""]
    return "\r\n".join([*lines, body]).encode("utf-8", "surrogateescape")


def said_to(mails: list[Mail], address: str) -> str:
    """Everything that the mails say to one address."""
    return "\n".join(f"{mail.subject}\n{mail.text}" for mail in mails if mail.to == address)
