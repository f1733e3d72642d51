"""Mails with puzzles, and with the verdict on an answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from pbm.core.games import Verdict, other_move, state_at
from pbm.core.model import Player
from pbm.core.puzzles import KeptPuzzle
from pbm.notices.drafts import Draft, puzzle_grant
from pbm.notices.handlers import HANDLERS
from pbm.notices.kinds import MailKind
from pbm.notices.readers import reader_of
from pbm.notices.views import drawn, move_facts, variant
from pbm.play.study.puzzles import Answered, PuzzleGiven, try_of
from pbm.store.protocol import Transaction

_NO_VERDICT: Mapping[str, Any] = {
    "verdict": "",
    "last": [],
    "why": "",
    "gain": "",
    "daily": False,
}


@HANDLERS.handles(PuzzleGiven)
def daily_puzzle(news: PuzzleGiven, tx: Transaction) -> Iterable[Draft]:
    facts = {**_facts(tx, news.to, news.puzzle, 0), **_NO_VERDICT, "daily": True}
    yield _draft(news.to, news.puzzle, facts)


def puzzle_draft(tx: Transaction, to: Player, puzzle: KeptPuzzle, now: datetime) -> Draft:
    """A mail with a puzzle, at the point to which the player has solved it."""
    found = try_of(tx, to, puzzle, now).found
    return _draft(to, puzzle, {**_facts(tx, to, puzzle, found), **_NO_VERDICT})


def answered_draft(tx: Transaction, to: Player, answered: Answered) -> Draft:
    """The verdict on an answer, and the board on which the next move has to be found."""
    puzzle, judged, reader = answered.puzzle, answered.judgement, reader_of(to)
    facts = {**_facts(tx, to, puzzle, answered.found), **_NO_VERDICT}
    if answered.error is not None:
        facts["why"] = reader.player_refusal(puzzle.game, answered.error)
    if judged is not None:
        last = [move_facts(puzzle.game, ply, reader) for ply in judged.plies]
        facts |= {"verdict": judged.verdict.value, "last": last}
    if judged is not None and judged.verdict in (Verdict.RIGHT, Verdict.SHOWN):
        seat = puzzle.game.to_move(state_at(puzzle.game, puzzle.puzzle, 0))
        facts["drawing"] = drawn(puzzle.game, judged.state, to, seat)
    if answered.before != answered.after:
        facts["gain"] = f"{answered.after.points - answered.before.points:+d}"
    return _draft(to, puzzle, facts)


def _draft(to: Player, puzzle: KeptPuzzle, facts: Mapping[str, Any]) -> Draft:
    return Draft(to, MailKind.PUZZLE, facts, grant=puzzle_grant(to, puzzle.id))


def _facts(tx: Transaction, to: Player, puzzle: KeptPuzzle, found: int) -> dict[str, Any]:
    """The facts of a puzzle after ``found`` moves; at its beginning if all are found."""
    game, reader, wanted = puzzle.game, reader_of(to), puzzle.to_find
    at = found if found < wanted else 0
    state = state_at(game, puzzle.puzzle, at)
    seat = game.to_move(state)
    assert seat is not None, "somebody has to find a move"
    return {
        "puzzle": puzzle.id,
        "game": game.name,
        "variant": variant(game),
        "seat": reader.seat(game, seat),
        "to_move": reader.clause("seat_to_move", game, seat),
        "wins": reader.clause("seat_wins", game, seat),
        "moves": wanted,
        "found": found,
        "sudden": puzzle.is_sudden,
        "drawing": drawn(game, state, to, seat),
        "example": other_move(game, puzzle.puzzle, at),
        "rating": puzzle.rating.listed,
        "own_rating": tx.puzzles.rating(to.id, game.name).listed,
    }
