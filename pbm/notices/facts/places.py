"""The place of a reader: at a board, between games or outside, and what they can write there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

from pbm.core.board import Board
from pbm.core.games import Seat, example_game, game_names
from pbm.core.model import MatchStatus, Player
from pbm.notices.help_texts import topic_of
from pbm.notices.readers import reader_of
from pbm.notices.seek_news import (
    example_challenges,
    example_seeks,
    examples_first,
    games_in_order,
    open_seeks,
    program_challenge,
)
from pbm.notices.views import has_program, hint, may_propose_draw, prompt_facts, seat_players
from pbm.play.listings import BoardFilter, boards_of, opponents
from pbm.play.programs import here
from pbm.play.proposals import may_undo
from pbm.play.signups import EXAMPLE_USERID
from pbm.play.study.analyses import may_be_analysed
from pbm.play.terms import terms_of
from pbm.store.protocol import Transaction

Facts = Mapping[str, Any]
Row = tuple[str, str]
"""A line to write, and the code of what it does: a name in the table ``can`` of ``names.toml``."""

MOST_NEXT = 5
"""The number of boards where it is the reader's turn that one mail names."""


_NOTHING: Facts = {
    "game": "",
    "board": 0,
    "opponent": "",
    "driven": False,
    "hint": "",
    "prompt": (),
    "offer": "",
    "own_offer": False,
    "next": (),
    "more": 0,
}


class Place(StrEnum):
    """The place of a reader.

    TURN, WAITING, OVER: in a game of their own. INVITED, INVITING: an invitation is open.
    LOOKING: at a game of others. BETWEEN: between games, for a mail about no board, or about one
    whose game never began. STRANGER: not a player.
    """

    TURN = "turn"
    WAITING = "waiting"
    OVER = "over"
    INVITED = "invited"
    INVITING = "inviting"
    LOOKING = "looking"
    BETWEEN = "between"
    STRANGER = "stranger"


def place_facts(
    tx: Transaction,
    board: Board | None,
    reader: Player | None,
    newcomer: str = "",
    talked: str = "",
) -> Facts:
    """The facts of the place of a mail's reader, and of what can be written in reply.

    board: the board that the mail is about, if any.
    newcomer: the userid that is suggested to a stranger; "" for none.
    talked: the game of which a stranger has asked, which comes first; "" for none.
    """
    place = place_of(tx, board, reader)
    facts = {**_NOTHING, "place": place}
    if reader is None:
        programs = bool(here(tx))
        can = _outside(tx, newcomer, talked, programs=programs)
        return {
            **facts,
            "name": newcomer,
            "can": can,
            "games": games_in_order(tx, talked),
            "talked": talked,
            "programs": programs,
        }
    if board is None or place is Place.BETWEEN:
        return {**facts, "can": _between(tx, reader), **_next_facts(tx, reader)}
    seat, proposal = board.match.seat_of(reader.id), board.proposal
    players = seat_players(tx, board)
    return {
        **facts,
        "game": board.game.name,
        "board": board.number,
        "opponent": players.at(seat.other).userid if seat else "",
        "driven": seat is not None and has_program(players),
        "hint": hint(tx, board) if place is Place.TURN else "",
        "prompt": _prompt(board, reader) if place is Place.TURN else (),
        "offer": proposal.offer.value if proposal and seat else "",
        "own_offer": proposal is not None and proposal.seat is seat,
        "can": list(_on_board(tx, board, reader, place)),
    }


def _prompt(board: Board, reader: Player) -> Sequence[str]:
    """What to do at this turn, such as to fill a row; empty at an ordinary one."""
    return prompt_facts(board.game, board.state, reader_of(reader))


def place_of(tx: Transaction, board: Board | None, reader: Player | None) -> Place:
    """The place of the reader of a mail about this board, or about no board."""
    if reader is None:
        return Place.STRANGER
    if board is None or board.match.status is MatchStatus.DECLINED:
        return Place.BETWEEN
    seat = board.match.seat_of(reader.id)
    if seat is None:
        return Place.LOOKING
    if board.match.status is MatchStatus.INVITED:
        inviter = terms_of(tx, board.number).by
        return Place.INVITING if inviter == reader.id else Place.INVITED
    if not board.running:
        return Place.OVER
    return Place.TURN if board.turn is seat else Place.WAITING


def _on_board(tx: Transaction, board: Board, reader: Player, place: Place) -> Iterator[Row]:
    rules = f"help {topic_of(board.game)}", "rules"
    match place:
        case Place.INVITED:
            yield from (("accept", "accept"), ("decline", "decline"), rules)
        case Place.INVITING:
            yield from (("decline", "withdraw"), rules)
        case Place.OVER:
            yield from (("rematch", "rematch"), ("review", "review"), ("record", "record"))
            yield from [("analyse", "analyse")] if may_be_analysed(tx, board) else []
            yield from [] if has_program(seat_players(tx, board)) else [("chat", "chat")]
            yield ("help ratings", "ratings")
        case Place.LOOKING:
            if board.running:
                watching = tx.subscriptions.holds(reader.id, board.number)
                yield ("unsubscribe", "unsubscribe") if watching else ("subscribe", "subscribe")
            yield from (("show", "show"), ("review", "review"), ("record", "record"))
            yield from [("analyse", "analyse")] if may_be_analysed(tx, board) else []
            yield rules
        case _:
            seat = board.match.seat_of(reader.id)
            assert seat is not None, "only its players have a turn on it"
            yield from _in_play(tx, board, seat, place)
            yield rules


def _in_play(tx: Transaction, board: Board, seat: Seat, place: Place) -> Iterator[Row]:
    proposal, driven = board.proposal, has_program(seat_players(tx, board))
    if proposal is not None and proposal.seat is not seat:
        yield from (("accept", "agree"), ("reject", "disagree"))
    yield ("moves", "moves")
    if place is Place.TURN:
        example = hint(tx, board)
        yield from [(f"preview {example}", "preview")] if example else []
    else:
        yield ("help queue", "queue")
    if proposal is None:
        if may_propose_draw(board, driven=driven):
            yield ("propose draw", "draw")
        if may_undo(tx, board, seat):
            yield ("undo", "undo")
    elif proposal.seat is seat:
        yield ("reject", "retract")
    yield from [] if driven else [("chat", "chat")]
    yield from (("show", "show"), ("review", "review"), ("resign", "resign"))


def _between(tx: Transaction, reader: Player) -> list[Row]:
    rows: list[Row] = [("seeks", "seeks")] if open_seeks(tx, reader, game_names()) else []
    other = next(opponents(tx, reader), None)
    if other is not None:
        rows += [(line, "challenge") for line in example_challenges(tx, other.userid)]
    rows.append((example_seeks(tx)[0], "seek"))
    program = program_challenge(tx, example_game(), reader)
    rows += [(program, "program")] if program else []
    rows += [(word, word) for word in ("puzzle", "users", "contests", "list", "whoami", "set")]
    return [*rows, ("help vacation", "vacation"), ("help signoff", "leave")]


def _outside(tx: Transaction, newcomer: str, talked: str, *, programs: bool) -> list[Row]:
    games = [(f"help {game}", "rules") for game in examples_first(tx, talked)]
    machines = [("help programs", "programs")] if programs else []
    begins = f"signup {newcomer or EXAMPLE_USERID}"
    first = [(begins, "signup"), ("learn", "learn"), ("help tutorial", "tutorial")]
    return [*first, *games, *machines]


def _next_facts(tx: Transaction, reader: Player) -> Facts:
    """next: the boards where it is the reader's turn. more: how many of them are left out."""
    waiting = boards_of(tx, reader, BoardFilter.NEXT)
    return {
        "next": [f"{match.game} show {match.board}" for match in waiting[:MOST_NEXT]],
        "more": max(len(waiting) - MOST_NEXT, 0),
    }
