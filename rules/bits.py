"""The bits of a set that is an int, as functions of modules that can also be compiled.

A method of an int would be called through Python even there; see ``scripts/compiled``.
"""

from __future__ import annotations

count = int.bit_count
"""The number of members of a set."""

length = int.bit_length
"""One more than the highest member of a set; 0 for the empty set."""
