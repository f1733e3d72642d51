"""The whole server runs on any engine, and says the same to everybody."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbm.store.identity_map import MappedStore
from tests.pbm.store.conftest import ENGINES, Engine
from tests.pbm.town import ALICE, BOB, CAROL, NORTH, PASSWORD, SOUTH, Mail, Town, findings, of, only

OPENING = "pbm.app.application"


@pytest.fixture(params=[name for name in ENGINES if name != "sqlite"])
def other(request: pytest.FixtureRequest) -> Engine:
    """An engine that is not the one of a data directory."""
    return ENGINES[request.param]


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    made = [tmp_path / "one", tmp_path / "other"]
    for folder in made:
        folder.mkdir()
    return made


def story(town: Town) -> Iterator[Mail]:
    """People, a game with words beside it and moves decided beforehand, clocks, what is kept."""
    yield town.sign_up(ALICE, PASSWORD)
    yield town.sign_up(BOB)
    yield from town.write(CAROL, "who are you?")
    mails = town.board("-nagtime=2d -forfeittime=9d")
    yield from mails
    mails = town.play(mails, SOUTH)
    yield from town.answer(of(mails, ALICE), f"queue if {NORTH} then 11-31\n")
    mails = town.play(mails, NORTH)
    yield from mails
    yield from town.answer(of(mails, BOB), "undo\n")
    yield from town.answer(of(mails, ALICE), "chat\nNo, you will not have it back.\n")
    yield from town.write(ALICE, "games\nratings gyges\n", subject="multiple")
    yield from town.live(days=10)
    question = only(town.write(BOB, "data"))
    yield from town.answer(question, "yes\n")


def said(mail: Mail) -> tuple[str, str, str, str]:
    return mail.to, mail.kind, mail.subject, mail.text


def test_a_game_is_played_by_the_same_mails(
    other: Engine, folders: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = Town(folders[0])
    expected = [said(mail) for mail in story(usual)]
    usual.close()
    monkeypatch.setattr(f"{OPENING}.administration", other)
    monkeypatch.setattr(f"{OPENING}.open_store", lambda place: MappedStore(other(place).open()))
    town = Town(folders[1])
    assert [said(mail) for mail in story(town)] == expected
    assert findings(town) == []
    assert town.match().finished
    town.close()
    assert not (folders[1] / "pbm.sqlite").exists()
