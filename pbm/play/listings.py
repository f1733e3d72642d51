"""Queries: players, standings, boards."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum, auto

from pbm.core.by_seat import BySeat
from pbm.core.games import game_names
from pbm.core.model import Match, Player
from pbm.core.ratings import Rating
from pbm.core.results import Result
from pbm.play.blocks import either_blocks
from pbm.play.seeks import is_paused
from pbm.store.contest_protocol import Kept
from pbm.store.protocol import Transaction

NONE_KEPT = Kept(0, 0)

AWAY = timedelta(days=60)
"""Players who have not moved for this long, while others have, are not proposed as opponents."""


class BoardFilter(StrEnum):
    """A choice of boards to list.

    ACTIVE: running ones. INACTIVE: finished ones and invitations. NEXT: where the player is to
    move.
    """

    ALL = auto()
    ACTIVE = auto()
    INACTIVE = auto()
    NEXT = auto()


@dataclass(frozen=True)
class ListedPlayer:
    """A player in the list of players.

    boards: the number of their running games.
    moved: when they moved last, None if never.
    ratings: by game. kept: how many of their games in contests they have played to the end.
    """

    player: Player
    boards: int
    moved: datetime | None
    ratings: Mapping[str, Rating]
    kept: Kept


@dataclass(frozen=True)
class Standing:
    """A player in the standings of a game: counts of all their games of it, rated or not.

    moved: when they moved last, in any game; None if never.
    """

    player: Player
    won: int
    drawn: int
    lost: int
    running: int
    rating: Rating
    moved: datetime | None

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost


class _Outcome(StrEnum):
    WON = auto()
    DRAWN = auto()
    LOST = auto()
    RUNNING = auto()


_OUTCOMES: Mapping[Result, BySeat[_Outcome]] = {
    Result.FIRST_WON: BySeat(_Outcome.WON, _Outcome.LOST),
    Result.DRAWN: BySeat(_Outcome.DRAWN, _Outcome.DRAWN),
    Result.SECOND_WON: BySeat(_Outcome.LOST, _Outcome.WON),
}


def listed_players(tx: Transaction) -> Sequence[ListedPlayer]:
    """Every player who has not left, those who moved last first."""
    moves, running, kept = _last_moves(tx), _running(tx), tx.contests.appointments()
    here = [player for player in tx.players.list() if not player.left]
    here.sort(key=lambda player: _latest(moves.get(player.id)))
    return [
        ListedPlayer(
            player,
            running[player.id],
            moves.get(player.id),
            {game: tx.ratings.now(game, player.id) for game in game_names()},
            kept.get(player.id, NONE_KEPT),
        )
        for player in here
    ]


def opponents(tx: Transaction, player: Player) -> Iterator[Player]:
    """The other players who may want to play, those who moved or signed up last first.

    Left out are programs, players who have been away for long, and those who cannot or do not want
    to play this player.
    """
    moves = _last_moves(tx)
    others = [each for each in tx.players.list() if each.id != player.id and not each.is_program]
    seen = {each.id: max(moves.get(each.id, each.created), each.created) for each in others}
    since = max(seen.values(), default=player.created) - AWAY
    for other in sorted(others, key=lambda each: seen[each.id], reverse=True):
        is_here = seen[other.id] >= since and not is_paused(tx, other)
        if is_here and not either_blocks(tx, player.id, other.id):
            yield other


def standings(tx: Transaction, game: str) -> Sequence[Standing]:
    """Everybody who plays a game, most wins first. Private games do not count."""
    games = [match for match in tx.matches.list(game) if not match.private]
    tallies, moves = _tallies(games), _last_moves(tx)
    found = [
        Standing(
            tx.players.get(player),
            tally[_Outcome.WON],
            tally[_Outcome.DRAWN],
            tally[_Outcome.LOST],
            tally[_Outcome.RUNNING],
            tx.ratings.now(game, player),
            moves.get(player),
        )
        for player, tally in tallies.items()
    ]
    return sorted(found, key=lambda each: (-each.won, -each.drawn, each.lost, each.player.userid))


def running_boards(tx: Transaction, games: Collection[str]) -> list[Match]:
    """The running boards of these games; of all games if none is named."""
    return [
        match for match in tx.matches.list() if match.running and (not games or match.game in games)
    ]


def boards_with(
    tx: Transaction, game: str, which: BoardFilter, players: Collection[Player]
) -> list[Match]:
    """The boards of a game on which all of these players play; all boards if none is named."""
    return [
        match
        for match in tx.matches.list(game)
        if all(player.id in match.players for player in players) and _fits(match, which, players)
    ]


def boards_of(
    tx: Transaction, player: Player, which: BoardFilter, game: str | None = None
) -> list[Match]:
    """The boards of a player that the filter admits, in one game or in all."""
    return [
        match
        for match in tx.matches.of_player(player.id)
        if game in (None, match.game) and _fits(match, which, [player])
    ]


def finished_boards(tx: Transaction, player: Player, games: Collection[str]) -> list[Match]:
    """The finished boards of a player in these games."""
    return [
        match for match in tx.matches.of_player(player.id) if match.game in games and match.finished
    ]


def own_boards(tx: Transaction, player: Player, games: Collection[str]) -> list[Match]:
    """The boards of a player: those where it is their turn, other running ones, invitations, and
    finished games, newest first. games: those of all games if none is named.
    """
    found = [match for match in tx.matches.of_player(player.id) if not games or match.game in games]
    newest = sorted(found, key=lambda match: match.board, reverse=True)
    return sorted(
        newest, key=lambda match: (match.finished, not match.running, match.mover != player.id)
    )


def _fits(match: Match, which: BoardFilter, players: Collection[Player]) -> bool:
    if which is BoardFilter.NEXT:
        return match.mover in {player.id for player in players}
    return which is BoardFilter.ALL or match.running is (which is BoardFilter.ACTIVE)


def _last_moves(tx: Transaction) -> Mapping[int, datetime]:
    """The time of each player's last move on any board; players who never moved are left out."""
    found: dict[int, datetime] = {}
    for move in tx.matches.last_moves():
        player = move.players.at(move.seat)
        found[player] = max(move.at, found.get(player, move.at))
    return found


def _latest(moved: datetime | None) -> float:
    return -moved.timestamp() if moved else 0


def _running(tx: Transaction) -> Counter[int]:
    """The number of running games of each player."""
    return Counter(
        player for match in tx.matches.list() if match.running for player in match.players
    )


def _tallies(matches: Iterable[Match]) -> Mapping[int, Counter[_Outcome]]:
    """The number of games that each player won, drew, lost and is still playing."""
    tallies: defaultdict[int, Counter[_Outcome]] = defaultdict(Counter)
    for match in matches:
        outcome = _outcome(match)
        if outcome is not None:
            for player, what in match.players.zip(outcome):
                tallies[player][what] += 1
    return tallies


def _outcome(match: Match) -> BySeat[_Outcome] | None:
    """The outcome of a match for each seat; None if it was not played or has no result."""
    if match.running:
        return BySeat(_Outcome.RUNNING, _Outcome.RUNNING)
    return _OUTCOMES.get(match.result)
