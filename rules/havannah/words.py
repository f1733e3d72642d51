"""English for what only Havannah says, with facts in braces."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    "aim": (
        "Whose chain of stones is the first to form a ring, join two corners or join three"
        " sides wins."
    ),
    "aim_of_seat": (
        "You are {seat}: form a ring, or join two corners or three sides, with a chain of stones."
    ),
    "reason_ring": "ring",
    "because_ring": "by a ring",
    "reason_bridge": "bridge",
    "because_bridge": "by a bridge between two corners",
    "reason_fork": "fork",
    "because_fork": "by a fork to three sides",
    "reason_full": "full board",
    "view_ring": "A ring around at least one cell wins.",
    "view_bridge": "A bridge wins, too: a chain from corner to corner.",
    "view_fork": "And so does a fork, a chain of three sides; corners belong to no side.",
    "task_ring": "Win with a ring around a cell.",
    "task_bridge": "Win with a bridge from corner to corner.",
    "task_fork": "Win with a fork, a chain of three sides.",
}
