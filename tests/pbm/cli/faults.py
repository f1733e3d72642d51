"""A town and data directories in every state in which a command is refused."""

from __future__ import annotations

import tarfile
from contextlib import closing
from pathlib import Path
from shutil import copytree

from tests.pbm.cli.program import pbm
from tests.pbm.store.sqlite.versions import DEVELOPED, restore
from tests.pbm.town import ALICE, BOB, PASSWORD, STRANGER, Town, tamper

FINISHED = """\
[Game "gyges/classic"]
[South "alice"]
[North "bob"]
[Result "0-1"]
[Reason "goal"]

1 231123 2 321123 3 13x12=31 4 61-31-12-S
"""
DRAWN = """\
[Game "dvonn/standard"]
[White "alice"]
[Black "bob"]
[Start "random"]
[Setup "........./........../.........../........../wrb...... w"]
[Seed "1"]
[Result "*"]
"""
RECORDS = {
    "finished": FINISHED,
    "nothing": "",
    "letter": "dear bob,\n",
    "unknown-game": FINISHED.replace("gyges", "chess"),
    "unknown-player": FINISHED.replace("bob", "carol"),
    "one-player": FINISHED.replace("bob", "alice"),
    "illegal-move": FINISHED.replace("13x12=31", "13-66"),
    "wrong-reason": FINISHED.replace(" 3 13x12=31 4 61-31-12-S", ""),
    "wrong-seed": DRAWN.replace('"1"', '"one"'),
    "wrong-start": DRAWN.replace("random", "sideways"),
    "other-setup": DRAWN,
}
SETTINGS = {
    "unknown-setting": 'lisen = "127.0.0.1:25"',
    "strange-setting": 'colour = "red"',
    "number-setting": "domain = 1.5",
    "data-setting": 'data = "elsewhere"',
    "no-toml": "domain = games.example.org",
    "control-setting": r'site = "C:\temp"',
    "contradicting-limits": "message_bytes = 1_000_000\nbuffer_bytes = 500_000",
}
"""Data directories by their ``pbm.toml``."""


def fill(town: Town) -> None:
    """Add a board in each state, players and messages that refuse a command, and record files.

    1 runs, 2 was decided, 3 runs without limits, 4 is over by its moves, 5 was aborted before it
    began, 6 is an invitation. Contest 1 is running stairs, 2 an open cup, 3 is closed. Dave is
    suspended, erin has left, frank will be forgotten.
    """
    invite = f"gyges challenge alice {PASSWORD} bob\n"
    for options in ("", "", "-nagtime=off -forfeittime=off"):
        town.board(options)
    for name, text in RECORDS.items():
        Path(f"{name}.txt").write_text(text)
    for userid in ("dave", "erin", "frank"):
        done("players", "add", userid, f"{userid}@example.net")
    done("players", "password", "erin", stdin=f"{PASSWORD}\n")
    town.write("erin@example.net", f"signoff erin {PASSWORD}\n")
    done("players", "suspend", "dave")
    done("players", "forget", "frank", "--why", "a request")
    done("games", "adjudicate", "2", "0-1", "--why", "a test")
    done("contests", "create", "stairs", "gyges")
    done("contests", "create", "cup", "dvonn")
    done("contests", "create", "stairs", "dvonn")
    done("contests", "close", "3", "--why", "a test")
    done("games", "import", "finished.txt")
    town.write(ALICE, invite)
    done("games", "abort", "5", "--why", "a test")
    town.write(ALICE, invite)
    town.write(STRANGER, "hello\n")
    tamper(
        town,
        f"UPDATE letters SET raw = x'' WHERE id = {town.last_letter().id}",
        "UPDATE outbox SET status = 'sent' WHERE id = 1",
        "UPDATE outbox SET status = 'dropped' WHERE id = 2",
        "UPDATE outbox SET status = 'dead', raw = x'' WHERE id = 3",
    )
    new = town.folder / "outgoing" / BOB / "new"
    new.mkdir(parents=True)
    (new / "1.M1.mail").write_text("Subject: hello\n\nhello\n")


def done(*arguments: str, stdin: str | None = None) -> None:
    result = pbm(*arguments, stdin=stdin)
    assert result.exit_code == 0, result.output


def break_copies(town: Town) -> None:
    """Copy the data directory, and put a fault into each copy."""
    for name in ("busy", "in-use", "keyless", "wrong-key", "damaged", "baseless"):
        copytree(town.folder, name)
    Path("baseless", "pbm.sqlite").unlink()
    Path("keyless", "pbm.key").unlink()
    Path("wrong-key", "pbm.key").write_bytes(b"short")
    content = Path("damaged", "pbm.sqlite").read_bytes()
    Path("damaged", "pbm.sqlite").write_bytes(content[:8192] + b"x" * 4096 + content[12288:])
    with tarfile.open("damaged.tar", "w") as archive:
        for name in ("pbm.sqlite", "pbm.key"):
            archive.add(f"damaged/{name}", name)
    for name, change in {
        "newer": "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
        " VALUES ('pbm', 'm9999_later', '')",
        "damaged-game": "UPDATE events SET data = '{}' WHERE board = 2",
        "damaged-row": "UPDATE matches SET status = 'upside down' WHERE board = 1",
    }.items():
        copytree(town.folder, name)
        with closing(Town(Path(name))) as copied:
            tamper(copied, change)
    for name, toml in SETTINGS.items():
        Path(name).mkdir()
        Path(name, "pbm.toml").write_text(toml)
    for name in ("older", "locked", "empty"):
        Path(name).mkdir()
    restore(DEVELOPED[-1], Path("older"))
    Path("latin-1").mkdir()
    Path("latin-1", "pbm.toml").write_bytes(b'node = "Z\xfcrich"')
    Path("file").write_text("a file")
