"""A second reading of the rules of Havannah, written differently, to check the game.

Cells have three coordinates whose sum is 0, the middle of the board is (0, 0, 0), and a ring is
found by walking in from the outside over everything that is not the chain.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from pbm.rules.havannah.game import Havannah

Cell = tuple[int, int, int]
WAYS = [(1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1)]


def named(side: int) -> dict[Cell, str]:
    """Return the name of each cell: rows from the top, letters along straight lines."""
    names = {}
    for row in range(2 * side - 1):
        for column in range(2 * side - 1):
            if abs(column - row) < side:
                x, y = column - (side - 1), row - (side - 1)
                names[x - y, -x, y] = f"{chr(97 + column)}{row + 1}"
    return names


def near(cell: Cell) -> Iterator[Cell]:
    for way in WAYS:
        yield cell[0] + way[0], cell[1] + way[1], cell[2] + way[2]


def chains(stones: set[Cell]) -> Iterator[set[Cell]]:
    left = set(stones)
    while left:
        chain, ends = set[Cell](), [left.pop()]
        while ends:
            cell = ends.pop()
            chain.add(cell)
            touching = set(near(cell)) & left
            left -= touching
            ends += touching
        yield chain


def wins(chain: set[Cell], side: int) -> str:
    edge = side - 1
    corners = {cell for cell in chain if sorted(map(abs, cell)) == [0, edge, edge]}
    if len(corners) >= 2:
        return "bridge"
    sides = {
        (axis, cell[axis])
        for cell in chain - corners
        for axis in range(3)
        if abs(cell[axis]) == edge
    }
    if len(sides) >= 3:
        return "fork"
    return "ring" if is_ring(chain, side) else ""


def is_ring(chain: set[Cell], side: int) -> bool:
    """Return whether something is inside: cells of others, or a stone with stones on all sides."""
    if any(set(near(cell)) <= chain for cell in chain):
        return True
    board = {*named(side)}
    beyond = {each for cell in board for each in near(cell)} - board
    outside, ends = set(beyond), list(beyond)
    while ends:
        for each in near(ends.pop()):
            if each in board and each not in chain and each not in outside:
                outside.add(each)
                ends.append(each)
    return bool(board - chain - outside)


def compare_game(game: Havannah, seed: int) -> str:
    """Compare every position of a random game, and return how it ended."""
    side, dice, state = (len(game.grid.rows) + 1) // 2, Random(seed), game.start()
    names, stones = named(side), dict[Cell, str]()
    cells = {name: cell for cell, name in names.items()}
    while game.outcome(state) is None:
        own = "wb"[state.turn.value]
        free = sorted(name for name, cell in cells.items() if cell not in stones)
        may_swap = game.swaps and own == "b" and [*stones.values()] == ["w"]
        moves = {game.format(state, move): move for move in game.legal_moves(state)}
        assert sorted(moves) == sorted([*free, *["swap"] * may_swap])
        text = "swap" if may_swap and seed % 2 else dice.choice(free)
        if text == "swap":
            stones = dict.fromkeys(stones, "b")
        else:
            stones[cells[text]] = own
        state = game.apply(state, moves[text])
        for cell, name in names.items():
            assert state.board[game.grid.by_name[name]] == stones.get(cell, ".")
        mine = {cell for cell, sign in stones.items() if sign == own}
        how = {found for chain in chains(mine) if (found := wins(chain, side))}
        outcome = game.outcome(state)
        if outcome is None or outcome.winner is None:
            assert not how
            assert (outcome is None) == (len(stones) < len(cells))
        else:
            assert outcome.reason in how or "ring" in how
        assert bool(how) == (outcome is not None and outcome.winner is not None)
    assert outcome is not None
    return outcome.reason
