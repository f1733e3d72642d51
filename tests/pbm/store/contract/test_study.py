"""Analyses of games, and puzzles."""

from __future__ import annotations

from pbm.core.analyses import AnalysisAsked, GameAnalysis
from pbm.core.games import Analysis, Puzzle, Remark, RemarkKind
from pbm.core.puzzles import KeptPuzzle, PuzzleTry, TryState
from pbm.core.ratings import Rating
from pbm.store.matches_protocol import RunningGame
from pbm.store.protocol import Transaction
from tests.pbm.store.samples import NOW, SECOND, add_player, open_board

REMARK = Remark(7, RemarkKind.LET_IN, 2, better=("14-24", "61-53"), punished=("13-14-N",))
PUZZLE, OTHER = Puzzle("one", ("11-22", "ö", "22-N")), Puzzle("two", ("11-N",))


def analysis_of(board: int, version: int = 1) -> GameAnalysis:
    return GameAnalysis(board, 3, version, NOW, Analysis((REMARK,), (5, -7, 1_000_990)))


def add(tx: Transaction, spec: str = "gyges/classic", puzzle: Puzzle = PUZZLE) -> KeptPuzzle:
    made = tx.puzzles.add(spec, puzzle, "board 1, ply 9")
    assert made is not None
    return made


def test_an_analysis_is_read_as_it_was_put(tx: Transaction) -> None:
    board = open_board(tx).board
    assert tx.analyses.get(board) is None
    tx.analyses.put(analysis_of(board))
    assert tx.analyses.get(board) == analysis_of(board)
    assert tx.analyses.made() == {board: analysis_of(board).made}


def test_a_later_analysis_replaces_the_earlier_one(tx: Transaction) -> None:
    board = open_board(tx).board
    tx.analyses.put(analysis_of(board))
    tx.analyses.put(analysis_of(board, version=2))
    assert tx.analyses.get(board) == analysis_of(board, version=2)


def test_those_who_wait_for_an_analysis_are_listed_by_time(tx: Transaction) -> None:
    one, other = open_board(tx), open_board(tx)
    tx.analyses.ask(other.board, other.players.first, NOW)
    tx.analyses.ask(one.board, one.players.first, NOW + SECOND)
    tx.analyses.ask(one.board, one.players.second, NOW + SECOND)
    tx.analyses.ask(other.board, other.players.first, NOW + SECOND)
    assert tx.analyses.asked() == [
        AnalysisAsked(other.board, other.players.first, NOW),
        AnalysisAsked(one.board, one.players.first, NOW + SECOND),
        AnalysisAsked(one.board, one.players.second, NOW + SECOND),
    ]
    tx.analyses.leave(one.players.second)
    tx.analyses.settle(other.board)
    assert [(each.board, each.player) for each in tx.analyses.asked()] == [
        (one.board, one.players.first)
    ]


def test_running_games_of_a_rule_set_tell_how_they_stand(tx: Transaction) -> None:
    match = open_board(tx)
    assert tx.matches.running("gyges/classic") == [
        RunningGame(match.board, match.position, match.plies)
    ]
    assert tx.matches.running("gyges/modern") == []


def test_a_puzzle_is_read_as_it_was_added(tx: Transaction) -> None:
    made = add(tx)
    assert made == KeptPuzzle(made.id, "gyges/classic", PUZZLE, "board 1, ply 9", Rating())
    assert tx.puzzles.get(made.id) == made
    assert tx.puzzles.get(made.id + 1) is None


def test_a_position_is_a_puzzle_of_a_rule_set_once(tx: Transaction) -> None:
    made = add(tx)
    assert tx.puzzles.add("gyges/classic", PUZZLE, "elsewhere") is None
    other = add(tx, "gyges/modern")
    third = add(tx, "dvonn/standard")
    assert tx.puzzles.list() == [made, other, third]
    assert tx.puzzles.list("gyges") == [made, other]


def test_a_puzzle_has_the_rating_that_was_stored_last(tx: Transaction) -> None:
    made = add(tx)
    tx.puzzles.rate(made.id, Rating(1520, 1))
    found = tx.puzzles.get(made.id)
    assert found is not None
    assert found.rating == Rating(1520, 1)


def test_the_nearest_puzzle_is_one_that_was_not_tried(tx: Transaction) -> None:
    alice, bob = add_player(tx, "alice").id, add_player(tx, "bob").id
    easy, hard = add(tx), add(tx, puzzle=OTHER)
    tx.puzzles.rate(hard.id, Rating(1600, 3))
    assert tx.puzzles.nearest(alice, "gyges", 1590) == tx.puzzles.get(hard.id)
    tx.puzzles.put_try(PuzzleTry(alice, hard.id, NOW))
    assert tx.puzzles.nearest(alice, "gyges", 1590) == easy
    assert tx.puzzles.nearest(bob, "gyges", 1590) == tx.puzzles.get(hard.id)
    tx.puzzles.put_try(PuzzleTry(alice, easy.id, NOW))
    assert tx.puzzles.nearest(alice, "gyges", 1590) is None
    assert tx.puzzles.nearest(bob, "dvonn", 1590) is None


def test_a_try_is_replaced_by_the_next_one(tx: Transaction) -> None:
    alice, puzzle = add_player(tx, "alice").id, add(tx).id
    first = PuzzleTry(alice, puzzle, NOW)
    tx.puzzles.put_try(first)
    solved = first.going_on(NOW + SECOND, 2, TryState.SOLVED)
    tx.puzzles.put_try(solved)
    assert tx.puzzles.try_of(alice, puzzle) == solved
    assert tx.puzzles.try_of(alice, puzzle + 1) is None
    assert tx.puzzles.tries(alice) == [solved]


def test_a_player_has_a_rating_for_the_puzzles_of_each_game(tx: Transaction) -> None:
    alice = add_player(tx, "alice").id
    assert tx.puzzles.rating(alice, "gyges") == Rating()
    for rating in (Rating(1510, 1), Rating(1490, 2)):
        tx.puzzles.set_rating(alice, "gyges", rating)
    assert tx.puzzles.rating(alice, "gyges") == Rating(1490, 2)
    assert tx.puzzles.rating(alice, "dvonn") == Rating()


def test_those_who_solve_puzzles_of_a_game_are_listed_the_best_first(tx: Transaction) -> None:
    alice, bob, carol = (add_player(tx, name).id for name in ("alice", "bob", "carol"))
    for player, points in ((alice, 1490), (bob, 1510), (carol, 1490)):
        tx.puzzles.set_rating(player, "gyges", Rating(points, 2))
    tx.puzzles.set_rating(alice, "dvonn", Rating(1600, 1))
    assert [*tx.puzzles.solvers("gyges")] == [
        (bob, Rating(1510, 2)),
        (alice, Rating(1490, 2)),
        (carol, Rating(1490, 2)),
    ]
    assert tx.puzzles.solvers("hex") == []


def test_what_a_player_has_tried_is_erased_and_the_puzzle_stays(tx: Transaction) -> None:
    alice, bob, puzzle = add_player(tx, "alice").id, add_player(tx, "bob").id, add(tx)
    for player in (alice, bob):
        tx.puzzles.put_try(PuzzleTry(player, puzzle.id, NOW))
        tx.puzzles.set_rating(player, "gyges", Rating(1490, 2))
    tx.puzzles.erase(alice)
    assert (tx.puzzles.tries(alice), tx.puzzles.rating(alice, "gyges")) == ([], Rating())
    assert tx.puzzles.tries(bob) != []
    assert tx.puzzles.rating(bob, "gyges") == Rating(1490, 2)
    assert tx.puzzles.get(puzzle.id) == puzzle
