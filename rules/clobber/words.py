"""English for what only Clobber says, with facts in braces."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    "not_beside": "{target} is not right beside {origin}, in its row or column",
    "nothing_to_take": "{target} is empty: each move takes a piece of the opponent",
    "explains_taking": "{rule}: from {origin}, the piece on {target} right beside it is taken",
    "explains_stuck": "{rule}: the opponent can take no piece: the game is won",
    "aim": "Each move takes a piece. Who cannot take one any more loses.",
    "aim_of_seat": "You are {seat}: the player who cannot take a piece any more loses.",
    "aim_moving": (
        "A piece moves onto an opponent's piece right beside it, in its row or column, and takes"
        " it."
    ),
    "reason_cannot_move": "cannot move",
    "because_cannot_move": "as the opponent cannot move",
    "view_onto": "A piece moves onto a piece of the other side right beside it, and takes it.",
    "view_apart": "A piece that is beside no piece of the other side cannot move.",
    "view_stuck": "Who makes the last move wins.",
    "task_single": "Leave Black only one move.",
    "hint_single": "That is a legal move, but Black has more than one answer, or none.",
}
