"""English for what only Lines of Action says, with facts in braces."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    "no_line": "{target} is on no straight line through {origin}",
    "wrong_distance": "there are {count} men on that line: a man moves as many cells, not {far}",
    "man_between": "a man of the opponent stands between {origin} and {target}",
    "explains_line": (
        "{rule}: men on the line: {count}, so a man moves as many cells, from {origin} to {target}"
    ),
    "explains_capture": "{rule}: the man on {target} is taken",
    "aim": "Whose men are the first to be all connected, straight or diagonally, wins.",
    "aim_of_seat": "You are {seat}: connect all your men, straight or diagonally, and you win.",
    "aim_moving": (
        "A man moves in a straight line, as many cells as there are men on that line, not over the"
        " opponent's."
    ),
    "reason_connected": "all connected",
    "because_connected": "by connecting all men",
    "view_exact": (
        "A man moves exactly as many cells as there are men on its line, itself included."
    ),
    "view_over": "It goes over its own men, and takes a man of the other side where it ends.",
    "view_together": "Who has connected all own men wins; they may touch diagonally, too.",
    "task_over": "Move a man over another one of yours.",
    "hint_over": "That is a legal move, but it goes over no man of yours.",
}
