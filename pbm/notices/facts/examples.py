"""An example in the help on a game: a position, some legal moves, and one of them step by step"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbm.core.games import AnyGame, Seat, Style, family
from pbm.core.legal import legal_moves
from pbm.core.model import Player
from pbm.core.sample_games import worked_move
from pbm.notices.pages import Drawing, diagram_of
from pbm.notices.readers import Reader
from pbm.notices.views import drawn

_MOVES = 4
"""The most legal moves that an example lists."""


def example_of(reader: Reader, player: Player | None, game: AnyGame) -> Mapping[str, Any]:
    """A position of the game, some legal moves there, and one of them step by step."""
    worked = worked_move(game)
    if worked is None:
        return {}
    ply, steps = worked
    options = "" if game is family(game.name) else f" -rules={game.ruleset}"
    start = f" -{game.starts[0]}" if game.starts else ""
    return {
        "to_move": reader.clause("seat_to_move", game, ply.seat),
        "drawing": board_of(reader, player, game, ply.before),
        "moves": [group.shown[0] for group in legal_moves(game, ply.before).groups][:_MOVES],
        "move": ply.text,
        "steps": [reader.step(game, step) for step in steps],
        "after": board_of(reader, player, game, ply.after),
        "begin": f"{game.name} challenge bob{options}{start}",
    }


def board_of(
    reader: Reader, player: Player | None, game: AnyGame, state: Any, seat: Seat | None = None
) -> str:
    """The board as the reader wants it; a stranger's language is all that is known of them.

    seat: that of the reader, None for others.
    """
    if player is None:
        text = game.render(state, Style.GRID, seat, reader.words(game))
        return Drawing(text, diagram_of(game, state, seat))
    return drawn(game, state, player, seat)
