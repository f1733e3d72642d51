"""A whole game: every move with its board, and the record as a mail shows it"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import Any

from pbm.core.board import Board
from pbm.core.model import Player
from pbm.notices.readers import reader_of
from pbm.notices.rendering import WIDTH
from pbm.notices.views import draw, ply_facts, result_facts, seat_names, seat_players, variant
from pbm.store.protocol import Transaction


def review_facts(tx: Transaction, board: Board, player: Player) -> Mapping[str, Any]:
    """A whole game: every move with its board."""
    reader = reader_of(player)
    steps: list[dict[str, Any]] = [
        {"ply": None, "drawing": draw(board, board.state_at(0), player, in_series=True)}
    ]
    steps += [
        {
            "ply": ply_facts(tx, board, ply, reader),
            "drawing": "" if ply.automatic else draw(board, ply.after, player, in_series=True),
        }
        for ply in board.plies
    ]
    return {
        "game": board.game.name,
        "title": reader.title(board.game),
        "variant": variant(board.game),
        "board": board.number,
        "players": [player.userid for player in seat_players(tx, board)],
        "seats": seat_names(board.game, reader),
        "steps": steps,
        "result": result_facts(board, seat_players(tx, board), reader),
    }


def folded(text: str) -> str:
    """Wrap a record to the width of a mail. Moves may be on any line; tags are never broken."""
    lines = [
        [line] if line.startswith("[") else textwrap.wrap(line, WIDTH, break_long_words=False)
        for line in text.splitlines()
    ]
    return "\n".join("\n".join(each) for each in lines)
