"""Mail out through a mail server nearby, which finds the way to the recipient."""

from __future__ import annotations

import re
import smtplib
from contextlib import suppress
from typing import TYPE_CHECKING

from pbm.errors import (
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
_LONGEST_WORDS = 300

# Bad address and bad mailbox, by their codes of RFC 3463, or by the reply code where there is none.
# "Relaying denied" is a refusal of the recipient too, and says nothing about his address.
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


class SmarthostTransport:
    """One connection, kept open from mail to mail and opened again when it is lost.

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
        self._connection: _Connection | None = None

    def deliver(self, mail: Outgoing) -> None:
        if not mail.recipient or not _is_plain(mail.recipient) or not _is_plain(mail.sender):
            raise PermanentFailure("the address cannot be written in SMTP")
        connection = self._connected()
        raw = re.sub(rb"\r\n|\r|\n", b"\r\n", mail.raw)
        eight_bit = not raw.isascii() and connection.has_extn("8bitmime")
        options = ["BODY=8BITMIME"] if eight_bit else []
        try:
            connection.sendmail(mail.sender, [mail.recipient], raw, options)
        except (smtplib.SMTPException, OSError) as error:
            raise failure(error) from error

    def try_out(self) -> None:
        """Connect, greet and leave.

        :raises NextHopDown: if that fails
        """
        self._connected()
        self.close()

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(smtplib.SMTPException, OSError):
                connection.quit()

    def _connected(self) -> _Connection:
        if self._connection is not None and not _is_alive(self._connection):
            self._connection.close()
            self._connection = None
        if self._connection is None:
            self._connection = self._connect()
        return self._connection

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
    return " ".join(f"{code} {words}".split())[:_LONGEST_WORDS]


def _is_alive(connection: smtplib.SMTP) -> bool:
    """Ask before a mail depends on it: servers hang up on idle clients, and after errors."""
    try:
        return connection.rset()[0] == 250
    except (smtplib.SMTPException, OSError):
        return False
