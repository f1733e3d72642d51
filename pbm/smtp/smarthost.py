"""A transport that hands mails to a smarthost over SMTP."""

from __future__ import annotations

import re
import smtplib
import time
from collections import deque
from contextlib import suppress

from pbm.base.errors import (
    LoginRefused,
    NextHopDown,
    PbmError,
    PermanentFailure,
    RecipientRefused,
    SenderRefused,
    TemporaryFailure,
)
from pbm.smtp.next_hop import NextHop
from pbm.smtp.outgoing import Outgoing
from pbm.smtp.status_codes import Concern, Stage, concern_of, lasts_for_the_day
from pbm.smtp.submission import connect, log_in

# RFC 5321 4.5.3.2.6: with a shorter timeout after the final dot, a slow server would accept the
# same mail again and again.
DATA_SECONDS = 600.0

MOST_MAILS = 100
SESSION_SECONDS = 60.0
"""The upper bounds on one session."""

_LONGEST_WORDS = 300


# A mailbox (RFC 5321 4.1.2) with any dots in the local part; the domain may be missing. Measured:
# smtplib parses each address as a header, which took half of the processor time of a delivery.
_MAILBOX = re.compile(
    r"""(?: [^\s<>()\[\],;:\\"@\x00-\x20\x7f-\U0010ffff]+ | "(?: [ !\#-\[\]-~] | \\[ -~] )*" )
        (?: @ (?: [A-Za-z0-9._-]+ | \[ [A-Za-z0-9.:-]+ \] ) )?""",
    re.VERBOSE,
)

_END_OF_LINE = b"\r\n"


class _Session:
    """A connection and its age. Each method raises the exceptions of smtplib, or OSError.

    A server that offers PIPELINING (RFC 2920) gets the commands of a mail together, which saves
    two of four waits. Its replies come in the order of the commands.

    data_timeout: seconds to wait for each reply from DATA on, while the server processes a mail.
    """

    def __init__(self, connection: smtplib.SMTP, data_timeout: float) -> None:
        self.connection = connection
        self._data_timeout = data_timeout
        self._groups = connection.has_extn("pipelining")
        self._unanswered: deque[str] = deque()
        self._begun = time.monotonic()
        self._mails = 0

    @property
    def is_over(self) -> bool:
        age = time.monotonic() - self._begun
        return self._mails >= MOST_MAILS or age >= SESSION_SECONDS

    def name_sender(self, sender: str, recipient: str, raw: bytes) -> None:
        """Begin a mail. recipient: "" to ask only whether the server accepts the sender."""
        commands = [f"MAIL FROM:<{sender}>{self._options(raw)}"]
        if recipient:
            commands += [f"RCPT TO:<{recipient}>", "DATA"]
        if self._groups:
            self._send(*commands)
        self._unanswered = deque(commands)
        code, words = self._answer()
        if code != 250:
            raise smtplib.SMTPSenderRefused(code, words, sender)

    def _options(self, raw: bytes) -> str:
        size = f" SIZE={len(raw)}" if self.connection.has_extn("size") else ""
        is_8bit = not raw.isascii() and self.connection.has_extn("8bitmime")
        return f"{size} BODY=8BITMIME" if is_8bit else size

    def hand_over(self, recipient: str, raw: bytes) -> str:
        """Send the mail that was begun, and return the server's reply on one line."""
        code, words = self._answer()
        if code not in (250, 251):
            raise smtplib.SMTPRecipientsRefused({recipient: (code, words)})
        assert self.connection.sock is not None, "the server has just replied"
        self.connection.sock.settimeout(self._data_timeout)
        code, words = self._answer()
        if code != 354:
            raise smtplib.SMTPDataError(code, words)
        self._send(_with_periods(raw).removesuffix(_END_OF_LINE), ".")
        code, words = self.connection.getreply()
        if code != 250:
            raise smtplib.SMTPDataError(code, words)
        self.connection.sock.settimeout(self.connection.timeout)
        self._mails += 1
        return _reply(code, words)

    def _answer(self) -> tuple[int, bytes]:
        """The server's reply to the next command."""
        command = self._unanswered.popleft()
        if not self._groups:
            self._send(command)
        return self.connection.getreply()

    def _send(self, *lines: str | bytes) -> None:
        sent = [line.encode() if isinstance(line, str) else line for line in lines]
        self.connection.send(_END_OF_LINE.join([*sent, b""]))


class SmarthostTransport:
    """Delivers several mails in one session.

    A session ends with the first mail that fails, after ``MOST_MAILS`` or after
    ``SESSION_SECONDS``. Some servers connect to their filters once per session: if a filter was
    down then, they accept mails without signing them, or accept none, until the session ends.

    timeout: seconds to wait for each reply. data_timeout: seconds to wait from DATA on.
    hostname: our name in EHLO.
    """

    def __init__(
        self,
        hop: NextHop,
        hostname: str,
        timeout: float = 60,
        data_timeout: float = DATA_SECONDS,
    ) -> None:
        self._hop = hop
        self._hostname = hostname
        self._timeout = timeout
        self._data_timeout = data_timeout
        self._session: _Session | None = None

    def deliver(self, mail: Outgoing) -> str:
        if not _MAILBOX.fullmatch(mail.recipient) or not _is_sender(mail.sender):
            raise PermanentFailure("the address is not valid in SMTP")
        raw = _with_ends_of_lines(mail.raw)
        session = self._session_for(mail.sender, mail.recipient, raw)
        try:
            answer = session.hand_over(mail.recipient, raw)
        except (smtplib.SMTPException, OSError) as error:
            self.close()
            raise failure(error) from error
        return answer

    def try_out(self) -> None:
        """Connect, greet, log in or name a sender, and disconnect, to check the next hop.

        :raises NextHopDown: if one of these steps fails
        """
        if self._hop.login:
            self._session = _Session(self._connect(), self._data_timeout)
        else:
            self._session_for("", "", b"")
        self.close()

    def close(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            with suppress(smtplib.SMTPException, OSError):
                session.connection.quit()

    def _session_for(self, sender: str, recipient: str, raw: bytes) -> _Session:
        """A session that has accepted the sender: the previous one if possible, else a new one.

        :raises NextHopDown: if a new session cannot be opened, or does not accept the sender now;
            this concerns all mails, as the sender is ours and nothing else was sent yet
        :raises SenderRefused: if the server refuses the sender for good
        :raises PermanentFailure: if the mail is too large
        """
        if self._session is not None and self._goes_on(self._session, sender, recipient, raw):
            return self._session
        self.close()
        self._session = _Session(self._connect(), self._data_timeout)
        try:
            self._session.name_sender(sender, recipient, raw)
        except (smtplib.SMTPException, OSError) as error:
            self.close()
            refused = failure(error)
            lasts = isinstance(refused, PermanentFailure | SenderRefused)
            raise refused if lasts else self._down(error) from error
        return self._session

    def _goes_on(self, session: _Session, sender: str, recipient: str, raw: bytes) -> bool:
        """Whether the session accepts another mail.

        Servers may disconnect at any time, and a refusal may concern this session only.
        """
        if session.is_over:
            return False
        with suppress(smtplib.SMTPException, OSError):
            session.name_sender(sender, recipient, raw)
            return True
        return False

    def _connect(self) -> smtplib.SMTP:
        """Open a connection, and log in.

        :raises NextHopDown: on any error, because no mail was involved yet
        """
        try:
            connection = connect(self._hop, self._hostname, self._timeout)
        except (smtplib.SMTPException, OSError) as error:
            raise self._down(error) from error
        if self._hop.login is None:
            return connection
        try:
            log_in(connection, self._hop.login)
        except (smtplib.SMTPException, OSError) as error:
            connection.close()
            raise self._down(error) from error
        except LoginRefused:
            connection.close()
            raise
        return connection

    def _down(self, error: Exception) -> NextHopDown:
        return NextHopDown(f"{self._hop.host}:{self._hop.port}: {_words(error)}")


def _with_ends_of_lines(raw: bytes) -> bytes:
    """The mail with CRLF at the end of each line."""
    # Without a pattern, as for periods: both took a quarter of the instructions of a delivery.
    return raw.replace(_END_OF_LINE, b"\n").replace(b"\r", b"\n").replace(b"\n", _END_OF_LINE)


def _with_periods(raw: bytes) -> bytes:
    """RFC 5321 4.5.2: a line that begins with a period gets another one."""
    first = b"." if raw.startswith(b".") else b""
    return first + raw.replace(_END_OF_LINE + b".", _END_OF_LINE + b"..")


def failure(error: Exception) -> PbmError:
    """Classify an exception of smtplib.

    A temporary reply never stops other mails: some servers say 421 to one recipient only, and a
    server that really stops refuses the next connection.
    """
    words = _words(error)
    if not 500 <= _code(error) <= 599:
        return TemporaryFailure(words)
    concern = concern_of(words, _stage(error))
    if concern is Concern.RECIPIENT:
        return RecipientRefused(words)
    if concern is Concern.MAIL:
        return PermanentFailure(words)
    return SenderRefused(words, until_tomorrow=lasts_for_the_day(words))


def _stage(error: Exception) -> Stage:
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return Stage.RCPT
    return Stage.MAIL if isinstance(error, smtplib.SMTPSenderRefused) else Stage.DATA


def _is_sender(address: str) -> bool:
    return not address or _MAILBOX.fullmatch(address) is not None


def _code(error: Exception) -> int:
    """The server's reply code, 0 if there is none."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return next(iter(error.recipients.values()))[0]
    return error.smtp_code if isinstance(error, smtplib.SMTPResponseException) else 0


def _words(error: Exception) -> str:
    """The server's reply on one line, or the message of the exception."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return _reply(*next(iter(error.recipients.values())))
    if isinstance(error, smtplib.SMTPResponseException):
        return _reply(error.smtp_code, error.smtp_error)
    strerror = error.strerror if isinstance(error, OSError) else None
    return strerror or str(error) or type(error).__name__


def _reply(code: int, text: bytes | str) -> str:
    words = text.decode("ascii", "replace") if isinstance(text, bytes) else text
    line = " ".join(f"{code} {words}".split())[:_LONGEST_WORDS]
    return (
        line
        if line.isprintable()
        else "".join(each if each.isprintable() else "\ufffd" for each in line)
    )
