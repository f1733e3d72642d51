"""The board in words for screen readers, one line for each row."""

from __future__ import annotations

from collections.abc import Iterator

from ..kit.voice import unbroken
from .board import CELLS_OF, NAMES
from .pieces import DVONN
from .state import Board
from .telling import kind_of
from .voice import Voice


def rows_in_words(voice: Voice, board: Board) -> Iterator[str]:
    for row, cells in reversed(list(enumerate(CELLS_OF))):
        stacks = tuple(unbroken(_stack(voice, cell, board[cell])) for cell in cells if board[cell])
        if stacks:
            yield voice.say("listed_row", row=row + 1, stacks=stacks)
        else:
            yield voice.say("listed_empty_row", row=row + 1)


def _stack(voice: Voice, cell: int, stack: str) -> str:
    facts = {"cell": NAMES[cell], "kind": kind_of(stack)}
    if len(stack) == 1:
        return voice.say("listed_single", **facts)
    dvonn = stack.count(DVONN)
    code = ("listed_stack", "listed_stack_dvonn", "listed_stack_dvonns")[min(dvonn, 2)]
    return voice.say(code, height=len(stack), count=dvonn, **facts)
