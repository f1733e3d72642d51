"""A club in a mailbox: a real Dovecot, ``pbm serve``, and a server that takes its mail."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from random import Random
from threading import Event, Thread

import psutil
import pytest

from pbm.app.application import App
from pbm.app.config import load
from pbm.mailbox.trust import believed_provider, checked_at
from pbm.smtp.next_hop import Security
from tests import shared
from tests.pbm.mailbox.dovecot import CLUB, PASSWORD, Dovecot
from tests.pbm.mailbox.test_fetcher import until
from tests.pbm.smtp.certificates import server_context
from tests.pbm.smtp.sockets import LoopThread, NextHop

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
KILLS = 10


class Club:
    """A club and its provider. sent: the mails that the provider has taken."""

    def __init__(self, data: Path, provider: Dovecot, hop: NextHop) -> None:
        self.data, self.provider, self.hop = data, provider, hop
        data.mkdir()
        (data / "word").write_text(PASSWORD, encoding="utf-8")
        (data / "pbm.toml").write_text(
            f'address = "{CLUB}"\nlisten = "127.0.0.1:0"\nprograms_on = "off"\n'
            '[mailbox]\npassword_file = "word"\nuser = "club"\n'
            f'imap = "imaps://127.0.0.1:{provider.imap}"\nsmtp = "smtps://127.0.0.1:{hop.port}"\n'
        )
        self._log = (data.parent / "log").open("w")
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "pbm", "--data", str(self.data), "serve"]
        environ = {**shared.environ(), "SSL_CERT_FILE": os.environ["SSL_CERT_FILE"]}
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=environ, stdout=subprocess.DEVNULL, stderr=self._log
        )

    def pbm(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "pbm", "--data", str(self.data), *arguments]
        environ = {**shared.environ(), "SSL_CERT_FILE": os.environ["SSL_CERT_FILE"]}
        return subprocess.run(
            command, cwd=ROOT, env=environ, check=False, capture_output=True, text=True
        )

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()

    def kill(self, what: str) -> None:
        """Kill the server, the process that fetches, or the provider's sessions."""
        if what == "server":
            self.process.kill()
            self.process.wait()
            self.start()
            return
        process, named = {
            "fetcher": (self.process.pid, "pbm.app.mailbox_process"),
            "imap": (self.provider.pid, "dovecot/imap"),
        }[what]
        for each in psutil.Process(process).children(recursive=True):
            with suppress(psutil.NoSuchProcess):
                if named in " ".join(each.cmdline()):
                    each.kill()

    def mails(self, address: str) -> list[EmailMessage]:
        taken = [each for each in [*self.hop.taken] if each.rcpt_tos == [address]]
        return [
            message_from_bytes(each.original_content or b"", policy=policy.default)
            for each in taken
        ]

    def letters(self) -> int:
        """The letters that were kept, once the club is stopped."""
        with closing(App(load({"data": str(self.data)}, {}))) as app, app.store.reading() as tx:
            return sum(tx.letters.counts().values())

    def write(self, author: str, text: str, number: int, subject: str = "", to: str = CLUB) -> None:
        raw = (
            f"From: {author}\r\nTo: {to}\r\nSubject: {subject}\r\n"
            f"Date: Fri, 20 Nov 2026 10:00:00 +0000\r\n"
            f"Message-ID: <{number}.{author}>\r\n\r\n{text}\r\n"
        )
        self.provider.deliver(author, to, raw.encode())


@pytest.fixture
def club(provider: Callable[..., Dovecot], tmp_path: Path, thread: LoopThread) -> Iterator[Club]:
    server = provider()
    tls = server_context(server.certificate, server.certificate.with_name("key.pem"))
    hop = NextHop(thread, security=Security.TLS, tls=tls, users={"club": PASSWORD})
    club = Club(tmp_path / "club", server, hop)
    yield club
    club.stop()
    hop.stop()


@pytest.fixture
def thread() -> Iterator[LoopThread]:
    thread = LoopThread()
    yield thread
    thread.close()


def test_people_sign_up_and_play_through_a_mailbox(club: Club) -> None:
    people = ["alice@example.net", "bob@example.net"]
    for number, each in enumerate(people):
        club.write(each, "", number, f"signup {each.partition('@')[0]}")
        until(lambda each=each: len(club.mails(each)) == 1)  # type: ignore[misc]
        club.write(each, "yes", 10 + number, "Re: yes", club.mails(each)[0]["Reply-To"])
        until(lambda each=each: len(club.mails(each)) == 2)  # type: ignore[misc]
    alice, bob = people
    club.write(alice, "gyges challenge bob", 20, "Re: hi", club.mails(alice)[-1]["Reply-To"])
    until(lambda: len(club.mails(bob)) == 3)
    club.write(bob, "accept", 21, "Re: hi", club.mails(bob)[-1]["Reply-To"])
    until(lambda: len(club.mails(bob)) == 4 and len(club.mails(alice)) >= 4)
    boards = {each: club.mails(each)[-1] for each in people}
    mover = next(each for each in people if "your move" in boards[each]["Subject"])
    club.write(mover, "231123", 22, "Re: board", boards[mover]["Reply-To"])
    other = next(each for each in people if each != mover)
    until(lambda: "your move" in club.mails(other)[-1]["Subject"])
    assert {each.mail_from for each in club.hop.taken} == {CLUB}
    until(lambda: club.provider.count() == 0)


def test_letters_are_answered_once_whatever_is_killed(club: Club) -> None:
    chance = Random(39)
    people = [f"p{number}@example.net" for number in range(4 * KILLS)]
    for number, each in enumerate(people):
        club.write(each, "", number, f"signup p{number}x")
        if number % 4 == 3:
            time.sleep(chance.uniform(0.0, 0.6))
            club.kill(chance.choice(["server", "fetcher", "imap"]))
    until(lambda: all(club.mails(each) for each in people))
    until(lambda: club.provider.count() == 0)
    for each in people:
        # Delivery is at least once: a mail may leave twice, but it is the same mail.
        assert len({mail["Message-ID"] for mail in club.mails(each)}) == 1
    club.stop()
    assert club.letters() == len(people)


Judge = Callable[[bytes], bytes]


def writes_results(raw: bytes) -> bytes:
    return b"Authentication-Results: mx.example.org; dkim=pass header.d=example.org\r\n" + raw


def writes_none_if_some_are_there(raw: bytes) -> bytes:
    return raw if b"Authentication-Results" in raw else writes_results(raw)


@contextmanager
def delivering(club: Club, judge: Judge = lambda raw: raw) -> Iterator[None]:
    """Let the provider deliver what it takes for its own account, with what it writes above."""
    over = Event()

    def deliver() -> None:
        done = 0
        while not over.wait(0.05):
            for each in club.hop.taken[done:]:
                done += 1
                (to,) = each.rcpt_tos
                raw = judge(each.original_content or b"")
                club.provider.deliver(each.mail_from or "", to, raw)

    thread = Thread(target=deliver)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@pytest.mark.parametrize("serves", [True, False], ids=["beside the server", "alone"])
def test_the_mailbox_is_checked_with_a_mail_to_a_sub_address(club: Club, serves: bool) -> None:
    if not serves:
        club.stop()
    with delivering(club):
        found = club.pbm("mailbox", "check")
    assert found.returncode == 0, found.stdout + found.stderr
    checked = [line.split()[1].rstrip(":") for line in found.stdout.splitlines()]
    assert checked == ["login", "sending", "sub-addresses", "headers", "senders"]
    assert "Delivered-To" in found.stdout
    assert club.provider.count() + club.provider.count("pbm") == 0
    (club.data / "word").write_text("wrong")
    assert club.pbm("mailbox", "check").returncode == 1


@pytest.mark.parametrize(
    ("judge", "believed"),
    [
        (writes_results, "example.org"),
        (lambda raw: raw, ""),
        (writes_none_if_some_are_there, ""),
    ],
    ids=["writes results", "writes none", "leaves forged ones"],
)
def test_a_provider_is_believed_only_if_its_results_cannot_be_forged(
    club: Club, judge: Judge, believed: str
) -> None:
    club.stop()
    with delivering(club, judge):
        assert club.pbm("mailbox", "check").returncode == 0
    with closing(App(load({"data": str(club.data)}, {}))) as app, app.store.reading() as tx:
        account = app.settings.mailbox
        assert account is not None
        assert believed_provider(tx, account.name) == believed
        assert believed_provider(tx, "another") == ""
        assert checked_at(tx, account.name) is not None
    assert "wrong  provider" not in club.pbm("doctor").stdout
    club.start()
    club.provider.deliver("alice@example.net", CLUB, writes_results(signup("alice")))
    forged = b"Authentication-Results: mx.example.org; dmarc=pass header.from=example.net\r\n"
    club.provider.deliver("bob@example.net", CLUB, forged + signup("bob"))
    until(lambda: bool(club.mails("alice@example.net") and club.mails("bob@example.net")))
    club.stop()
    with closing(App(load({"data": str(club.data)}, {}))) as app, app.store.reading() as tx:
        vouched = {each.sender: each.vouched for each in tx.letters.list()}
    # Bob's result stands where the provider writes its own, and counts if that always does.
    assert vouched == {"alice@example.net": False, "bob@example.net": bool(believed)}


def signup(name: str) -> bytes:
    return (
        f"From: {name}@example.net\r\nTo: {CLUB}\r\nSubject: signup {name}\r\n"
        f"Date: Fri, 20 Nov 2026 10:00:00 +0000\r\nMessage-ID: <{name}@example.net>\r\n\r\n"
    ).encode()
