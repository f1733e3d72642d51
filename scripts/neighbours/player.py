"""A player who sends with swaks and reads by IMAP."""

from __future__ import annotations

import imaplib
import re
import subprocess
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default

from pbm.admin import sandbox
from scripts.neighbours.dovecot import PASSWORD
from scripts.neighbours.place import HOST, SERVER, Machine, Place, must, wait_for


class Player:
    """A player. machine: the one whose Postfix takes their letters."""

    def __init__(self, place: Place, userid: str, machine: Machine) -> None:
        self.userid = userid
        self.address = f"{userid}@example.org"
        self.mails: list[EmailMessage] = []
        self.welcome = EmailMessage()
        self.machine = machine
        self._imap = imaplib.IMAP4(HOST, place.port["IMAP"])
        self._imap.login(userid, PASSWORD)
        self._imap.select("INBOX")

    def sign_up(self) -> None:
        self.write(f"signup {self.userid}")
        self.receive("Reply yes")
        self.answer("yes")
        self.welcome = self.receive("Welcome")

    # Sending

    def write(self, subject: str, text: str = "") -> EmailMessage:
        return self.send(sandbox.compose(self.address, SERVER, subject, text))

    def answer(self, text: str, mail: EmailMessage | None = None) -> EmailMessage:
        """Reply to a mail; by default to the last one received."""
        return self.send(sandbox.reply(self.address, mail or self.mails[-1], text))

    def send(self, mail: EmailMessage, sender: str = "") -> EmailMessage:
        """Send a mail. sender: the envelope sender; by default the player's address."""
        swaks(self.machine, mail.as_bytes(policy=SMTP), sender or self.address, str(mail["To"]))
        return mail

    # Receiving

    def receive(self, words: str = "") -> EmailMessage:
        """Wait for the next mail; it must have these words in its Subject."""
        mail = _parsed(self._fetched(wait_for(self._unseen, f"mail to {self.userid}")[0]))
        must(words in str(mail["Subject"]), f'{self.userid} got "{mail["Subject"]}", no "{words}"')
        self.mails.append(mail)
        return mail

    def raw_mails(self, subject: str) -> list[bytes]:
        """The bytes of every mail received with these words in its Subject."""
        self._imap.noop()
        return [self._fetched(str(uid).encode()) for uid in sorted(self.search(subject))]

    def unread(self) -> int:
        return len(self._unseen())

    def threads(self) -> list[set[int]]:
        """The UIDs of the mails in each thread, as Dovecot threads them by References."""
        _, (found, *_) = self._imap.uid("THREAD", "REFS", "UTF-8", "ALL")
        return [{int(uid) for uid in re.findall(r"\d+", thread)} for thread in _outermost(found)]

    def search(self, subject: str) -> set[int]:
        """The UIDs of mails with these words in their Subjects."""
        _, (found, *_) = self._imap.uid("SEARCH", "SUBJECT", f'"{subject}"')
        return {int(uid) for uid in found.split()}

    def log_out(self) -> None:
        self._imap.logout()

    def _unseen(self) -> list[bytes]:
        self._imap.noop()
        _, (found, *_) = self._imap.uid("SEARCH", "UNSEEN")
        uids: list[bytes] = found.split()
        return uids

    def _fetched(self, uid: bytes) -> bytes:
        _, parts = self._imap.uid("FETCH", uid.decode(), "(BODY[])")
        (raw,) = (part[1] for part in parts if isinstance(part, tuple))
        return bytes(raw)


def swaks(machine: Machine, raw: bytes, sender: str, recipient: str, client: str = HOST) -> None:
    """Send these bytes to Postfix, which must accept them. client: the address to connect from."""
    server = f"{HOST}:{machine.smtp}"
    envelope = ["--from", sender, "--to", recipient, "--ehlo", "client.example.org"]
    where = ["--server", server, "--local-interface", client]
    command = ["swaks", *where, *envelope, "--data", "-", "--silent", "2"]
    ran = subprocess.run(command, check=False, input=raw, capture_output=True)
    must(ran.returncode == 0, f"swaks: {ran.stdout.decode()}{ran.stderr.decode()}")


def _parsed(raw: bytes) -> EmailMessage:
    message = message_from_bytes(raw, policy=default)
    assert isinstance(message, EmailMessage)
    return message


def _outermost(found: bytes) -> list[str]:
    """The top-level threads of a THREAD response, each with its nested threads."""
    threads, depth = [""], 0
    for character in found.decode():
        depth += {"(": 1, ")": -1}.get(character, 0)
        threads[-1] += character
        if depth == 0:
            threads.append("")
    return threads[:-1]
