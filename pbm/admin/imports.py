"""Import of game records: an act for a file, a board for a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pbm.admin.lookup import player_named
from pbm.base.errors import PbmError, PermanentFailure, UsageError
from pbm.core.boards import DATE, opened, seeded_setup
from pbm.core.by_seat import BySeat
from pbm.core.events import Deed
from pbm.core.games import (
    AnyGame,
    NotationError,
    Outcome,
    Replay,
    RulesError,
    begun_with,
    find,
    record,
    spec,
)
from pbm.core.model import Match
from pbm.core.openings import Imported, Terms
from pbm.core.results import Reason, Result
from pbm.notices.wording import line_refusal, say
from pbm.play.work import Work
from pbm.store.protocol import Transaction

_DECIDED = (Result.FIRST_WON, Result.SECOND_WON)

# The results that a record may give with each reason, if its moves do not end the game.
ENDINGS: Mapping[str, Sequence[Result]] = {
    Reason.NONE: (Result.NONE,),
    Reason.ABORTED: (Result.NONE,),
    Reason.RESIGNED: _DECIDED,
    Reason.FORFEIT: _DECIDED,
    Reason.AGREED: (Result.DRAWN,),
    Reason.ADJUDICATED: (*_DECIDED, Result.DRAWN),
}


@dataclass(frozen=True)
class Import:
    """A game ready to be stored: its one event, and the board after it."""

    deed: Deed
    match: Match


def read(text: str, name: str) -> list[record.Record]:
    """Return all records of a file. ``name`` is the name of the file, for errors.

    :raises PermanentFailure: if a record cannot be parsed
    """
    try:
        return record.read(text)
    except NotationError as error:
        raise PermanentFailure(f"{name}: {say({}, error.phrase)}") from error


def store(work: Work, imports: Sequence[Import]) -> list[int]:
    """Store the boards, and return their numbers. No mail is sent."""
    begun = (work.boards.begin(work.tx, each.match, each.deed, work.cause) for each in imports)
    return [match.board for match in begun]


def prepare(tx: Transaction, found: record.Record, place: str, at: datetime) -> Import:
    """Replay a record. Nothing is stored yet.

    place: the record's file and number, for errors.

    :raises PbmError: if anything in the record is wrong
    """
    try:
        deed = Deed(_imported(tx, found), at)
    except NotationError as error:
        raise PermanentFailure(f"{place}: {say({}, error.phrase)}") from error
    except PbmError as error:
        raise type(error)(f"{place}: {error}") from error
    return Import(deed, opened(deed).match)


def _imported(tx: Transaction, found: record.Record) -> Imported:
    game = find(found.tag("Game"))
    players = _players(tx, found, game)
    played = _played(game, found)
    result, reason = _ending(found, played.outcome)
    terms = _terms(game, players, found)
    moves = tuple(ply.text for ply in played.plies)
    return Imported(terms, moves, result, reason, _date(found.tags.get("Date", "")))


def _players(tx: Transaction, found: record.Record, game: AnyGame) -> BySeat[int]:
    """The two players by seat.

    :raises UsageError: if a player is unknown, or both are the same player
    """
    first, second = (player_named(tx, found.tag(seat)) for seat in game.seats)
    if first.id == second.id:
        raise UsageError(f"{first.userid} plays both sides; name two different players")
    return BySeat(first.id, second.id)


def _played(game: AnyGame, found: record.Record) -> Replay[Any, Any]:
    try:
        return record.play(game, found)
    except RulesError as error:
        raise PermanentFailure(line_refusal(game, error)) from error


def _ending(found: record.Record, outcome: Outcome | None) -> tuple[Result, str]:
    """Result and reason: from the moves if they end the game, or else from the record's tags.

    :raises PermanentFailure: if the tags contradict each other
    """
    if outcome is not None:
        return Result(outcome.result), outcome.reason
    result = found.tags.get("Result", Result.NONE)
    default = Reason.NONE if result == Result.NONE else Reason.ADJUDICATED
    reason = found.tags.get("Reason", default)
    if result not in ENDINGS.get(reason, ()):
        raise PermanentFailure(
            f'the moves do not end the game, and Result "{result}" cannot have Reason "{reason}"'
        )
    return Result(result), reason


def _terms(game: AnyGame, players: BySeat[int], found: record.Record) -> Terms:
    """The terms of the game.

    :raises PermanentFailure: if the position of a seeded start is not the one that its seed gives
    """
    start, setup, seed = (found.tags.get(name, "") for name in ("Start", "Setup", "Seed"))
    if not (seed or "0").isdecimal():
        raise PermanentFailure(f'the seed must be a number, not "{seed}"')
    if start and start not in game.starts:
        raise PermanentFailure(f'{game.title} has no start "{start}"')
    if start and seeded_setup(spec(game), start, int(seed or 0)) != setup:
        raise PermanentFailure(f'the setup is not what start "{start}" and seed "{seed}" give')
    return Terms(
        spec=spec(game),
        players=players,
        rated=False,
        start=start,
        setup=setup,
        seed=int(seed or 0),
        rules=begun_with(game),
    )


def _date(text: str) -> str:
    """The date if it is complete; "" if not. PGN has question marks for unknown parts."""
    try:
        datetime.strptime(text, DATE)
    except ValueError:
        return ""
    return text
