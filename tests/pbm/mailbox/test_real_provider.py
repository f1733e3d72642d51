"""A club in a mailbox of a real Dovecot and Postfix: three players, from sign-up to the end."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from itertools import count, cycle
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from pbm.admin.demo import SAMPLE_GAME
from tests import shared
from tests.patience import PATIENCE
from tests.pbm.inbox.understanding.mailers import Texts, apple_mail, gmail, outlook
from tests.pbm.mailbox import dovecot, postfix
from tests.pbm.mailbox.dovecot import CLUB, PASSWORD, Dovecot
from tests.pbm.mailbox.postfix import Postfix, provider_in
from tests.pbm.mailbox.test_fetcher import until

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
NUMBERS = count(1)
PEOPLE = {"alice": gmail, "bob": outlook, "carol": apple_mail}


class Person:
    """Somebody with a mailbox at the same provider, and a mail program."""

    def __init__(self, name: str, program: Texts, server: Dovecot, way: Postfix) -> None:
        self.name, self.address = name, f"{name}@example.net"
        self._program, self._server, self._way = program, server, way

    def mails(self) -> Sequence[EmailMessage]:
        with self._server.person(self.name) as client:
            found = client.fetch(client.search("ALL"), ["BODY.PEEK[]"])
        raws = [found[uid][b"BODY[]"] for uid in sorted(found)]
        return [message_from_bytes(each, policy=policy.default) for each in raws]

    def receive(self, subject: str, words: str = "") -> EmailMessage:
        """Wait for a mail with these words in its subject, and those matching its text."""
        end = time.monotonic() + PATIENCE
        while True:
            mails = self.mails()
            found = [
                each
                for each in mails
                if subject in each["Subject"] and re.search(words, text_of(each))
            ]
            if found:
                return found[-1]
            assert time.monotonic() < end, [each["Subject"] for each in mails]
            time.sleep(0.3)

    def write(self, subject: str) -> None:
        self._send(CLUB, subject, "", {})

    def answer(self, mail: EmailMessage, text: str) -> None:
        plain, page = self._program(text, text_of(mail), "en")
        thread = f"{mail['References'] or ''} {mail['Message-ID']}".split()
        headers = {"In-Reply-To": mail["Message-ID"], "References": " ".join(thread)}
        to = mail["Reply-To"] or mail["From"]
        self._send(str(to), f"Re: {mail['Subject']}", plain, headers, page)

    def _send(
        self, to: str, subject: str, text: str, headers: dict[str, str], page: str = ""
    ) -> None:
        message = EmailMessage(policy=policy.SMTP)
        message["From"], message["To"], message["Subject"] = self.address, to, subject
        message["Date"] = "Fri, 20 Nov 2026 10:00:00 +0000"
        message["Message-ID"] = f"<{next(NUMBERS)}.{self.address}>"
        for name, value in headers.items():
            message[name] = value
        message.set_content(text)
        if page:
            message.add_alternative(page, subtype="html")
        self._way.send(self.address, to.rpartition("<")[2].strip(">"), message.as_bytes())


@contextmanager
def club_at(data: Path, server: Dovecot, way: Postfix, more: str) -> Iterator[Callable[..., str]]:
    """A running club; yields a function that runs a command of pbm on it."""
    environ = {**shared.environ(), "SSL_CERT_FILE": str(server.certificate)}
    command = [sys.executable, "-m", "pbm", "--data", str(data)]

    def pbm(*arguments: str, stdin: str = "") -> str:
        ran = subprocess.run(
            [*command, *arguments],
            cwd=ROOT,
            env=environ,
            check=False,
            input=stdin,
            capture_output=True,
            text=True,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout

    servers = (f"imaps://127.0.0.1:{server.imap}", f"smtps://127.0.0.1:{way.smtps}")
    options = ("--imap", servers[0], "--smtp", servers[1], "--user", "club", "--no-check")
    pbm("setup", CLUB, "--operator", "olga@example.com", *options, stdin=f"{PASSWORD}\n")
    with (data / "pbm.toml").open("a") as file:
        file.write(f'listen = "127.0.0.1:0"\nprograms_on = "off"\n{more}')
    serving = subprocess.Popen(
        [*command, "serve"],
        cwd=ROOT,
        env=environ,
        stdout=subprocess.DEVNULL,
        stderr=(data / "log").open("w"),
    )
    yield pbm
    serving.terminate()
    assert serving.wait() == 0


@pytest.mark.parametrize("has_tags", [True, False], ids=["sub-addresses", "none"])
def test_three_players_from_sign_up_to_the_end(tmp_path: Path, has_tags: bool) -> None:
    if not (dovecot.PROGRAM and postfix.PROGRAM) or os.geteuid() != 0:
        pytest.skip("Dovecot and Postfix are not installed, or this is not root")
    more = "" if has_tags else 'mailbox_sub_addresses = "off"\n'
    with (
        TemporaryDirectory(prefix="pbm-provider-") as root,
        provider_in(Path(root), [*PEOPLE], has_tags=has_tags) as (server, way),
        club_at(tmp_path / "club", server, way, more) as pbm,
    ):
        pbm("mailbox", "check")
        people = [Person(name, program, server, way) for name, program in PEOPLE.items()]
        for each in people:
            each.write(f"signup {each.name}")
            each.answer(each.receive("Reply yes"), "yes")
            each.receive("Welcome")
        alice, bob, carol = people
        play(alice, bob, 1, SAMPLE_GAME)
        play(bob, carol, 2, [*SAMPLE_GAME[:4], "resign"])
        pbm("audit")
        mails = [mail for each in people for mail in each.mails()]
        assert len({mail["Message-ID"] for mail in mails}) == len(mails)
        until(lambda: server.count() == 0)
        replies = {str(mail["Reply-To"] or "") for mail in mails}
        assert any("+" in each for each in replies) is has_tags


def play(south: Person, north: Person, board: int, moves: Sequence[str]) -> None:
    """Play a game by answering boards; north wins."""
    south.answer(south.receive("Welcome"), f"gyges challenge {north.name} -first")
    north.answer(north.receive("invites you"), "accept")
    subject = f"[gyges {board}]"
    for ply, (mover, move) in enumerate(zip(cycle([south, north]), moves, strict=False), 1):
        mover.answer(mover.receive(subject, rf"\b{ply}\. {mover.name} .* your move"), move)
    north.receive(subject, r"You \(North\) won|You won")
    south.receive(subject, rf"{north.name} (\(North\) )?won")


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())
