"""Who may enter a contest, and the contest that a player means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from pbm.core.contests.changes import is_alive
from pbm.core.contests.events import ContestDeed
from pbm.core.contests.happenings import ContestHappening, Opened
from pbm.core.contests.model import Contest, ContestKind, Entry, Gone
from pbm.core.games import AnyGame, spec
from pbm.core.marks import MarkKind
from pbm.core.model import Match, Player
from pbm.core.refused import Refused
from pbm.play.blocks import either_blocks
from pbm.play.contest_events.recording import begin, record
from pbm.play.work import Work
from pbm.store.protocol import Transaction


def open_contest(work: Work, what: Opened) -> Contest:
    return begin(work.tx, ContestDeed(what, work.now), work.cause)


def note(work: Work, contest: Contest, what: ContestHappening) -> Contest:
    """Record a happening, and return the contest after it."""
    return record(work.tx, contest, ContestDeed(what, work.now), work.cause)


def check_may_enter(tx: Transaction, by: Player, *, programs: bool = False) -> None:
    """Check that a player may enter a contest.

    programs: whether it is open to programs.

    :raises Refused: for programs, newcomers in another contest, and who still owes games
    """
    if by.is_program and not programs:
        raise Refused("programs_no_contest")
    boards = tx.matches.of_player(by.id)
    entries = tx.contests.entries_of(by.id)
    if not any(match.finished for match in boards):
        for entry in alive(tx, entries):
            raise Refused("one_contest_first", contest=entry.contest)
    owed = owed_games(tx, by, entries, boards)
    if owed:
        raise Refused("owes_games", games=owed)


def alive(tx: Transaction, entries: Sequence[Entry]) -> Iterator[Entry]:
    """Yield the entries of contests that go on, and in which the player is not out."""
    for entry in entries:
        contest = tx.contests.get(entry.contest)
        if contest is not None and is_alive(contest) and not entry.out:
            yield entry


def owed_games(
    tx: Transaction, player: Player, entries: Sequence[Entry], boards: Sequence[Match]
) -> int:
    """Return how many games a player has to play to their end before they may enter again.

    Who went silently owes as many as they lost by it in that contest.
    """
    owed = 0
    for entry in entries:
        if entry.gone is Gone.FORFEITS and entry.until is not None:
            games = tx.contests.games_of(entry.contest, player.id)
            lost = sum(game.absent == player.id for game in games)
            owed = max(owed, lost - _played_since(tx, player, boards, entry.until))
    return owed


def heard_at(tx: Transaction, player: Player) -> datetime:
    """Return when a player last wrote a proven letter; or when they signed up."""
    return tx.moments.get(MarkKind.HEARD.of(player.id)) or player.created


def blocked_among(tx: Transaction, player: int, others: Sequence[Entry]) -> bool:
    """Whether one of the others blocks the player, or is blocked by them."""
    return any(either_blocks(tx, player, each.player) for each in others)


def rules(game: AnyGame, contests: Sequence[Contest]) -> Sequence[Contest]:
    """The contests of a rule set."""
    return [each for each in contests if each.spec == spec(game)]


def next_number(tx: Transaction, kind: ContestKind, game: AnyGame) -> int:
    last = tx.contests.last(kind, spec(game))
    return last.number + 1 if last else 1


def _played_since(tx: Transaction, player: Player, boards: Sequence[Match], since: datetime) -> int:
    """The number of games that the player has played to their end since then."""
    ended = [match for match in boards if match.finished and match.updated > since]
    return sum(_was_played(tx, player, match) for match in ended)


def _was_played(tx: Transaction, player: Player, match: Match) -> bool:
    game = tx.contests.game(match.board)
    is_absent = game is not None and game.absent == player.id
    lost_on_time = match.reason == "forfeit" and match.result.winner is not match.seat_of(player.id)
    return match.plies > 1 and not is_absent and not lost_on_time
