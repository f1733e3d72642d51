"""Every letter of the tables comes to what its row says, and bob reads nothing that he should not."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from pbm.notices.kinds import MailKind
from tests.pbm.inbox.understanding.rows import Row
from tests.pbm.inbox.understanding.scenes import Scene
from tests.pbm.inbox.understanding.table import scene_of
from tests.pbm.inbox.understanding.verdicts import ACTS, outcomes
from tests.pbm.letters.table import FILES, LetterRow, letters
from tests.pbm.town import Mail, Town

MARK = "| "
"""Before each line of somebody else's words in a mail."""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_letters_come_to_what_their_rows_say(file: Path, tmp_path: Path, _unsynced: None) -> None:
    with ExitStack() as opened:
        scenes, towns = {}, {}
        bad: list[str] = []
        for row in letters(file):
            if row.scene not in towns:
                scenes[row.scene] = scene_of(row.scene).copied(tmp_path / row.scene)
                towns[row.scene] = opened.enter_context(closing(scenes[row.scene].town()))
            with towns[row.scene].rehearsing():
                bad += [
                    f"{row}: {fault}" for fault in faults(row, scenes[row.scene], towns[row.scene])
                ]
        assert bad == []


def faults(row: LetterRow, scene: Scene, town: Town) -> list[str]:
    """Send the letter, and say in which ways what came of it is wrong."""
    sent: list[Mail] = []

    def send(*_: object) -> Sequence[Mail]:
        to = scene.mail.reply_to if scene.mail else town.address
        sent.extend(town.post(row.sender or scene.writer, row.bytes(scene), to))
        return sent

    came = outcomes(scene, _as_row(row), town, send) | _refusals(sent, scene)
    came = came - {"nothing"} if sent else came
    shown = [line for mail in sent if mail.to != scene.writer for line in _words_of_others(mail)]
    found = []
    if not _is_wanted(row, came):
        found.append(f"came to {sorted(came)}, wanted {row.comes}")
    if shown != [*row.shown]:
        found.append(f"the other player reads {shown}, wanted {[*row.shown]}")
    if not town.note.startswith(row.note):
        found.append(f"its note is {town.note!r}, wanted {row.note!r}")
    return found


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
    return frozenset(
        f"refused:{mail.facts['refusal']}" for mail in own if mail.kind == MailKind.REFUSAL
    )


def _words_of_others(mail: Mail) -> list[str]:
    lines = mail.text.splitlines()
    return [line.removeprefix(MARK) for line in lines if line.startswith(MARK)]
