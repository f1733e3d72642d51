"""Boards made from their events and from nothing else.

``after`` applies a deed before it is recorded; ``after_event`` applies an event when a board is
replayed. Both use the same function, so the audit can compare a replayed board with the stored one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from pbm.base.values import replace
from pbm.core.board import Board, start_state
from pbm.core.by_seat import BySeat
from pbm.core.changes import BrokenBoardError, change, excuse, finished, moved, played_on, standing
from pbm.core.clocks import Absence, Clock
from pbm.core.events import Deed, Event
from pbm.core.games import HeldGame, RulesMark, Seat, find, find_kept, record, replay
from pbm.core.happening import Happening
from pbm.core.happenings import Agreed, Moved, Proposed
from pbm.core.model import Match, MatchStatus, Offer, Player
from pbm.core.openings import Created, Imported, Invited, Terms
from pbm.core.plies import AnyPly
from pbm.core.results import Reason, Result

DATE = "%Y.%m.%d"
"""The format of dates in game records."""


def after(board: Board, deed: Deed, plies: tuple[AnyPly, ...] = ()) -> Board:
    """Return the board after this deed.

    plies: the plies of a move, if its line has already been played on this board.

    :raises BrokenBoardError: if the deed cannot happen on this board now
    :raises RulesError: if a move in it breaks the rules
    """
    what = deed.what
    made = moved(what, board, plies) if plies and isinstance(what, Moved) else change(what, board)
    return _with_clock(board, made, what, deed.at).with_position()


def _changed(board: Board, what: Happening, at: datetime, **recorded: Any) -> Board:
    """Return the board after ``what``, with the old ``position``: a replay needs only the last one.

    recorded: further fields of the match to set.
    """
    return _with_clock(board, change(what, board), what, at, **recorded)


def _with_clock(board: Board, made: Board, what: Happening, at: datetime, **recorded: Any) -> Board:
    """Return ``made``, which is ``board`` after ``what``, with its clock switched.

    recorded: as in ``_changed``.
    """
    clock = _clock_after(board, made, at)
    match = replace(made.match, updated=at, clock=clock, **recorded)
    proposal = None if what.kind.changes_play else made.proposal
    return replace(made, match=match, proposal=proposal)


def opened(deed: Deed, board: int = 0) -> Board:
    """Return the board that an invitation, a creation or an import opens.

    :raises BrokenBoardError: if the deed opens no board
    :raises RulesError: if an imported move breaks the rules
    """
    return _opened(deed, board).with_position()


def _opened(deed: Deed, board: int) -> Board:
    match deed.what:
        case Invited(terms):
            return _begun(_new(terms, board, deed.at, MatchStatus.INVITED), deed.at)
        case Created(terms, absences):
            return _begun(_new(terms, board, deed.at), deed.at, absences)
        case Imported() as what:
            made = _new(what.terms, board, _date(what) or deed.at)
            return _imported(_begun(made, deed.at), what)
        case _:
            raise BrokenBoardError(f"a board cannot begin with {deed.what.kind.value}")


def _new(
    terms: Terms, board: int, created: datetime, status: MatchStatus = MatchStatus.RUNNING
) -> Board:
    game = find_kept(terms.spec, terms.rules)
    match = Match(
        board=board,
        game=game.name,
        ruleset=game.ruleset,
        players=terms.players,
        status=status,
        start=terms.start,
        seed=terms.seed,
        setup=terms.setup,
        rules=terms.rules,
        rated=terms.rated,
        private=terms.private,
        position="",
        plies=0,
        turn=None,
        result=Result.NONE,
        reason=Reason.NONE,
        seq=0,
        head="",
        created=created,
        updated=created,
        clock=Clock(terms.limits),
    )
    return standing(Board(match, game, start_state(match), ()))


def _begun(board: Board, at: datetime, absences: Sequence[Absence] = ()) -> Board:
    """Return the new board; its clock runs if the game has begun."""
    match = excuse(board.match, absences)
    clock = match.clock.turned(_running_seat(board), at)
    return replace(board, match=replace(match, clock=clock, updated=at))


def _date(what: Imported) -> datetime | None:
    """Return when an imported game began, or None if its record has no date."""
    return datetime.strptime(what.date, DATE).replace(tzinfo=UTC) if what.date else None


def _clock_after(before: Board, after: Board, at: datetime) -> Clock:
    """Return the clock after a change, switched if the change ended or began a turn."""
    clock, seat = after.match.clock, _running_seat(after)
    same = seat is _running_seat(before) and len(after.plies) == len(before.plies)
    return clock if same else clock.turned(seat, at)


def _running_seat(board: Board) -> Seat | None:
    match = board.match
    return match.turn if match.running else None


def seeded_setup(spec: str, start: str, seed: int) -> str:
    """Return the position of a seeded start; "" for the ordinary start."""
    game = find(spec)
    return game.encode(game.start(start, seed)) if start else ""


def fold(events: Iterable[Event]) -> Board:
    """Replay the events of a board and return it.

    :raises BrokenBoardError: if an event cannot have happened, or there is none
    :raises RulesError: if a move in the events breaks the rules
    """
    board: Board | None = None
    for after in unfold(events):
        board = after
    if board is None:
        raise BrokenBoardError("there is no event")
    return board.with_position()


def unfold(events: Iterable[Event]) -> Iterator[Board]:
    """Yield the board after each of its events; ``position`` is not brought up to date.

    :raises BrokenBoardError: if an event cannot have happened
    :raises RulesError: if a move in the events breaks the rules
    """
    board: Board | None = None
    for event in events:
        board = after_event(board, event)
        yield board


def after_event(board: Board | None, event: Event) -> Board:
    """Return the board after one more event; ``position`` is not brought up to date.

    board: None before the first event, which opens it.

    :raises BrokenBoardError: if the event cannot have happened
    :raises RulesError: if a move in it breaks the rules
    """
    if board is not None:
        return _changed(board, event.what, event.at, seq=event.seq, head=event.hash)
    made = _opened(Deed(event.what, event.at), event.board)
    return replace(made, match=replace(made.match, seq=event.seq, head=event.hash))


def told_plies(match: Match, events: Iterable[Event]) -> tuple[AnyPly, ...]:
    """Return the plies of a plugin's game as they were written, without asking the plugin.

    Their states say nothing but the side to move.
    """
    game = HeldGame(match.game, match.ruleset, RulesMark.read(match.rules), "")
    plies: list[AnyPly] = []
    state, undo = game.start(), None
    for what in (event.what for event in events):
        if isinstance(what, Moved):
            plies += game.told(plies[-1].after if plies else state, what.line, what.seat)
        elif isinstance(what, Imported):
            for at, text in enumerate(what.moves):
                plies += game.told(plies[-1].after if plies else state, text, Seat(at % 2))
        elif isinstance(what, Agreed) and undo is not None:
            own = [at for at, ply in enumerate(plies) if ply.seat is undo]
            del plies[own[-1] :]
        undo = what.seat if isinstance(what, Proposed) and what.offer is Offer.UNDO else None
    return tuple(plies)


def to_record(board: Board, players: BySeat[Player]) -> record.Record:
    """Return the board as a game record. A tag such as ``SouthType`` says who is a program."""
    match = board.match
    seats = list(zip(board.game.seats, players, strict=True))
    tags = {
        "Game": match.spec,
        **({"Rules": RulesMark.read(match.rules).short} if match.rules else {}),
        **{seat: player.userid for seat, player in seats},
        **{f"{seat}Type": _type(each) for seat, each in seats if each.is_program},
        "Date": match.created.strftime(DATE),
        "Result": match.result,
        "Reason": match.reason,
    }
    if match.setup:
        tags |= {"Start": match.start, "Setup": match.setup, "Seed": str(match.seed)}
    return record.Record(tags, tuple(ply.text for ply in board.plies))


def _type(program: Player) -> str:
    return f"program, level {program.level}" if program.level else "program"


def _imported(board: Board, what: Imported) -> Board:
    """Play the moves of an imported game; if they do not end it, its record may give a result."""
    played = replay(board.game, board.state, what.moves)
    moved = played_on(board, played.plies) if played.plies else board
    if moved.running and what.reason != Reason.NONE:
        return finished(moved, what.result, what.reason)
    return moved
