"""English for what only Amazons says, with facts in braces."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    "neutral": "arrow",
    "unreadable": (
        "that is no move: name an amazon, where it goes and where its arrow hits, like {example}"
    ),
    "no_line": "{target} is on no straight line from {origin}",
    "in_the_way": "from {origin} to {target}, {cell} is in the way",
    "arrow_missing": (
        "the cell that the arrow hits is missing, as in {example}; from {target} it reaches {cells}"
    ),
    "shoots": "{player} moves from {origin} to {target} and shoots at {cell}",
    "explains_moving": "{rule}: an amazon moves from {origin} to {target} in a straight line",
    "explains_arrow": "{rule}: from there its arrow flies to {cell}, which is blocked from now on",
    "explains_arrow_back": "{rule}: from there its arrow flies back to {cell}, which it has left",
    "explains_stuck": "{rule}: no amazon of the opponent can move any more: the game is won",
    "aim": "Who cannot move an amazon any more loses.",
    "aim_of_seat": "You are {seat}: whoever cannot move an amazon any more loses.",
    "aim_moving": (
        "An amazon moves like a queen in chess, and then shoots an arrow that flies like a queen,"
        " too; the cell that it hits is blocked for good."
    ),
    "legend_last_move": "{moved} moved last   {left} left from here   = last arrow   x arrow",
    "reason_cannot_move": "cannot move",
    "because_cannot_move": "as the opponent cannot move",
}
