"""What the audit finds in a database that somebody has changed by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from shutil import copytree

import pytest

from pbm.admin.audit import audit, audit_board, in_processes, size
from pbm.base.errors import UsageError
from pbm.core.model import Cause
from pbm.notices.dispatch import take_drafts
from pbm.play.moves import resign
from pbm.play.work import Work
from tests.pbm.store.memory.engine import MemoryStore
from tests.pbm.store.samples import NOW, keep
from tests.pbm.town import ALICE, BOB, NORTH, PASSWORD, SOUTH, Town, findings, tamper

# The letters of the game below; letters 1 to 4 signed alice and bob up.
INVITED, ACCEPTED, FIRST, SECOND, LAST = 5, 6, 7, 8, 9
POSITION = "321123/....../....../....../..1.../23.123 n"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Board 1, with three plies: its events are 1 invited, 2 accepted, 3, 4 and 5 moved."""
    town = Town(tmp_path_factory.mktemp("town"))
    town.sign_up(ALICE, PASSWORD)
    town.sign_up(BOB)
    town.play(town.board(), SOUTH, NORTH, "13-23")
    town.close()
    return town.folder


@pytest.fixture
def game(played: Path, tmp_path: Path) -> Iterator[Town]:
    town = Town(Path(copytree(played, tmp_path / "town")))
    yield town
    town.close()


def causes(town: Town) -> set[int | None]:
    found = audit(town.app.store, lambda: None)
    return {finding.cause.letter for finding in found if finding.cause}


def test_an_untouched_house_has_no_findings(game: Town) -> None:
    game.board()
    game.write(BOB, subject="no such command")
    assert findings(game) == []
    assert list(audit_board(game.app.store, 1)) == []


def test_a_board_that_was_only_rehearsed_is_not_gone(game: Town) -> None:
    game.write(BOB, subject="gyges challenge alice")
    with game.app.store.reading() as tx:
        assert tx.matches.numbers(1, 9) == []
    game.board()
    assert findings(game) == []


def test_a_store_whose_numbers_have_gaps_of_their_own_has_no_findings() -> None:
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


def test_every_letter_and_board_is_a_step(game: Town) -> None:
    game.board()
    steps: list[None] = []
    list(audit(game.app.store, lambda: steps.append(None)))
    assert len(steps) == size(game.app.store) == 11 + 2


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
def test_an_event_was_changed(change: str, said: str, game: Town) -> None:
    tamper(game, f"UPDATE events {change} WHERE seq = 4")
    found = [line for line in findings(game) if line.startswith("board 1, event 4 (letter")]
    assert said in " ".join(found)


def test_a_changed_event_that_was_sealed_anew_breaks_the_chain(game: Town) -> None:
    with game.app.store.reading() as tx:
        event = tx.matches.events(1)[3]
    changed = event._replace(data={**event.data, "line": "231123"})
    tamper(
        game,
        "UPDATE events SET data = json_set(data, '$.line', '231123'), "
        f"hash = '{changed.seal()}' WHERE seq = 4",
    )
    assert (
        "board 1, event 5 (letter 9): the chain is broken: it does not follow the event before it"
        in findings(game)
    )


def test_a_move_that_the_rules_forbid(game: Town) -> None:
    tamper(game, "UPDATE events SET data = json_set(data, '$.line', '231124') WHERE seq = 4")
    assert any(
        line.startswith("board 1, event 4 (letter 8): it cannot have happened: ply 2 North: ")
        for line in findings(game)
    )


@pytest.mark.parametrize(
    ("seq", "letter"), [(1, INVITED), (2, ACCEPTED), (3, FIRST), (4, SECOND), (5, LAST)]
)
def test_an_event_was_removed(seq: int, letter: int, game: Town) -> None:
    tamper(game, f"DELETE FROM events WHERE seq = {seq}")
    assert findings(game) == [f"board 1, event {seq} (letter {letter}): it is gone from the store"]


def test_the_last_event_was_removed_and_the_board_put_back(game: Town) -> None:
    tamper(
        game,
        "UPDATE matches SET seq = 4, head = (SELECT hash FROM events WHERE seq = 4)",
        "DELETE FROM events WHERE seq = 5",
    )
    assert findings(game) == ["board 1, event 5 (letter 9): it is gone from the store"]


def test_all_events_were_removed(game: Town) -> None:
    tamper(game, "DELETE FROM events")
    assert causes(game) == {INVITED, ACCEPTED, FIRST, SECOND, LAST}


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
def test_a_stored_board_was_changed(column: str, value: str, said: str, game: Town) -> None:
    tamper(game, f"UPDATE matches SET {column} = {value}")
    assert findings(game)[0].startswith(f"board 1 (letter {LAST}): {said}")


def test_a_stored_board_that_cannot_be_read(game: Town) -> None:
    tamper(game, "UPDATE matches SET status = 'upside down'")
    (found,) = findings(game)
    assert found.startswith("board 1: board 1 cannot be read: ")


@pytest.mark.parametrize("letter", [FIRST, LAST])
def test_the_letter_of_an_event_was_deleted(letter: int, game: Town) -> None:
    tamper(game, f"DELETE FROM letters WHERE id = {letter}")
    seq = letter - 4
    assert findings(game) == [
        f"letter {letter}: it is gone from the store",
        f"board 1, event {seq} (letter {letter}): the letter that caused it is not kept",
    ]


def test_letters_of_no_event_were_deleted(game: Town) -> None:
    tamper(game, "DELETE FROM letters WHERE id IN (2, 3, 4)")
    assert findings(game) == ["letter 2: it is gone from the store, and so are those up to 4"]


@pytest.mark.parametrize(
    "change", ["raw = x'00'", "sender = 'x'", "recipients = '[]'", "hash = ''"]
)
def test_a_kept_letter_was_changed(change: str, game: Town) -> None:
    tamper(game, f"UPDATE letters SET {change} WHERE id = {SECOND}")
    found = [f"letter {SECOND}: its bytes are not those that were kept"]
    assert findings(game) == found
    assert [str(each) for each in audit_board(game.app.store, 1)] == found


def test_a_letter_whose_bytes_retention_has_blanked_is_no_finding(game: Town) -> None:
    tamper(game, f"UPDATE letters SET raw = x'' WHERE id = {SECOND}")
    assert findings(game) == []


def test_a_letter_that_waits_again_though_it_was_acted_on(game: Town) -> None:
    tamper(game, f"UPDATE letters SET status = 'waiting' WHERE id = {SECOND}")
    assert findings(game) == [
        f"board 1, event 4 (letter {SECOND}): the letter that caused it is marked waiting"
    ]


NO_MAIL = "DELETE FROM outbox WHERE seq = 3 AND player = 2"


def test_an_event_that_was_offered_needs_no_mail(game: Town) -> None:
    tamper(game, NO_MAIL)
    assert findings(game) == []


def test_a_mail_about_an_old_event_was_never_queued(game: Town) -> None:
    tamper(game, "UPDATE events SET offered = 0", NO_MAIL)
    assert findings(game) == [
        f"board 1, event 3 (letter {FIRST}): no mail about it was queued for bob"
    ]


def test_old_events_that_everybody_was_mailed_about_are_no_findings(game: Town) -> None:
    tamper(game, "UPDATE events SET offered = 0")
    assert findings(game) == []


def resign_by_request(game: Town, *, is_told: bool) -> None:
    """Alice resigns through another door, which tells others of it or does not."""
    player = game.player("alice")
    with game.app.store.transaction() as tx:
        request = tx.requests.add("a page", player.id, "resign 1", game.time)
        work = Work(tx, game.time, Cause(request=request.id), game.app.repository)
        resign(work, player, 1)
        if is_told:
            take_drafts(work)


def test_a_door_that_tells_and_mails_nobody_is_no_finding(game: Town) -> None:
    resign_by_request(game, is_told=True)
    assert findings(game) == []


def test_a_door_that_forgets_to_tell(game: Town) -> None:
    resign_by_request(game, is_told=False)
    assert findings(game) == [
        f"board 1, event 6 (request 1): no mail about it was queued for {userid}"
        for userid in ("alice", "bob")
    ]


def test_the_request_that_caused_an_event_was_deleted(game: Town) -> None:
    resign_by_request(game, is_told=True)
    tamper(game, "DELETE FROM requests")
    assert findings(game) == [
        "board 1, event 6 (request 1): the request that caused it is not kept"
    ]


def test_a_board_was_removed_and_its_events_were_not(game: Town) -> None:
    tamper(game, "DELETE FROM matches")
    assert findings(game) == [
        f"board 1 (letter {LAST}): it is gone from the store, its events are not"
    ]


def test_a_board_was_removed_with_everything(game: Town) -> None:
    tamper(game, "DELETE FROM matches", "DELETE FROM events")
    assert findings(game) == ["board 1: it is gone from the store, with its events"]


@pytest.mark.parametrize("columns", [["seed"], ["setup"], ["seed", "setup"]])
def test_a_drawn_start_that_its_seed_does_not_give(
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


def test_a_player_who_has_no_address_any_more_is_not_missed(game: Town) -> None:
    tamper(game, "DELETE FROM addresses WHERE player = 2", "DELETE FROM outbox WHERE player = 2")
    assert findings(game) == []


def test_more_letters_than_a_page_holds(town_with_players: Town) -> None:
    for number in range(120):
        town_with_players.keep(BOB, f"Subject: {number}\r\n\r\n".encode())
    town_with_players.board()
    tamper(town_with_players, "UPDATE letters SET raw = x'00' WHERE id > 120")
    assert [line for line in findings(town_with_players) if "bytes" in line] == [
        f"letter {number}: its bytes are not those that were kept" for number in (125, 126)
    ]


@pytest.fixture
def rated(game: Town) -> Town:
    """Alice has given board 1 up, by letter 9; board 2 was aborted."""
    game.write(ALICE, f"gyges resign 1 alice {PASSWORD}\n")
    game.answer(game.board()[0], "resign\n")
    return game


def test_ratings_are_what_the_events_give(rated: Town) -> None:
    assert findings(rated) == []


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
def test_a_rating_was_changed(statement: str, said: str, rated: Town) -> None:
    tamper(rated, statement)
    found = findings(rated)
    assert found
    assert all(said in line for line in found)


def test_several_processes_find_the_same_in_the_same_order(game: Town) -> None:
    tamper(
        game,
        "UPDATE letters SET raw = 'x' WHERE id = 7",
        "UPDATE events SET at = '2026-11-19T10:00:00+00:00' WHERE board = 1",
    )
    steps: list[None] = []
    with in_processes(game.folder) as run:
        found = audit(game.app.store, lambda: steps.append(None), run)
        assert [str(each) for each in found] == findings(game)
    assert len(findings(game)) > 2
    assert len(steps) == size(game.app.store)


@pytest.mark.parametrize("kept", ["x", '{"past": "[[], null]", "proposal": null}'])
def test_a_snapshot_that_the_events_do_not_give_is_found(game: Town, kept: str) -> None:
    tamper(game, f"UPDATE snapshots SET kept = '{kept}' WHERE board = 1")
    assert len(findings(game)) == 1
    assert "snapshot" in findings(game)[0]
