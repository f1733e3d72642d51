"""A second move generator for every rule set, written from the rules without tables.

It shares no code with the package. A board is a dict from (row, column) to the size of a ring.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

Slot = tuple[int, int]
Board = dict[Slot, int]
Step = frozenset[Slot]
Effect = tuple[str, ...]
"""The identity of a move in the usual notation: in ``towers`` all landings, otherwise both ends;
then ``=`` and the new slot of a displaced ring, if there is one.
"""

GOALS = {"N": (7, 0), "S": (0, 0)}
FAR = {"s": "N", "n": "S"}


@dataclass(frozen=True)
class Position:
    board: Board
    side: str
    reserves: dict[str, list[int]]
    scored: str = ""

    @property
    def other(self) -> str:
        return "n" if self.side == "s" else "s"

    def rows(self, side: str) -> list[int]:
        """The occupied rows, the one nearest to that side first."""
        return sorted({row for row, _ in self.board}, reverse=side == "n")


def read(line: str) -> Position:
    rows, side, *more = line.split()
    board = {
        (6 - down, right + 1): int(figure)
        for down, row in enumerate(rows.split("/"))
        for right, figure in enumerate(row)
        if figure != "."
    }
    reserves = more[0].split("/") if more else ["-", "-"]
    held = {
        seat: [int(c) for c in text if c != "-"] for seat, text in zip("sn", reserves, strict=True)
    }
    return Position(board, side, held, more[2] if more else "")


def neighbours(slot: Slot) -> list[Slot]:
    row, column = slot
    if slot in GOALS.values():
        return []
    beside = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
    inside = [(r, c) for r, c in beside if 1 <= r <= 6 and 1 <= c <= 6]
    return inside + ([GOALS["N"]] if row == 6 else []) + ([GOALS["S"]] if row == 1 else [])


def ends(
    board: Board, slot: Slot, steps: int, crossed: frozenset[Step]
) -> Iterator[tuple[Slot, frozenset[Step]]]:
    """G3, G4, G5: yield where ``steps`` steps lead, and the connections that they cross."""
    for beside in neighbours(slot):
        step = frozenset((slot, beside))
        if step in crossed:
            continue
        if steps == 1:
            yield beside, crossed | {step}
        elif beside not in board:
            yield from ends(board, beside, steps - 1, crossed | {step})


def landings(board: Board, first: list[tuple[Slot, frozenset[Step]]]) -> set[Slot]:
    """G6: return all slots where the ring can land after the first landings, with bounces."""
    found: set[Slot] = set()
    known: set[tuple[Slot, frozenset[Step]]] = set()

    def land(end: Slot, crossed: frozenset[Step]) -> None:
        found.add(end)
        if end in board and (end, crossed) not in known:
            known.add((end, crossed))
            for further, longer in ends(board, end, board[end], crossed):
                land(further, longer)

    for end, crossed in first:
        land(end, crossed)
    return found


def effects(line: str, ruleset: str = "classic") -> set[Effect]:
    """Return every legal move in a position without a past."""
    return RULES[ruleset](read(line))


def classic(position: Position) -> set[Effect]:
    return row_effects(position, position.rows(position.side)[0], relocates=True)


def modern(position: Position, relocates: bool = True) -> set[Effect]:
    """G10m: return the moves of the nearest row that has any."""
    for row in position.rows(position.side):
        found = row_effects(position, row, relocates)
        if found:
            return found
    return set()


def simple(position: Position) -> set[Effect]:
    """G7s: return the moves without relocation."""
    return modern(position, relocates=False)


def row_effects(position: Position, row: int, relocates: bool) -> set[Effect]:
    board = position.board
    found = set()
    for origin in [slot for slot in board if slot[0] == row]:
        others = {slot: size for slot, size in board.items() if slot != origin}
        first = list(ends(others, origin, board[origin], frozenset()))
        found |= {
            (name(origin), *outcome)
            for outcome in outcomes(position, others, first, board[origin], relocates)
        }
    return found


def outcomes(
    position: Position,
    others: Board,
    first: list[tuple[Slot, frozenset[Step]]],
    size: int,
    relocates: bool = True,
) -> Iterator[Effect]:
    """G7, G8, G9: yield the moves of a lifted ring of that size; ``others`` are on the board."""
    side = position.side
    for end in landings(others, first):
        if end in GOALS.values():
            if end == GOALS[FAR[side]] and side not in position.scored:
                yield (name(end),)
        elif end not in others:
            if others | {end: size} != position.board:
                yield (name(end),)
        elif relocates:
            for room in rooms(position, others):
                if others | {end: size, room: others[end]} != position.board:
                    yield name(end), f"={name(room)}"


def rooms(position: Position, others: Board) -> list[Slot]:
    """G7, G7k: return the slots where a displaced ring may go."""
    slots = [(row, column) for row in range(1, 7) for column in range(1, 7)]
    empty = [slot for slot in slots if slot not in others]
    if position.reserves[position.other] or not others:
        return empty
    if position.side == "s":
        return [slot for slot in empty if slot[0] <= max(row for row, _ in others)]
    return [slot for slot in empty if slot[0] >= min(row for row, _ in others)]


def kang(position: Position) -> set[Effect]:
    """G2k, G3k, G10m: return the moves from the reserve or, without any, those of a row."""
    home = 1 if position.side == "s" else 6
    edge = GOALS["S" if position.side == "s" else "N"]
    board, found = position.board, set()
    for size in set(position.reserves[position.side]):
        doors = [
            ((home, column), frozenset([frozenset([edge, (home, column)])]))
            for column in range(1, 7)
        ]
        first = (
            doors
            if size == 1
            else [
                landing
                for slot, crossed in doors
                if slot not in board
                for landing in ends(board, slot, size - 1, crossed)
            ]
        )
        found |= {(f"{size}*", *outcome) for outcome in outcomes(position, board, first, size)}
    return found or modern(position)


def towers(position: Position) -> set[Effect]:
    """G3t, G5t, G6t, G7t, G9t: return the moves that do not recreate the present arrangement."""
    found = set()
    board = position.board
    for origin in [slot for slot in board if slot[0] == position.rows(position.side)[0]]:
        others = {slot: size for slot, size in board.items() if slot != origin}
        free = rooms(position, others)
        for path in paths(position, others, [origin], board[origin], {origin}):
            *_, end = path
            for room in free if end in others else [None]:
                if relayed(board, path, room) != board:
                    found.add((*map(lettered, path), *([f"={lettered(room)}"] if room else [])))
    return found


def paths(
    position: Position, others: Board, path: list[Slot], steps: int, used: set[Slot]
) -> Iterator[list[Slot]]:
    for end, longer in relays(position, others, path[-1], steps, used):
        yield [*path, end]
        if end in others:
            yield from paths(position, others, [*path, end], others[end], longer)


def relays(
    position: Position, others: Board, slot: Slot, steps: int, used: set[Slot]
) -> Iterator[tuple[Slot, set[Slot]]]:
    row, column = slot
    forward = 1 if position.side == "s" else -1
    for beside in [(row + forward, column), (row, column - 1), (row, column + 1)]:
        on_board = 1 <= beside[0] <= 6 and 1 <= beside[1] <= 6
        in_goal = beside[0] in (0, 7) and steps == 1
        if beside in used or not (on_board or in_goal):
            continue
        if steps == 1:
            yield beside, used | {beside}
        elif beside not in others:
            yield from relays(position, others, beside, steps - 1, used | {beside})


def relayed(board: Board, path: list[Slot], room: Slot | None) -> Board:
    after = {slot: size for slot, size in board.items() if slot != path[0]}
    for before, slot in pairwise(path):
        after[slot] = board[before]
    return after if room is None else after | {room: board[path[-1]]}


RULES: dict[str, Callable[[Position], set[Effect]]] = {
    "classic": classic,
    "modern": modern,
    "simple": simple,
    "towers": towers,
    "kang": kang,
}


def name(slot: Slot) -> str:
    goals = {place: letter for letter, place in GOALS.items()}
    return goals.get(slot) or f"{slot[0]}{slot[1]}"


def lettered(slot: Slot) -> str:
    return f"{' abcdef'[slot[1]]}{slot[0] + 1}"
