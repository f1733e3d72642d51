"""The open ways of all rule sets as tables of integers of at most 64 bits.

The sides of all rule sets are numbered, those of a rule set one after the other. Each kind of start
(the side, the size of the ring and the slot that it leaves) has some fans of ``Net.fans``. What is
open in a fan depends on its passed slots: the remainder by a small number tells them apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import count

from ...game import Seat
from ..board import TARGET
from ..classic import Classic
from ..net import Fan, Net
from .sets import BITS, of, squeezed

_MOST_SIDES, _MOST_FANS, _MOST_ENDS = 32, 1_024, 32_768
_KINDS = 256
"""How many kinds of start a side has: four times 64, for the sizes and the bits of slots."""

_FIRST = [0 for _ in range(_MOST_SIDES * _KINDS)]
_LAST = [0 for _ in range(_MOST_SIDES * _KINDS)]
"""The fans of each kind of start: from the one up to, but without, the other."""

_PASSED = [0 for _ in range(_MOST_FANS)]
_DIVISOR = [1 for _ in range(_MOST_FANS)]
_PLACE = [0 for _ in range(_MOST_FANS)]
_ENDS = [0 for _ in range(_MOST_ENDS)]
"""From the place of a fan on: the ends of its open ways, by the remainder."""

_GOALS = [0 for _ in range(_MOST_SIDES)]
_ENTRIES = [0 for _ in range(_MOST_SIDES)]
"""The goal that each side has to reach, and the bit of the goal where its reserve enters."""

_used = {"sides": 0, "fans": 0, "ends": 0}


def ends_of(kind: int, blocking: int) -> int:
    """Return where the open ways of a kind of start end."""
    ends = 0
    for fan in range(_FIRST[kind], _LAST[kind]):
        ends |= _ENDS[_PLACE[fan] + (_PASSED[fan] & blocking) % _DIVISOR[fan]]
    return ends


def kind_of(side: int, size: int, slot: int) -> int:
    """Return the number of a kind of start. slot: a bit."""
    return side << 8 | size << 6 | slot


def goal_of(side: int) -> int:
    return _GOALS[side]


def entry_of(side: int) -> int:
    return _ENTRIES[side]


def sides_of(rules: Classic) -> int:
    """Return the number of South's side in a rule set. That of North's side is one more."""
    row = rules.coordinates.goals
    nets = tuple(rules.net(seat) for seat in Seat)
    return _sides(nets, tuple(tuple(row[TARGET[seat] // 10]) for seat in Seat))


@cache
def _sides(nets: tuple[Net, ...], goals: tuple[tuple[int, ...], ...]) -> int:
    number = _used["sides"]
    for seat, net, goal in zip(Seat, nets, goals, strict=True):
        side = _next("sides", _MOST_SIDES)
        _GOALS[side], _ENTRIES[side] = of(goal), BITS[TARGET[seat.other]]
        for (size, start), (first, last) in _fans_of(net).items():
            kind = kind_of(side, size, BITS[start])
            _FIRST[kind], _LAST[kind] = first, last
    return number


@cache
def _fans_of(net: Net) -> Mapping[tuple[int, int], tuple[int, int]]:
    """Add the fans of a net to the tables. Return the range of their numbers by size and start."""
    found = {}
    for size, table in net.fans.items():
        for start, fans in table.items():
            numbers = [_entered(fan) for fan in fans]
            found[size, start] = numbers[0], numbers[-1] + 1
    return found


def _entered(fan: Fan) -> int:
    passed, openings = fan
    ends = {squeezed(blocked): squeezed(ends) for blocked, (ends, _) in openings.items()}
    divisor = next(n for n in count(1) if len({blocked % n for blocked in ends}) == len(ends))
    number, place = _next("fans", _MOST_FANS), _next("ends", _MOST_ENDS, divisor)
    _PASSED[number], _DIVISOR[number], _PLACE[number] = squeezed(passed), divisor, place
    for blocked, there in ends.items():
        _ENDS[place + blocked % divisor] = there
    return number


def _next(table: str, most: int, needed: int = 1) -> int:
    """Return the first free place of a table, and take it with those that follow.

    :raises OverflowError: if the table is full; a compiled one would not notice it
    """
    free = _used[table]
    if free + needed > most:
        raise OverflowError(f"the table of {table} of rule sets is full")
    _used[table] = free + needed
    return free
