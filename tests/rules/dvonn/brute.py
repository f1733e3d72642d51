"""A second, slow move generator, written differently, to check the moves of the package."""

from __future__ import annotations

import random
from collections.abc import Iterator

from pbm.rules.game import Seat
from tests.rules.dvonn.boards import GAME, moves, played

Stacks = dict[tuple[int, int], str]


def read(position: str) -> Stacks:
    """Parse the stacks of an encoded position by (letter, row), without the package's parser."""
    found: Stacks = {}
    for row, text in zip((5, 4, 3, 2, 1), position.split(maxsplit=1)[0].split("/"), strict=True):
        letter, stack = max(0, row - 3), ""
        inside = False
        for character in text:
            inside = character == "[" or (inside and character != "]")
            stack += "" if character in "[]." else character
            if not inside:
                found[letter, row] = stack
                letter, stack = letter + 1, ""
    return {cell: stack for cell, stack in found.items() if stack}


def distance(one: tuple[int, int], other: tuple[int, int]) -> int | None:
    """Return the distance of two cells on a line, None if they are not on one."""
    across, up = other[0] - one[0], other[1] - one[1]
    straight = 0 in (across, up) or across == up
    return max(abs(across), abs(up)) if straight else None


def neighbours(stacks: Stacks, cell: tuple[int, int]) -> list[tuple[int, int]]:
    return [other for other in stacks if distance(cell, other) == 1]


def brute_moves(stacks: Stacks, colour: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    for origin, stack in stacks.items():
        if stack[-1] == colour and len(neighbours(stacks, origin)) < 6:
            for end in stacks:
                if distance(origin, end) == len(stack):
                    yield origin, end


def brute_result(stacks: Stacks, origin: tuple[int, int], end: tuple[int, int]) -> Stacks:
    moved = {cell: stack for cell, stack in stacks.items() if cell != origin}
    moved[end] += stacks[origin]
    linked: set[tuple[int, int]] = set()
    waiting = [cell for cell, stack in moved.items() if "r" in stack]
    while waiting:
        cell = waiting.pop()
        linked.add(cell)
        waiting += [other for other in neighbours(moved, cell) if other not in linked]
    return {cell: moved[cell] for cell in linked}


def name(cell: tuple[int, int]) -> str:
    return f"{'ABCDEFGHIJK'[cell[0]]}{cell[1]}"


def compare(position: str) -> None:
    state = GAME.decode(position)
    stacks = read(position)
    colour = "w" if GAME.to_move(state) is Seat.FIRST else "b"
    expected = {
        f"{name(a)}-{name(b)}": brute_result(stacks, a, b) for a, b in brute_moves(stacks, colour)
    }
    assert sorted(moves(state)) == sorted(expected)
    for text, result in expected.items():
        after = played(state, text)
        assert read(GAME.encode(after)) == result
        assert GAME.passed(after) == _passes(result, colour)
        assert (GAME.outcome(after) is not None) == (not _mobile(result))


def _mobile(stacks: Stacks) -> set[str]:
    return {colour for colour in "wb" if any(True for _ in brute_moves(stacks, colour))}


def _passes(stacks: Stacks, colour: str) -> bool:
    return _mobile(stacks) == {colour}


def compare_game(seed: int) -> int:
    """Compare the positions of a random game, and return their number."""
    dice = random.Random(seed)
    state, compared = GAME.start(("random", "symmetry")[seed % 2], seed), 0
    while choices := list(GAME.legal_moves(state)):
        if dice.random() < 0.3:
            compare(GAME.encode(state))
            compared += 1
        state = GAME.apply(state, dice.choice(choices))
    return compared
