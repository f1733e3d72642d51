"""How much one client, and all of them together, may ask of the listener."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

# Commands of an ordinary transaction may come as often as a mail server that keeps its connection
# open needs them; every other command is only for a handful of uses.
COMMANDS_PER_CONNECTION: Mapping[str, int] = MappingProxyType(
    {"MAIL": 10_000, "RCPT": 10_000, "DATA": 10_000, "RSET": 10_000, "*": 50}
)


@dataclass(frozen=True)
class Limits:
    """What the listener grants.

    message_bytes: the largest letter; announced by SIZE, and more is answered 552.
    overrun: a client that has sent this many times ``message_bytes`` without ending its letter
        is disconnected; below that it is heard out and told.
    lines: lines between the ends of two letters. Each costs some 70 bytes of memory, an empty
        one too.
    line_bytes: the longest line. RFC 5321 asks for at least 1000; many programs send more.
    recipients: RCPT commands of one letter; RFC 5321 asks for at least 100.
    command_seconds, data_seconds: how long a client may take for one command, and for the whole
        letter after DATA; RFC 5321 recommends 300 for both.
    keep_seconds: how long keeping a letter may take before the client is told to try again.
    """

    message_bytes: int = 256 * 1024
    overrun: int = 4
    lines: int = 20_000
    line_bytes: int = 64 * 1024
    recipients: int = 100
    connections: int = 200
    connections_per_peer: int = 100
    command_seconds: float = 300
    data_seconds: float = 300
    keep_seconds: float = 60
    commands: Mapping[str, int] = field(default_factory=lambda: COMMANDS_PER_CONNECTION)
