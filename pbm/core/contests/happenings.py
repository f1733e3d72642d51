"""Happenings in contests: a dataclass for each kind of event, to and from JSON.

``read`` accepts the JSON of every earlier version: a missing key has its default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, ClassVar, Self

from pbm.core.contests.model import ContestKind, Gone, How

Json = dict[str, Any]
Ids = tuple[int, ...]
Leagues = tuple[Ids, ...]
Points = Mapping[int, int]
"""Numbers of players by their ids: ratings, or places."""

_READ: Mapping[str, Callable[[Any], Any]] = {
    "int": int,
    "str": str,
    "bool": bool,
    "Ids": tuple,
    "Leagues": lambda leagues: tuple(map(tuple, leagues)),
    "Points": lambda points: {int(player): int(value) for player, value in points.items()},
    "datetime": datetime.fromisoformat,
    "datetime | None": lambda text: None if text is None else datetime.fromisoformat(text),
    "int | None": lambda number: None if number is None else int(number),
    "ContestKind": ContestKind,
    "Gone": Gone,
    "How": How,
}


class ContestHappening:
    """Something that happens in a contest. kind: its name in the store, which never changes."""

    kind: ClassVar[str]

    def data(self) -> Json:
        """Return the happening as plain JSON, without its kind."""
        return {name: _plain(value) for name, value in vars(self).items()}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """Parse what ``data`` returned, in this version or an earlier one.

        :raises ValueError, TypeError, KeyError, AttributeError: for anything else
        """
        known = {field.name: _READ[str(field.type)] for field in fields(cls)}  # type: ignore[arg-type]
        return cls(**{name: known[name](value) for name, value in data.items()})


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(key): each for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


@dataclass(frozen=True, kw_only=True)
class Opened(ContestHappening):
    """The first event of each contest. Its fields are as in ``Contest``."""

    kind = "opened"
    what: ContestKind
    spec: str
    number: int
    parent: int = 0
    size: int = 0
    both: bool = False
    programs: bool = False
    starts: datetime | None = None


@dataclass(frozen=True)
class Joined(ContestHappening):
    """A player enters.

    step: their step on stairs. told: whether the player needs no further mail before the season
        starts, for example because it starts soon.
    """

    kind = "joined"
    player: int
    once: bool = False
    step: int = 0
    told: bool = False


@dataclass(frozen=True)
class Carried(ContestHappening):
    """Players of the season before are entered for this one, because they did not say ``once``."""

    kind = "carried"
    players: Ids


@dataclass(frozen=True)
class Handed(ContestHappening):
    """The players of this season up to the id ``upto`` are entered for the next one; -1: all are.

    In a season that an operator closed, they are told of that instead; 0: nobody is told yet.
    """

    kind = "handed"
    upto: int


@dataclass(frozen=True)
class Left(ContestHappening):
    """An entry ends before the contest begins, or a player leaves the stairs. why: a code."""

    kind = "left"
    player: int
    why: str = "left"


@dataclass(frozen=True)
class Announced(ContestHappening):
    """Players are told that the season begins soon. asked: those who have not written for long."""

    kind = "announced"
    players: Ids
    asked: Ids = ()


@dataclass(frozen=True)
class Postponed(ContestHappening):
    """The season begins at another time. why: "few" players, or the reason of an operator."""

    kind = "postponed"
    starts: datetime
    why: str


@dataclass(frozen=True)
class Drawn(ContestHappening):
    """The players of a season are divided into leagues, the highest one first.

    order: all players as they were ranked. ratings: their ratings at the start.
    foes: pairs of players who do not play each other. ends: when the season ends.
    left_out: in events of earlier versions, players who had entered and do not take part.
    """

    kind = "drawn"
    order: Ids
    ratings: Points
    leagues: Leagues
    foes: Leagues = ()
    left_out: Ids = ()
    ends: datetime | None = None


@dataclass(frozen=True)
class LeagueBegun(ContestHappening):
    """The next league of the season has begun, as the contest of this id."""

    kind = "league begun"
    league: int


@dataclass(frozen=True)
class Begun(ContestHappening):
    """The games of a cup or a league begin.

    players: in their starting order: the Berger table is made from it.
    boards: the games, in the order of that table; 0 for two players who do not play each other.
    """

    kind = "begun"
    players: Ids
    ratings: Points
    boards: Ids
    ends: datetime | None = None


@dataclass(frozen=True)
class Challenged(ContestHappening):
    """A game on stairs begins. by: the challenger."""

    kind = "challenged"
    by: int
    first: int
    second: int
    board: int


@dataclass(frozen=True)
class Ended(ContestHappening):
    """A game ended, or its end is corrected.

    seq: the event of the board. halves, absent: as in ``ContestGame``.
    """

    kind = "ended"
    board: int
    seq: int
    how: How
    halves: int | None
    absent: int = 0


@dataclass(frozen=True)
class Resumed(ContestHappening):
    """An operator reopened a game that had ended."""

    kind = "resumed"
    board: int
    seq: int


@dataclass(frozen=True)
class Out(ContestHappening):
    """A player is out while the contest runs. struck: whether their games no longer count."""

    kind = "out"
    player: int
    why: Gone
    struck: bool


@dataclass(frozen=True)
class Finished(ContestHappening):
    """The contest is over, and its table is final.

    halved: the boards that are not over; each counts as half a point for both players.
    places: the places in the final table. order: the players for promotion, the best first.
    """

    kind = "finished"
    places: Points
    order: Ids
    halved: Ids = ()


@dataclass(frozen=True)
class Closed(ContestHappening):
    """An operator ended the contest. why: the operator's reason."""

    kind = "closed"
    why: str


KINDS: Mapping[str, type[ContestHappening]] = {
    each.kind: each
    for each in (
        Opened,
        Joined,
        Carried,
        Handed,
        Left,
        Announced,
        Postponed,
        Drawn,
        LeagueBegun,
        Begun,
        Challenged,
        Ended,
        Resumed,
        Out,
        Finished,
        Closed,
    )
}


def happening(kind: str, data: Mapping[str, Any]) -> ContestHappening:
    """Parse the JSON of an event of this kind.

    :raises ValueError, TypeError, KeyError, AttributeError: if no version has written such JSON
    """
    return KINDS[kind].read(data)
