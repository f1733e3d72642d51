"""English for what only Breakthrough says, with facts in braces."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    "one_step_ahead": "from {origin} a piece moves one step ahead, and {target} is not there",
    "no_capture_ahead": "{target} is straight ahead and occupied: pieces capture diagonally",
    "explains_straight": "{rule}: one step straight ahead, from {origin} to {target}: it is empty",
    "explains_diagonal": "{rule}: one step diagonally, from {origin} to {target}: it is empty",
    "explains_capture": "{rule}: one step diagonally, from {origin}, takes the piece on {target}",
    "explains_last_row": "{rule}: {target} is in the last row: the game is won",
    "explains_all_taken": "{rule}: the opponent has no piece left: the game is won",
    "aim": "Whose piece is the first to reach the row farthest from its own side wins.",
    "aim_of_seat": "You are {seat}: reach the row farthest from you first, and you win.",
    "aim_moving": (
        "A piece moves one step ahead, straight or diagonally, to an empty cell; it captures only"
        " diagonally."
    ),
    "reason_last_row": "last row",
    "reason_all_taken": "all taken",
    "because_last_row": "by reaching the last row",
    "because_all_taken": "by taking all pieces",
    "view_steps": "A piece goes one step ahead, straight or diagonally.",
    "view_takes": "It takes diagonally, and never straight ahead.",
    "view_last_row": "Who reaches the last row first wins.",
    "task_free": "Take the piece that Black cannot avenge.",
    "hint_free": "That is a legal move, but it takes nothing, or Black can take back.",
}
