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
    "aim_of_seat": "You are {seat}: the player who cannot move an amazon any more loses.",
    "aim_moving": (
        "An amazon moves like a queen in chess, and then shoots an arrow that flies like a queen,"
        " too; the cell that it hits is blocked for good."
    ),
    "legend_last_move": "{moved} moved last   {left} left from here   = last arrow   x arrow",
    "reason_cannot_move": "cannot move",
    "because_cannot_move": "as the opponent cannot move",
    "view_shoots": "An amazon moves like a queen, and then shoots an arrow from its new cell.",
    "view_blocks": "Nothing goes over an arrow or an amazon, or onto it.",
    "view_stuck": "Who cannot move any more loses.",
    "task_back": "Shoot the arrow into the cell that the amazon has just left.",
    "hint_back": "That is a legal move, but the arrow hits another cell.",
    "task_few": "Leave at most two cells beside the black amazon free.",
    "hint_few": "That is a legal move, but more than two cells beside the black amazon are free.",
}
