#!/usr/bin/env python3
"""An engine for DVONN that speaks UGI: an example of a program that the server can drive.

It needs only Python, and only the guide (pbm/PROGRAMS.md) was used to write it. It plays the move
that gives it the largest lead in pieces. Try it with

    pbm engine match dvonn/standard scripts/example_engine.py random
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

Cell = tuple[int, int]
Move = tuple[Cell | None, Cell]
"""From a cell to another one; from None while pieces are placed."""

ROWS = {5: "cdefghijk", 4: "bcdefghijk", 3: "abcdefghijk", 2: "abcdefghij", 1: "abcdefghi"}
CELLS = [(ord(letter) - ord("a"), row) for row, letters in ROWS.items() for letter in letters]
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (-1, 0), (0, -1), (-1, -1)]
RED = 3
START = "........./........../.........../........../......... w placing"
OTHER = {"w": "b", "b": "w"}


def name(cell: Cell) -> str:
    return f"{chr(ord('A') + cell[0])}{cell[1]}"


def cell_named(text: str) -> Cell:
    return ord(text[0].upper()) - ord("A"), int(text[1])


def stacks(row: str) -> Sequence[str]:
    """The stacks of a row of a position: "." is an empty cell, "[rwb]" a stack, bottom first."""
    found = re.findall(r"\[(\w+)\]|([wbr.])", row)
    return [stack or single.strip(".") for stack, single in found]


class Position:
    """A position. board: the stacks by cell. turn: "w" or "b". placing: as the guide says."""

    def __init__(self, board: dict[Cell, str], turn: str, placing: bool) -> None:
        self.board, self.turn, self.placing = board, turn, placing

    def occupied(self) -> Sequence[Cell]:
        return [cell for cell in CELLS if self.board[cell]]

    def moves(self, side: str) -> Sequence[Move]:
        if self.placing:
            return [(None, cell) for cell in CELLS if not self.board[cell]]
        return [move for cell in self.occupied() for move in self.moves_of(cell, side)]

    def moves_of(self, cell: Cell, side: str) -> Sequence[Move]:
        stack = self.board[cell]
        neighbours = [at(cell, step, 1) for step in DIRECTIONS]
        if stack[-1] != side or all(self.board.get(each) for each in neighbours):
            return []
        ends = [at(cell, step, len(stack)) for step in DIRECTIONS]
        return [(cell, end) for end in ends if self.board.get(end)]

    def after(self, move: Move) -> Position:
        """The position after a move, and after the pass that it may cause."""
        start, end = move
        found = Position(dict(self.board), OTHER[self.turn], self.placing)
        if start is None:
            placed = len(self.occupied())
            found.board[end] = "r" if placed < RED else self.turn
            if placed + 1 == len(CELLS):
                found.placing, found.turn = False, "w"
            return found
        found.board[end] += found.board[start]
        found.board[start] = ""
        found.drop_unlinked()
        if not found.moves(found.turn):
            found.turn = self.turn
        return found

    def drop_unlinked(self) -> None:
        linked = {cell for cell in CELLS if "r" in self.board[cell]}
        new = list(linked)
        while new:
            cell = new.pop()
            near = {at(cell, step, 1) for step in DIRECTIONS} - linked
            found = [each for each in near if self.board.get(each)]
            linked.update(found)
            new += found
        for cell in set(CELLS) - linked:
            self.board[cell] = ""

    def lead(self, side: str) -> int:
        heights = {"w": 0, "b": 0, "r": 0}
        for cell in self.occupied():
            heights[self.board[cell][-1]] += len(self.board[cell])
        return heights[side] - heights[OTHER[side]]


def at(cell: Cell, step: Cell, distance: int) -> Cell:
    return cell[0] + distance * step[0], cell[1] + distance * step[1]


def position(words: Sequence[str]) -> Position:
    """The position of ``fen F moves A;B``; the moves leave out passes."""
    fen, _, moves = " ".join(words).removeprefix("fen ").partition(" moves ")
    rows, turn, *phase = fen.split()
    board = dict(zip(CELLS, stacks(rows), strict=True))
    found = Position(board, turn, bool(phase))
    for text in filter(None, moves.split(";")):
        start, _, end = text.strip().partition("-")
        move = (cell_named(start), cell_named(end)) if end else (None, cell_named(start))
        found = found.after(move)
    return found


def best(found: Position) -> str:
    moves = found.moves(found.turn)
    if not moves:
        return "none"
    start, end = max(moves, key=lambda move: found.after(move).lead(found.turn))
    return f"{name(start)}-{name(end)}" if start else name(end)


def main() -> None:
    found = position(["fen", START])
    for line in sys.stdin:
        word, *rest = line.split() or [""]
        if word == "ugi":
            print("id name example\nid author the authors of pbm")
            print("option name ruleset type combo default dvonn/standard var dvonn/standard")
            print("ugiok", flush=True)
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "position":
            found = position(rest)
        elif word == "go":
            print(f"bestmove {best(found)}", flush=True)
        elif word == "quit":
            return


if __name__ == "__main__":
    main()
