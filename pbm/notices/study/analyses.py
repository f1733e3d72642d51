"""Mails with the analysis of a game, or to say that it is being made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbm.core.analyses import GameAnalysis
from pbm.core.board import Board
from pbm.core.games import Remark, engine_of, replay
from pbm.core.model import Player
from pbm.notices.board_drafts import board_grant
from pbm.notices.drafts import Draft
from pbm.notices.handlers import HANDLERS
from pbm.notices.kinds import MailKind
from pbm.notices.readers import Reader, reader_of
from pbm.notices.rendering import name_of
from pbm.notices.study.curves import CURVE, curve, turning_point
from pbm.notices.views import (
    drawn,
    has_program,
    ply_facts,
    result_facts,
    seat_names,
    seat_players,
    variant,
)
from pbm.play.study.analyses import Analysed, AnalysisWaits
from pbm.store.protocol import Transaction

MOST_REMARKS = 15
"""The most remarks in a mail. If there are more, the mail shows those at the end of the game."""

_NOTHING: Mapping[str, Any] = {
    "state": "made",
    "ahead": 0,
    "remarks": (),
    "left_out": 0,
    "curve": "",
    "turning": {},
    "decisive": {},
}


@HANDLERS.handles(AnalysisWaits)
def waiting_mail(news: AnalysisWaits, tx: Transaction) -> Iterable[Draft]:
    facts = {**_facts(tx, news.board, news.by), "state": "waits", "ahead": news.ahead}
    yield _draft(news.by, news.board, facts)


@HANDLERS.handles(Analysed)
def analysis_mails(news: Analysed, tx: Transaction) -> Iterable[Draft]:
    for to in news.to:
        if news.analysis is not None:
            yield analysis_draft(tx, to, news.board, news.analysis)
        else:
            yield _draft(to, news.board, {**_facts(tx, news.board, to), "state": "failed"})


def analysis_draft(tx: Transaction, to: Player, board: Board, analysis: GameAnalysis) -> Draft:
    remarks, reader = analysis.found.remarks, reader_of(to)
    shown = remarks[-MOST_REMARKS:]
    names = [f"{each} ({seat})" for each, seat in zip(*_sides(tx, board, reader), strict=True)]
    told = _in_words(remarks, names, reader.language)
    facts = {
        **_facts(tx, board, to),
        "remarks": [_remark(tx, board, each, reader) for each in shown],
        "left_out": len(remarks) - len(shown),
        "curve": curve(analysis, names[0], names[1], told, reader.language),
        "turning": _turning(tx, board, analysis),
        "decisive": _decisive(board, remarks, to),
    }
    return _draft(to, board, facts)


def _draft(to: Player, board: Board, facts: Mapping[str, Any]) -> Draft:
    return Draft(to, MailKind.ANALYSIS, facts, board.number, grant=board_grant(board, to))


def _facts(tx: Transaction, board: Board, to: Player) -> dict[str, Any]:
    players, reader = seat_players(tx, board), reader_of(to)
    return {
        **_NOTHING,
        "game": board.game.name,
        "variant": variant(board.game),
        "board": board.number,
        "plies": board.match.plies,
        "sudden": engine_of(board.game).is_sudden,
        "yours": board.match.seat_of(to.id) is not None,
        "driven": has_program(players),
        "gone": any(each.left for each in players),
        "players": [player.userid for player in players],
        "seats": seat_names(board.game, reader),
        "result": result_facts(board, players, reader),
    }


def _sides(tx: Transaction, board: Board, reader: Reader) -> tuple[Sequence[str], Sequence[str]]:
    return [each.userid for each in seat_players(tx, board)], seat_names(board.game, reader)


def _remark(tx: Transaction, board: Board, remark: Remark, reader: Reader) -> Mapping[str, Any]:
    return {
        **ply_facts(tx, board, board.plies[remark.ply - 1], reader),
        **remark_facts(remark),
    }


def remark_facts(remark: Remark) -> Mapping[str, Any]:
    """The facts of a remark for templates, besides the move that it is about."""
    return {
        "kind": remark.kind.value,
        "moves": remark.moves,
        "pieces": remark.pieces,
        "better": "; ".join(remark.better),
        "punished": "; ".join(remark.punished),
    }


def _turning(tx: Transaction, board: Board, analysis: GameAnalysis) -> Mapping[str, Any]:
    """From which ply on the winner was ahead by the estimate; empty if the curve tells nothing."""
    winner = board.match.result.winner
    ply = turning_point(analysis, winner) if winner is not None else 0
    if winner is None or not ply:
        return {}
    return {"ply": ply, "userid": seat_players(tx, board).at(winner).userid}


def _decisive(board: Board, remarks: Sequence[Remark], to: Player) -> Mapping[str, Any]:
    """The board after the better move of the last remark; empty if there is no remark."""
    if not remarks:
        return {}
    last = remarks[-1]
    before = board.plies[last.ply - 1].before
    after = replay(board.game, before, last.better[:1]).plies[0].after
    return {
        "ply": last.ply,
        "move": last.better[0],
        "drawing": drawn(board.game, after, to, board.match.seat_of(to.id)),
    }


def _in_words(remarks: Sequence[Remark], names: Sequence[str], language: str) -> str:
    """What the picture of the curve shows, as sentences."""
    shown = name_of("alt", CURVE, language) % {"above": names[0], "below": names[1]}
    if not remarks:
        return shown
    plies = ", ".join(str(each.ply) for each in remarks)
    return f"{shown} {name_of('marked', CURVE, language) % {'plies': plies}}"
