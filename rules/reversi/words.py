"""English for what only Reversi says, with facts in braces."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    "taken_already": "there is a disc on {cell} already",
    "turns_nothing": "a disc on {cell} would enclose no disc of the other side, and turn none",
    "turns_one": "{player} sets a disc on {cell} and turns one",
    "turns": "{player} sets a disc on {cell} and turns {count}",
    "explains_placing": "{rule}: a disc is set on {cell}: it is empty",
    "explains_turning": "{rule}: enclosed between two discs of the same side, and turned: {cells}",
    "explains_end": "{rule}: nobody can move any more, Black has {first}, White {second}",
    "aim": "The player with more discs when nobody can move any more wins.",
    "aim_of_seat": "You are {seat}: have more discs than the other side in the end, and you win.",
    "aim_moving": (
        "A disc is set so that it encloses others of the opponent in a straight row; these turn"
        " over and change sides."
    ),
    "reason_discs": "discs",
    "view_turns": "The white disc between two black ones turns over.",
    "view_ways": "Discs turn over in all directions at once.",
    "view_full": "When nobody can move, more discs win; empty cells belong to nobody.",
    "task_ways": "One move turns discs in two directions. Which one?",
    "hint_ways": "That is a legal move, but it turns discs in one direction alone.",
    "task_corner": "Take a corner: a disc there can never be turned.",
    "hint_corner": "That is a legal move, but not into a corner.",
    "task_pass": "Leave White no move: then White is passed over, and you move again.",
    "hint_pass": "That is a legal move, but White can move after it.",
}
