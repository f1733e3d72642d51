"""A player's password is removed from every letter, wherever it is and however encoded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from pbm.mail.passages import passages
from tests.combinations import contained, in_all_tests
from tests.pbm.conftest import SavedTown
from tests.pbm.security.odd_places import PASSWORDS, letter
from tests.pbm.town import ALICE, NORTH, PASSWORD, SERVER, SOUTH, STRANGER, Town

FEW, MANY = 30, 200


@pytest.fixture(params=PASSWORDS)
def password(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def club(
    saved_town_with_game: SavedTown, tmp_path: Path, _unsynced: None, password: str
) -> Iterator[Town]:
    """A game that has begun between alice, who has this password, and bob."""
    town = saved_town_with_game.copy(tmp_path)
    if password != PASSWORD:
        town.write(ALICE, f"change password alice {PASSWORD} {password}")
    town.play(saved_town_with_game.mails, SOUTH, NORTH)
    yield town
    town.close()


def kept(town: Town, letters: int) -> list[bytes]:
    """The newest letters, newest first."""
    found = town.rows(f"SELECT raw FROM letters ORDER BY id DESC LIMIT {letters}")
    return [bytes(raw) for (raw,) in found]


def shows(raw: bytes, password: str) -> bool:
    """Whether the password is in the bytes, or in any text that can be decoded from them."""
    return password.encode() in raw or any(password in each.text for each in passages(raw, {}))


@pytest.mark.parametrize("letters", [contained(FEW), *in_all_tests([MANY])])
def test_no_password_is_kept_in_a_letter_or_on_the_disk(
    club: Town, saved_town_with_game: SavedTown, password: str, letters: int
) -> None:
    random = Random(password)
    sent = [letter(random, password, random.choice((ALICE, STRANGER))) for _ in range(letters)]
    for number, raw in enumerate(sent):
        club.post(ALICE, raw, saved_town_with_game.mails[0].reply_to if number % 3 else SERVER)
        club.later(minutes=20)
    found = [
        raw.decode("utf-8", "replace")
        for raw, redacted in zip(sent[::-1], kept(club, letters), strict=True)
        if shows(redacted, password)
    ]
    assert found == []
    assert password.encode() not in club.stored()


def test_hardly_any_other_text_is_blanked(club: Town) -> None:
    """The rest of a letter stays readable for the operator."""
    said = "What a beautiful position this was yesterday! Yours sincerely"
    club.write(ALICE, f"chat\n\n{said}\n\n> gyges 1: 16-35\n-- \nAlice, Oxford")
    (raw,) = kept(club, 1)
    assert said in raw.decode() and b"16-35" in raw and b"Oxford" in raw
