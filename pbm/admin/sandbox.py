"""A minimal mail program, which sends over SMTP and reads the Maildirs.

Newcomers can play both sides of a game with it before any mail server is set up.
"""

from __future__ import annotations

import re
import smtplib
import time
from collections.abc import Callable
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default
from email.utils import format_datetime, localtime, make_msgid, parseaddr
from pathlib import Path

from pbm.app.config import Settings
from pbm.app.setting_values import Endpoint, Listen, Maildirs
from pbm.base.errors import PermanentFailure, TemporaryFailure, UsageError
from pbm.core.names import is_address
from pbm.mail.correspondence import LetterStatus, MailStatus, Search
from pbm.mail.subject import strip_prefixes
from pbm.smtp.maildir import folder_name
from pbm.store import administration, open_store

_SHOWN_HEADERS = ("From", "To", "Subject", "Date")
_SEEN = ":2,S"
_LOOK_AGAIN_SECONDS = 0.05
_SMTP_SECONDS = 30.0
_NUMBERS = re.compile(r"\d+")


@dataclass(frozen=True)
class Mailbox:
    """One address and its Maildir."""

    address: str
    folder: Path

    def read_new(self) -> list[EmailMessage]:
        """Return the unread mails, oldest first, and mark them as seen."""
        return [_parsed(self._mark_seen(path)) for path in self._paths("new")]

    def wait_for_new(
        self, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> list[EmailMessage]:
        """Wait at most ``seconds`` for unread mails, and return them as ``read_new`` does."""
        deadline = clock() + seconds
        while not (mails := self.read_new()) and clock() < deadline:
            time.sleep(_LOOK_AGAIN_SECONDS)
        return mails

    def latest(self) -> EmailMessage | None:
        """The newest mail, read or unread."""
        paths = sorted([*self._paths("new"), *self._paths("cur")], key=_arrival)
        return _parsed(paths[-1]) if paths else None

    def _paths(self, part: str) -> list[Path]:
        folder = self.folder / part
        return sorted(folder.iterdir(), key=_arrival) if folder.is_dir() else []

    def _mark_seen(self, path: Path) -> Path:
        return path.rename(self.folder / "cur" / f"{path.name}{_SEEN}")


def is_on_its_way(settings: Settings, address: str) -> bool:
    """Whether the server still has a mail to the address, or a letter from it to answer."""
    if not administration(settings.place).is_begun():
        return False
    store = open_store(settings.place)
    try:
        with store.reading() as tx:
            mails = Search(status=MailStatus.QUEUED, recipient=address)
            letters = Search(status=LetterStatus.WAITING, sender=address)
            return tx.outbox.found(mails) + tx.letters.found(letters) > 0
    finally:
        store.close()


def mailbox(settings: Settings, address: str) -> Mailbox:
    """:raises UsageError: if ``address`` is none, or outgoing mail does not go into Maildirs"""
    if not is_address(address):
        raise UsageError(f'"{address}" is not a mail address; give one like alice@example.org')
    if not isinstance(settings.outgoing, Maildirs):
        raise UsageError(
            f"the sandbox needs Maildirs, but outgoing is {settings.outgoing}; "
            "run pbm serve with --outgoing maildir:DIR, and use the same option here"
        )
    return Mailbox(address.lower(), settings.outgoing.folder / folder_name(address))


def compose(author: str, to: str, subject: str, text: str) -> EmailMessage:
    message = EmailMessage(policy=SMTP)
    message["From"] = author
    message["To"] = to
    message["Subject"] = " ".join(subject.split())
    message["Date"] = format_datetime(localtime())
    message["Message-ID"] = make_msgid(domain=author.rpartition("@")[2])
    message.set_content(text.rstrip("\n") + "\n")
    return message


def reply(author: str, original: EmailMessage, text: str) -> EmailMessage:
    """Return a reply as mail programs write it: to the Reply-To, with the original quoted below."""
    to = parseaddr(str(original["Reply-To"] or original["From"]))[1]
    subject = f"Re: {strip_prefixes(str(original['Subject'] or ''))}"
    message = compose(author, to, subject, f"{text.rstrip()}\n\n{_quotation(original)}")
    answered = str(original["Message-ID"] or "").strip()
    if answered:
        thread = str(original["References"] or "").split()
        message["In-Reply-To"] = answered
        message["References"] = " ".join([*thread, answered])
    return message


def hand_in(listen: Listen, message: EmailMessage) -> None:
    """Send the mail to the server. When this returns, the server has stored it.

    :raises TemporaryFailure: if no server answers, or it cannot take mail now
    :raises PermanentFailure: if the server refuses the mail
    """
    try:
        with _client(listen) as client:
            client.send_message(message)
    except (smtplib.SMTPResponseException, smtplib.SMTPRecipientsRefused) as refusal:
        raise _failure(*_answer(refusal)) from refusal
    except (OSError, smtplib.SMTPException) as error:
        raise TemporaryFailure(
            f"no mail server answers at {listen} ({error}); start one with pbm serve, "
            "or name its address with --listen HOST:PORT"
        ) from error


def _client(listen: Listen) -> smtplib.SMTP:
    if isinstance(listen, Endpoint):
        return smtplib.SMTP(listen.host, listen.port, timeout=_SMTP_SECONDS)
    if listen.beside is not None:
        return _client(listen.beside)
    return smtplib.LMTP(str(listen.path), timeout=_SMTP_SECONDS)


def shown(message: EmailMessage) -> str:
    """The mail as text for a terminal: four headers, an empty line, the body."""
    headers = [f"{name + ':':<9}{message[name]}" for name in _SHOWN_HEADERS if message[name]]
    return "\n".join([*headers, "", text_of(message)])


def text_of(message: EmailMessage) -> str:
    part = message.get_body(preferencelist=("plain",))
    return str(part.get_content()).replace("\r\n", "\n").rstrip("\n") if part else ""


def _parsed(path: Path) -> EmailMessage:
    message = message_from_bytes(path.read_bytes(), policy=default)
    assert isinstance(message, EmailMessage)
    return message


def _arrival(path: Path) -> tuple[list[int], str]:
    """Sort key of Maildir files by arrival: their names begin with the time and a count."""
    unique = path.name.partition("Q")[0]
    return [int(number) for number in _NUMBERS.findall(unique)[:2]], path.name


def _quotation(original: EmailMessage) -> str:
    lines = text_of(original).split("\n")
    quoted = "\n".join(f"> {line}".rstrip() for line in lines)
    return f"On {original['Date']}, {original['From']} wrote:\n{quoted}"


def _answer(
    refusal: smtplib.SMTPResponseException | smtplib.SMTPRecipientsRefused,
) -> tuple[int, bytes | str]:
    if isinstance(refusal, smtplib.SMTPRecipientsRefused):
        return next(iter(refusal.recipients.values()))
    return refusal.smtp_code, refusal.smtp_error


def _failure(code: int, words: bytes | str) -> PermanentFailure | TemporaryFailure:
    text = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
    if code < 500:
        return TemporaryFailure(f"the server cannot take the mail now: {code} {text}; try again")
    return PermanentFailure(f"the server refused the mail: {code} {text}")
