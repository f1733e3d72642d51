"""Ratings: which games count, and what each of them does to both players' numbers.

Elo's system, with whole numbers: who repeats the games in their order gets the same ratings,
on any machine. A player has one rating a game, whatever its rule set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from pbm.core.by_seat import BySeat
from pbm.core.games import Seat
from pbm.core.model import Match
from pbm.core.results import Reason, Result

FIRST_RATING = 1500
PROVISIONAL_GAMES = 10
"""With fewer rated games than this a rating is provisional."""

# Points that a won game moves a rating by at most. A newcomer has to get to their place quickly.
_PROVISIONAL_STEP, _STEP = 40, 20
# So many points more, and ten times as many points are expected as the other side gets.
_TENFOLD = 400

_SCORES: Mapping[Result, float] = {
    Result.FIRST_WON: 1.0,
    Result.DRAWN: 0.5,
    Result.SECOND_WON: 0.0,
}
_UNCOUNTED = (Reason.ABORTED, Reason.ADJUDICATED)
"""Reasons that say nothing of who plays better: nobody ended the game, or the operator did."""


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
        """As tables show it: ``-`` for who has played no rated game."""
        return str(self) if self.games else "-"

    def after(self, score: float, expected: float) -> Rating:
        step = _PROVISIONAL_STEP if self.provisional else _STEP
        # No two whole ratings bring this nearer than 0.0001 to a half (tried for all differences
        # up to 6000), but for equal ones, which are exact: no machine's last digit can matter.
        return Rating(self.points + round(step * (score - expected)), self.games + 1)


@dataclass(frozen=True)
class RatedGame:
    """A game that counts. ``score``: of the first seat, 1, 0.5 or 0."""

    board: int
    game: str
    players: BySeat[int]
    score: float
    ended: datetime

    @property
    def place(self) -> Place:
        return self.ended, self.board


Place = tuple[datetime, int]
"""Where a game stands in the order in which games count: by when it ended, then by its board."""


@dataclass(frozen=True)
class RatingChange:
    """What a rated game did to the rating of one of its players."""

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
"""What a game did to both players."""

Ratings = Mapping[int, Rating]
"""By player; who is missing has not played a rated game."""


def rated_game(match: Match, ended: datetime) -> RatedGame | None:
    """The match as a game that counts; None for one that does not."""
    if not match.finished or not match.rated:
        return None
    if match.reason in _UNCOUNTED or match.result not in _SCORES:
        return None
    return RatedGame(match.board, match.game, match.players, _SCORES[match.result], ended)


def rated_after(played: RatedGame | None, match: Match, at: datetime) -> RatedGame | None:
    """What a match is for the ratings after one more event; ``played``: what it was before.

    A game counts from when it ended, whatever else is told of it since.
    """
    rated = rated_game(match, at)
    return replace(rated, ended=played.ended) if rated and played else rated


def changes(played: RatedGame, ratings: Ratings) -> Changes:
    """What the game does to both players."""
    first, second = played.players.map(lambda player: ratings.get(player, Rating()))
    score, expected = played.score, expectation(first, second)
    return BySeat(
        _change(played, Seat.FIRST, score, first, first.after(score, expected)),
        _change(played, Seat.SECOND, 1 - score, second, second.after(1 - score, 1 - expected)),
    )


def expectation(first: Rating, second: Rating) -> float:
    """The score that the first is expected to get against the second, from 0 to 1."""
    return 1 / (1 + 10 ** ((second.points - first.points) / _TENFOLD))


def history(games: Iterable[RatedGame]) -> Iterator[Changes]:
    """What all rated games there are did, from the first on; they may be given in any order."""
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
