"""A person with a mail program, who sends over SMTP and reads a Maildir."""

from __future__ import annotations

import re
import smtplib
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from itertools import count
from pathlib import Path
from typing import Protocol

from tests.end_to_end.process import SERVER
from tests.end_to_end.stored import kind_of, last_note
from tests.patience import wait_until

_BOARD = re.compile(r"\[(\w+ \d+)\] ")
_PLIES = re.compile(r"^ *(\d+)\. [a-z][\w.-]+ \(", re.MULTILINE)
_ASKS = re.compile(r"^[^\n]*: ?(?:moves, )?resign, ", re.MULTILINE)
_EXAMPLE = re.compile(r"^    (\S+)\n[^\n]*: ?(?:moves, )?resign, ", re.MULTILINE)
_letters = count(1)


@dataclass(frozen=True)
class Mail:
    """A mail that came from the server."""

    raw: bytes
    message: EmailMessage
    data: Path | None = None
    """The data directory of the server that wrote it."""

    @property
    def kind(self) -> str:
        """The ``MailKind`` of the mail."""
        assert self.data is not None, "no server is known to have written it"
        return kind_of(self.data, self.id)

    @property
    def subject(self) -> str:
        return str(self.message["Subject"])

    @property
    def reply_to(self) -> str:
        return str(self.message["Reply-To"])

    @property
    def id(self) -> str:
        return str(self.message["Message-ID"])

    @property
    def text(self) -> str:
        part = self.message.get_body(("plain",))
        assert part is not None
        return str(part.get_content())

    @property
    def words(self) -> str:
        """The text without its line breaks, for sentences that may be folded anywhere."""
        return " ".join(self.text.split())

    @property
    def board(self) -> str:
        """The drawn board alone."""
        return "\n".join(line for line in self.text.splitlines() if re.match(r" [1-6] \|", line))

    @property
    def position(self) -> tuple[str, int, bool]:
        """The position of a board mail: board, ply, and whether its reader is to move."""
        board, plies = _BOARD.match(self.subject), _PLIES.findall(self.text)
        assert board is not None and plies, self.text
        return board[1], int(plies[-1]), self.asks_for_move

    @property
    def tells_plies(self) -> bool:
        """Whether it shows a board with the last plies."""
        return _PLIES.search(self.text) is not None

    @property
    def asks_for_move(self) -> bool:
        """Whether its reader is to move."""
        return _ASKS.search(self.text) is not None

    @property
    def example(self) -> str:
        """The example of a move for a reader who is to move, "" if the mail gives none."""
        found = _EXAMPLE.search(self.text)
        return found[1] if found else ""

    @property
    def token(self) -> str:
        return self.reply_to.partition("+")[2].partition("@")[0]


def letter(author: str, subject: str, text: str, to: str = SERVER) -> EmailMessage:
    """A mail as a simple mail program writes it."""
    message = EmailMessage(policy=policy.SMTP)
    message["From"] = author
    message["To"] = to
    message["Subject"] = subject
    message["Date"] = "Fri, 20 Nov 2026 10:00:00 +0000"
    message["Message-ID"] = f"<{next(_letters)}@client.example.org>"
    message.set_content(text)
    return message


def reply(author: str, answered: Mail, text: str) -> EmailMessage:
    """An answer as a simple mail program writes it, with the answered mail quoted below."""
    quoted = "".join(f"> {line}\n" for line in answered.text.splitlines())
    whole = f"{text}\n\nOn {answered.message['Date']}, pbm wrote:\n{quoted}"
    message = letter(author, f"Re: {answered.subject}", whole, answered.reply_to)
    message["In-Reply-To"] = answered.id
    message["References"] = f"{answered.message['References'] or ''} {answered.id}".strip()
    return message


class Server(Protocol):
    """A server to send mails to, and the folder of the mails that it sends."""

    outgoing: Path

    def client(self) -> smtplib.SMTP: ...


class Player:
    def __init__(self, server: Server, userid: str, address: str = "") -> None:
        self.server = server
        self.userid = userid
        self.address = address or f"{userid}@example.org"
        self.mails: list[Mail] = []

    # Sending

    def send(self, raw: bytes, to: str = SERVER, sender: str | None = None) -> None:
        """Send exactly these bytes; the server must accept them."""
        envelope = self.address if sender is None else sender
        with self.server.client() as client:
            assert client.sendmail(envelope, [to], raw) == {}

    def write(self, subject: str = "", text: str = "", to: str = SERVER) -> EmailMessage:
        message = letter(self.address, subject, text, to)
        self.send(message.as_bytes(), to)
        return message

    def answer(self, text: str, mail: Mail | None = None) -> EmailMessage:
        """Reply to a mail, the last one if none is named."""
        answered = mail or self.last
        message = reply(self.address, answered, text)
        self.send(message.as_bytes(), answered.reply_to)
        return message

    # Receiving

    @property
    def last(self) -> Mail:
        return self.mails[-1]

    def receive(self) -> Mail:
        """The next mail, which must come."""
        wait_until(self._new, f"no mail came to {self.address}")
        self.mails.append(self._read(self._new()[0]))
        return self.last

    def ask(self, subject: str = "", text: str = "", to: str = SERVER) -> Mail:
        """Write a mail and get the answer."""
        self.write(subject, text, to)
        return self.receive()

    def told(self, text: str, mail: Mail | None = None) -> Mail:
        """Reply to a mail and get the answer."""
        self.answer(text, mail)
        return self.receive()

    def unread(self) -> list[str]:
        """The Subjects of mails that have arrived and were not received yet."""
        return [_mail(path).subject for path in self._new()]

    def sign_up(self) -> None:
        assert self.ask(f"signup {self.userid}").kind == "signup"
        assert self.told("yes").kind == "welcome"

    @property
    def refusal(self) -> str:
        """The code with which the latest letter to the server was refused."""
        return last_note(self.server.outgoing.parent)

    @property
    def _folder(self) -> Path:
        return self.server.outgoing / self.address

    def _new(self) -> list[Path]:
        folder = self._folder / "new"
        return sorted(folder.iterdir(), key=_arrival) if folder.is_dir() else []

    def _read(self, path: Path) -> Mail:
        """Move the mail to cur and mark it as seen, as mail programs do, and return it."""
        path = path.rename(self._folder / "cur" / f"{path.name}:2,S")
        return _mail(path, self.server.outgoing.parent)


def _arrival(path: Path) -> list[int]:
    return [int(digits) for digits in re.findall(r"\d+", path.name.partition("Q")[0])]


def _mail(path: Path, data: Path | None = None) -> Mail:
    raw = path.read_bytes()
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    return Mail(raw, message, data)
