"""The whole server runs on every engine, and sends the same mails."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbm.store.administration import FILE
from pbm.store.identity_map import MappedStore
from tests.pbm.store.conftest import Engine, params
from tests.pbm.town import ALICE, BOB, CAROL, NORTH, PASSWORD, SOUTH, Mail, Town, findings, of

OPENING = "pbm.app.data_directory"


@pytest.fixture(params=params("memory", "postgresql"))
def other(request: pytest.FixtureRequest) -> Engine:
    """An engine other than the default one."""
    found: Engine = request.param
    return found


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    made = [tmp_path / "one", tmp_path / "other"]
    for folder in made:
        folder.mkdir()
    return made


def ask(town: Town, welcome: Mail, text: str) -> Iterator[Mail]:
    """Reply to a mail, which proves the writer, and confirm with yes if asked.

    Unproven commands would be rehearsed in a savepoint: that leaves gaps in some engines' numbers.
    """
    for mail in town.answer(welcome, text):
        yield mail
        if mail.kind == "confirm":
            yield from town.answer(mail, "yes\n")


def game(town: Town) -> Iterator[Mail]:
    """A game with comments and planned moves, until bob loses by time."""
    mails = town.board("-nagtime=2d -forfeittime=9d")
    yield from mails
    mails = town.play(mails, SOUTH)
    yield from town.answer(of(mails, ALICE), f"queue if {NORTH} then 11-31\n")
    mails = town.play(mails, NORTH)
    yield from mails
    yield from town.answer(of(mails, BOB), "undo\n")
    yield from town.answer(of(mails, ALICE), "chat\nNo, you will not have it back.\n")
    yield from town.live(days=10)


def story(town: Town) -> Iterator[Mail]:
    """Six weeks of a small club."""
    yield from town.write(CAROL, "who are you?")
    alice, bob, carol = (town.sign_up(address, PASSWORD) for address in (ALICE, BOB, CAROL))
    yield from (alice, bob, carol)
    yield from game(town)
    for welcome, text in (
        (bob, "set digest daily"),
        (alice, "gyges seek 2 -rules=modern"),
        (carol, "gyges take 1"),
        (bob, "gyges take 1"),
        (bob, "vacation 2026-12-10 2026-12-15"),
        (carol, "message alice bob\nA tournament is about to begin."),
        (alice, "block carol"),
    ):
        yield from ask(town, welcome, text)
    yield from town.write(ALICE, "games\nseeks\nratings gyges\nplayers", subject="multiple")
    yield from town.live(days=25)
    yield from ask(town, bob, "data")
    yield from ask(town, bob, "signoff")
    yield from town.live(days=3)
    yield from ask(town, alice, "data")


def said(mail: Mail) -> tuple[str, str, str, str]:
    """The content of a mail without its random parts: the reply addresses in a digest."""
    return mail.to, mail.kind, mail.subject, re.sub(r"pbm\+\w{26}@", "pbm+...@", mail.text)


@pytest.fixture(autouse=True)
def _store() -> None:
    """Keep the usual town in a file, whatever --store says: other engines are compared with it."""


def test_every_engine_gives_the_same_mails(
    other: Engine, folders: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = Town(folders[0])
    expected = [said(mail) for mail in story(usual)]
    usual.close()
    monkeypatch.setattr(f"{OPENING}.administration", other)
    # The two share a key, which is here before the store.
    monkeypatch.setattr(
        f"{OPENING}.open_store", lambda place, create: MappedStore(other(place).open())
    )
    town = Town(folders[1])
    untouched = (folders[1] / FILE).read_bytes()
    assert [said(mail) for mail in story(town)] == expected
    assert findings(town) == []
    with town.app.store.reading() as tx:
        assert tx.players.get(2).left
        assert {match.finished for match in tx.matches.list()} == {True}
    town.close()
    assert (folders[1] / FILE).read_bytes() == untouched
