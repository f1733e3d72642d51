"""A second reading of the rules, written differently, to check the game."""

from __future__ import annotations

from random import Random

from pbm.rules.kit.stepping import StepGame

Cell = tuple[int, int]


def read(position: str) -> tuple[dict[Cell, str], str]:
    """Return the pieces of an encoded position by (column, row), and the side to play."""
    board, side = position.split()
    rows = enumerate(reversed(board.split("/")), 1)
    pieces = {(at, row): sign for row, text in rows for at, sign in enumerate(text) if sign != "."}
    return pieces, side


def name(cell: Cell) -> str:
    return f"{chr(ord('a') + cell[0])}{cell[1]}"


def results(pieces: dict[Cell, str], side: str, size: int) -> dict[str, dict[Cell, str]]:
    """Return the pieces after each legal move, by the move."""
    found = {}
    for cell, sign in pieces.items():
        for other in ((column, row) for column in range(size) for row in range(1, size + 1)):
            ahead = other[1] - cell[1] == (1 if side == "w" else -1)
            aside = abs(other[0] - cell[0])
            there = pieces.get(other, "")
            if sign == side != there and ahead and aside <= 1 and (not there or aside):
                after = {each: pieces[each] for each in pieces if each != cell}
                found[f"{name(cell)}{'x' if there else '-'}{name(other)}"] = after | {other: side}
    return found


def is_won(pieces: dict[Cell, str], side: str, size: int) -> bool:
    last = size if side == "w" else 1
    reached = any(sign == side and row == last for (_, row), sign in pieces.items())
    return reached or set(pieces.values()) == {side}


def compare_game(game: StepGame, seed: int) -> int:
    """Compare every position of a random game, and return their number."""
    dice, state, size, compared = Random(seed), game.start(), len(game.grid.rows), 0
    while game.outcome(state) is None:
        pieces, side = read(game.encode(state))
        expected = results(pieces, side, size)
        ours = {
            game.format(state, move): game.apply(state, move) for move in game.legal_moves(state)
        }
        assert sorted(ours) == sorted(expected)
        for text, after in ours.items():
            assert read(game.encode(after))[0] == expected[text]
            assert (game.outcome(after) is not None) == is_won(expected[text], side, size)
        state, compared = ours[dice.choice(sorted(ours))], compared + 1
    return compared
