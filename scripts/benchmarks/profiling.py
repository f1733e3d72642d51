"""Profile of a move: ``python -m scripts.benchmarks.profiling [SPEC] [PLY]``.

Letters are stored and acted on in this process, without SMTP and without the outbox's thread. A
first run measures the time, and a second one under cProfile finds the share of each part.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import closing
from cProfile import Profile
from pathlib import Path
from pstats import Stats
from tempfile import TemporaryDirectory
from time import process_time

from pbm.app.application import App
from pbm.mail.letter import Envelope
from pbm.store.workbench import Workbench
from scripts.benchmarks.client import Letter
from scripts.benchmarks.courses import course
from scripts.benchmarks.filling import app, fill
from scripts.benchmarks.replies import replies

MOVES, COURSES, WARM = 300, 50, 30
TOGETHER = 10
"""Letters in one transaction, as under load."""

# No function in this table may call another one: their shares are added up.
PARTS = {
    "the letter is kept": ("store/sql/letters.py", "keep"),
    "it is read: headers, parts, quotes": ("pbm/inbox/desk.py", "_read"),
    "its commands are found, who speaks, and on which board": (
        "letter/parsing.py",
        "parse",
    ),
    "it is looked for among those before": ("store/sql/letters.py", "first_with_key"),
    "the move is checked": ("rules/play.py", "play_line"),
    "it is recorded": ("pbm/play/recording.py", "record"),
    "the snapshot of the board is kept": ("pbm/play/board_repository.py", "_keep"),
    "what is to be told: the board drawn, the move in words": (
        "pbm/notices/views.py",
        "board_draft",
    ),
    "the two mails are rendered": ("pbm/notices/rendering.py", "render"),
    "they are written as bytes": ("pbm/mail/write.py", "compose"),
    "they are queued": ("store/sql/outbox.py", "add"),
    "the kept letter is redacted and settled": ("pbm/inbox/desk.py", "_redacted"),
    "the transactions are committed": ("store/sqlite/connection.py", "immediate"),
}


def main(spec: str = "gyges/classic", ply: str = "12") -> None:
    with TemporaryDirectory(prefix="profile-") as folder:
        data, played = Path(folder), int(ply)
        courses = [course(spec, played + 1, seed) for seed in range(COURSES)]
        boards = fill(data, courses, played, WARM + 2 * MOVES)
        letters = replies(data, courses, boards, played)
        with closing(app(data)) as made:
            _act_on(made, letters[:WARM])
            start = process_time()
            _act_on(made, letters[WARM : WARM + MOVES])
            spent = process_time() - start
            profile = Profile()
            profile.runcall(_act_on, made, letters[WARM + MOVES :])
    _report(Stats(profile), 1000 * spent / MOVES)


def _act_on(made: App, letters: Sequence[Letter]) -> None:
    for start in range(0, len(letters), TOGETHER):
        with made.store.transaction() as tx:
            numbers = [made.keep(_envelope(each))(tx) for each in letters[start : start + TOGETHER]]
        with made.store.transaction() as tx:
            for number in numbers:
                made.handle(number, Workbench())(tx)


def _envelope(letter: Letter) -> Envelope:
    return Envelope(letter.sender, (letter.recipient,), letter.raw)


def _report(stats: Stats, milliseconds: float) -> None:
    total: float = stats.total_tt  # type: ignore[attr-defined]
    rest = 1.0
    for what, place in PARTS.items():
        share = _seconds(stats, *place) / total
        rest -= share
        print(f"{share:6.1%} {share * milliseconds:7.2f} ms  {what}")
    print(f"{rest:6.1%} {rest * milliseconds:7.2f} ms  all else")
    print(f"       {milliseconds:7.2f} ms of CPU a move")


def _seconds(stats: Stats, file: str, name: str) -> float:
    """The time of a function, including everything that it calls.

    :raises LookupError: if the function was not called; perhaps it was renamed
    """
    calls = stats.stats.items()  # type: ignore[attr-defined]
    found = [
        float(cumulative)
        for (path, _, function), (_, _, _, cumulative, _) in calls
        if function == name and path.endswith(file)
    ]
    if not found:
        raise LookupError(f"no {name} of {file} was called")
    return sum(found)


if __name__ == "__main__":
    main(*sys.argv[1:])
