"""English for what only Hex says, with facts in braces."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    "Red": "Red",
    "Blue": "Blue",
    "mark_Red": "R",
    "mark_Blue": "b",
    "sides": (
        "{first} ({first_mark}), from top to bottom, plays {second} ({second_mark}), from"
        " left to right."
    ),
    "aim": (
        "Red joins the upper and the lower side with a chain of stones, Blue the left and"
        " the right one."
    ),
    "aim_of_Red": "You are {seat}: join the upper and the lower side with a chain of your stones.",
    "aim_of_Blue": "You are {seat}: join the left and the right side with a chain of your stones.",
    "reason_joined": "sides joined",
    "because_joined": "by joining both sides",
    "view_red": "Red wins with a chain from the top to the bottom.",
    "view_blue": "Blue wins with a chain from the left to the right.",
}
