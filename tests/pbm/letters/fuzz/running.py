"""Sends changed letters to a town, and collects what should not have come of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from pbm.mail.correspondence import LetterStatus
from pbm.mail.letter import Envelope
from pbm.mail.peers import PIPE
from pbm.mail.read import read
from tests.pbm.inbox.understanding.scenes import Scene
from tests.pbm.letters.fuzz.mutations import OF_BYTES, OF_LINES
from tests.pbm.letters.fuzz.packing import packed
from tests.pbm.letters.fuzz.sources import HEAD_MARK, OWN_MARK, QUOTE_MARK, Kind, Line, Source
from tests.pbm.town import DOMAIN, Mail, Town

MOVE = "16-35"
"""A legal move at the board of the scene."""
MOST_CHANGES = 4


@dataclass
class Report:
    """What came of the letters; each is named with the seed that makes it again.

    answered: those with an answer, a question or a deed. own: those whose own words were passed on.
    """

    sent: int = 0
    answered: int = 0
    own: int = 0
    failed: list[str] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)
    leaked: list[str] = field(default_factory=list)
    programs: int = 0
    heard: list[str] = field(default_factory=list)

    @property
    def faults(self) -> Sequence[str]:
        return [*self.failed, *self.silent, *self.leaked, *self.heard]

    def __str__(self) -> str:
        return (
            f"{self.sent} letters of people: {len(self.failed)} tracebacks, {len(self.silent)} "
            f"without an answer, {len(self.leaked)} with words of others or an address passed on; "
            f"own words passed on with {self.own}\n"
            f"{self.programs} letters of programs: {len(self.heard)} answered"
        )


def changed(source: Source, scene: Scene, seed: int) -> bytes:
    """The letter of a person as a reply with a valid key, changed at random."""
    chance = Random(seed)
    lines = _with_own_words(source.lines, chance)
    for _ in range(chance.randrange(MOST_CHANGES + 1)):
        lines = chance.choice(OF_LINES)(lines, chance)
    head, body = packed(lines, chance)
    raw = _head(scene, seed).encode() + head.encode() + b"\r\n" + body
    return chance.choice(OF_BYTES)(raw, chance)


def _with_own_words(lines: Sequence[Line], chance: Random) -> Sequence[Line]:
    said = [Line(f"I like that, {OWN_MARK}.", Kind.OWN)]
    if chance.random() < 0.5:
        said = [Line(MOVE, Kind.OWN), Line("", Kind.OWN), *said]
    return [*said, Line("", Kind.OWN), *lines]


def _head(scene: Scene, seed: int) -> str:
    assert scene.mail is not None, "a key is needed"
    fields = {
        "From": f"Alice Smith <{scene.writer}>",
        "To": scene.mail.reply_to,
        "Subject": f"Re: {scene.mail.subject}",
        "Date": "Fri, 20 Nov 2026 10:00:00 +0000",
        "Message-ID": f"<fuzz-{seed}@example.org>",
        "In-Reply-To": scene.mail.row.message_id,
        "MIME-Version": "1.0",
    }
    return "".join(f"{name}: {value}\r\n" for name, value in fields.items())


def send_changed(report: Report, source: Source, scene: Scene, town: Town, seed: int) -> None:
    raw = changed(source, scene, seed)
    name = f"{source.name}, seed {seed}"
    mails = _send(report, name, scene, town, raw, scene.writer)
    report.sent += 1
    answered = any(mail.to == scene.writer for mail in mails)
    report.answered += answered
    if not answered and not _is_robots(scene, raw):
        report.silent.append(f"{name}: not answered")
    others = "\n".join(mail.text for mail in mails if mail.to != scene.writer)
    report.own += OWN_MARK in others
    found = [mark for mark in (QUOTE_MARK, HEAD_MARK) if mark in others]
    if found:
        report.leaked.append(f"{name}: passed on {', '.join(found)}")


def send_programs(report: Report, source: Source, scene: Scene, town: Town) -> None:
    """Send a bounce or the letter of a responder as it is: nothing may come of it."""
    sender = "" if source.bounced else scene.writer
    mails = _send(report, source.name, scene, town, source.raw, sender)
    report.programs += 1
    if mails:
        report.heard.append(f"{source.name}: {', '.join(mail.kind for mail in mails)}")


def _send(
    report: Report, name: str, scene: Scene, town: Town, raw: bytes, sender: str
) -> Sequence[Mail]:
    assert scene.mail is not None, "a key is needed"
    with town.rehearsing():
        number = town.keep(sender, raw, scene.mail.reply_to, PIPE)
        town.app.handle_now(number)
        mails = town.new_mails()
        with town.app.store.reading() as tx:
            kept = tx.letters.get(number)
        if kept is not None and kept.status is LetterStatus.FAILED:
            report.failed.append(f"{name}: {kept.note}")
    return mails


def _is_robots(scene: Scene, raw: bytes) -> bool:
    """Whether the changed letter is one that a program is known to have written."""
    return read(Envelope(scene.writer, (f"pbm@{DOMAIN}",), raw), domain=DOMAIN).robot is not None
