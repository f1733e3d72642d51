"""The members of the club, with the mails that they have received."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from email import message_from_bytes

from tests.end_to_end.club.clubhouse import Clubhouse
from tests.end_to_end.player import Mail, Player, letter
from tests.end_to_end.process import SERVER

USERIDS = (
    "alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan", "judy",
    "kim", "leo", "mallory", "niaj", "olivia", "peggy", "quentin", "rupert", "sybil", "trent",
)  # fmt: skip

_BOARD = re.compile(r"\[\w+ (\d+)\] ")
_PIECE = re.compile(r"^-{70}\n([^\n]+)\n    (\S+)\n\n(.*?)(?=^-{70}$|\Z)", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"^    confirm (\S+)$", re.MULTILINE)


class Member(Player):
    """A player who keeps the welcome mail and the latest mail of every board, to reply to them."""

    def __init__(self, house: Clubhouse, userid: str, address: str = "") -> None:
        super().__init__(house, userid, address)
        self.sent: list[str] = []
        self._account: Mail | None = None
        self._boards: dict[int, Mail] = {}
        self._asked: dict[int, str] = {}

    def send(self, raw: bytes, to: str = SERVER, sender: str | None = None) -> None:
        super().send(raw, to, sender)
        self.sent.append(str(message_from_bytes(raw)["Message-ID"]))

    def say(self, where: str, text: str) -> None:
        """Send a new mail, or a reply to the mail that ``where`` names as in the diary."""
        if where:
            self.answer(text, self._answered(where))
        else:
            subject, _, rest = text.partition("\n")
            self.write(subject, rest)

    def filled_in(self, text: str, where: str) -> str:
        """Return the text, an example move and the code of a question filled in from mails."""
        if "{move}" in text:
            board = int(re.findall(r"\d+", where or text)[0])
            text = text.replace("{move}", self._asked[board])
        return (
            text.replace("{code}", _CODE.findall(self.last.text)[0]) if "{code}" in text else text
        )

    def read(self) -> list[Mail]:
        """Read and return the new mails."""
        new = [self.receive() for _ in self._new()]
        for mail in new:
            if "help signoff, set lang " in mail.text:
                self._account = mail
            for each in (mail, *_digested(mail)):
                self._put_by(each)
        return new

    def asked(self) -> Mapping[int, str]:
        """The boards where it is this member's turn, with the example move of the mail."""
        return dict(self._asked)

    def _put_by(self, mail: Mail) -> None:
        found = _BOARD.match(mail.subject)
        if found is None:
            return
        board = int(found[1])
        self._boards[board] = mail
        if mail.example:
            self._asked[board] = mail.example
        elif mail.tells_plies and not mail.asks_for_move:
            self._asked.pop(board, None)

    def _answered(self, where: str) -> Mail:
        mail = self._account if where == ">" else self.last if where == "~" else None
        return mail or self._boards[int(where.removeprefix("@"))]


def _digested(mail: Mail) -> Iterator[Mail]:
    """The mails that a digest holds, as they would have come one by one."""
    for subject, address, text in _PIECE.findall(mail.text):
        message = letter(SERVER, subject, text)
        message["Reply-To"] = address
        yield Mail(message.as_bytes(), message)
