"""A club in a mailbox of a real Dovecot, its mail taken by a server of ours; and killing them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import MappingProxyType

import psutil

from pbm.app.application import App
from pbm.app.config import load
from pbm.app.data_directory import KEY_FILE
from pbm.smtp.next_hop import Security
from tests import shared
from tests.patience import wait_until
from tests.pbm.mailbox.dovecot import CLUB, PASSWORD, Dovecot
from tests.pbm.smtp.certificates import server_context
from tests.pbm.smtp.sockets import LoopThread, NextHop

ROOT = Path(__file__).parents[3]
LETTERS_A_KILL = 25
LARGE_ONES = 10
"""One of so many letters has a text that is too large to fetch."""
_LARGE = f"{'x' * 70}\r\n" * 3800
VICTIMS = ("fetcher", "fetcher", "imap", "imap", "server", "dovecot")
FETCHER = "pbm.app.mailbox_process"
_LONGEST_SECONDS = 0.6


class Club:
    """A club and its provider. environ: more of its settings. key: of another node of it."""

    def __init__(
        self,
        data: Path,
        provider: Dovecot,
        hop: NextHop,
        environ: Mapping[str, str] = MappingProxyType({}),
        key: bytes = b"",
    ) -> None:
        self.data, self.provider, self.hop, self._environ = data, provider, hop, environ
        data.mkdir(parents=True, mode=0o700)
        if key:
            (data / KEY_FILE).write_bytes(key)
        (data / "word").write_text(PASSWORD, encoding="utf-8")
        (data / "pbm.toml").write_text(
            f'address = "{CLUB}"\nlisten = "127.0.0.1:0"\nprograms_on = "off"\n'
            "strangers_per_hour = 100000\nmailbox_per_day = 1000000\n"
            '[mailbox]\npassword_file = "word"\nuser = "club"\n'
            f'imap = "imaps://127.0.0.1:{provider.imap}"\nsmtp = "smtps://127.0.0.1:{hop.port}"\n'
        )
        self._log = (data.parent / "log").open("w")
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "pbm", "--data", str(self.data), "serve"]
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=self._whole(), stdout=subprocess.DEVNULL, stderr=self._log
        )

    def _whole(self) -> dict[str, str]:
        certificate = {"SSL_CERT_FILE": os.environ["SSL_CERT_FILE"]}
        return {**shared.environ(), **certificate, **self._environ}

    def pbm(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "pbm", "--data", str(self.data), *arguments]
        return subprocess.run(
            command, cwd=ROOT, env=self._whole(), check=False, capture_output=True, text=True
        )

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()

    def kill(self, what: str) -> None:
        """Kill the server, the process that fetches, the provider's sessions, or all of Dovecot."""
        if what == "dovecot":
            self.provider.kill()
            self.provider.start()
            return
        if what == "server":
            self.process.kill()
            self.process.wait()
            self.start()
            return
        process, named = {
            "fetcher": (self.process.pid, FETCHER),
            "imap": (self.provider.pid, "dovecot/imap"),
        }[what]
        for each in running(process, named):
            with suppress(psutil.NoSuchProcess):
                each.kill()

    def fetches(self) -> bool:
        """Whether this node is the one that fetches."""
        return any(running(self.process.pid, FETCHER))

    def mails(self, address: str) -> list[EmailMessage]:
        taken = [each for each in [*self.hop.taken] if each.rcpt_tos == [address]]
        return [
            message_from_bytes(each.original_content or b"", policy=policy.default)
            for each in taken
        ]

    def letters(self) -> int:
        """The letters that were kept, once the club is stopped."""
        settings = load({"data": str(self.data)}, self._environ)
        with closing(App(settings)) as app, app.store.reading() as tx:
            return sum(tx.letters.counts().values())

    def write(self, author: str, text: str, number: int, subject: str = "", to: str = CLUB) -> None:
        raw = (
            f"From: {author}\r\nTo: {to}\r\nSubject: {subject}\r\n"
            f"Date: Fri, 20 Nov 2026 10:00:00 +0000\r\n"
            f"Message-ID: <{number}.{author}>\r\n\r\n{text}\r\n"
        )
        self.provider.deliver(author, to, raw.encode())


def running(process: int, named: str) -> Iterator[psutil.Process]:
    """The processes below one whose command has this in it."""
    for each in psutil.Process(process).children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if named in " ".join(each.cmdline()):
                yield each


@contextmanager
def club_in(
    root: Path, server: Dovecot, environ: Mapping[str, str] = MappingProxyType({})
) -> Iterator[Club]:
    """A running club in a folder, with its next hop."""
    thread = LoopThread()
    tls = server_context(server.certificate, server.certificate.with_name("key.pem"))
    hop = NextHop(thread, security=Security.TLS, tls=tls, users={"club": PASSWORD})
    club = Club(root / "club", server, hop, environ)
    try:
        yield club
    finally:
        club.stop()
        hop.stop()
        thread.close()


def survive_mailbox_kills(folder: Path, kills: int, seed: int = 39) -> str:
    """Let strangers write while something is killed again and again.

    Each letter is kept once and answered with one mail, which may leave twice.
    """
    chance = Random(seed)
    with TemporaryDirectory(prefix="pbm-dovecot-") as root:
        Path(root).chmod(0o755)
        server = Dovecot(Path(root))
        os.environ["SSL_CERT_FILE"] = str(server.certificate)
        server.start()
        try:
            with club_in(folder, server) as club:
                return _kill_while_they_write(club, kills, chance)
        finally:
            server.stop()


def _kill_while_they_write(club: Club, kills: int, chance: Random) -> str:
    number = 0
    for _ in range(kills):
        for _ in range(LETTERS_A_KILL):
            text = "" if number % LARGE_ONES else _LARGE
            club.write(f"p{number}@example.net", text, number, f"signup p{number}x")
            number += 1
        time.sleep(chance.uniform(0.0, _LONGEST_SECONDS))
        club.kill(chance.choice(VICTIMS))
    people = {f"p{each}@example.net" for each in range(number)}
    wait_until(lambda: {each.rcpt_tos[0] for each in club.hop.taken} >= people, "all are answered")
    wait_until(lambda: club.provider.count() == 0, "the inbox is empty")
    ids: dict[str, set[str]] = {}
    for each in club.hop.taken:
        mail = message_from_bytes(each.original_content or b"", policy=policy.default)
        ids.setdefault(each.rcpt_tos[0], set()).add(mail["Message-ID"])
    doubled = sum(len(found) > 1 for found in ids.values())
    again = len(club.hop.taken) - sum(map(len, ids.values()))
    audited = club.pbm("audit")
    club.stop()
    kept = club.letters()
    assert (kept, doubled, len(ids)) == (number, 0, number)
    assert audited.returncode == 0, audited.stdout
    return (
        f"{number} letters brought, {kept} kept, 0 lost, 0 doubled, {again} replies sent again"
        " with the same Message-ID, the audit finds nothing"
    )
