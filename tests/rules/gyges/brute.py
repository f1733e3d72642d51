"""The classic moves once more, written straight from RULES.md: lists, recursion, no tables.

It shares no code with the package: a board is a dict from (row, column) to the size of a ring.
"""

from __future__ import annotations

from collections.abc import Iterator

Slot = tuple[int, int]
Board = dict[Slot, int]
Step = frozenset[Slot]
Effect = tuple[str, str, str | None]

GOALS = {"N": (7, 0), "S": (0, 0)}


def read(line: str) -> tuple[Board, str]:
    rows, side = line.split()
    board = {
        (6 - down, right + 1): int(figure)
        for down, row in enumerate(rows.split("/"))
        for right, figure in enumerate(row)
        if figure != "."
    }
    return board, side


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
    """G3, G4, G5: where that many steps lead, and what has been crossed then."""
    for beside in neighbours(slot):
        step = frozenset((slot, beside))
        if step in crossed:
            continue
        if steps == 1:
            yield beside, crossed | {step}
        elif beside not in board:
            yield from ends(board, beside, steps - 1, crossed | {step})


def landings(board: Board, start: Slot, size: int) -> set[Slot]:
    """G6: wherever the ring can land, bounces included."""
    found: set[Slot] = set()
    known: set[tuple[Slot, frozenset[Step]]] = set()

    def fly(slot: Slot, steps: int, crossed: frozenset[Step]) -> None:
        for end, longer in ends(board, slot, steps, crossed):
            found.add(end)
            if end in board and (end, longer) not in known:
                known.add((end, longer))
                fly(end, board[end], longer)

    fly(start, size, frozenset())
    return found


def effects(line: str) -> set[Effect]:
    """Every legal move in a position without a past."""
    board, side = read(line)
    found = set()
    nearest = min if side == "s" else max
    for origin in [slot for slot in board if slot[0] == nearest(row for row, _ in board)]:
        for end, room in outcomes(board, side, origin):
            found.add((name(origin), name(end), name(room) if room else None))
    return found


def outcomes(board: Board, side: str, origin: Slot) -> Iterator[tuple[Slot, Slot | None]]:
    others = {slot: size for slot, size in board.items() if slot != origin}
    for end in landings(others, origin, board[origin]):
        if end in GOALS.values():
            if end == GOALS["N" if side == "s" else "S"]:
                yield end, None
        elif end not in others:
            if end != origin:
                yield end, None
        else:
            yield from (
                (end, room) for room in rooms(others, side) if changes(board, origin, end, room)
            )


def rooms(others: Board, side: str) -> list[Slot]:
    """G7."""
    slots = [(row, column) for row in range(1, 7) for column in range(1, 7)]
    empty = [slot for slot in slots if slot not in others]
    if side == "s":
        return [slot for slot in empty if slot[0] <= max(row for row, _ in others)]
    return [slot for slot in empty if slot[0] >= min(row for row, _ in others)]


def changes(board: Board, origin: Slot, end: Slot, room: Slot) -> bool:
    """G9, for the present position."""
    after = {slot: size for slot, size in board.items() if slot not in (origin, end)}
    return after | {end: board[origin], room: board[end]} != board


def name(slot: Slot) -> str:
    goals = {place: letter for letter, place in GOALS.items()}
    return goals.get(slot) or f"{slot[0]}{slot[1]}"
