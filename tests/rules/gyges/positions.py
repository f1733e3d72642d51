"""Positions for the tests of several modules, drawn as for ``drawn``."""

from __future__ import annotations

# A single and a double one step and two steps from North's edge.
NEAR_NORTHS_EDGE = """
    . . . 1 . .     6
    . 2 . . . .     5
    . . . . . .     4
    . . . . . .     3
    . . . . . .     2
    . . . . . .     1
"""

# No ring of South's shore, row 1, can move.
STUCK_SHORE = """
         N
    . . . . . .     6
    . . . . . .     5
    . . . . . .     4
    . . . . . .     3
    1 3 1 2 1 1     2, from which South plays
    2 3 2 3 2 3     1, South's shore, where nothing can move
         S
"""

# The example of the pbmserv help for towers, North to play.
EXAMPLE_OF_TOWERS = """
    . . . . . .     7
    3 . . . . .     6
    . . 1 . 1 .     5
    1 . 2 3 . 3     4
    3 . 2 2 . 1     3
    . . . . 2 .     2
    a b c d e f
"""
