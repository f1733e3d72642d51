"""A club worth attacking: a server, three players and a running game."""

from __future__ import annotations

import smtplib
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from tempfile import TemporaryDirectory

from pbm.store.administration import FILE
from tests.end_to_end.forked import ForkedServer
from tests.end_to_end.player import Mail, Player
from tests.end_to_end.process import SERVER
from tests.end_to_end.table import Table
from tests.patience import PATIENCE, wait_until

FRONT = "mx.example.org"
"""The trusted front server, in attacks that ask for ``VOUCHED``."""

PLAIN: Sequence[str] = ()
VOUCHED = (f'trust_authserv = "{FRONT}"', 'trusted_peers = "127.0.0.1/32"')

CONTENT = (
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: 8bit",
)
"""The headers that a letter must have to be vouched for."""

PASSWORD = "correct-horse-7"
MALLORY = "mallory@evil.example"

_WAITING = (
    "SELECT id FROM letters WHERE status = 'waiting'"
    " UNION ALL SELECT id FROM outbox WHERE status = 'queued'"
)

# Tables that belong to players. The others (letters, mails, tokens, marks) change with every
# letter.
_GOODS = ("players", "addresses", "matches", "events", "queues", "seeks", "vacations", "blocks")


@dataclass(frozen=True)
class Tally:
    """How often an attack was tried. which: the variants that succeeded."""

    tried: int
    which: tuple[str, ...] = ()

    @property
    def succeeded(self) -> int:
        return len(self.which)


class Stage:
    """A server with a game to attack: Gyges, board 1, alice to move against bob.

    Only alice has a password.
    """

    def __init__(self, folder: Path, settings: Sequence[str] = PLAIN) -> None:
        self.server = ForkedServer(folder / "data")
        self.server.data.mkdir()
        self.server.data.chmod(0o700)
        private = self.server.data / "pbm.toml"
        private.write_text("\n".join(settings) + "\n")
        private.chmod(0o600)
        self.server.start()
        self.alice, self.bob, self.carol = (
            Player(self.server, name) for name in ("alice", "bob", "carol")
        )

    def populate(self) -> None:
        self.alice.ask(f"signup alice {PASSWORD}")
        self.alice.told("yes")
        self.bob.sign_up()
        self.carol.sign_up()
        table = Table(self.alice, self.bob)
        table.begin("gyges challenge bob")
        table.play(("231123", "321123"))

    # Attacking

    def send(self, raw: bytes | EmailMessage, to: str = SERVER, source: str = "127.0.0.1") -> None:
        """Send a letter. source: the address of the loopback network from which it comes."""
        data = raw if isinstance(raw, bytes) else raw.as_bytes()
        with self.client(source) as client:
            client.sendmail(MALLORY, [to], data)

    @contextmanager
    def client(self, source: str = "127.0.0.1") -> Iterator[smtplib.SMTP]:
        where = ("127.0.0.1", self.server.port)
        with smtplib.SMTP(*where, timeout=PATIENCE, source_address=(source, 0)) as client:
            yield client

    # Looking at the effects

    def settle(self) -> None:
        """Wait until every letter has been acted on and every mail that is due has been sent."""
        wait_until(lambda: not self.rows(_WAITING), "letters or mails still wait")

    def rows(self, statement: str) -> list[tuple[object, ...]]:
        where = f"file:{self.server.data / FILE}?mode=ro"
        with closing(sqlite3.connect(where, uri=True, timeout=PATIENCE)) as db:
            return db.execute(statement).fetchall()

    def goods(self) -> dict[str, list[tuple[object, ...]]]:
        """Every row about players and their games."""
        self.settle()
        return {name: self.rows(f'SELECT * FROM "{name}"') for name in _GOODS}

    def mails_to(self, address: str) -> int:
        """The number of mails sent to an address so far, without those that wait for a digest."""
        self.settle()
        sent = f"SELECT count(*) FROM outbox WHERE recipient = '{address}' AND status = 'sent'"
        ((number,),) = self.rows(sent)
        assert isinstance(number, int)
        return number

    def on_disk(self, words: bytes) -> list[str]:
        """The files of the data directory that contain ``words``."""
        files = (path for path in self.server.data.rglob("*") if path.is_file())
        return [str(path.name) for path in files if words in path.read_bytes()]

    def latest(self, player: Player) -> Mail:
        """The newest mail that has come to a player."""
        self.settle()
        player.receive()
        while player.unread():
            player.receive()
        return player.last


def attempts(
    variants: Mapping[str, Callable[[Stage], None]],
    settings: Sequence[str] = PLAIN,
    harm: Callable[[Stage], object] = Stage.goods,
) -> Tally:
    """Try each variant. A variant succeeds if it changes the result of ``harm``; the next one is
    then tried on a new club.
    """
    waiting, succeeded = deque(variants.items()), []
    while waiting:
        with stage(settings) as club:
            before = harm(club)
            while waiting:
                name, attack = waiting.popleft()
                attack(club)
                if harm(club) != before:
                    succeeded.append(name)
                    break
    return Tally(len(variants), tuple(succeeded))


@contextmanager
def stage(settings: Sequence[str] = PLAIN) -> Iterator[Stage]:
    with TemporaryDirectory() as folder:
        made = Stage(Path(folder), settings)
        try:
            made.populate()
            yield made
        finally:
            made.server.stop()


def lines(*headers: str, body: str = "") -> bytes:
    """Return a letter of exactly these header lines and this body."""
    return "\r\n".join([*headers, "", body]).encode("utf-8", "surrogateescape")


def forged(
    body: str = "", subject: str = "", *headers: str, author: str = "alice@example.org"
) -> bytes:
    """A letter with a forged From."""
    number = time.monotonic_ns()
    return lines(
        *headers,
        f"From: {author}",
        f"To: {SERVER}",
        f"Subject: {subject}",
        "Date: Fri, 20 Nov 2026 10:00:00 +0000",
        f"Message-ID: <{number}@evil.example>",
        *CONTENT,
        body=body,
    )


def vouched(raw: bytes, domain: str = "example.org") -> bytes:
    """Return the letter as the front server passes it on if its signature is valid."""
    head = (
        f"Authentication-Results: {FRONT}; dkim=pass header.d={domain}; dmarc=pass"
        f" header.from={domain}\r\n"
        "Received: from mail.example.net (mail.example.net [192.0.2.9])\r\n"
        f"\tby {FRONT} with ESMTPS; Fri, 20 Nov 2026 10:00:01 +0000\r\n"
    )
    return head.encode() + raw
