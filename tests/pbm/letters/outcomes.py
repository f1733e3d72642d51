"""What came of a letter, compared with what its row wants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from pbm.mail.letter import Envelope
from pbm.mail.peers import PIPE
from pbm.notices.kinds import MailKind
from tests.pbm.inbox.understanding.rows import Row
from tests.pbm.inbox.understanding.scenes import Scene
from tests.pbm.inbox.understanding.table import scene_of
from tests.pbm.inbox.understanding.verdicts import ACTS, outcomes
from tests.pbm.letters.table import LetterRow
from tests.pbm.town import Mail, Town

MARK = "| "
"""Before each line of somebody else's words in a mail."""


@contextmanager
def towns(folder: Path, names: set[str]) -> Iterator[Mapping[str, tuple[Scene, Town]]]:
    """A town for each of these scenes."""
    with ExitStack() as opened:
        scenes = {name: scene_of(name).copied(folder / name) for name in sorted(names)}
        yield {
            name: (scene, opened.enter_context(closing(scene.town())))
            for name, scene in scenes.items()
        }


def letter_of(row: LetterRow, scene: Scene, town: Town) -> Envelope:
    to = row.to or (scene.mail.reply_to if scene.mail else town.address)
    return Envelope(row.sender or scene.writer, (to,), row.bytes(scene), PIPE)


def faults(row: LetterRow, scene: Scene, town: Town, letter: Envelope) -> list[str]:
    """Let the server act on the letter of a row, and say in which ways what came of it is wrong.

    Everything is undone in the end.
    """
    sent: list[Mail] = []

    def send(*_: object) -> Sequence[Mail]:
        (to,) = letter.recipients
        sent.extend(town.post(letter.sender, letter.raw, to, letter.peer))
        return sent

    with town.rehearsing():
        for earlier in row.earlier:
            before = letter_of(earlier, scene, town)
            (to,) = before.recipients
            town.post(before.sender, before.raw, to, before.peer)
        came = outcomes(scene, _as_row(row), town, send) | _refusals(sent, scene)
        note = town.note
    came = came - {"nothing"} if sent else came
    shown = [line for mail in sent if mail.to != scene.writer for line in _words_of_others(mail)]
    found = []
    if not _is_wanted(row, came):
        found.append(f"came to {sorted(came)}, wanted {row.comes}")
    if shown != [*row.shown]:
        found.append(f"the other player reads {shown}, wanted {[*row.shown]}")
    if not note.startswith(row.note):
        found.append(f"its note is {note!r}, wanted {row.note!r}")
    return [f"{row}: {fault}" for fault in found]


def _as_row(row: LetterRow) -> Row:
    return Row(row.name, "en", row.scene, row.body, row.wanted, frozenset())


def _is_wanted(row: LetterRow, came: frozenset[str]) -> bool:
    """Whether the outcomes hold those of an alternative, and no other deed."""
    for wanted in row.wanted:
        others = {each for each in came - wanted if each.partition(":")[0] in ACTS}
        if wanted <= came | ({"ask"} if "ask_resign" in came else set()) and not others:
            return True
    return False


def _refusals(sent: Sequence[Mail], scene: Scene) -> frozenset[str]:
    own = [mail for mail in sent if mail.to == scene.writer]
    warned = {"warned" for mail in own if mail.kind == MailKind.WRONG_SECRET}
    refused = {f"refused:{mail.facts['refusal']}" for mail in own if mail.kind == MailKind.REFUSAL}
    told = [mail.facts["found"] for mail in own if mail.kind == MailKind.NO_COMMAND]
    return frozenset(warned | refused | {f"found:{each}" for each in told if each})


def _words_of_others(mail: Mail) -> list[str]:
    lines = mail.text.splitlines()
    return [line.removeprefix(MARK) for line in lines if line.startswith(MARK)]
