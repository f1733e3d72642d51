"""English for what only Y says, with facts in braces."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    "aim": "Whose chain of stones is the first to touch all three sides of the triangle wins.",
    "aim_of_seat": (
        "You are {seat}: touch all three sides with one chain of your stones, and you win."
    ),
    "reason_three_sides": "three sides",
    "because_three_sides": "by touching all three sides",
    "view_three": "Who has a chain that touches all three sides wins.",
    "view_corner": "A corner belongs to two sides: this chain touches all three, too.",
}
