"""The stored data of a server, read from its data directory while it runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pbm.core.model import Match
from pbm.play.board_repository import BoardRepository
from pbm.store import open_to_look
from pbm.store.protocol import Transaction


@contextmanager
def reading(data: Path) -> Iterator[Transaction]:
    store = open_to_look(data)
    try:
        with store.reading() as tx:
            yield tx
    finally:
        store.close()


def kind_of(data: Path, message_id: str) -> str:
    """The ``MailKind`` of a mail."""
    with reading(data) as tx:
        return next(
            each.kind for each in tx.outbox.list(limit=10_000) if each.message_id == message_id
        )


def last_note(data: Path) -> str:
    """The note on the latest letter: the code of a refusal, for one that was refused."""
    with reading(data) as tx:
        return tx.letters.list(limit=1)[0].note


def match(data: Path, board: int = 1) -> Match:
    with reading(data) as tx:
        found = tx.matches.get(board)
    assert found is not None
    return found


def a_move(data: Path, number: int = 1) -> str:
    """A legal move: a mail has no example where each of them would end the game."""
    with reading(data) as tx:
        board = BoardRepository().board(tx, number)
    assert board is not None
    move = next(iter(board.game.legal_moves(board.state)))
    return str(board.game.format(board.state, move))
