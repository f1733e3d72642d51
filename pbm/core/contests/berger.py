"""Berger tables: who meets whom in which round, and who has the first seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Pairing(NamedTuple):
    """Two players, numbered from 0 in their starting order, in a round that is numbered from 1."""

    round: int
    first: int
    second: int


def berger(players: int, *, both: bool = False) -> list[Pairing]:
    """Return the games of everyone against everyone, in order of their rounds.

    These are the tables of FIDE's handbook (C.05, annex 1). With an odd number of players, one is
    free in each round.

    both: whether each pair meets twice, with the seats exchanged.
    """
    single = list(_single(players))
    rounds = max((each.round for each in single), default=0)
    again = [Pairing(each.round + rounds, each.second, each.first) for each in single]
    return single + again if both else single


def _single(players: int) -> Iterator[Pairing]:
    even = players + players % 2
    for round_ in range(1, even):
        for one in range(1, even):
            other = (round_ - one) % (even - 1) + 1
            if other == one and even <= players:
                yield _seated(round_, one, even, lower_first=one <= even // 2)
            elif one < other <= players:
                yield _seated(round_, one, other, lower_first=(one + other) % 2 == 1)


def _seated(round_: int, lower: int, higher: int, *, lower_first: bool) -> Pairing:
    first, second = (lower, higher) if lower_first else (higher, lower)
    return Pairing(round_, first - 1, second - 1)
