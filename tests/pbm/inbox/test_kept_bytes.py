"""What is kept of letters is bounded for each writer, whatever status a letter gets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbm.admin.action import action
from pbm.admin.messages import retry_letter
from pbm.base.errors import PermanentFailure
from pbm.mail.correspondence import KeptLetter, LetterStatus
from tests.pbm.conftest import SavedTown
from tests.pbm.town import ALICE, STRANGER, Town, findings

SIZE = 250_000
AUTOMATIC = "Auto-Submitted: auto-replied\r\n"
FITTING, SENT = 4, 6
"""Letters that fit into a MiB, and letters that are sent."""


def letter(number: int, author: str, head: str = "", text: str = "whoami") -> bytes:
    top = f"From: {author}\r\nMessage-ID: <{number}@example.org>\r\nSubject: {text}\r\n{head}"
    return f"{top}\r\n{text}\r\n\r\n> {'quoted ' * (SIZE // 7)}\r\n".encode()


def last(town: Town) -> int:
    return town.last_letter().id


def done(town: Town, number: int, author: str, to: str) -> int:
    town.post(author, letter(number, author), to)
    return last(town)


def ignored(town: Town, number: int, author: str, to: str) -> int:
    town.post(author, letter(number, author, AUTOMATIC), to)
    return last(town)


def repeated(town: Town, number: int, author: str, to: str) -> int:
    town.post(author, letter(0, author, f"Received: {number}\r\n"), to)
    return last(town)


def failed(town: Town, number: int, author: str, to: str) -> int:
    kept = town.keep(author, letter(number, author), to)
    with town.app.store.transaction() as tx:
        town.app.put_aside(kept, RuntimeError("a fault"))(tx)
    return kept


def deadly(town: Town, number: int, author: str, to: str) -> int:
    kept = town.keep(author, letter(number, author), to)
    with town.app.store.transaction() as tx:
        town.app.put_aside_unread(kept)(tx)
    return kept


Way = Callable[[Town, int, str, str], int]
WAYS: dict[LetterStatus, list[Way]] = {
    LetterStatus.DONE: [done],
    LetterStatus.IGNORED: [ignored],
    LetterStatus.DUPLICATE: [repeated],
    LetterStatus.FAILED: [failed, deadly],
}


@pytest.fixture
def town(saved_town_with_game: SavedTown, tmp_path: Path, _unsynced: None) -> Iterator[Town]:
    limits = {"strangers_megabytes": "1", "player_megabytes": "1"}
    town = saved_town_with_game.copy(tmp_path, **limits)
    yield town
    town.close()


def kept(town: Town, number: int) -> KeptLetter:
    with town.app.store.reading() as tx:
        found = tx.letters.get(number)
    assert found is not None
    return found


def test_each_status_is_looked_at() -> None:
    # A letter that waits is acted on within seconds.
    assert {*WAYS} == {*LetterStatus} - {LetterStatus.WAITING}


@pytest.mark.parametrize("who", ["a player", "a stranger"])
@pytest.mark.parametrize("way", [way for ways in WAYS.values() for way in ways])
def test_no_status_frees_a_letter_from_its_budget(
    way: Way, who: str, town: Town, saved_town_with_game: SavedTown
) -> None:
    is_player = who == "a player"
    author = ALICE if is_player else STRANGER
    to = saved_town_with_game.mails[0].reply_to if is_player else "pbm@example.org"
    numbers = [way(town, number, author, to) for number in range(SENT)]
    assert sum(bool(kept(town, number).raw) for number in numbers) <= FITTING
    assert findings(town) == []


@pytest.mark.parametrize("way", [failed, deadly])
@pytest.mark.parametrize("author", [ALICE, STRANGER])
def test_after_two_weeks_nothing_is_left_of_a_failed_letter(
    way: Way, author: str, town: Town
) -> None:
    number = way(town, 1, author, "pbm@example.org")
    assert kept(town, number).raw
    town.later(days=14, minutes=1)
    town.tidy()
    found = kept(town, number)
    assert (found.raw, found.status) == (b"", LetterStatus.IGNORED)
    assert findings(town) == []


def test_what_a_stranger_wrote_is_redacted_even_if_it_failed(
    town: Town, saved_town_with_game: SavedTown
) -> None:
    quoted = saved_town_with_game.mails[0].reply_to
    raw = f"From: {STRANGER}\r\nMessage-ID: <x@y>\r\n\r\nhello {quoted}\r\n".encode()
    number = town.keep(STRANGER, raw)
    with town.app.store.transaction() as tx:
        town.app.put_aside(number, RuntimeError("a fault"))(tx)
    assert quoted.encode() not in kept(town, number).raw
    assert b"hello" in kept(town, number).raw


def test_a_failed_letter_without_bytes_is_not_retried(town: Town) -> None:
    numbers = [deadly(town, number, STRANGER, "pbm@example.org") for number in range(SENT)]
    with pytest.raises(PermanentFailure, match="bytes"), action(town.app, "x") as work:
        retry_letter(work, numbers[-1])


def test_the_player_is_told_once_a_month_and_answered_each_time(
    town: Town, saved_town_with_game: SavedTown
) -> None:
    def answers(start: int) -> list[list[str]]:
        to = saved_town_with_game.mails[0].reply_to
        numbers = range(start, start + SENT)
        found = [town.post(ALICE, letter(number, ALICE), to) for number in numbers]
        return [sorted(mail.kind for mail in mails) for mails in found]

    plain, told = ["account"], ["account", "failed"]
    first = answers(1)
    assert first == [plain] * FITTING + [told, plain]
    town.later(days=32)
    town.tidy()
    assert answers(100) == first


def test_the_club_has_a_budget_for_all_players(
    saved_town_with_game: SavedTown, tmp_path: Path, _unsynced: None
) -> None:
    town = saved_town_with_game.copy(tmp_path, players_megabytes="1")
    numbers = []
    for number in range(SENT):
        mail = saved_town_with_game.mails[number % 2]
        town.post(mail.to, letter(number, mail.to), mail.reply_to)
        numbers.append(last(town))
    assert [bool(kept(town, each).raw) for each in numbers] == [True] * FITTING + [False] * 2
    town.close()
