"""Questions to a player whether commands are theirs; a ``yes`` executes them.

A player can have several open questions: one about unproven letters and, about proven letters, one
for each board, one for each command without a board, and one for several lines. A new question
replaces an older one only if it is of the same sort, so that a forged letter cannot replace a
question about a proven one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from pbm.base.values import replace
from pbm.core.model import MatchStatus, Player
from pbm.core.move_text import split_move_text
from pbm.core.trials import tried
from pbm.inbox.commands.contests import LEAVE, leaving_asked
from pbm.inbox.commands.playing import cancels, early_loss_asked
from pbm.inbox.letter.deeds import deed_of
from pbm.inbox.letter.exchange import UNPROVEN, Exchange
from pbm.inbox.letter.outcome import Outcome
from pbm.inbox.line.access import Access
from pbm.inbox.line.line import MOVE, Call
from pbm.inbox.line.printed import named, printed
from pbm.inbox.line.questions import ASKED, ply_in, without_ply
from pbm.inbox.line.request import Answer
from pbm.mail.correspondence import Purpose, Token
from pbm.notices.drafts import Draft, Grant
from pbm.notices.kinds import MailKind
from pbm.notices.readers import reader_of
from pbm.notices.views import drawn, move_facts
from pbm.play.departures import open_boards
from pbm.play.work import Work
from pbm.store.protocol import Transaction

CONFIRM_WITHIN = timedelta(hours=48)

SIGNOFF = "signoff"
AT_ONCE = "at once"
"""The fact in the data of a question's token that its mail has a link for the yes."""
_SEVERAL, _BOARD = "several", "board "

# What a link may confirm: everything that a reply to the right mail does without a question.
_AT_ONCE = (Access.BOARD, Access.MOVE, Access.EITHER, Access.PLAYER, Access.LOOKS)


def confirmation(work: Work, player: Player, held: Outcome, call: Call) -> Answer:
    """Return the question about one command. Its subject holds no words of an unproven letter."""
    tx = work.tx
    leaving = _leaving(tx, player, call)
    early_loss = early_loss_asked(tx, player, call.command.name, call.args)
    move = split_move_text(call.args.text)[0] if call.command.name == MOVE else ""
    at_once = held.proven and call.access in _AT_ONCE and not (leaving or early_loss)
    deed = deed_of(tx, player, call, work.now, proven=held.proven)
    facts = {
        "command": f"{named(call)} {LEAVE}" if leaving else named(call),
        "deed": deed.words,
        "heading": deed.heading,
        "leaving": leaving,
        "farewell": _farewell(tx, player, call),
        "early_loss": early_loss,
        "cancels": cancels(tx, player, call.command.name, call.args),
        "line": without_ply(held.line) if held.proven else held.line,
        "move": move,
        **_previewed(work, player, call.args.board, move),
        "board": call.args.board,
        "text": list(call.text) if call.command.passes_on else [],
        "proven": held.proven,
        "wrote": held.wrote,
        "at_once": at_once,
        "password": player.password is not None,
    }
    granted = grant(player, [held])
    granted = replace(granted, data={**granted.data, AT_ONCE: at_once})
    return Answer(Draft(player, MailKind.CONFIRM, facts, grant=granted))


def _previewed(work: Work, player: Player, number: int | None, move: str) -> Mapping[str, Any]:
    """The move that is asked about in words, and the board after it; "" if it is not legal."""
    nothing = {"told": "", "drawing": ""}
    board = work.boards.board(work.tx, number) if move and number is not None else None
    seat = board.match.seat_of(player.id) if board else None
    if board is None or not board.running or seat is not board.turn:
        return nothing
    trial = tried(board.game, board.state, move)
    plies = [ply for ply in trial.played.plies if not ply.automatic]
    if trial.failed or len(plies) != 1:
        return nothing
    return {
        "told": move_facts(board.game, plies[0], reader_of(player))["told"],
        "drawing": drawn(board.game, trial.played.state, player, seat),
    }


def _leaving(tx: Transaction, player: Player, call: Call) -> Mapping[str, Any]:
    """What leaving a running contest costs, as facts: players are always asked before."""
    if call.game is None:
        return {}
    return leaving_asked(tx, player, call.command.name, call.game, call.args)


def _farewell(tx: Transaction, player: Player, call: Call) -> Mapping[str, Any]:
    """The facts of what signing off costs; empty for other commands."""
    if call.command.name != SIGNOFF:
        return {}
    running = [each for each in open_boards(tx, player) if each.status is MatchStatus.RUNNING]
    return {"running": [match.board for match in running]}


def grant(player: Player, held: Sequence[Outcome]) -> Grant:
    """Return a grant whose reply address can confirm the held lines."""
    data = {**_asked(held), "deed": _deed(held), "slot": _slot(held), ASKED: player.userid}
    return Grant(Purpose.CONFIRM, player.id, data=data, good_for=CONFIRM_WITHIN)


def has_link(question: Token) -> bool:
    """Whether the mail of a question has a link for the yes; such of security have none."""
    return question.purpose is Purpose.SIGNUP or bool(question.data.get(AT_ONCE))


def is_asked(tx: Transaction, player: Player, held: Sequence[Outcome], now: datetime) -> bool:
    """Return whether a question about exactly these lines can still be answered."""
    asked = _asked(held)
    return any(
        {name: each.data.get(name) for name in asked} == asked
        for each in tx.tokens.unused(player.id, Purpose.CONFIRM)
        if each.expires is not None and each.expires >= now
    )


def retire(exchange: Exchange, grant: Grant) -> Sequence[str]:
    """Use up the earlier questions that a new question replaces, and return what they asked about.

    Of unproven letters nothing is returned: a stranger may have written them. Nor is a move at a
    ply that is over: it may have been played since.

    grant: that of the new question.
    """
    tx, now = exchange.tx, exchange.now
    replaced: list[str] = []
    if grant.purpose is Purpose.CONFIRM and grant.player is not None:
        slot = grant.data["slot"]
        for each in tx.tokens.unused(grant.player, Purpose.CONFIRM):
            if each.data.get("slot") == slot:
                tx.tokens.use(each.hash, now)
                is_open = each.expires is not None and each.expires >= now
                is_told = is_open and slot != UNPROVEN and not _is_past(exchange, each)
                replaced += each.data["lines"] if is_told else ()
    token = exchange.sender.token
    if token is not None and token.purpose is grant.purpose is Purpose.ADDRESS:
        tx.tokens.use(token.hash, now)
    asked = grant.data.get("lines", ())
    return [without_ply(line) for line in dict.fromkeys(replaced) if line not in asked]


def _is_past(exchange: Exchange, question: Token) -> bool:
    """Whether the board of a question has moved on since it was asked."""
    number = _board_of(question.data["slot"])
    board = exchange.work.boards.board(exchange.tx, number) if number is not None else None
    if board is None:
        return False
    plies = map(ply_in, question.data["lines"])
    return any(ply not in (None, board.match.plies) for ply in plies) or any(
        event.at > question.created and event.kind.changes_play
        for event in exchange.tx.matches.events(board.number)
    )


def _asked(held: Sequence[Outcome]) -> Mapping[str, Any]:
    calls = [outcome.held for outcome in held if outcome.held is not None]
    return {
        "lines": [printed(call) for call in calls],
        "texts": [list(call.text) for call in calls],
    }


def _deed(held: Sequence[Outcome]) -> Sequence[str]:
    """The words that a yes may repeat: not what is said to others, as a stranger may have said it.

    "Yes you are a liar" is no yes to somebody else's "chat 1 you are a liar".
    """
    calls = [outcome.held for outcome in held if outcome.held is not None]
    return [named(call) if call.command.talks else printed(call) for call in calls]


def _slot(held: Sequence[Outcome]) -> str:
    """The sort of a question: a new question replaces an open one of the same sort."""
    if not all(outcome.proven for outcome in held):
        return UNPROVEN
    calls = [outcome.held for outcome in held if outcome.held is not None]
    about = {_about(call) for call in calls}
    return about.pop() if len(about) == 1 else _SEVERAL


def _about(call: Call) -> str:
    return call.command.name if call.args.board is None else f"{_BOARD}{call.args.board}"


def _board_of(slot: str) -> int | None:
    """The board that a sort of questions is about; None if it is about none."""
    return int(slot.removeprefix(_BOARD)) if slot.startswith(_BOARD) else None
