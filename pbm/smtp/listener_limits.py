"""Limits of the listener, for one client and for all clients together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pbm.base.setting import limit

KIB, MIB = 1024, 1024 * 1024

# The commands of one transaction. A mail server that keeps its connection open repeats these
# commands for each letter.
_OF_A_LETTER = ("MAIL", "RCPT", "DATA", "RSET")


@dataclass(frozen=True)
class ListenerLimits:
    """The limits, each of which is a setting except ``overrun``.

    overrun: a client is disconnected at ``overrun`` times ``message_bytes``. Below that, a letter
    that is too large is read to its end and then refused, so that the client sees the reply.

    RFC 5321 requires at least 64 KiB per letter and 100 recipients. It recommends timeouts of at
    least 300 seconds for a command and 180 for each block of a letter.

    :raises ValueError: if two limits contradict each other
    """

    message_bytes: int = limit(256 * KIB, 64 * KIB, 16 * MIB, "the largest letter")
    header_bytes: int = limit(64 * KIB, 4 * KIB, 64 * KIB, "the largest header of a letter")
    message_lines: int = limit(20_000, 1000, 1_000_000, "the most lines of a letter")
    buffer_bytes: int = limit(
        16 * MIB, 256 * KIB, 1024 * MIB, "memory for all letters that are coming in"
    )
    recipients: int = limit(100, 1, 10_000, "the most recipients of a letter")
    connections: int = limit(200, 1, 10_000, "clients at a time")
    connections_per_peer: int = limit(100, 1, 10_000, "clients at a time from one network")
    letters_per_connection: int = limit(10_000, 1, 1_000_000, "letters of one client")
    commands_per_connection: int = limit(
        50, 5, 10_000, "uses of any command that is not part of a letter"
    )
    command_seconds: float = limit(300, 1, 3600, "how long a client may take for a command")
    data_seconds: float = limit(300, 1, 3600, "how long a client may take for a letter after DATA")
    letter_seconds: float = limit(900, 1, 86_400, "how long a client may go without a letter")
    keep_seconds: float = limit(60, 1, 600, "how long we may take to keep a letter")
    overrun: int = 4

    def __post_init__(self) -> None:
        if self.buffer_bytes < self.message_bytes:
            raise ValueError("buffer_bytes must not be less than message_bytes")

    @property
    def commands(self) -> Mapping[str, int]:
        """How often a client may use each command; ``*`` stands for all others."""
        often = dict.fromkeys(_OF_A_LETTER, self.letters_per_connection)
        often["RCPT"] = max(self.letters_per_connection, self.recipients)
        return {**often, "*": self.commands_per_connection}
