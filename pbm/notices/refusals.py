"""Refusals in the reader's language, and whole mails that refuse and show a board."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import singledispatch
from typing import Any

from pbm.core.board import Board
from pbm.core.games import AnyGame, PlyError
from pbm.core.model import Player
from pbm.core.passwords import SHORTEST
from pbm.core.refused import Refused
from pbm.core.suggestions import similar_moves
from pbm.notices.board_drafts import board_draft, board_grant, last_plies
from pbm.notices.drafts import Draft
from pbm.notices.headlines import Headline
from pbm.notices.kinds import MailKind
from pbm.notices.pages import with_failure
from pbm.notices.readers import Reader, reader_of
from pbm.notices.views import board_facts, draw, hint
from pbm.play.moves import IllegalMoveError, NotYourTurnError, OtherPlyError
from pbm.play.plans import IllegalPlanError
from pbm.play.proposals import UnseenProposalError
from pbm.play.settings import Option
from pbm.store.protocol import Transaction


def localized(facts: Mapping[str, Any], reader: Reader) -> Mapping[str, Any]:
    """The facts of a refusal as text in the reader's language and time zone."""
    return {name: _localized(fact, reader) for name, fact in facts.items()}


def _localized(fact: Any, reader: Reader) -> Any:
    match fact:
        case datetime():
            return reader.moment(fact)
        case Option():
            return reader.choices(fact)
        case _:
            return fact


class OutdatedQuestionError(Refused):
    """A yes came too late: the board has moved on since the question about a move was asked."""

    def __init__(self, refusal: OtherPlyError) -> None:
        super().__init__(refusal.code, **refusal.facts)
        self.board = refusal.board


class UndecidedError(Refused):
    """A letter names several moves; the refusal shows the board, as the player has to decide."""

    def __init__(self, board: Board, code: str, **facts: Any) -> None:
        super().__init__(code, **facts)
        self.board = board


@singledispatch
def refusal_draft(_refusal: Refused, _tx: Transaction, _to: Player) -> Draft | None:
    """A mail to the refused player; None if the sentences of the refusal are enough.

    Register a class of refusal here to show more.
    """
    return None


@refusal_draft.register
def _(refusal: NotYourTurnError, tx: Transaction, to: Player) -> Draft:
    last = last_plies(tx, refusal.board, refusal.board.plies[-2:])
    return board_draft(tx, refusal.board, to, Headline.WAITING, last=last, event=False)


@refusal_draft.register
def _(refusal: OutdatedQuestionError, tx: Transaction, to: Player) -> Draft:
    board = refusal.board
    last = last_plies(tx, board, board.plies[-2:])
    return board_draft(tx, board, to, Headline.STALE, last=last, event=False, asked=True)


@refusal_draft.register
def _(refusal: UndecidedError, _tx: Transaction, to: Player) -> Draft:
    board = refusal.board
    facts = {
        "game": board.game.name,
        "board": board.number,
        "refusal": refusal.code,
        "facts": {**refusal.facts, "usage": "", "drawing": draw(board, board.state, to)},
    }
    return Draft(to, MailKind.REFUSAL, facts, board=board.number, grant=board_grant(board, to))


@refusal_draft.register
def _(refusal: UnseenProposalError, tx: Transaction, to: Player) -> Draft:
    return board_draft(tx, refusal.board, to, Headline.UNSEEN, event=False)


@refusal_draft.register
def _(refusal: IllegalMoveError, tx: Transaction, to: Player) -> Draft:
    board, line, error = refusal.board, refusal.line, refusal.error
    shown = board_facts(tx, board, to)
    said = line if refusal.quotable or not _may_hold_password(board.game, line) else ""
    facts: dict[str, Any] = {
        **shown,
        "drawing": with_failure(shown["drawing"], said, error),
        "why": reader_of(to).player_refusal(board.game, error),
        "rule": error.rule,
        "line": said,
        "which": error.text if isinstance(error, PlyError) and ";" in line else "",
        "similar": similar_moves(board.game, board.state, line),
    }
    return Draft(to, MailKind.ILLEGAL, facts, board=board.number, grant=board_grant(board, to))


@refusal_draft.register
def _(refusal: IllegalPlanError, tx: Transaction, to: Player) -> Draft:
    board = refusal.board
    facts = {
        **board_facts(tx, board, to),
        "why": reader_of(to).player_refusal(board.game, refusal.error),
        "which": refusal.line,
        "hint": hint(tx, board),
    }
    return Draft(to, MailKind.UNQUEUED, facts, board.number, grant=board_grant(board, to))


def _may_hold_password(game: AnyGame, line: str) -> bool:
    """Whether one of the words may be a password, given with a misspelt userid."""
    words = line.split()
    return len(words) > 2 and any(len(word) >= SHORTEST and not game.reads(word) for word in words)
