"""The checks of the audit, of a letter, a board or a contest."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import timedelta

from pbm.admin import audit_contests
from pbm.admin.audit_programs import computed_again, faults
from pbm.app.subscribers import SUBSCRIBERS
from pbm.base.errors import DamagedError
from pbm.core.board import Board
from pbm.core.boards import after_event, seeded_setup
from pbm.core.contests.events import ContestEvent
from pbm.core.events import Event
from pbm.core.games import GameFault, HeldGame, RulesError, Seat, find_kept
from pbm.core.happenings import Forfeited
from pbm.core.marks import TICK
from pbm.core.model import Cause, Match
from pbm.core.openings import Opening, Terms
from pbm.core.ratings import RatedGame, rated_after
from pbm.core.snapshots import is_same
from pbm.mail.correspondence import LetterStatus
from pbm.notices.wording import line_refusal
from pbm.play.ratings.table import is_consistent, listed
from pbm.play.subscribers import Subscriber
from pbm.store.protocol import Transaction

# A tick that failed at a board retries within the hour.
_PATIENCE = timedelta(days=1)
_NOT_SEALED = (LetterStatus.WAITING, LetterStatus.FAILED)


@dataclass(frozen=True)
class Finding:
    """Something that is wrong, and the cause behind it if there is one."""

    what: str
    board: int | None = None
    seq: int | None = None
    cause: Cause | None = None
    contest: int | None = None

    def __str__(self) -> str:
        place = [f"board {self.board}"] if self.board is not None else []
        place += [f"contest {self.contest}"] if self.contest is not None else []
        place += [f"event {self.seq}"] if self.seq is not None else []
        behind = f" ({self.cause})" if self.cause else ""
        where = f"{', '.join(place)}{behind}" if place else str(self.cause or "")
        return f"{where}: {self.what}" if where else self.what


Findings = Iterator[Finding]
AnyEvent = Event | ContestEvent


def check_letter(tx: Transaction, number: int) -> Findings:
    """Yield everything that is wrong with one letter."""
    try:
        kept = tx.letters.get(number)
    except DamagedError as error:
        yield _damage(error)
        return
    # Retention removes the bytes and keeps the hash: nothing is left to compare.
    if kept is None or kept.status in _NOT_SEALED or not kept.raw:
        return
    if kept.seal() != kept.hash:
        yield Finding("its bytes are not those that were kept", cause=Cause(letter=number))


def check_board(tx: Transaction, number: int) -> Findings:
    """Yield everything that is wrong with one board."""
    try:
        match, events = tx.matches.get(number), tx.matches.events(number)
    except DamagedError as error:
        yield _damage(error)
        return
    last = events[-1].cause if events else None
    if match is None:
        rest = "its events are not" if events else "with its events"
        yield Finding(f"it is gone from the store, {rest}", number, cause=last)
        return
    missing = list(_missing_events(tx, match, events))
    yield from missing
    causes = _stored_causes(tx, events)
    for event, before in zip(events, [None, *events], strict=False):
        yield from _chain(event, before)
        yield from _cause(event, causes)
        yield from _payload(event)
    yield from _overdue(tx, match)
    offered = tx.matches.offered(match.board)
    yield from _notices(tx, match, events, offered)
    is_held = isinstance(find_kept(match.spec, match.rules), HeldGame)
    if not missing and not is_held:
        yield from _replay(tx, match, events, offered)


def check_contest(tx: Transaction, number: int) -> Findings:
    """Yield everything that is wrong with one contest."""
    try:
        contest, events = tx.contests.get(number), tx.contests.events(number)
    except DamagedError as error:
        yield _damage(error)
        return
    if contest is None:
        yield Finding("it is gone from the store", contest=number)
        return
    seqs = [event.seq for event in events]
    if seqs != [*range(1, contest.seq + 1)]:
        yield Finding("some of its events are gone from the store", contest=number)
        return
    causes = _stored_causes(tx, events)
    for event, before in zip(events, [None, *events], strict=False):
        yield from _chain(event, before)
        yield from _cause(event, causes)
    for at, fault in audit_contests.faults(tx, contest, events):
        yield _about(at, fault) if at else Finding(fault, contest=number)


def check_programs(tx: Transaction, number: int) -> Findings:
    """Yield the moves of a board that its programs would not play again."""
    try:
        for event, fault in computed_again(tx, number):
            yield _about(event, fault)
    except Exception as error:  # noqa: BLE001 (a tampered event may hold anything)
        yield Finding(f"its moves cannot be computed again: {error!r}", number)


def _damage(error: DamagedError) -> Finding:
    place = error.place
    cause = Cause(*map(place.get, Cause._fields))
    known = cause if cause != Cause() else None
    return Finding(str(error), place.get("board"), place.get("seq"), known)


def _missing_events(tx: Transaction, match: Match, events: Sequence[Event]) -> Findings:
    """Events that are gone although the board's count, or a mail, refers to them."""
    behind = tx.outbox.causes(match.board)
    expected = {*range(1, len(events) + 1), *behind, max(match.seq, 1)}
    for seq in sorted(expected - {event.seq for event in events}):
        yield Finding("it is gone from the store", match.board, seq, behind.get(seq))


def _chain(event: AnyEvent, before: AnyEvent | None) -> Findings:
    if event.seal() != event.hash:
        yield _about(event, "it was changed after it was sealed")
    # After a gap, which is a finding already, there is no previous hash to compare.
    follows = event.seq == (before.seq + 1 if before else 1)
    if follows and event.previous != (before.hash if before else ""):
        yield _about(event, "the chain is broken: it does not follow the event before it")


def _stored_causes(tx: Transaction, events: Sequence[AnyEvent]) -> Mapping[Cause, str]:
    """The causes of events that are still stored: letters with their status, others with ""."""
    letters = {event.cause.letter for event in events if event.cause.letter is not None}
    statuses = tx.letters.statuses(sorted(letters))
    others = {event.cause for event in events if event.cause.letter is None}
    return {
        **{Cause(letter=letter): status for letter, status in statuses.items()},
        **{cause: "" for cause in others if _is_stored(tx, cause)},
    }


def _is_stored(tx: Transaction, cause: Cause) -> bool:
    """Whether an act or a request is still stored."""
    if cause.act is not None:
        return tx.acts.get(cause.act) is not None
    return cause.request is not None and tx.requests.get(cause.request) is not None


def _cause(event: AnyEvent, causes: Mapping[Cause, str]) -> Findings:
    status = causes.get(event.cause)
    if status is None and event.cause.act is not None:
        yield _about(event, "the operator's act that caused it is not kept")
    elif status is None and event.cause.request is not None:
        yield _about(event, "the request that caused it is not kept")
    elif status is None:
        yield _about(event, "the letter that caused it is not kept")
    elif event.cause.letter is not None and status != LetterStatus.DONE:
        yield _about(event, f"the letter that caused it is marked {status}")


def _payload(event: Event) -> Findings:
    """Check an event's payload, as far as that is possible without the other events."""
    try:
        what = event.what
    except DamagedError as error:
        yield _damage(error)
        return
    if event.seq == 1 and isinstance(what, Opening):
        yield from _setup(event, what.terms)
    if isinstance(what, Forfeited):
        yield from _forfeit(event, what)


def _setup(event: Event, terms: Terms) -> Findings:
    if not terms.start:
        return
    try:
        drawn = seeded_setup(terms.spec, terms.start, terms.seed)
    except Exception as error:  # noqa: BLE001 (a tampered event may hold anything)
        drawn = f"nothing: {error}"
    if terms.setup != drawn:
        yield _about(event, f"the start is not what its seed gives, {drawn}")


def _forfeit(event: Event, what: Forfeited) -> Findings:
    # Compared as text: a tampered event may have a time without a zone.
    deadline = what.deadline.isoformat()
    if event.at.isoformat() < deadline:
        yield _about(event, f"the game was lost by time before its deadline, {deadline}")


def _overdue(tx: Transaction, match: Match) -> Findings:
    """A game that should have been lost by time while the server ran."""
    ticked, deadline = tx.moments.get(TICK), match.clock.deadline()
    if match.running and ticked and deadline and deadline + _PATIENCE < ticked:
        yield Finding(f"its time was over at {deadline}, and it still runs", match.board)


def _notices(
    tx: Transaction, match: Match, events: Sequence[Event], offered: Collection[int]
) -> Findings:
    """Events that were neither offered to notices nor mailed to both players."""
    unoffered = [each for each in events if each.seq not in offered and each.kind.is_told]
    if unoffered:
        yield from _mails(tx, match, events, unoffered)


def _mails(
    tx: Transaction, match: Match, events: Sequence[Event], unoffered: Sequence[Event]
) -> Findings:
    """Check the mails about events of older versions, which did not record what they offered."""
    last = _last_told(tx, match, events)
    players = _reachable(tx, match)
    for event in unoffered:
        for player, userid in players:
            if last.get((event.cause, player), 0) < event.seq:
                yield _about(event, f"no mail about it was queued for {userid}")


def _last_told(
    tx: Transaction, match: Match, events: Sequence[Event]
) -> Mapping[tuple[Cause, int], int]:
    """The last event that each player was mailed about, by its cause.

    A mail about an event covers all earlier events on the board that the same letter caused.
    """
    causes = {event.seq: event.cause for event in events}
    told = sorted(tx.outbox.reported(match.board))
    return {(causes[seq], player): seq for seq, player in told if seq in causes}


def _reachable(tx: Transaction, match: Match) -> Sequence[tuple[int, str]]:
    """The players who have an address. Those who have left have none."""
    players = {player.id: player for player in map(tx.players.find, match.players) if player}
    return [(player.id, player.userid) for player in players.values() if player.addresses]


def _replay(
    tx: Transaction, match: Match, events: Sequence[Event], offered: Collection[int]
) -> Findings:
    """Replay the events, and compare the result with what is stored."""
    board: Board | None = None
    played: RatedGame | None = None
    to_subscribers: list[tuple[Event, Match]] = []
    for event in events:
        yield from (_about(event, fault) for fault in faults(tx, board, event))
        try:
            board = after_event(board, event)
        except (DamagedError, GameFault):
            return  # the damage is a finding already; a game whose plugin is gone is not checked
        except Exception as error:  # noqa: BLE001 (a tampered event may hold anything)
            yield _about(event, f"it cannot have happened: {_reason(board, error)}")
            return
        played = rated_after(played, board.match, event.at)
        if event.seq in offered:
            to_subscribers.append((event, board.match))
    yield from _unheard(tx, match, to_subscribers)
    if board is not None:
        yield from _differences(match, board.with_position(), events[-1].cause)
        yield from _snapshot(tx, match, board, events[-1].cause)
    yield from _ratings(tx, match.board, listed(tx, played), events[-1].cause)


def _unheard(tx: Transaction, match: Match, offered: Sequence[tuple[Event, Match]]) -> Findings:
    """Events that a subscriber wants, but has neither processed nor in its queue.

    offered: the events that were offered to subscribers (those of older versions were not), each
        with the match after it.
    """
    for subscriber in SUBSCRIBERS:
        wanted = {event.seq: event for event, then in offered if subscriber.wants(event.what, then)}
        missing = subscriber.missing(tx, match, wanted) if wanted else ()
        for seq in sorted({*missing}.difference(_queued(tx, subscriber, match))):
            what = f'{subscriber.name} have not heard of it; "pbm events rebuild" tells them'
            yield _about(wanted[seq], what)


def _queued(tx: Transaction, subscriber: Subscriber, match: Match) -> Collection[int]:
    return tx.unheard.queued(subscriber.name, match.board)


def _ratings(tx: Transaction, board: int, played: RatedGame | None, cause: Cause) -> Findings:
    try:
        right = is_consistent(tx, board, played)
    except DamagedError as error:
        yield _damage(error)
        return
    if not right:
        what = 'its ratings are not what its events give; "pbm ratings rebuild" mends them'
        yield Finding(what, board, cause=cause)


def _differences(stored: Match, made: Board, cause: Cause) -> Findings:
    for field in fields(Match):
        found, expected = getattr(stored, field.name), getattr(made.match, field.name)
        if found != expected:
            pair = _shown(made, found), _shown(made, expected)
            what = "the stored {} is {}; its events give {}".format(field.name, *pair)
            yield Finding(what, stored.board, cause=cause)


def _snapshot(tx: Transaction, match: Match, made: Board, cause: Cause) -> Findings:
    try:
        kept = tx.matches.snapshot(match)
    except DamagedError as error:
        yield _damage(error)
        return
    if kept is not None and not is_same(kept, made):
        yield Finding("its snapshot is not what its events give", match.board, cause=cause)


def _shown(board: Board, value: object) -> str:
    return board.seat_name(value) if isinstance(value, Seat) else str(value)


def _reason(board: Board | None, error: Exception) -> str:
    if board is not None and isinstance(error, RulesError):
        return line_refusal(board.game, error)
    return str(error) or type(error).__name__


def _about(event: AnyEvent, what: str) -> Finding:
    if isinstance(event, ContestEvent):
        return Finding(what, None, event.seq, event.cause, event.contest)
    return Finding(what, event.board, event.seq, event.cause)
