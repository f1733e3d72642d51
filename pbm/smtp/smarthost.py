"""Mail out through a mail server nearby, which finds the way to the recipient."""

from __future__ import annotations

import re
import smtplib
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from pbm.base.errors import (
    NextHopDown,
    PbmError,
    PermanentFailure,
    RecipientRefused,
    TemporaryFailure,
)
from pbm.smtp.outgoing import Outgoing

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

# Authentication required, which we do not know how to give. A 421 is not here: some servers say it
# to one recipient or one mail only, and a server that does go down refuses the next connection.
_NO_MAIL_AT_ALL = {530}

# RFC 5321 4.5.3.2.6: who gives up earlier after the final dot sends the mail again and again to a
# server that takes it, slowly, every time.
DATA_SECONDS = 600.0

MOST_MAILS = 100
SESSION_SECONDS = 60.0
"""How much one session is used for."""

_LONGEST_WORDS = 300

# Bad address and bad mailbox, by their codes of RFC 3463, or by the reply code where there is none.
# "Relaying denied" is a refusal of the recipient too, and says nothing about their address.
_BAD_ADDRESS = re.compile(r"5\d\d 5\.(?:1\.(?:[0-6]|10)|2\.\d+)\b|55[0-3] (?!5\.)")


class _Connection(smtplib.SMTP):
    """Waits longer while the server has a whole letter to look at."""

    data_timeout = DATA_SECONDS

    def data(self, msg: ReadableBuffer | str) -> tuple[int, bytes]:
        assert self.sock is not None, "a recipient was named on it"
        self.sock.settimeout(self.data_timeout)
        answer = super().data(msg)
        self.sock.settimeout(self.timeout)
        return answer


class _Session:
    """A connection and the mails that went by it. Each step raises what smtplib does, or an
    OSError."""

    def __init__(self, connection: _Connection) -> None:
        self.connection = connection
        self._begun = time.monotonic()
        self._mails = 0

    @property
    def is_over(self) -> bool:
        age = time.monotonic() - self._begun
        return self._mails >= MOST_MAILS or age >= SESSION_SECONDS

    def name_sender(self, sender: str, raw: bytes) -> None:
        options = []
        if self.connection.has_extn("size"):
            options.append(f"SIZE={len(raw)}")
        if not raw.isascii() and self.connection.has_extn("8bitmime"):
            options.append("BODY=8BITMIME")
        code, words = self.connection.mail(sender, options)
        if code != 250:
            raise smtplib.SMTPSenderRefused(code, words, sender)

    def hand_over(self, recipient: str, raw: bytes) -> str:
        """What the server said to it, on one line."""
        code, words = self.connection.rcpt(recipient)
        if code not in (250, 251):
            raise smtplib.SMTPRecipientsRefused({recipient: (code, words)})
        code, words = self.connection.data(raw)
        if code != 250:
            raise smtplib.SMTPDataError(code, words)
        self._mails += 1
        return _reply(code, words)


class SmarthostTransport:
    """One session at a time, for several mails.

    A session ends with the first mail that fails, and it is over after ``MOST_MAILS`` or
    ``SESSION_SECONDS``: a server settles once a session how it treats its mails. One whose filter
    was away takes them without its signature, or none at all, until the session ends.

    timeout: seconds to wait for each answer of the server; data_timeout: from DATA on.
    hostname: what we call ourselves in EHLO.
    """

    def __init__(
        self,
        host: str,
        port: int,
        hostname: str,
        timeout: float = 60,
        data_timeout: float = DATA_SECONDS,
    ) -> None:
        self._address = (host, port)
        self._hostname = hostname
        self._timeout = timeout
        self._data_timeout = data_timeout
        self._session: _Session | None = None

    def deliver(self, mail: Outgoing) -> str:
        if not mail.recipient or not _is_plain(mail.recipient) or not _is_plain(mail.sender):
            raise PermanentFailure("the address cannot be written in SMTP")
        raw = re.sub(rb"\r\n|\r|\n", b"\r\n", mail.raw)
        session = self._session_for(mail.sender, raw)
        try:
            answer = session.hand_over(mail.recipient, raw)
        except (smtplib.SMTPException, OSError) as error:
            self.close()
            raise failure(error) from error
        return answer

    def try_out(self) -> None:
        """Connect, greet, begin with a mail, and leave.

        :raises NextHopDown: if that fails
        :raises PermanentFailure: if no mail of ours will ever be taken
        """
        self._session_for("", b"")
        self.close()

    def close(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            with suppress(smtplib.SMTPException, OSError):
                session.connection.quit()

    def _session_for(self, sender: str, raw: bytes) -> _Session:
        """One that has taken the sender: that of the mail before, or else a new one.

        :raises NextHopDown: if a new one cannot be had, or takes no sender for now: nothing but the
            sender, which is always ourselves, has been named yet
        :raises PermanentFailure: if it takes the sender never
        """
        if self._session is not None and self._goes_on(self._session, sender, raw):
            return self._session
        self.close()
        self._session = _Session(self._connect())
        try:
            self._session.name_sender(sender, raw)
        except (smtplib.SMTPException, OSError) as error:
            self.close()
            refused = failure(error)
            raise refused if isinstance(refused, PermanentFailure) else self._down(error) from error
        return self._session

    def _goes_on(self, session: _Session, sender: str, raw: bytes) -> bool:
        """Whether it takes another mail. Servers hang up on clients as they like, and one that
        refuses may do so for this session only."""
        if session.is_over:
            return False
        with suppress(smtplib.SMTPException, OSError):
            session.name_sender(sender, raw)
            return True
        return False

    def _connect(self) -> _Connection:
        """:raises NextHopDown: whatever the reason: no mail has been named yet."""
        try:
            connection = _Connection(*self._address, self._hostname, self._timeout)
        except (smtplib.SMTPException, OSError) as error:
            raise self._down(error) from error
        try:
            connection.ehlo_or_helo_if_needed()
        except (smtplib.SMTPException, OSError) as error:
            connection.close()
            raise self._down(error) from error
        connection.data_timeout = self._data_timeout
        return connection

    def _down(self, error: Exception) -> NextHopDown:
        host, port = self._address
        return NextHopDown(f"{host}:{port}: {_words(error)}")


def failure(error: Exception) -> PbmError:
    """What an exception of smtplib during a mail means: the one place that decides."""
    code, words = _code(error), _words(error)
    if code in _NO_MAIL_AT_ALL:
        return NextHopDown(words)
    if isinstance(error, smtplib.SMTPRecipientsRefused) and _BAD_ADDRESS.match(words):
        return RecipientRefused(words)
    if 500 <= code <= 599:
        return PermanentFailure(words)
    return TemporaryFailure(words)


def _is_plain(address: str) -> bool:
    """Whether smtplib sends just this address: it reads others out of what looks like a header."""
    printable = address.isascii() and address.isprintable()
    return printable and smtplib.quoteaddr(address) == f"<{address}>"


def _code(error: Exception) -> int:
    """The server's reply code, 0 where it gave none."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return next(iter(error.recipients.values()))[0]
    return error.smtp_code if isinstance(error, smtplib.SMTPResponseException) else 0


def _words(error: Exception) -> str:
    """The server's own words on one line, or the exception's."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return _reply(*next(iter(error.recipients.values())))
    if isinstance(error, smtplib.SMTPResponseException):
        return _reply(error.smtp_code, error.smtp_error)
    strerror = error.strerror if isinstance(error, OSError) else None
    return strerror or str(error) or type(error).__name__


def _reply(code: int, text: bytes | str) -> str:
    words = text.decode("ascii", "replace") if isinstance(text, bytes) else text
    line = " ".join(f"{code} {words}".split())[:_LONGEST_WORDS]
    return "".join(each if each.isprintable() else "\ufffd" for each in line)
