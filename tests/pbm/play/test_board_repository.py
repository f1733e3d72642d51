from __future__ import annotations

from collections.abc import Mapping

import pytest

from pbm.base.errors import ConflictError, DamagedError
from pbm.core.board import Board
from pbm.core.boards import fold
from pbm.core.by_seat import BySeat
from pbm.core.changes import BrokenBoardError, undo_to
from pbm.core.events import Deed, Event
from pbm.core.games import RulesError, Seat
from pbm.core.happenings import Aborted, Moved
from pbm.core.model import Cause
from pbm.core.openings import Created, Terms
from pbm.play.board_repository import BoardRepository
from pbm.store.protocol import Store, Transaction
from tests.pbm.store.memory.boards import MemoryMatches
from tests.pbm.store.memory.engine import MemoryStore
from tests.pbm.store.samples import NOW, add_player, keep

SOUTH, NORTH = Deed(Moved(Seat.FIRST, "231123"), NOW), Deed(Moved(Seat.SECOND, "321123"), NOW)


class Fault(Exception):
    pass


@pytest.fixture
def store() -> Store:
    return MemoryStore()


@pytest.fixture
def cause(store: Store) -> Cause:
    with store.transaction() as tx:
        return Cause(letter=keep(tx))


@pytest.fixture
def repository(store: Store, cause: Cause) -> BoardRepository:
    """A repository that has opened board 1."""
    made = BoardRepository()
    with store.transaction() as tx:
        pair = BySeat(add_player(tx, "alice").id, add_player(tx, "bob").id)
        terms = Terms(spec="gyges/classic", players=pair)
        assert made.open(tx, Deed(Created(terms), NOW), cause).number == 1
    return made


@pytest.fixture
def folds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of events of each replay."""
    counted: list[int] = []

    def counting(events: list[Event]) -> Board:
        counted.append(len(events))
        return fold(events)

    monkeypatch.setattr("pbm.play.board_repository.fold", counting)
    return counted


def play(repository: BoardRepository, tx: Transaction, deed: Deed, cause: Cause) -> Board:
    board = repository.board(tx, 1)
    assert board is not None
    return repository.do(tx, board, deed, cause)


def plies(repository: BoardRepository, store: Store) -> int:
    with store.reading() as tx:
        board = repository.board(tx, 1)
    assert board is not None
    assert len(board.plies) == board.match.plies
    return board.match.plies


def test_an_unknown_number_gives_no_board(repository: BoardRepository, store: Store) -> None:
    with store.reading() as tx:
        assert repository.board(tx, 2) is None


def test_a_recorded_deed_is_in_the_cache(
    repository: BoardRepository, store: Store, cause: Cause, folds: list[int]
) -> None:
    with store.transaction() as tx:
        after = play(repository, tx, SOUTH, cause)
        assert tx.matches.get(1) == after.match
    assert plies(repository, store) == 1
    assert folds == []


def test_a_move_of_another_process_is_seen(
    repository: BoardRepository, store: Store, cause: Cause, folds: list[int]
) -> None:
    with store.transaction() as tx:
        play(BoardRepository(), tx, SOUTH, cause)
    assert plies(repository, store) == 1
    assert folds == []


def test_a_board_is_restored_from_its_snapshot_and_replayed_for_its_plies(
    repository: BoardRepository, store: Store, cause: Cause, folds: list[int]
) -> None:
    with store.transaction() as tx:
        for deed in (SOUTH, NORTH):
            after = play(repository, tx, deed, cause)
    with store.reading() as tx:
        found = BoardRepository().board(tx, 1)
        assert found is not None
        assert (found.state, found.state.past) == (after.state, after.state.past)
        assert folds == []
        assert tuple(found.plies) == tuple(after.plies)
        assert (found.plies[0], found.plies[-1:]) == (after.plies[0], after.plies[-1:])
        assert folds == [3]


def test_an_undo_is_computed_without_replaying(
    repository: BoardRepository, store: Store, cause: Cause, folds: list[int]
) -> None:
    with store.transaction() as tx:
        play(repository, tx, SOUTH, cause)
        play(repository, tx, NORTH, cause)
    with store.reading() as tx:
        found = BoardRepository().board(tx, 1)
    assert found is not None
    assert [undo_to(found, seat) for seat in Seat] == [0, 1]
    assert folds == []


@pytest.mark.parametrize("kept", [{}, {"past": "x", "proposal": None}], ids=str)
def test_a_board_with_a_damaged_snapshot_is_replayed(
    repository: BoardRepository,
    store: Store,
    cause: Cause,
    folds: list[int],
    kept: Mapping[str, object],
) -> None:
    with store.transaction() as tx:
        tx.matches.keep_snapshot(play(repository, tx, SOUTH, cause).match, kept)
    assert plies(BoardRepository(), store) == 1
    assert folds == [2]


def test_a_board_with_an_unreadable_snapshot_is_replayed_and_logged(
    repository: BoardRepository,
    store: Store,
    cause: Cause,
    folds: list[int],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def unreadable(*_: object) -> None:
        raise DamagedError("the snapshot of board 1 cannot be read")

    with store.transaction() as tx:
        play(repository, tx, SOUTH, cause)
    monkeypatch.setattr(MemoryMatches, "snapshot", unreadable)
    assert plies(BoardRepository(), store) == 1
    assert folds == [2]
    assert [record.levelname for record in caplog.records] == ["ERROR"]


def test_only_running_boards_have_a_snapshot(
    repository: BoardRepository, store: Store, cause: Cause
) -> None:
    with store.transaction() as tx:
        match = play(repository, tx, SOUTH, cause).match
        assert tx.matches.snapshot(match) is not None
        ended = play(repository, tx, Deed(Aborted(), NOW), cause).match
        assert tx.matches.snapshot(match) is tx.matches.snapshot(ended) is None


def test_a_board_that_was_rolled_back_is_read_again(
    repository: BoardRepository, store: Store, cause: Cause
) -> None:
    with pytest.raises(Fault), store.transaction() as tx:
        play(repository, tx, SOUTH, cause)
        raise Fault
    assert plies(repository, store) == 0
    with store.transaction() as tx:
        play(repository, tx, Deed(Moved(Seat.FIRST, "112233"), NOW), cause)
    assert plies(repository, store) == 1


def test_a_deed_on_an_outdated_board_is_a_conflict(
    repository: BoardRepository, store: Store, cause: Cause
) -> None:
    with store.transaction() as tx:
        seen = repository.board(tx, 1)
        assert seen is not None
        play(BoardRepository(), tx, SOUTH, cause)
        with pytest.raises(ConflictError):
            repository.do(tx, seen, SOUTH, cause)


@pytest.mark.parametrize(
    ("deed", "error"),
    [(NORTH, BrokenBoardError), (Deed(Moved(Seat.FIRST, "111111"), NOW), RulesError)],
)
def test_an_impossible_deed_is_not_recorded(
    repository: BoardRepository, store: Store, cause: Cause, deed: Deed, error: type[Exception]
) -> None:
    with store.transaction() as tx:
        with pytest.raises(error):
            play(repository, tx, deed, cause)
        assert len(tx.matches.events(1)) == 1


def test_the_cache_drops_the_least_recently_used_board(
    store: Store, cause: Cause, repository: BoardRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = BoardRepository(most_cached=1)
    with store.transaction() as tx:
        alice, bob = (player.id for player in tx.players.list())
        terms = Terms(spec="dvonn", players=BySeat(alice, bob))
        repository.open(tx, Deed(Created(terms), NOW), cause)
        asked: list[int] = []
        monkeypatch.setattr(tx.matches, "snapshot", lambda match, **_: asked.append(match.board))
        for number in (2, 1, 1, 2):
            repository.board(tx, number)
    assert asked == [1, 2]
