"""A second reading of the rules of the kit's games, written from their description alone.

It shares no code with them: cells are names, boards are dictionaries from names to seats 0 and 1,
and hexagons are neighbours if their middles are one unit apart. It is as plain as it can be, and
slow.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from math import dist, sqrt
from random import Random
from typing import Any, NamedTuple

from pbm.rules import games
from pbm.rules.game import Seat

LETTERS = "abcdefghijklmnopqrst"

Board = Mapping[str, int]


class End(NamedTuple):
    winner: int | None
    reasons: frozenset[str]


class Rules(ABC):
    """repeats: how often a board with the same side to move ends the game, 0 for never."""

    cells: Collection[str]
    repeats = 0

    def start(self) -> Board:
        return {}

    @abstractmethod
    def moves(self, board: Board, mover: int) -> Mapping[str, Board]: ...

    @abstractmethod
    def ended(self, board: Board, last: int) -> End | None:
        """Return how the game is over after a move of ``last``."""

    def next_mover(self, board: Board, mover: int) -> int:
        """Return who moves after a side has moved and the game is not over."""
        return 1 - mover


class OfSquares(Rules):
    """Letters are columns from the left, numbers are rows from the bottom."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.cells = [f"{a}{n}" for a in LETTERS[:columns] for n in range(1, rows + 1)]

    def moved(self, board: Board, origin: str, target: str) -> tuple[str, Board]:
        sign = "x" if target in board else "-"
        after = {cell: seat for cell, seat in board.items() if cell not in (origin, target)}
        return f"{origin}{sign}{target}", after | {target: board[origin]}


def _row(cell: str) -> int:
    return int(cell[1:])


def _away(one: str, other: str) -> tuple[int, int]:
    """Return how many columns and rows are between two cells."""
    return abs(ord(one[0]) - ord(other[0])), abs(_row(one) - _row(other))


class Breakthrough(OfSquares):
    def start(self) -> Board:
        return {
            cell: int(_row(cell) > 2)
            for cell in self.cells
            if _row(cell) <= 2 or _row(cell) > self.rows - 2
        }

    def moves(self, board: Board, mover: int) -> Mapping[str, Board]:
        found = {}
        for origin in (cell for cell, seat in board.items() if seat == mover):
            ahead = _row(origin) + (-1 if mover else 1)
            for target in (cell for cell in self.cells if _row(cell) == ahead):
                aside, there = _away(origin, target)[0], board.get(target)
                if (aside == 0 and there is None) or (aside == 1 and there != mover):
                    text, after = self.moved(board, origin, target)
                    found[text] = after
        return found

    def ended(self, board: Board, last: int) -> End | None:
        goal = 1 if last else self.rows
        why = {"last_row"} if any(board.get(f"{a}{goal}") == last for a in LETTERS) else set()
        if 1 - last not in board.values():
            why.add("all_taken")
        return End(last, frozenset(why)) if why else None


class Clobber(OfSquares):
    def start(self) -> Board:
        return {cell: (LETTERS.index(cell[0]) + _row(cell) + 1) % 2 for cell in self.cells}

    def moves(self, board: Board, mover: int) -> Mapping[str, Board]:
        return dict(
            self.moved(board, origin, target)
            for origin in board
            for target in board
            if board[origin] == mover != board[target] and sum(_away(origin, target)) == 1
        )

    def ended(self, board: Board, last: int) -> End | None:
        return None if self.moves(board, 1 - last) else End(last, frozenset({"cannot_move"}))


class Amazons(OfSquares):
    """Arrows are the seat 2."""

    def start(self) -> Board:
        small = self.rows == 6
        white, black = ("a2b1e1f2", "a5b6e6f5") if small else ("a4d1g1j4", "a7d10g10j7")
        named = re.findall(r"[a-j]\d+", white), re.findall(r"[a-j]\d+", black)
        return {cell: seat for seat, cells in enumerate(named) for cell in cells}

    def _is_free(self, board: Board, start: str, end: str) -> bool:
        """Return whether all cells after ``start`` up to ``end`` are empty, on a straight line."""
        (across, up), steps = _away(start, end), max(_away(start, end))
        if start == end or (across and up and across != up):
            return False
        x, y = ord(start[0]), _row(start)
        dx, dy = (ord(end[0]) - x) // steps, (_row(end) - y) // steps
        return not any(f"{chr(x + n * dx)}{y + n * dy}" in board for n in range(1, steps + 1))

    def moves(self, board: Board, mover: int) -> Mapping[str, Board]:
        found = {}
        for origin in [cell for cell, seat in board.items() if seat == mover]:
            for target in [cell for cell in self.cells if self._is_free(board, origin, cell)]:
                left = {cell: seat for cell, seat in board.items() if cell != origin}
                moved = left | {target: mover}
                for hit in [cell for cell in self.cells if self._is_free(moved, target, cell)]:
                    found[f"{origin}-{target}/{hit}"] = moved | {hit: 2}
        return found

    def ended(self, board: Board, last: int) -> End | None:
        for origin in [cell for cell, seat in board.items() if seat == 1 - last]:
            if any(max(_away(origin, cell)) == 1 and cell not in board for cell in self.cells):
                return None
        return End(last, frozenset({"cannot_move"}))


class Passing(OfSquares):
    """A side that cannot move is passed over."""

    def next_mover(self, board: Board, mover: int) -> int:
        return 1 - mover if self.moves(board, 1 - mover) else mover


def _beyond(cell: str, across: int, up: int) -> list[str]:
    """Return the cells of a board of 8 by 8 in a direction from a cell, the nearest first."""
    x, y = LETTERS.index(cell[0]), _row(cell)
    places = [(x + n * across, y + n * up) for n in range(1, 8)]
    return [f"{LETTERS[a]}{n}" for a, n in places if 0 <= a < 8 and 1 <= n <= 8]


WAYS = [(across, up) for across in (-1, 0, 1) for up in (-1, 0, 1) if across or up]


class Reversi(Passing):
    def start(self) -> Board:
        return {"d5": 0, "e4": 0, "d4": 1, "e5": 1}

    def moves(self, board: Board, mover: int) -> Mapping[str, Board]:
        found = {}
        for cell in self.cells:
            turned: set[str] = set()
            for way in WAYS if cell not in board else ():
                line = _beyond(cell, *way)
                owners = [board.get(each) for each in line]
                near = owners.index(mover) if mover in owners else 0
                if set(owners[:near]) == {1 - mover}:
                    turned |= {*line[:near]}
            if turned:
                found[cell] = {**board, **dict.fromkeys([cell, *turned], mover)}
        return found

    def ended(self, board: Board, last: int) -> End | None:
        if self.moves(board, 0) or self.moves(board, 1):
            return None
        first, second = (list(board.values()).count(seat) for seat in (0, 1))
        return End(None if first == second else int(second > first), frozenset({"discs"}))


class LinesOfAction(Passing):
    repeats = 3

    def start(self) -> Board:
        inner = [cell for cell in self.cells if cell[0] not in "ah"]
        found = {cell: 0 for cell in inner if _row(cell) in (1, 8)}
        return found | {f"{a}{n}": 1 for a in "ah" for n in range(2, 8)}

    def moves(self, board: Board, mover: int) -> Mapping[str, Board]:
        found = {}
        for origin in (cell for cell, seat in board.items() if seat == mover):
            for across, up in WAYS:
                ahead, behind = _beyond(origin, across, up), _beyond(origin, -across, -up)
                men = sum(cell in board for cell in (*ahead, *behind)) + 1
                if men <= len(ahead):
                    *between, target = ahead[:men]
                    is_free = all(board.get(cell, mover) == mover for cell in between)
                    if is_free and board.get(target) != mover:
                        text, after = self.moved(board, origin, target)
                        found[text] = after
        return found

    def ended(self, board: Board, last: int) -> End | None:
        for seat in (last, 1 - last):
            left = {cell for cell, owner in board.items() if owner == seat}
            ends = [left.pop()]
            while ends:
                end = ends.pop()
                near = {cell for cell in left if max(_away(cell, end)) == 1}
                left -= near
                ends += near
            if not left:
                return End(seat, frozenset({"connected"}))
        return None


class OfStones(Rules):
    """Stones are set in turn on hexagons; the rules differ in what wins, and in the swap."""

    def __init__(self, middles: Mapping[tuple[int, int], tuple[float, float]], swap: bool) -> None:
        self.swap = swap
        at = {f"{LETTERS[x]}{y + 1}": middle for (x, y), middle in middles.items()}
        self.cells = at
        self.beside = {
            cell: [each for each in at if abs(dist(at[cell], at[each]) - 1) < 0.01] for cell in at
        }

    @abstractmethod
    def reasons(self, board: Board, seat: int) -> set[str]:
        """Return all that wins for a side."""

    def full(self) -> End | None:
        raise AssertionError("somebody has won a full board")

    def swapped(self, cell: str) -> str:
        return cell

    def moves(self, board: Board, mover: int) -> Mapping[str, Board]:
        found: dict[str, Board] = {
            cell: _Added(board, cell, mover) for cell in self.cells if cell not in board
        }
        if self.swap and mover == 1 and list(board.values()) == [0]:
            found["swap"] = {self.swapped(*board): 1}
        return found

    def ended(self, board: Board, last: int) -> End | None:
        if why := self.reasons(board, last):
            return End(last, frozenset(why))
        return self.full() if len(board) == len(self.cells) else None

    def chains(self, board: Board, seat: int) -> Iterator[set[str]]:
        left = {cell for cell, owner in board.items() if owner == seat}
        while left:
            yield (chain := self.reached({left.pop()}, left.__contains__))
            left -= chain

    def reached(self, found: set[str], may_enter: Callable[[str], bool]) -> set[str]:
        """Return where one comes from some cells, stepping only on cells that may be entered."""
        while near := {e for c in found for e in self.beside[c] if may_enter(e)} - found:
            found |= near
        return found


class _Added(dict[str, int]):
    """A board with one more stone."""

    def __init__(self, board: Board, cell: str, seat: int) -> None:
        super().__init__(board)
        self[cell] = seat


class Hex(OfStones):
    def __init__(self, size: int, swap: bool) -> None:
        super().__init__(
            {(x, y): (x + y / 2, y * sqrt(3) / 2) for x in range(size) for y in range(size)}, swap
        )
        self.size = size

    def swapped(self, cell: str) -> str:
        return f"{LETTERS[_row(cell) - 1]}{LETTERS.index(cell[0]) + 1}"

    def reasons(self, board: Board, seat: int) -> set[str]:
        for chain in self.chains(board, seat):
            lines = {LETTERS.index(each[0]) + 1 if seat else _row(each) for each in chain}
            if {1, self.size} <= lines:
                return {"joined"}
        return set()


class Y(OfStones):
    def __init__(self, side: int, swap: bool) -> None:
        places = [(x, y) for y in range(side) for x in range(side - y)]
        super().__init__({(x, y): (x + y / 2, y * sqrt(3) / 2) for x, y in places}, swap)
        first, last = LETTERS[0], [(f"{LETTERS[side - y]}{y}") for y in range(1, side + 1)]
        self.sides = [
            {c for c in self.cells if c[0] == first},
            {c for c in self.cells if _row(c) == 1},
            {*last},
        ]

    def reasons(self, board: Board, seat: int) -> set[str]:
        won = (all(chain & side for side in self.sides) for chain in self.chains(board, seat))
        return {"three_sides"} if any(won) else set()


class Havannah(OfStones):
    def __init__(self, side: int, swap: bool) -> None:
        rows = range(2 * side - 1)
        places = [(x, y) for y in rows for x in rows if -side < x - y < side]
        super().__init__({(x, y): (x - y / 2, y * sqrt(3) / 2) for x, y in places}, swap)
        self.corners = {cell for cell in self.cells if len(self.beside[cell]) == 3}
        self.edge = {cell for cell in self.cells if len(self.beside[cell]) < 6}
        plain = self.edge - self.corners
        ends = set(plain)
        self.sides = []
        while ends:
            self.sides.append(self.reached({ends.pop()}, plain.__contains__))
            ends -= self.sides[-1]

    def full(self) -> End | None:
        return End(None, frozenset({"full"}))

    def reasons(self, board: Board, seat: int) -> set[str]:
        why = set()
        for chain in self.chains(board, seat):
            if len(chain & self.corners) >= 2:
                why.add("bridge")
            if sum(bool(chain & side) for side in self.sides) >= 3:
                why.add("fork")
        # What walks from the edge over cells without these stones, and onto a stone, is outside.
        free = {cell for cell in self.cells if board.get(cell) != seat}
        outside = self.reached(self.edge & free, free.__contains__) | self.edge
        outside |= {each for cell in outside & free for each in self.beside[cell]}
        return why | ({"ring"} if len(outside) < len(self.cells) else set())


_KINDS: Mapping[str, Callable[[str], Rules]] = {
    "amazons": lambda size: Amazons(*([10, 10] if size == "standard" else _lines(size))),
    "breakthrough": lambda size: Breakthrough(*_lines(size)),
    "clobber": lambda size: Clobber(*reversed(_lines(size))),
    "loa": lambda size: LinesOfAction(*_lines(size)),
    "reversi": lambda size: Reversi(*_lines(size)),
    "hex": lambda size: Hex(*_with_swap(size)),
    "ygame": lambda size: Y(*_with_swap(size)),
    "havannah": lambda size: Havannah(*_with_swap(size)),
}


def _lines(size: str) -> list[int]:
    return [8, 8] if size == "standard" else [int(each) for each in size.split("x")]


def _with_swap(size: str) -> tuple[int, bool]:
    number, _, without = size.partition("-")
    return int(number), not without


READ = [spec for spec, game in games().items() if game.name in _KINDS]
"""The rule sets that are read here."""


def compare(spec: str, least: int, seed: int) -> int:
    """Compare at least so many positions of random games; return their number."""
    name, _, size = spec.partition("/")
    rules, game, dice, compared = _KINDS[name](size), games()[spec], Random(seed), 0
    while compared < least:
        compared += _compare_game(rules, game, dice)
    return compared


def _compare_game(rules: Rules, game: Any, dice: Random) -> int:
    state, board, mover, compared = game.start(), rules.start(), 0, 0
    seen, back = Counter[Any](), {0: "", 1: ""}
    while True:
        seen[frozenset(board.items()), mover] += 1
        assert game.to_move(state) is Seat(mover)
        expected = rules.moves(board, mover)
        ours = {game.format(state, move): move for move in game.legal_moves(state)}
        assert ours.keys() == expected.keys()
        # A swap is rare among many moves.
        text = "swap" if "swap" in ours and dice.random() < 0.5 else dice.choice(sorted(ours))
        # So is a board that comes again, unless men go back now and then.
        if rules.repeats and back[mover] in ours and dice.random() < 0.3:
            text = back[mover]
        back[mover] = "-".join(reversed(text.split("-")))
        state, board = game.apply(state, ours[text]), expected[text]
        assert _board_of(game, state) == board, text
        end, found = rules.ended(board, mover), game.outcome(state)
        last, mover = mover, rules.next_mover(board, mover) if end is None else 1 - mover
        if end is None and seen[frozenset(board.items()), mover] + 1 == rules.repeats:
            assert (found.winner, found.reason) == (None, "repeated")
            return compared + 1
        compared += 1
        if end is None:
            assert found is None
        else:
            winner = found.winner.value if found.winner else None
            assert winner == end.winner
            assert found.reason in end.reasons
            assert game.outcome(game.decode(game.encode(state))).winner is found.winner
            return compared
        assert game.passed(state) == (mover == last)


def _board_of(game: Any, state: Any) -> Board:
    values = {sign: seat.value for sign, seat in game.owners.items()} | {game.neutral: 2}
    names = game.grid.names
    return {names[cell]: values[s] for cell, s in enumerate(state.board) if s in values}
