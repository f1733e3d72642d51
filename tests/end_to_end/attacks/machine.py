"""Attacks by another user of the machine, by SMTP clients, and on the operator's terminal."""

from __future__ import annotations

import fcntl
import os
import socket
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tests.end_to_end.attacks.stage import MALLORY, PLAIN, Tally, forged, stage
from tests.end_to_end.process import SERVER
from tests.patience import PATIENCE

_NOBODY = 65534
_ENDINGS = (
    "\n.\n",
    "\n.\r\n",
    "\r.\r",
    "\r\n.\n",
    "\r\n.\r",
    "\r\n\x00.\r\n",
    "\n\n.\r\n",
    "\r.\r\n",
)
_CONTROLS = "\x1b]0;owned\x07\x1b[2J\b\b\b\u202e\u2066\x9b31m"


def files_of_others() -> Tally:
    """Files and folders that another user may open, read or lock."""
    before = os.umask(0)
    try:
        with stage(PLAIN) as club:
            club.server.pbm("backup", str(club.server.data / "backup.tar"))
            paths = [club.server.data, *club.server.data.rglob("*")]
            paths = [path for path in paths if path.name != "pbm.toml"]
            open_to_others = [path for path in paths if stat.S_IMODE(path.stat().st_mode) & 0o077]
            names = (str(path.relative_to(club.server.data)) for path in open_to_others)
            return Tally(len(paths), tuple(names))
    finally:
        os.umask(before)


def locks_of_others() -> Tally:
    """Another user tries to take the locks that the server needs to accept letters."""
    if os.geteuid() != 0:
        return Tally(0)
    with stage(PLAIN) as club:
        # The usual mode of a folder that its user created before the server started.
        club.server.data.parent.chmod(0o755)
        locks = [path for path in club.server.data.iterdir() if path.is_file()]
        taken = tuple(path.name for path in locks if _lock_as_nobody(path))
        return Tally(len(locks), taken)


def _lock_as_nobody(path: Path) -> bool:
    child = os.fork()
    if child == 0:
        with suppress(OSError):
            os.setuid(_NOBODY)
            with path.open("rb") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 1


def smuggled_letters() -> Tally:
    """SMTP smuggling: sequences that some servers take for the end of a letter."""
    with stage(PLAIN) as club:
        smuggled = []
        for ending in _ENDINGS:
            before = len(club.rows("SELECT id FROM letters"))
            _speak(club.server.port, ending)
            club.settle()
            if len(club.rows("SELECT id FROM letters")) > before + 1:
                smuggled.append(repr(ending))
        return Tally(len(_ENDINGS), tuple(smuggled))


def _speak(port: int, ending: str) -> None:
    inner = (
        f"MAIL FROM:<{MALLORY}>\r\nRCPT TO:<{SERVER}>\r\nDATA\r\nSubject: whoami\r\n\r\nx\r\n.\r\n"
    )
    first = forged("hello", "help").decode()
    with (
        suppress(ConnectionError),
        socket.create_connection(("127.0.0.1", port), PATIENCE) as client,
    ):
        for line in _dialogue():
            client.sendall(line)
            client.recv(1024)
        client.sendall((first + ending + inner + "\r\n.\r\n").encode("latin-1"))
        client.settimeout(1)
        with suppress(TimeoutError):
            while client.recv(1024):
                pass


def _dialogue() -> Iterator[bytes]:
    yield b"EHLO mallory.example\r\n"
    yield f"MAIL FROM:<{MALLORY}>\r\n".encode()
    yield f"RCPT TO:<{SERVER}>\r\n".encode()
    yield b"DATA\r\n"


def terminals() -> Tally:
    """Control characters in everything that operators may read, written to a pipe."""
    looks = ("inbox show 1", "inbox list", "outbox show 1", "outbox list", "players list", "acts")
    with stage(PLAIN) as club:
        raw = forged(
            f"hello {_CONTROLS}", f"help {_CONTROLS}", author=f'"{_CONTROLS}" <m@evil.example>'
        )
        club.send(raw)
        club.settle()
        last = max(int(str(number)) for (number,) in club.rows("SELECT id FROM letters"))
        shown = []
        for look in (f"inbox show {last}", *looks):
            printed = club.server.pbm(*look.split()).stdout
            if any(
                character in printed
                for character in _CONTROLS
                if not character.isascii() or ord(character) < 32
            ):
                shown.append(look)
        return Tally(1 + len(looks), tuple(shown))


def addresses_of_players() -> Tally:
    """Answers that reveal whether an address is a player's."""
    with stage(PLAIN) as club:
        told = []
        tries = {
            "signup": "signup spy{n} {address}",
            "password": "password {address}",
            "message": "message {address}",
        }
        for number, (name, command) in enumerate(tries.items()):
            answers = []
            for turn, address in enumerate(("alice@example.org", "zoe99@example.org")):
                spy = f"spy@s{number}{turn}.example"
                club.send(
                    forged("", command.format(n=f"{number}{turn}", address=address), author=spy),
                    source=f"127.1.{number}.{turn + 1}",
                )
                club.settle()
                rows = club.rows(f"SELECT kind, length(raw) FROM outbox WHERE recipient = '{spy}'")
                answers.append(rows)
            kinds = [[row[0] for row in rows] for rows in answers]
            if kinds[0] != kinds[1]:
                told.append(name)
        return Tally(len(tries), tuple(told))
