"""Konane for pbm. A position is the rows, the last one first, and the seat that moves."""

from __future__ import annotations

from collections.abc import Iterator

SIZES = {"standard": 8, "6x6": 6}
STONES = "bw"
EMPTY = "."
_LETTERS = "abcdefgh"
_WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))

Cell = tuple[int, int]
Board = dict[Cell, str]


class Konane:
    """Interface 1 of pbm's plugins. A cell is column and row, from 0; a1 is black."""

    def __init__(self, ruleset: str) -> None:
        self._size = SIZES[ruleset]

    def start(self) -> str:
        cells = {(x, y): STONES[(x + y) % 2] for x in range(self._size) for y in range(self._size)}
        return self._written(cells, 0)

    def turn(self, position: str) -> int | None:
        return self._read(position)[1] if self.moves(position) else None

    def result(self, position: str) -> tuple[int, str]:
        return 1 - self._read(position)[1], "stuck"

    def moves(self, position: str) -> list[str]:
        board, seat = self._read(position)
        gone = [cell for cell, stone in board.items() if stone == EMPTY]
        if len(gone) < 2:
            return sorted(_name(cell) for cell in self._removals(gone))
        return sorted(
            "-".join(map(_name, jump))
            for cell, stone in board.items()
            if stone == STONES[seat]
            for jump in self._jumps(board, cell)
        )

    def play(self, position: str, move: str) -> str:
        board, seat = self._read(position)
        start, *ends = (_cell(name) for name in move.split("-"))
        board[start] = EMPTY
        for end in ends:
            between = {(x, y) for x, y in board if _is_between((x, y), start, end)}
            board |= dict.fromkeys(between, EMPTY)
            board[end] = STONES[seat]
        return self._written(board, 1 - seat)

    def why(self, position: str, _text: str) -> str:
        board, _ = self._read(position)
        gone = list(board.values()).count(EMPTY)
        return "first_removal" if gone == 0 else "second_removal" if gone == 1 else "no_jump"

    def board(self, position: str) -> str:
        rows = position.split(maxsplit=1)[0].split("/")
        lines = [f"{self._size - at} {' '.join(row)}" for at, row in enumerate(rows)]
        return "\n".join([*lines, "  " + " ".join(_LETTERS[: self._size])])

    def _removals(self, gone: list[Cell]) -> list[Cell]:
        """Return the stones that may be the first, or the second, to leave."""
        if gone:
            beside = [(gone[0][0] + dx, gone[0][1] + dy) for dx, dy in _WAYS]
            return [cell for cell in beside if all(0 <= each < self._size for each in cell)]
        last, high = self._size - 1, self._size // 2
        corners = [(0, 0), (last, last)]
        return [*corners, (high - 1, high - 1), (high, high)]

    def _jumps(self, board: Board, start: Cell) -> Iterator[tuple[Cell, Cell]]:
        """Yield the jumps of a stone: one way, over one or several stones of the other colour."""
        other = STONES[1 - STONES.index(board[start])]
        for dx, dy in _WAYS:
            (x, y), end = start, (start[0] + 2 * dx, start[1] + 2 * dy)
            while board.get((x + dx, y + dy)) == other and board.get(end) == EMPTY:
                yield start, end
                (x, y), end = end, (end[0] + 2 * dx, end[1] + 2 * dy)

    def _written(self, board: Board, seat: int) -> str:
        span = range(self._size)
        rows = ("".join(board[x, y] for x in span) for y in reversed(span))
        return f"{'/'.join(rows)} {STONES[seat]}"

    def _read(self, position: str) -> tuple[Board, int]:
        """:raises ValueError: if the text is no position"""
        rows, turn = position.split(" ")
        lines = rows.split("/")
        signs = set(rows) <= {*STONES, EMPTY, "/"}
        if not signs or {len(lines), *map(len, lines)} != {self._size} or turn not in STONES:
            raise ValueError(f"no position of Konane: {position}")
        board = {
            (x, y): stone for y, line in enumerate(reversed(lines)) for x, stone in enumerate(line)
        }
        wrong = any(stone not in (EMPTY, STONES[(x + y) % 2]) for (x, y), stone in board.items())
        if wrong:
            raise ValueError("a stone stands on a cell of the other colour")
        return board, STONES.index(turn)


def _is_between(cell: Cell, start: Cell, end: Cell) -> bool:
    pairs = [sorted(pair) for pair in zip(start, end, strict=True)]
    return cell != start and all(
        low <= at <= high for at, (low, high) in zip(cell, pairs, strict=True)
    )


def _name(cell: Cell) -> str:
    return f"{_LETTERS[cell[0]]}{cell[1] + 1}"


def _cell(name: str) -> Cell:
    return _LETTERS.index(name[0]), int(name[1:]) - 1
