"""The command ``go`` of UGI: how long a program may think."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from time import monotonic

from pbm.base.errors import UsageError
from pbm.core.games import Limits, Seat

_SHARE = 30
"""One move may take a 30th of the time left on a clock."""

_NUMBERS = ("movetime", "nodes", "depth", "p1time", "p2time", "p1inc", "p2inc", "movestogo")


@dataclass(frozen=True)
class Go:
    """The limits given with ``go``: milliseconds, nodes and plies; None for no limit."""

    milliseconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    @property
    def is_endless(self) -> bool:
        return self.milliseconds is self.nodes is self.depth is None

    def limits(self, stopped: Callable[[], bool]) -> Limits:
        """Return the limits of a search that begins now."""
        end = inf if self.milliseconds is None else monotonic() + self.milliseconds / 1000
        nodes = inf if self.nodes is None else self.nodes
        return Limits(nodes, lambda: monotonic() >= end or stopped())


def read(words: Sequence[str], seat: Seat | None) -> Go:
    """Parse the words after ``go``. seat: the side whose clock counts.

    :raises UsageError: if the words cannot be understood
    """
    given: dict[str, int] = {}
    rest = [word for word in words if word != "infinite"]
    for name, number in zip(rest[::2], [*rest[1::2], ""], strict=False):
        if name not in _NUMBERS or not number.isdecimal():
            raise UsageError(f'"go" does not know "{f"{name} {number}".strip()}"')
        given[name] = int(number)
    clock = "p2" if seat is Seat.SECOND else "p1"
    milliseconds = float(given["movetime"]) if "movetime" in given else None
    if f"{clock}time" in given:
        milliseconds = given[f"{clock}time"] / _SHARE + given.get(f"{clock}inc", 0)
    return Go(milliseconds, given.get("nodes"), given.get("depth"))
