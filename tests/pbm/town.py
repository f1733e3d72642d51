"""A server without SMTP and the people who write to it: letters in, mails out, a clock to turn."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default
from functools import cache, cached_property, lru_cache, partial
from itertools import count
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any

from pytest import MonkeyPatch

from pbm.admin.audit import audit
from pbm.app.application import App
from pbm.app.config import load
from pbm.app.painter import PaintLoop
from pbm.base.values import replace
from pbm.core.marks import TICK
from pbm.core.model import Match, Player
from pbm.mail.addresses import server_address, token_in
from pbm.mail.correspondence import KeptLetter, LetterStatus, MailStatus, OutboxMail, PassedOver
from pbm.mail.letter import Envelope, Letter
from pbm.mail.peers import PIPE
from pbm.notices.drafts import Draft
from pbm.notices.kinds import MailKind
from pbm.notices.painting import finished
from pbm.notices.posting.post import Post
from pbm.play.work import Work
from pbm.smtp.outbox import due_mails
from pbm.store.administration import FILE
from tests.pbm import engines
from tests.pbm.rehearsal import rehearsal, rehearsed_rows

store_of = engines.in_file
"""Returns the settings of a town's store. The option --store of pytest sets it."""

DOMAIN = "pbm.example"
SERVER = f"pbm@{DOMAIN}"
ALICE, BOB, CAROL = "alice@example.org", "bob@example.org", "carol@example.org"
STRANGER = "stranger@example.net"
PASSWORD = "quiet-lantern"
SOUTH, NORTH = "231123", "321123"
_DATE = "Fri, 20 Nov 2026 10:00:00 +0000"
_LONGEST = 76
"""Longer lines may be folded or encoded."""
_MIME = {
    "Content-Type": 'text/plain; charset="utf-8"',
    "Content-Transfer-Encoding": "7bit",
    "MIME-Version": "1.0",
}
_PARSING = default.clone(header_factory=lru_cache(maxsize=1000)(default.header_factory))
"""Parses headers with a cache: the headers that most mails share take longer than their bodies."""
FEW, MANY = 8, 10_000
"""How many mails are read after a letter at first, and how many if that was not enough."""


@dataclass(frozen=True)
class Mail:
    """A mail with its row of the outbox as it was queued.

    Few tests need pages, and painting all would take half the time of all towns. So a page is made
    when a test reads ``raw``, ``message`` or ``html``.
    """

    row: OutboxMail
    masks: Callable[[OutboxMail], bytes]
    """Fills in the tokens, as at delivery."""

    draft: Draft | None = None
    """The draft of the mail; None for a digest, and for mails of another process."""

    @cached_property
    def raw(self) -> bytes:
        """The mail as it is sent."""
        if not self.row.page:
            return self.masks(self.row)
        return self.masks(replace(self.row, raw=finished(self.row)))

    @cached_property
    def message(self) -> EmailMessage:
        return _parsed(self.raw)

    @cached_property
    def _text_alone(self) -> EmailMessage:
        return _parsed(self.masks(self.row))

    @property
    def to(self) -> str:
        return self.row.recipient

    @property
    def kind(self) -> str:
        return self.row.kind

    @property
    def facts(self) -> Mapping[str, Any]:
        """The facts that filled the mail's template."""
        assert self.draft is not None, "nobody knows what it was written from"
        return self.draft.facts

    @property
    def news(self) -> str:
        """The headline of a board mail: one of ``pbm.notices.headlines.Headline``."""
        return str(self.facts["news"])

    @property
    def moves(self) -> list[str]:
        """The latest moves, as a board mail or a preview reports them."""
        return [each["text"] for each in self.facts["last"]]

    @property
    def subject(self) -> str:
        """What the mail is about; the subject that lists show may be the same for a whole game."""
        about = json.loads(self.row.page).get("subject", "") if self.row.page else ""
        return about or self.listed

    @property
    def listed(self) -> str:
        return str(self._text_alone["Subject"])

    @property
    def sender(self) -> str:
        return str(self._text_alone["From"])

    @property
    def reply_to(self) -> str:
        return str(self._text_alone["Reply-To"])

    @property
    def token(self) -> str:
        return token_in([self.reply_to], DOMAIN) or ""

    @property
    def text(self) -> str:
        return _part(self._text_alone, "plain")

    @property
    def html(self) -> str:
        """The HTML part, which must exist."""
        return _part(self.message, "html")


def _parsed(raw: bytes) -> EmailMessage:
    found = message_from_bytes(raw, policy=_PARSING)
    assert isinstance(found, EmailMessage)
    return found


def _unmasked(app: App, row: OutboxMail) -> bytes:
    return app.outgoing([row])[0].raw


def _part(message: EmailMessage, kind: str) -> str:
    found = message.get_body((kind,))
    assert found is not None, f"no text/{kind} part"
    return str(found.get_content()).replace("\r\n", "\n")


_drafts: dict[str, Draft] = {}
"""The drafts of mails that no town has read yet, by Message-ID."""


@contextmanager
def remembered_drafts() -> Iterator[None]:
    """Record the draft of each mail, so that ``Mail.draft`` is set."""
    send = Post.send

    def remembered(
        post: Post, work: Work, draft: Draft, letter: Letter | None = None, *, reply: bool = False
    ) -> OutboxMail | None:
        mail = send(post, work, draft, letter, reply=reply)
        if mail is not None:
            _drafts[mail.message_id] = draft
        return mail

    with MonkeyPatch.context() as patch:
        patch.setattr(Post, "send", remembered)
        yield


def letter(
    author: str, text: str, subject: str = "", to: str = SERVER, **headers: str
) -> EmailMessage:
    """A mail as a person writes it. headers: additional ones; ``In_Reply_To`` is In-Reply-To."""
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"], message["Subject"] = author, to, subject
    message["Date"] = _DATE
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    return message


_ADDRESS = re.compile(r"[\w.+@-]+", re.ASCII)
_VALUE, _TEXT = re.compile(r"(?!.*=\?)(?! )[ -~]*(?<! )"), re.compile(r"[ -~\t\n]*")


def written(author: str, text: str, subject: str, to: str, **headers: str) -> bytes:
    """The bytes of ``letter``. Plain letters, the most frequent ones, are joined here: the email
    package takes as long for one as the server for its answer.
    """
    values = {"From": author, "To": to, "Subject": subject, "Date": _DATE}
    values |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"{name}: {value}".rstrip() for name, value in (values | _MIME).items()]
    lines += ["", *(text.splitlines() or [""])]
    is_plain = (
        all(map(_ADDRESS.fullmatch, (author, to)))
        and all(map(_VALUE.fullmatch, (subject, *headers.values())))
        and _TEXT.fullmatch(text)
        and max(map(len, lines)) <= _LONGEST
        and not _MIME.keys() & values.keys()
    )
    if not is_plain:
        return letter(author, text, subject, to, **headers).as_bytes()
    return "".join(f"{line}\r\n" for line in lines).encode()


@cache
def _beginning() -> TemporaryDirectory[str]:
    """A data directory in which nothing has happened: a copy takes a fifth of a new one's time."""
    folder = TemporaryDirectory(prefix="pbm-beginning-")
    App(load({"data": folder.name, "domain": DOMAIN}, {})).close()
    return folder


class Town:
    def __init__(self, folder: Path, domain: str = DOMAIN, **settings: str) -> None:
        self.folder = folder
        if not (folder / FILE).exists():
            copytree(_beginning().name, folder, dirs_exist_ok=True)
        self.time = datetime(2026, 11, 20, 10, tzinfo=UTC)
        (folder / "pbm.toml").write_text(
            "".join(f'{name} = "{value}"\n' for name, value in settings.items())
        )
        self._settings = load({"data": str(folder), "domain": domain, **store_of(folder)}, {})
        self.address = server_address(self._settings.club)
        self._open()

    def _open(self) -> None:
        self.app = App(self._settings, lambda: self.time)
        with self.app.store.reading() as tx:
            self._seen = max((row.id for row in tx.outbox.list(limit=1)), default=0)
            letters = sum(tx.letters.counts().values())
        self._ids = count(letters + 1)

    def counts(self) -> tuple[int, ...]:
        """Numbers of letters, players and mails, which tell whether towns have begun alike."""
        with self.app.store.reading() as tx:
            latest = max((row.id for row in tx.outbox.list(limit=1)), default=0)
            return sum(tx.letters.counts().values()), len(tx.players.list()), latest

    @property
    def is_in_files(self) -> bool:
        """Whether all data are in the folder."""
        return isinstance(self._settings.place, Path)

    def save(self, folder: Path) -> None:
        """Copy the data to a folder."""
        self.app.close()
        copytree(self.folder, folder, dirs_exist_ok=True)
        self._open()

    def resume(self, folder: Path, time: datetime) -> None:
        """Go on from data that were saved at that time."""
        self.app.close()
        copytree(folder, self.folder, dirs_exist_ok=True)
        self.time = time
        self._open()

    def close(self) -> None:
        self.app.close()

    def reopen(self) -> None:
        self.app.close()
        self.app = App(self._settings, lambda: self.time)

    @contextmanager
    def rehearsing(self) -> Iterator[None]:
        """Undo at the end of the block what happens in it: much faster than a copy of the town."""
        store, seen, time = self.app.store, self._seen, self.time
        try:
            with rehearsal(store) as self.app.store:
                yield
        finally:
            self.app.store, self._seen, self.time = store, seen, time

    def later(self, **span: float) -> None:
        self.time += timedelta(**span)

    def live(self, **span: float) -> list[Mail]:
        """Let time pass while the server runs, and return the mails that it sends by itself."""
        mails: list[Mail] = []
        end = self.time + timedelta(**span)
        while self.time < end:
            self.time = min(self.time + timedelta(hours=6), end)
            with self.app.store.transaction() as tx:
                # Otherwise the time would count as downtime of the server.
                tx.moments.set(TICK, self.time)
            mails += self.tick()
        return mails

    def tick(self) -> list[Mail]:
        with self.app.store.transaction() as tx:
            self.app.tick()(tx)
        self.serve_contests()
        return self.new_mails()

    def serve_contests(self) -> None:
        """Let contests do what is due, as the worker does at intervals."""
        more = True
        while more:
            with self.app.store.transaction() as tx:
                more = self.app.serve_contests()(tx)

    def send_mails(self) -> None:
        """Let the next hop accept every mail that waits."""
        self.paint()
        with self.app.store.transaction() as tx:
            for mail in tx.outbox.list(MailStatus.QUEUED, limit=1000):
                tx.outbox.mark_sent({mail.id: ""}, self.time)

    def tidy(self) -> None:
        """Delete what is no longer kept, as the server does at intervals."""
        self.paint()
        while self.app.traces.blank_portion():
            pass
        with self.app.store.transaction() as tx:
            self.app.tidy()(tx)
        self.app.administration.tidy()

    def minute(self) -> list[Mail]:
        """A minute of the server: it looks at its clocks and acts on the waiting letters."""
        self.later(minutes=1)
        mails = self.tick()
        with self.app.store.reading() as tx:
            waiting = tx.letters.waiting()
        for number in waiting:
            self.app.handle_now(number)
        return mails + self.new_mails()

    # Writing and reading mail

    def write(
        self, author: str, text: str = "", *, subject: str = "", to: str = "", **headers: str
    ) -> list[Mail]:
        """Send a letter, have it acted on, and return the mails that it caused."""
        to = to or self.address
        headers = {"Message_ID": f"<{next(self._ids)}@{author.partition('@')[2]}>", **headers}
        return self.post(author, written(author, text, subject, to, **headers), to)

    def post(self, sender: str, raw: bytes, to: str = SERVER, peer: str = PIPE) -> list[Mail]:
        number = self.keep(sender, raw, to, peer)
        self.app.handle_now(number)
        return self.new_mails()

    def keep(self, sender: str, raw: bytes, to: str = SERVER, peer: str = PIPE) -> int:
        with self.app.store.transaction() as tx:
            return self.app.keep(Envelope(sender, (to,), raw, peer))(tx)

    def answer(self, mail: Mail, text: str, subject: str = "", author: str = "") -> list[Mail]:
        """Reply to a mail, from the address that it went to."""
        subject = subject or f"Re: {mail.listed}"
        return self.write(author or mail.to, text, subject=subject, to=mail.reply_to)

    def new_mails(self) -> list[Mail]:
        """Mails queued since the last call, oldest first."""
        with self.app.store.reading() as tx:
            rows = tx.outbox.list(limit=FEW)
            if rows and rows[-1].id > self._seen:
                rows = tx.outbox.list(limit=MANY)
        rows = [row for row in reversed(rows) if row.id > self._seen]
        self._seen = max([self._seen, *(row.id for row in rows)])
        return list(map(self.mail_of, rows))

    def mail_of(self, row: OutboxMail) -> Mail:
        """The mail that is sent for a row of the outbox."""
        return Mail(row, partial(_unmasked, self.app), _drafts.pop(row.message_id, None))

    def leaving(self) -> list[OutboxMail]:
        """Every mail that would leave now if the next hop accepted all."""
        self.paint()
        found: list[OutboxMail] = []
        with self.app.store.reading() as tx:
            while more := due_mails(
                tx, self.time, 100, PassedOver(sent=[mail.id for mail in found])
            ):
                found += more
        return sorted(found, key=lambda mail: mail.id)

    def paint(self) -> None:
        """Make the pages of the mails in the outbox, as the painter does."""
        PaintLoop(self.app.store, lambda: self.time, lambda: None).paint()

    # People and boards

    def sign_up(self, address: str, password: str = "") -> Mail:
        """Make somebody a player, with the userid from their address; return the welcome mail."""
        userid = address.partition("@")[0]
        (question,) = self.write(address, subject=f"signup {userid} {password}".strip())
        (welcome,) = self.answer(question, "yes\n")
        return welcome

    def board(self, options: str = "", game: str = "gyges") -> tuple[Mail, Mail]:
        """A game between alice and bob that has just begun: their board mails."""
        invited = self.write(ALICE, f"{game} challenge alice {PASSWORD} bob {options}\n")
        return _for(self.answer(of(invited, BOB), "accept\n"))

    def play(self, mails: tuple[Mail, Mail], *moves: str) -> tuple[Mail, Mail]:
        """Play the moves by reply, each by the player whose turn it is."""
        for move in moves:
            mover = next(mail for mail in mails if "your move" in mail.subject)
            mails = _for(self.answer(mover, f"{move}\n"))
        return mails

    # Stored data

    def last_letter(self) -> KeptLetter:
        with self.app.store.reading() as tx:
            return tx.letters.list(limit=1)[0]

    def match(self, board: int = 1) -> Match:
        with self.app.store.reading() as tx:
            found = tx.matches.get(board)
        assert found is not None
        return found

    def player(self, userid: str) -> Player:
        with self.app.store.reading() as tx:
            found = tx.players.by_userid(userid)
        assert found is not None
        return found

    def rows(self, sql: str) -> list[Sequence[Any]]:
        """The rows that a statement finds in the store, which stays open."""
        return self._rows(sql)[0]

    def rows_of(self, *tables: str) -> dict[str, list[Sequence[Any]]]:
        """Every row of each table, by its name."""
        found = self._rows(*(f"SELECT * FROM {name}" for name in tables))
        return dict(zip(tables, found, strict=True))

    def _rows(self, *statements: str) -> list[list[Sequence[Any]]]:
        rehearsed = rehearsed_rows(self.app.store, statements)
        return engines.rows(self._settings.place, *statements) if rehearsed is None else rehearsed

    def stored(self) -> bytes:
        """Every byte of the store, after the server has tidied up; it still runs."""
        self.app.administration.tidy()
        return engines.stored(self._settings.place)

    def bytes_on_disk(self) -> bytes:
        """Every byte of the store, once nobody has it open."""
        self.paint()
        self.app.close()
        kept = engines.stored(self._settings.place)
        self.app = App(self._settings, lambda: self.time)
        return kept

    @property
    def status(self) -> LetterStatus:
        return self.last_letter().status

    @property
    def note(self) -> str:
        return self.last_letter().note


def of(mails: Iterable[Mail], address: str) -> Mail:
    """The one mail that went to the address."""
    (found,) = [mail for mail in mails if mail.to == address]
    return found


def only(mails: Sequence[Mail]) -> Mail:
    (found,) = mails
    return found


def refused(mails: Sequence[Mail]) -> str:
    """Return the code of the refusal; there must be no other mail."""
    return str(_refusal(mails).facts["refusal"])


def refused_because(mails: Sequence[Mail]) -> tuple[str, Mapping[str, Any]]:
    """Return the code and the facts of the refusal; there must be no other mail."""
    facts = _refusal(mails).facts
    return facts["refusal"], facts["facts"]


def _refusal(mails: Sequence[Mail]) -> Mail:
    answer = only(mails)
    assert answer.kind == MailKind.REFUSAL
    return answer


def findings(town: Town) -> list[str]:
    """The findings of the audit."""
    return [str(finding) for finding in audit(town.app.store, lambda: None)]


def tamper(town: Town, *statements: str) -> None:
    """Change the store directly, without foreign keys."""
    engines.tamper_with(town.app.settings.place, *statements)


def kinds(mails: Iterable[Mail]) -> list[str]:
    return [mail.kind for mail in mails]


def _for(mails: Sequence[Mail]) -> tuple[Mail, Mail]:
    return of(mails, ALICE), of(mails, BOB)
