"""Analyses of games, and puzzles to try, as facts for pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbm.core.analyses import GameAnalysis
from pbm.core.board import Board
from pbm.core.games import engine_of, replay, state_at
from pbm.core.puzzles import KeptPuzzle
from pbm.notices.readers import Reader
from pbm.notices.study.analyses import remark_facts
from pbm.notices.study.curves import chart
from pbm.pictures.curve import curve
from pbm.pictures.svg import svg
from pbm.pictures.words import alt
from pbm.site import views
from pbm.site.composing import called
from pbm.site.drawing import drawn_states

Facts = Mapping[str, Any]


def analysis_facts(
    board: Board, analysis: GameAnalysis, plies: Sequence[views.PlyRow], sides: Sequence[str]
) -> Facts:
    """The facts of an analysis.

    plies: the moves of the game. sides: the names of the players, with their seats.
    """
    remarks = analysis.found.remarks
    above, below = sides
    told = chart(analysis, above, below, ", ".join(str(each.ply) for each in remarks))
    return {
        "curve": svg(curve(told.heights, told.marks, above, below), f"{above} + / {below} -"),
        "above": above,
        "below": below,
        "remarks": [{**plies[each.ply - 1]._asdict(), **remark_facts(each)} for each in remarks],
        "sudden": engine_of(board.game).is_sudden,
    }


def puzzle_facts(kept: KeptPuzzle, reader: Reader) -> Facts:
    """The facts of the page of a puzzle: the board, and the solution."""
    game, words = kept.game, reader.words(kept.game)
    state = state_at(game, kept.puzzle, 0)
    seat = game.to_move(state)
    assert seat is not None, "somebody has to find a move"
    english = drawn_states(game, [state])
    drawn = english.in_words(game, words)
    return {
        "to_move": reader.clause("seat_to_move", game, seat),
        "sudden": kept.is_sudden,
        "drawn": drawn,
        "wide": drawn.is_wide,
        "looks": called(game, words, views.family_name(game, reader)),
        "captions": english.captions(game, words),
        "words": alt(game, state, None, words),
        "plies": views.example_plies(game, replay(game, state, kept.puzzle.line).plies, reader),
    }
