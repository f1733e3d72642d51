"""Puzzles: the shipped ones, the next one for a player, and judging answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib import resources
from typing import Any

from pbm.base.values import replace
from pbm.core.games import (
    Judgement,
    Puzzle,
    RulesError,
    Verdict,
    example_game,
    judge,
    native_names,
    read_puzzle,
    solution,
    state_at,
)
from pbm.core.marks import MarkKind
from pbm.core.model import Player
from pbm.core.puzzles import KeptPuzzle, PuzzleTry, TryState, rated
from pbm.core.ratings import Rating
from pbm.core.refused import Refused
from pbm.core.zones import next_morning
from pbm.play.news import News
from pbm.play.programs import take_part
from pbm.play.suspensions import check_active
from pbm.play.work import Work
from pbm.store.protocol import Transaction

NEXT, SHOW, SOLUTION, STOP = "next", "show", "solution", "stop"
PUZZLE_WORDS = frozenset({NEXT, SHOW, SOLUTION, STOP})
"""The words in place of a move: for another puzzle, for this one again, for its solution, for no
more of them.
"""

MOST_A_DAY, A_DAY = 100, timedelta(days=1)
"""The most answers of a player judged in a day: finding out why one is wrong takes time."""

HEARD_WITHIN = timedelta(days=14)
"""Players who have not written for longer get no daily puzzle until they write again."""

_FILE = "puzzles.txt"


@dataclass(frozen=True)
class PuzzleGiven(News):
    """A player gets the daily puzzle that they have chosen to get. found: as in ``PuzzleTry``."""

    to: Player
    puzzle: KeptPuzzle


@dataclass(frozen=True)
class Answered:
    """The result of an answer to a puzzle.

    judgement: None if the move cannot be played; in that case, ``error`` says why.
    found: how many moves of the puzzle are found now.
    before, after: the ratings of the player, which are equal if the answer did not count.
    """

    puzzle: KeptPuzzle
    judgement: Judgement[object, object] | None
    error: RulesError | None
    found: int
    before: Rating
    after: Rating


def shipped() -> Iterator[tuple[str, Puzzle, str]]:
    """Yield the puzzles that are shipped with games: rule set, puzzle and origin.

    Those of the game of examples come first, so that their numbers stay when games are added.
    """
    for game in dict.fromkeys((example_game(), *native_names())):
        file = resources.files("pbm.rules").joinpath(game, _FILE)
        for line in file.read_text("utf-8").splitlines() if file.is_file() else ():
            ruleset, puzzle, origin = read_puzzle(line)
            yield f"{game}/{ruleset}", puzzle, origin


def stock(tx: Transaction) -> int:
    """Store the puzzles that are shipped and not stored yet. Return how many were stored."""
    known = {(each.spec, each.puzzle.position) for each in tx.puzzles.list()}
    missing = [each for each in shipped() if (each[0], each[1].position) not in known]
    for spec, puzzle, origin in missing:
        tx.puzzles.add(spec, puzzle, origin)
    return len(missing)


def numbered(tx: Transaction, number: int) -> KeptPuzzle:
    """:raises Refused: if there is no puzzle of that number"""
    found = tx.puzzles.get(number)
    if found is None or not take_part(tx):
        raise Refused("no_such_puzzle", puzzle=number)
    return found


def next_for(tx: Transaction, player: Player, game: str | None) -> KeptPuzzle:
    """Return a puzzle for a player: of a difficulty near their rating, and a new one if possible.

    game: the name of the game; None for the game that the player has played last.

    :raises Refused: if the player has solved or failed all puzzles
    """
    wanted = game or _usual_game(tx, player)
    points = tx.puzzles.rating(player.id, wanted).points
    found = tx.puzzles.nearest(player.id, wanted, points) if take_part(tx) else None
    if found is not None:
        return found
    skipped = (each for each in tx.puzzles.tries(player.id) if each.state is TryState.SKIPPED)
    again = (tx.puzzles.get(each.puzzle) for each in skipped)
    for each in again:
        if each is not None and each.game.name == wanted and take_part(tx):
            return each
    raise Refused("no_puzzles", game=wanted)


def _usual_game(tx: Transaction, player: Player) -> str:
    played = tx.matches.of_player(player.id)
    return played[0].game if played else example_game()


def try_of(tx: Transaction, player: Player, puzzle: KeptPuzzle, now: datetime) -> PuzzleTry:
    """Return a player's try at a puzzle; a solved puzzle can be tried again."""
    tried = tx.puzzles.try_of(player.id, puzzle.id) or PuzzleTry(player.id, puzzle.id, now)
    is_over = tried.found >= puzzle.to_find
    return replace(tried, found=0) if is_over else tried


def position_of(tx: Transaction, player: Player, puzzle: KeptPuzzle, now: datetime) -> Any:
    """The state of a puzzle in which the player has to find the next move."""
    return state_at(puzzle.game, puzzle.puzzle, try_of(tx, player, puzzle, now).found)


def skip(work: Work, by: Player, puzzle: KeptPuzzle) -> None:
    """Note that a player wants other puzzles first."""
    check_active(by)
    tried = try_of(work.tx, by, puzzle, work.now)
    work.tx.puzzles.put_try(tried.going_on(work.now, tried.found, TryState.SKIPPED))


def answer(work: Work, by: Player, puzzle: KeptPuzzle, text: str) -> Answered:
    """Judge a move as the answer to a puzzle. The first try at a puzzle is rated.

    :raises Refused: if the player has had too many answers judged today
    """
    check_active(by)
    tx = work.tx
    tried = try_of(tx, by, puzzle, work.now)
    judged = _judged(work, puzzle, tried.found, text)
    if isinstance(judged, RulesError):
        rating = tx.puzzles.rating(by.id, puzzle.game.name)
        return Answered(puzzle, None, judged, tried.found, rating, rating)
    if not tx.marks.take(MarkKind.PUZZLE.of(by.id), work.now, work.now - A_DAY, MOST_A_DAY):
        raise Refused("puzzles_today", most=MOST_A_DAY)
    return _noted(work, by, puzzle, tried, judged)


def give_up(work: Work, by: Player, puzzle: KeptPuzzle) -> Answered:
    """Return the solution of a puzzle. A first try ends, as one with a wrong answer does."""
    check_active(by)
    tried = try_of(work.tx, by, puzzle, work.now)
    shown = solution(puzzle.game, puzzle.puzzle, tried.found)
    return _noted(work, by, puzzle, tried, shown)


def _noted(
    work: Work,
    by: Player,
    puzzle: KeptPuzzle,
    tried: PuzzleTry,
    judged: Judgement[object, object],
) -> Answered:
    """Note how a try goes on, and rate it if it is over."""
    tx, game = work.tx, puzzle.game
    found = tried.found + 1 if judged.verdict in (Verdict.RIGHT, Verdict.SO_FAR) else 0
    tx.puzzles.put_try(tried.going_on(work.now, found, _STATES[judged.verdict]))
    before = after = tx.puzzles.rating(by.id, game.name)
    if not tried.state.is_rated and judged.verdict is not Verdict.SO_FAR:
        solved = judged.verdict is Verdict.RIGHT
        after, hardness = rated(before, puzzle.rating, solved=solved)
        tx.puzzles.set_rating(by.id, game.name, after)
        tx.puzzles.rate(puzzle.id, hardness)
    return Answered(puzzle, judged, None, found, before, after)


_STATES = {
    Verdict.RIGHT: TryState.SOLVED,
    Verdict.SO_FAR: TryState.OPEN,
    Verdict.WRONG: TryState.FAILED,
    Verdict.SHOWN: TryState.FAILED,
}


def _judged(
    work: Work, puzzle: KeptPuzzle, found: int, text: str
) -> Judgement[object, object] | RulesError:
    """Return the verdict on a move, or why it cannot be played."""

    def judged(_: Transaction) -> Judgement[object, object] | RulesError:
        try:
            return judge(puzzle.game, puzzle.puzzle, found, text)
        except RulesError as error:
            return error

    return work.bench.result(("puzzle", puzzle.id, found, text), judged)


def take_daily(tx: Transaction, now: datetime) -> Sequence[PuzzleGiven]:
    """Return the daily puzzles that are due, and schedule the next ones for the next morning.

    Nobody gets one on vacation, while mails to them bounce, or when they have not written for two
    weeks. The caller has to publish them.
    """
    due = [(mark, at) for mark, at in tx.moments.of(MarkKind.PUZZLE_DUE).items() if at <= now]
    given: list[PuzzleGiven] = []
    for mark, at in due:
        player = tx.players.get(int(mark.whose))
        tx.moments.move(mark, next_morning(now, player), was=at)
        if _is_here(tx, player, now):
            given += _daily(tx, player, at)
    return given


def _is_here(tx: Transaction, player: Player, now: datetime) -> bool:
    if player.left or player.suspended or player.unreachable:
        return False
    heard = tx.moments.get(MarkKind.HEARD.of(player.id))
    is_away = any(each.start <= now < each.end for each in tx.vacations.of(player.id))
    return not is_away and heard is not None and heard > now - HEARD_WITHIN


def _daily(tx: Transaction, player: Player, now: datetime) -> Iterator[PuzzleGiven]:
    """Yield a puzzle for the player, if there is one, and mark it so that the next is another."""
    try:
        puzzle = next_for(tx, player, None)
    except Refused:
        return
    tried = try_of(tx, player, puzzle, now)
    tx.puzzles.put_try(tried.going_on(now, tried.found, TryState.SKIPPED))
    yield PuzzleGiven(None, player, puzzle)
