from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from pbm.base.errors import ConflictError
from pbm.core.boards import fold
from pbm.core.events import Deed
from pbm.core.games import Seat
from pbm.core.happenings import Moved
from pbm.core.model import Cause, MatchStatus
from pbm.play.recording import record
from pbm.store.matches_protocol import LastMove
from pbm.store.protocol import Store, Transaction
from tests.pbm.store.conftest import Opener
from tests.pbm.store.samples import NOW, SECOND, keep, open_board, placing


class Fault(Exception):
    pass


def test_a_board_is_read_as_it_was_recorded(tx: Transaction) -> None:
    match = open_board(tx)
    assert tx.matches.get(match.board) == match
    assert (match.seq, match.status, match.plies) == (1, MatchStatus.RUNNING, 0)
    assert tx.matches.get(match.board + 1) is None


def test_the_hash_of_an_event_covers_all_events_before_it(tx: Transaction) -> None:
    match = open_board(tx)
    after = record(tx, match, placing(), Cause(letter=keep(tx)))
    first, second = tx.matches.events(match.board)
    assert (first.seq, first.previous) == (1, "")
    assert (second.seq, second.previous) == (2, first.hash)
    assert all(event.hash == event.seal() for event in (first, second))
    assert (after.seq, after.head) == (2, second.hash)
    assert first.hash != second.hash


def test_an_event_has_its_time_and_cause(tx: Transaction) -> None:
    match, letter = open_board(tx), keep(tx)
    record(tx, match, placing(), Cause(letter=letter))
    opening, move = tx.matches.events(match.board)
    assert opening.cause.act is not None
    assert (move.at, move.cause) == (NOW + SECOND, Cause(letter=letter))
    assert list(tx.matches.causes(match.board)) == [opening.cause, move.cause]


@pytest.mark.parametrize("cause", ["letter", "act", "request"])
def test_an_event_has_one_of_three_causes(cause: str, tx: Transaction) -> None:
    match = open_board(tx)
    made = {
        "letter": Cause(letter=keep(tx)),
        "act": Cause(act=tx.acts.add("games abort", "a test", {}, NOW).id),
        "request": Cause(request=tx.requests.add("a page", match.players.first, "", NOW).id),
    }[cause]
    record(tx, match, placing(), made)
    last = tx.matches.events(match.board)[-1]
    assert (last.cause, last.seal()) == (made, last.hash)
    assert tx.matches.causes(match.board)[-1] == made


def test_offered_events_are_marked(tx: Transaction) -> None:
    match, other = open_board(tx), open_board(tx)
    record(tx, match, placing(), Cause(letter=keep(tx)))
    assert set(tx.matches.offered(match.board)) == set()
    tx.matches.mark_offered(match.board, range(2, 3))
    assert set(tx.matches.offered(match.board)) == {2}
    tx.matches.mark_offered(match.board, range(1, 3))
    assert set(tx.matches.offered(match.board)) == {1, 2}
    assert set(tx.matches.offered(other.board)) == set()


def test_an_event_that_does_not_follow_the_last_one_is_a_conflict(
    tx: Transaction,
) -> None:
    match, cause = open_board(tx), Cause(letter=keep(tx))
    after = record(tx, match, placing(), cause)
    with pytest.raises(ConflictError), tx.savepoint():
        record(tx, match, placing(), cause)
    with pytest.raises(ConflictError), tx.savepoint():
        record(tx, replace(after, head="forged"), placing(), cause)
    with pytest.raises(ConflictError), tx.savepoint():
        record(tx, replace(after, board=after.board + 1), placing(), cause)
    assert len(tx.matches.events(match.board)) == 2


def test_a_board_is_read_again_after_a_rollback(tx: Transaction) -> None:
    match, cause = open_board(tx), Cause(letter=keep(tx))
    with pytest.raises(ConflictError), tx.savepoint():
        after = record(tx, match, placing(), cause)
        assert tx.matches.get(match.board) == after
        record(tx, match, placing(), cause)
    assert tx.matches.get(match.board) == match


def test_a_transaction_sees_changes_of_a_board_that_an_earlier_one_has_read(
    store: Store, opener: Opener, tmp_path: Path
) -> None:
    with store.transaction() as tx:
        match = open_board(tx)
        assert tx.matches.get(match.board) == match
    with store.reading() as tx:
        assert tx.matches.get(match.board) == match
    other = opener(tmp_path)
    with other.transaction() as tx:
        after = record(tx, match, placing(), Cause(letter=keep(tx)))
    other.close()
    for begin in (store.transaction, store.reading):
        with begin() as tx:
            assert tx.matches.get(match.board) == after


def test_the_board_is_the_fold_of_its_events(tx: Transaction) -> None:
    match = open_board(tx)
    assert fold(tx.matches.events(match.board)).match == match


def test_boards_of_a_player_are_ordered_by_latest_change(tx: Transaction) -> None:
    one, two = open_board(tx), open_board(tx)
    record(tx, two, placing(), Cause(letter=keep(tx)))
    assert [match.board for match in tx.matches.of_player(one.players[0])] == [one.board]
    assert [match.board for match in tx.matches.of_player(two.players[1])] == [two.board]
    assert tx.matches.of_player(99) == []


def test_open_boards_of_a_player_are_ordered_by_earliest_change(tx: Transaction) -> None:
    match = open_board(tx)
    player = match.players.first
    assert [each.board for each in tx.matches.open_of(player)] == [match.board]
    over = replace(match, status=MatchStatus.FINISHED)
    record(tx, over, placing(), Cause(letter=keep(tx)))
    assert not tx.matches.open_of(player)


def test_boards_are_listed_by_number_and_game(tx: Transaction) -> None:
    boards = [open_board(tx).board for _ in range(2)]
    assert [match.board for match in tx.matches.list()] == boards
    assert [match.board for match in tx.matches.list("gyges")] == boards
    assert tx.matches.list("dvonn") == []


def test_boards_are_counted_and_read_in_batches(tx: Transaction) -> None:
    boards = [open_board(tx).board for _ in range(3)]
    assert list(tx.matches.numbers(boards[0], 10)) == boards[1:]
    assert tx.matches.counts() == {("gyges/classic", MatchStatus.RUNNING): 3}
    assert tx.matches.played_lately(2) == ["gyges"]


def test_the_last_move_of_each_seat_is_known(tx: Transaction) -> None:
    match, cause = open_board(tx), Cause(letter=keep(tx))
    assert list(tx.matches.last_moves()) == []
    match = record(tx, match, Deed(Moved(Seat.FIRST, "112233"), NOW), cause)
    match = record(tx, match, Deed(Moved(Seat.SECOND, "112233"), NOW + SECOND), cause)
    record(tx, match, Deed(Moved(Seat.FIRST, "16-35"), NOW + 2 * SECOND), cause)
    assert set(tx.matches.last_moves()) == {
        LastMove(match.players, Seat.FIRST, NOW + 2 * SECOND),
        LastMove(match.players, Seat.SECOND, NOW + SECOND),
    }


def test_a_snapshot_is_valid_only_for_the_last_event(tx: Transaction) -> None:
    match = open_board(tx)
    assert tx.matches.snapshot(match) is None
    tx.matches.keep_snapshot(match, {"past": ["ö", 1], "proposal": None})
    tx.matches.keep_snapshot(match, {"past": ["ö", 2], "proposal": None})
    assert tx.matches.snapshot(match) == {"past": ["ö", 2], "proposal": None}
    after = record(tx, match, placing(), Cause(letter=keep(tx)))
    assert tx.matches.snapshot(after) is None
    tx.matches.keep_snapshot(after, {})
    tx.matches.drop_snapshot(after.board)
    assert tx.matches.snapshot(after) is None


def test_appending_to_a_board_that_has_changed_is_a_conflict(
    store: Store, opener: Opener, tmp_path: Path
) -> None:
    with store.transaction() as tx:
        match, letter = open_board(tx), keep(tx)
    with closing(opener(tmp_path)) as other, other.transaction() as tx:
        after = record(tx, match, placing(), Cause(letter=letter))
    with pytest.raises(ConflictError), store.transaction() as tx:
        record(tx, match, placing(), Cause(letter=letter))
    with store.reading() as tx:
        assert tx.matches.get(match.board) == after
        assert len(tx.matches.events(match.board)) == 2


def test_a_changed_status_is_stored_even_after_a_savepoint_was_rolled_back(tx: Transaction) -> None:
    match, cause = open_board(tx), Cause(letter=keep(tx))
    finished = replace(match, status=MatchStatus.FINISHED)
    with pytest.raises(Fault), tx.savepoint():
        record(tx, finished, placing(), cause)
        raise Fault
    after = record(tx, finished, placing(), cause)
    assert tx.matches.get(match.board) == after
    running = record(tx, replace(after, status=MatchStatus.RUNNING), placing(), cause)
    assert tx.matches.get(match.board) == running


def test_what_follows_a_board_is_read_as_it_was_changed_last(tx: Transaction) -> None:
    """An engine may read this together with the board."""
    board = open_board(tx).board
    alice = tx.matches.list()[0].players.first
    match = tx.matches.get(board)
    assert match is not None
    with pytest.raises(Fault), tx.savepoint():
        tx.queues.put(board, alice, {"plan": 1})
        tx.subscriptions.add(alice, board, NOW)
        tx.matches.keep_snapshot(match, {"kept": 1})
        assert tx.queues.of(board) == {alice: {"plan": 1}}
        assert tx.subscriptions.to(board) == [alice]
        assert tx.matches.snapshot(match) == {"kept": 1}
        raise Fault
    assert tx.queues.of(board) == {}
    assert tx.subscriptions.to(board) == []
    assert tx.matches.snapshot(match) is None
