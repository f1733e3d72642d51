"""Elo ratings: which games count, and how they change both players'.

Ratings are whole numbers, so that replaying the games in order gives the same ratings on any
machine. A player has one rating for each game, whatever its rule set, and another one from games
with programs, since these have lists of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from pbm.core.by_seat import BySeat
from pbm.core.games import Seat
from pbm.core.model import Match
from pbm.core.results import Reason, Result

FIRST_RATING = 1500
PROVISIONAL_GAMES = 10
"""With fewer rated games than this a rating is provisional."""

# Elo's factor K, an upper bound of the change by one game. It is larger for newcomers, who have to
# reach their level soon.
_PROVISIONAL_STEP, _STEP = 40, 20
# A player who is this many points stronger is expected to score ten times as much.
_TENFOLD = 400

_SCORES: Mapping[Result, float] = {
    Result.FIRST_WON: 1.0,
    Result.DRAWN: 0.5,
    Result.SECOND_WON: 0.0,
}

PLIES_BEFORE_IT_COUNTS = 4
"""With fewer plies than this behind the placing of its pieces, a game that its moves have not ended
does not count. A game of Gyges between beginners may end by its moves after three.
"""
MOST_OF_PAIR, WITHIN = 10, timedelta(days=30)
"""At most this many games of the same two players count within this time, in each list."""

_UNCOUNTED = (Reason.ABORTED, Reason.ADJUDICATED)
"""Games that ended for these reasons are not rated: they do not show who plays better."""


@dataclass(frozen=True)
class Rating:
    points: int = FIRST_RATING
    games: int = 0

    @property
    def provisional(self) -> bool:
        return self.games < PROVISIONAL_GAMES

    def __str__(self) -> str:
        """``1520``, or ``1520?`` while it is provisional."""
        return f"{self.points}?" if self.provisional else str(self.points)

    @property
    def listed(self) -> str:
        """The rating as tables show it: ``-`` before the first rated game."""
        return str(self) if self.games else "-"

    def after(self, score: float, expected: float) -> Rating:
        """Return the rating after a game. score, expected: from 0 to 1."""
        step = _PROVISIONAL_STEP if self.provisional else _STEP
        # Every machine rounds alike: for equal ratings the change is exact, and for all other
        # differences up to 6000 it is at least 0.0001 away from a half (all were tried).
        return Rating(self.points + round(step * (score - expected)), self.games + 1)


@dataclass(frozen=True)
class RatingList:
    """The players who are rated together for a game: people, or people and programs."""

    game: str
    programs: bool = False

    @property
    def name(self) -> str:
        """The name under which ratings of the list are stored, in place of the name of the game."""
        return f"{self.game} programs" if self.programs else self.game


@dataclass(frozen=True)
class RatedGame:
    """A game that counts for ratings. score: the score of the first seat, 1, 0.5 or 0.

    game: the name of the list in which it counts.
    """

    board: int
    game: str
    players: BySeat[int]
    score: float
    ended: datetime

    @property
    def place(self) -> Place:
        return self.ended, self.board


Place = tuple[datetime, int]
"""The sort key of rated games, in the order in which they count: their end, then their board."""


@dataclass(frozen=True)
class RatingChange:
    """The change of one player's rating by one game. game: as in ``RatedGame``."""

    board: int
    game: str
    player: int
    opponent: int
    score: float
    ended: datetime
    before: Rating
    after: Rating

    @property
    def gain(self) -> int:
        return self.after.points - self.before.points


Changes = BySeat[RatingChange]
"""The changes of both players' ratings by one game."""

Ratings = Mapping[int, Rating]
"""By player id; players without a rated game are missing."""


def rating_lists(games: Iterable[str]) -> Iterator[RatingList]:
    """Yield both lists of each game."""
    for game in games:
        yield from (RatingList(game), RatingList(game, programs=True))


def rated_game(match: Match, ended: datetime) -> RatedGame | None:
    """Return the match as a rated game, None if it does not count."""
    if not match.finished or not match.rated:
        return None
    if match.reason in _UNCOUNTED or match.result not in _SCORES:
        return None
    return RatedGame(match.board, match.game, match.players, _SCORES[match.result], ended)


def rated_after(played: RatedGame | None, match: Match, at: datetime) -> RatedGame | None:
    """Return the match as a rated game after an event at ``at``. played: before that event.

    A game keeps the moment at which it ended when its result is corrected later.
    """
    rated = rated_game(match, at)
    return replace(rated, ended=played.ended) if rated and played else rated


def changes(played: RatedGame, ratings: Ratings) -> Changes:
    """Return how the game changes the ratings of both players."""
    first, second = played.players.map(lambda player: ratings.get(player, Rating()))
    score, expected = played.score, expectation(first, second)
    return BySeat(
        _change(played, Seat.FIRST, score, first, first.after(score, expected)),
        _change(played, Seat.SECOND, 1 - score, second, second.after(1 - score, 1 - expected)),
    )


def expectation(first: Rating, second: Rating) -> float:
    """Return the expected score of the first player against the second, from 0 to 1."""
    return 1 / (1 + 10 ** ((second.points - first.points) / _TENFOLD))


def history(games: Iterable[RatedGame]) -> Iterator[Changes]:
    """Yield the rating changes of all rated games, which may be given in any order."""
    ratings: dict[str, dict[int, Rating]] = {}
    for played in sorted(games, key=lambda each: each.place):
        of_this_game = ratings.setdefault(played.game, {})
        pair = changes(played, of_this_game)
        of_this_game.update({change.player: change.after for change in pair})
        yield pair


def _change(
    played: RatedGame, seat: Seat, score: float, before: Rating, after: Rating
) -> RatingChange:
    own, other = played.players.at(seat), played.players.at(seat.other)
    return RatingChange(played.board, played.game, own, other, score, played.ended, before, after)
