"""The part of a board mail that programs read, as JSON.

``machine.schema.json`` beside this module describes that part.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pbm.core.board import Board
from pbm.core.by_seat import BySeat
from pbm.core.choices import Choice
from pbm.core.games import Seat
from pbm.core.model import Player
from pbm.play.settings import is_on

MACHINE = "machine"
"""The name of ``machine_facts`` among the facts of a draft."""

FORMAT = 1
"""The version of the format. Fields may be added to it at any time."""

LARGEST = 64 * 1024
"""The most bytes of the part. A larger one would be sent without the list of legal moves."""

Facts = Mapping[str, Any]


def wants_machine_part(player: Player) -> bool:
    return is_on(player, Choice.MACHINE)


def machine_facts(board: Board, players: BySeat[Player], to: Player) -> Facts:
    """Everything that a program needs to move on a board, except where to send the move."""
    match, game = board.match, board.game
    seat = match.seat_of(to.id)
    your_turn = seat is not None and match.running and seat is board.turn
    deadline = match.clock.deadline()
    return {
        "format": FORMAT,
        "board": board.number,
        "ruleset": match.spec,
        "status": match.status.value,
        "seats": list(game.seats),
        "players": [player.userid for player in players],
        "you": to.userid,
        "your_seat": _seat_name(board, seat),
        "your_turn": your_turn,
        "turn": _seat_name(board, board.turn),
        "start": game.encode(board.state_at(0)),
        "position": game.encode(board.state),
        "ply": match.plies,
        "history": [ply.text for ply in board.plies if not ply.automatic],
        "legal": _legal_moves(board) if your_turn else [],
        "deadline": deadline.isoformat() if deadline else None,
        "result": match.result.value,
        "reason": match.reason,
    }


def machine_part(facts: Facts, reply_to: str) -> str:
    """The part as ASCII with short lines, each move on its own line.

    reply_to: where to send a move, in place of the mail's Reply-To.
    """
    whole = {**facts, "reply_to": reply_to}
    text = json.dumps(whole, indent=1)
    return text if len(text) <= LARGEST else json.dumps({**whole, "legal": None}, indent=1)


def _seat_name(board: Board, seat: Seat | None) -> str | None:
    return None if seat is None else board.seat_name(seat)


def _legal_moves(board: Board) -> Sequence[str]:
    game, state = board.game, board.state
    return [game.format(state, move) for move in game.legal_moves(state)]
