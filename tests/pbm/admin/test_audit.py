"""The audit's findings in a database that was changed by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path

import pytest

from pbm.admin.audit import audit, audit_board, in_processes, size
from pbm.base.errors import UsageError
from pbm.core.model import Cause
from pbm.notices.dispatch import take_drafts
from pbm.play.moves import resign
from pbm.play.work import Work
from tests.pbm.conftest import SavedTown
from tests.pbm.store.memory.engine import MemoryStore
from tests.pbm.store.samples import NOW, keep
from tests.pbm.town import ALICE, BOB, NORTH, PASSWORD, SOUTH, Town, findings, tamper

# The letters of the played town. Letters 1 to 4 signed up alice and bob.
INVITED, ACCEPTED, FIRST, SECOND, LAST = 5, 6, 7, 8, 9
POSITION = "321123/....../....../....../..1.../23.123 n"


@pytest.fixture(scope="module")
def saved_played_town(
    saved_town_with_game: SavedTown, tmp_path_factory: pytest.TempPathFactory
) -> SavedTown:
    with closing(saved_town_with_game.copy(tmp_path_factory.mktemp("played"))) as town:
        mails = town.play(saved_town_with_game.mails, SOUTH, NORTH, "13-23")
    return SavedTown(town.folder, mails)


@pytest.fixture
def played_town(saved_played_town: SavedTown, tmp_path: Path) -> Iterator[Town]:
    """Board 1, with three plies: its events are 1 invited, 2 accepted, 3, 4 and 5 moved."""
    with closing(saved_played_town.copy(tmp_path)) as town:
        yield town


def causes(town: Town) -> set[int | None]:
    found = audit(town.app.store, lambda: None)
    return {finding.cause.letter for finding in found if finding.cause}


def test_an_undamaged_store_has_no_findings(played_town: Town) -> None:
    played_town.board()
    played_town.write(BOB, subject="no such command")
    assert findings(played_town) == []
    assert list(audit_board(played_town.app.store, 1)) == []


def test_a_board_number_that_a_confirmation_has_used_is_not_missing(
    played_town: Town,
) -> None:
    played_town.write(BOB, subject="gyges challenge alice")
    with played_town.app.store.reading() as tx:
        assert tx.matches.numbers(1, 9) == []
    played_town.board()
    assert findings(played_town) == []


def test_gaps_in_numbers_after_a_rollback_are_no_findings() -> None:
    store = MemoryStore()
    with store.transaction() as tx:
        with suppress(LookupError), tx.savepoint():
            keep(tx)
            tx.acts.add("games new", "a test", {}, NOW)
            raise LookupError
        keep(tx)
        assert list(tx.letters.numbers(0, 9)) == [2]
    assert list(audit(store, lambda: None)) == []
    with pytest.raises(UsageError):
        list(audit_board(store, 1))


def test_progress_counts_every_letter_and_board(played_town: Town) -> None:
    played_town.board()
    steps: list[None] = []
    list(audit(played_town.app.store, lambda: steps.append(None)))
    assert len(steps) == size(played_town.app.store) == 11 + 2


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("SET data = json_set(data, '$.line', '231123')", "it was changed after it was sealed"),
        ("SET at = '2026-11-19T10:00:00+00:00'", "it was changed after it was sealed"),
        ("SET letter = 3", "it was changed after it was sealed"),
        ("SET previous = hash", "it was changed after it was sealed"),
        ("SET data = '{}'", "cannot be read: KeyError('seat')"),
        ("SET data = json_set(data, '$.line', 5)", "it cannot have happened: "),
        ("SET data = '[]'", "cannot be read: TypeError"),
        ("SET data = 'x'", "cannot be read"),
        ("SET kind = 'teleported'", "cannot be read"),
        ("SET at = 'yesterday'", "cannot be read"),
    ],
)
def test_a_changed_event_is_found(change: str, said: str, played_town: Town) -> None:
    tamper(played_town, f"UPDATE events {change} WHERE seq = 4")
    found = [line for line in findings(played_town) if line.startswith("board 1, event 4 (letter")]
    assert said in " ".join(found)


def test_a_changed_event_with_a_new_hash_breaks_the_chain(played_town: Town) -> None:
    with played_town.app.store.reading() as tx:
        event = tx.matches.events(1)[3]
    changed = event._replace(data={**event.data, "line": "231123"})
    tamper(
        played_town,
        "UPDATE events SET data = json_set(data, '$.line', '231123'), "
        f"hash = '{changed.seal()}' WHERE seq = 4",
    )
    assert (
        "board 1, event 5 (letter 9): the chain is broken: it does not follow the event before it"
        in findings(played_town)
    )


def test_an_illegal_move_is_found(played_town: Town) -> None:
    tamper(
        played_town,
        "UPDATE events SET data = json_set(data, '$.line', '231124') WHERE seq = 4",
    )
    assert any(
        line.startswith("board 1, event 4 (letter 8): it cannot have happened: ply 2 North: ")
        for line in findings(played_town)
    )


@pytest.mark.parametrize(
    ("seq", "letter"), [(1, INVITED), (2, ACCEPTED), (3, FIRST), (4, SECOND), (5, LAST)]
)
def test_a_deleted_event_is_found(seq: int, letter: int, played_town: Town) -> None:
    tamper(played_town, f"DELETE FROM events WHERE seq = {seq}")
    assert findings(played_town) == [
        f"board 1, event {seq} (letter {letter}): it is gone from the store"
    ]


def test_a_deleted_last_event_is_found_even_if_the_board_agrees(
    played_town: Town,
) -> None:
    tamper(
        played_town,
        "UPDATE matches SET seq = 4, head = (SELECT hash FROM events WHERE seq = 4)",
        "DELETE FROM events WHERE seq = 5",
    )
    assert findings(played_town) == ["board 1, event 5 (letter 9): it is gone from the store"]


def test_all_deleted_events_are_found(played_town: Town) -> None:
    tamper(played_town, "DELETE FROM events")
    assert causes(played_town) == {INVITED, ACCEPTED, FIRST, SECOND, LAST}


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [
        ("position", "'1'", f"the stored position is 1; its events give {POSITION}"),
        ("result", "'1-0'", "the stored result is 1-0; its events give *"),
        ("reason", "'goal'", "the stored reason is goal; its events give *"),
        ("status", "'finished'", "the stored status is finished; its events give running"),
        ("turn", "0", "the stored turn is South; its events give North"),
        ("plies", "2", "the stored plies is 2; its events give 3"),
        ("head", "'0'", "the stored head is 0; its events give "),
        ("seed", "7", "the stored seed is 7; its events give 0"),
        ("first", "2", "the stored players is (2, 2); its events give (1, 2)"),
        ("first", "77", "the stored players is (77, 2); its events give (1, 2)"),
        ("created", "'2026-11-19T10:00:00+00:00'", "the stored created is 2026-11-19"),
    ],
)
def test_a_changed_board_is_found(column: str, value: str, said: str, played_town: Town) -> None:
    tamper(played_town, f"UPDATE matches SET {column} = {value}")
    assert findings(played_town)[0].startswith(f"board 1 (letter {LAST}): {said}")


def test_an_unreadable_board_is_found(played_town: Town) -> None:
    tamper(played_town, "UPDATE matches SET status = 'upside down'")
    (found,) = findings(played_town)
    assert found.startswith("board 1: board 1 cannot be read: ")


@pytest.mark.parametrize("letter", [FIRST, LAST])
def test_a_deleted_letter_and_its_event_are_found(letter: int, played_town: Town) -> None:
    tamper(played_town, f"DELETE FROM letters WHERE id = {letter}")
    seq = letter - 4
    assert findings(played_town) == [
        f"letter {letter}: it is gone from the store",
        f"board 1, event {seq} (letter {letter}): the letter that caused it is not kept",
    ]


def test_deleted_letters_without_events_are_found_as_a_range(played_town: Town) -> None:
    tamper(played_town, "DELETE FROM letters WHERE id IN (2, 3, 4)")
    assert findings(played_town) == [
        "letter 2: it is gone from the store, and so are those up to 4"
    ]


@pytest.mark.parametrize(
    "change", ["raw = x'00'", "sender = 'x'", "recipients = '[]'", "hash = ''"]
)
def test_a_changed_letter_is_found(change: str, played_town: Town) -> None:
    tamper(played_town, f"UPDATE letters SET {change} WHERE id = {SECOND}")
    found = [f"letter {SECOND}: its bytes are not those that were kept"]
    assert findings(played_town) == found
    assert [str(each) for each in audit_board(played_town.app.store, 1)] == found


def test_a_letter_blanked_by_retention_is_no_finding(played_town: Town) -> None:
    tamper(played_town, f"UPDATE letters SET raw = x'' WHERE id = {SECOND}")
    assert findings(played_town) == []


def test_a_waiting_letter_that_has_caused_an_event_is_found(played_town: Town) -> None:
    tamper(played_town, f"UPDATE letters SET status = 'waiting' WHERE id = {SECOND}")
    assert findings(played_town) == [
        f"board 1, event 4 (letter {SECOND}): the letter that caused it is marked waiting"
    ]


NO_MAIL = "DELETE FROM outbox WHERE seq = 3 AND player = 2"


def test_an_event_that_was_offered_to_notices_needs_no_mail(played_town: Town) -> None:
    tamper(played_town, NO_MAIL)
    assert findings(played_town) == []


def test_a_missing_mail_about_an_event_is_found(played_town: Town) -> None:
    tamper(played_town, "UPDATE events SET offered = 0", NO_MAIL)
    assert findings(played_town) == [
        f"board 1, event 3 (letter {FIRST}): no mail about it was queued for bob"
    ]


def test_an_event_with_mails_to_both_is_no_finding(played_town: Town) -> None:
    tamper(played_town, "UPDATE events SET offered = 0")
    assert findings(played_town) == []


def resign_by_request(played_town: Town, *, is_told: bool) -> None:
    """Let alice resign through another front door. is_told: whether notices get the news."""
    player = played_town.player("alice")
    with played_town.app.store.transaction() as tx:
        request = tx.requests.add("a page", player.id, "resign 1", played_town.time)
        work = Work(
            tx,
            played_town.time,
            Cause(request=request.id),
            played_town.app.repository,
        )
        resign(work, player, 1)
        if is_told:
            take_drafts(work)


def test_a_request_whose_news_are_offered_but_mailed_to_nobody_is_no_finding(
    played_town: Town,
) -> None:
    resign_by_request(played_town, is_told=True)
    assert findings(played_town) == []


def test_a_request_whose_news_are_not_offered_is_found(played_town: Town) -> None:
    resign_by_request(played_town, is_told=False)
    assert findings(played_town) == [
        f"board 1, event 6 (request 1): no mail about it was queued for {userid}"
        for userid in ("alice", "bob")
    ]


def test_a_deleted_request_is_found(played_town: Town) -> None:
    resign_by_request(played_town, is_told=True)
    tamper(played_town, "DELETE FROM requests")
    assert findings(played_town) == [
        "board 1, event 6 (request 1): the request that caused it is not kept"
    ]


def test_a_deleted_board_is_found_by_its_events(played_town: Town) -> None:
    tamper(played_town, "DELETE FROM matches")
    assert findings(played_town) == [
        f"board 1 (letter {LAST}): it is gone from the store, its events are not"
    ]


def test_a_deleted_board_without_events_is_found(played_town: Town) -> None:
    tamper(played_town, "DELETE FROM matches", "DELETE FROM events")
    assert findings(played_town) == ["board 1: it is gone from the store, with its events"]


@pytest.mark.parametrize("columns", [["seed"], ["setup"], ["seed", "setup"]])
def test_a_seeded_start_that_differs_from_its_seed_is_found(
    columns: Sequence[str], town_with_players: Town
) -> None:
    town_with_players.board("-random", "dvonn")
    other = {"seed": "1", "setup": "'x'"}
    sets = ", ".join(f"'$.{column}', {other[column]}" for column in columns)
    tamper(town_with_players, f"UPDATE events SET data = json_set(data, {sets}) WHERE seq = 1")
    assert any(
        line.startswith("board 1, event 1 (letter 5): the start is not what its seed gives, ")
        for line in findings(town_with_players)
    )


def test_missing_mails_to_a_player_without_addresses_are_no_finding(
    played_town: Town,
) -> None:
    tamper(
        played_town,
        "DELETE FROM addresses WHERE player = 2",
        "DELETE FROM outbox WHERE player = 2",
    )
    assert findings(played_town) == []


def test_letters_beyond_the_first_page_are_audited(town_with_players: Town) -> None:
    for number in range(120):
        town_with_players.keep(BOB, f"Subject: {number}\r\n\r\n".encode())
    town_with_players.board()
    tamper(town_with_players, "UPDATE letters SET raw = x'00' WHERE id > 120")
    assert [line for line in findings(town_with_players) if "bytes" in line] == [
        f"letter {number}: its bytes are not those that were kept" for number in (125, 126)
    ]


@pytest.fixture
def town_with_rated_game(played_town: Town) -> Town:
    """The played town after alice has resigned board 1. Board 2 was aborted."""
    played_town.write(ALICE, f"gyges resign 1 alice {PASSWORD}\n")
    played_town.answer(played_town.board()[0], "resign\n")
    return played_town


def test_correct_ratings_are_no_finding(town_with_rated_game: Town) -> None:
    assert findings(town_with_rated_game) == []


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE ratings SET points = 1900 WHERE seat = 0", "its ratings are not what"),
        ("UPDATE ratings SET games = 12", "its ratings are not what"),
        ("UPDATE ratings SET board = 2", "its ratings are not what"),
        ("DELETE FROM ratings", "its ratings are not what"),
        ("UPDATE ratings SET ended = 'yesterday'", "cannot be read"),
    ],
)
def test_a_changed_rating_is_found(statement: str, said: str, town_with_rated_game: Town) -> None:
    tamper(town_with_rated_game, statement)
    found = findings(town_with_rated_game)
    assert found
    assert all(said in line for line in found)


def test_several_processes_report_the_same_findings_in_the_same_order(
    played_town: Town,
) -> None:
    tamper(
        played_town,
        "UPDATE letters SET raw = 'x' WHERE id = 7",
        "UPDATE events SET at = '2026-11-19T10:00:00+00:00' WHERE board = 1",
    )
    steps: list[None] = []
    with in_processes(played_town.folder) as run:
        found = audit(played_town.app.store, lambda: steps.append(None), run)
        assert [str(each) for each in found] == findings(played_town)
    assert len(findings(played_town)) > 2
    assert len(steps) == size(played_town.app.store)


@pytest.mark.parametrize("kept", ["x", '{"past": "[[], null]", "proposal": null}'])
def test_a_wrong_snapshot_is_found(played_town: Town, kept: str) -> None:
    tamper(played_town, f"UPDATE snapshots SET kept = '{kept}' WHERE board = 1")
    assert len(findings(played_town)) == 1
    assert "snapshot" in findings(played_town)[0]
