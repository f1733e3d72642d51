"""Happenings that open a board or begin its game, with its terms."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

from pbm.core.by_seat import BySeat
from pbm.core.clocks import Absence, TimeLimits, limits_data, limits_from
from pbm.core.happening import Data, Happening, Json, absences_data, absences_of
from pbm.core.model import EventKind
from pbm.core.results import Result


@dataclass(frozen=True, kw_only=True)
class Terms:
    """The terms of a game.

    spec: game and rule set, ``gyges/classic``.
    players: ids.
    start, seed, setup: for a seeded start, its name, its seed and its position; otherwise "", 0
        and "".
    by: the id of the player who asked for the game, None if an operator set it up.
    rematch: the board of which this is a rematch, or 0.
    seek: the id of the seek that was taken, or 0.
    contest: the id of the contest that the game belongs to, or 0.
    private: whether only the players may see the game.
    rules: which rules of a plugin the game is begun with (``RulesMark``), "" for a native game.
    """

    spec: str
    players: BySeat[int]
    rated: bool = True
    start: str = ""
    seed: int = 0
    setup: str = ""
    limits: TimeLimits = field(default_factory=TimeLimits)
    by: int | None = None
    rematch: int = 0
    seek: int = 0
    contest: int = 0
    private: bool = False
    rules: str = ""

    def data(self) -> Json:
        origins = {"rematch": self.rematch, "seek": self.seek, "contest": self.contest}
        named = {**origins, "private": self.private, "rules": self.rules}
        known = {"by": self.by, **{name: value or None for name, value in named.items()}}
        return {name: value for name, value in known.items() if value is not None} | {
            "spec": self.spec,
            "players": [*self.players],
            "rated": self.rated,
            "start": self.start,
            "seed": self.seed,
            "setup": self.setup,
            "limits": limits_data(self.limits),
        }

    @classmethod
    def read(cls, data: Data) -> Self:
        return cls(
            spec=data["spec"],
            players=BySeat.of(data["players"]).map(int),
            rated=bool(data.get("rated", True)),
            start=data.get("start", ""),
            seed=int(data.get("seed", 0)),
            setup=data.get("setup", ""),
            limits=limits_from(data.get("limits", {})),
            by=data.get("by"),
            rematch=data.get("rematch", 0),
            seek=data.get("seek", 0),
            contest=data.get("contest", 0),
            private=bool(data.get("private", False)),
            rules=data.get("rules", ""),
        )


@dataclass(frozen=True)
class Invited(Happening):
    kind = EventKind.INVITED
    terms: Terms

    def data(self) -> Json:
        return self.terms.data()

    @classmethod
    def read(cls, data: Data) -> Self:
        return cls(Terms.read(data))


@dataclass(frozen=True)
class Created(Happening):
    """A game begins at once: an operator set it up, or a seek was taken.

    absences: as in ``Accepted``.
    """

    kind = EventKind.CREATED
    terms: Terms
    absences: tuple[Absence, ...] = ()

    def data(self) -> Json:
        return self.terms.data() | absences_data(self.absences)

    @classmethod
    def read(cls, data: Data) -> Self:
        return cls(Terms.read(data), absences_of(data))


@dataclass(frozen=True)
class Accepted(Happening):
    """An invitation was accepted.

    absences: the players' vacations, and a pause for a player to whom mails bounce.
    """

    kind = EventKind.ACCEPTED
    absences: tuple[Absence, ...] = ()

    def data(self) -> Json:
        return absences_data(self.absences)

    @classmethod
    def read(cls, data: Data) -> Self:
        return cls(absences_of(data))


@dataclass(frozen=True)
class Declined(Happening):
    kind = EventKind.DECLINED

    def data(self) -> Json:
        return {}

    @classmethod
    def read(cls, data: Data) -> Self:  # noqa: ARG003 (there is nothing to read)
        return cls()


@dataclass(frozen=True)
class Imported(Happening):
    """A game that was played elsewhere.

    terms: never rated. moves: in the usual notation. reason: as in ``Match``.
    date: when the game began, in the format of game records; "" if unknown.
    """

    kind = EventKind.IMPORTED
    terms: Terms
    moves: tuple[str, ...]
    result: Result
    reason: str
    date: str = ""

    def data(self) -> Json:
        terms = self.terms
        return {
            "spec": terms.spec,
            "players": [*terms.players],
            "moves": [*self.moves],
            "result": self.result.value,
            "reason": self.reason,
            "date": self.date,
            "start": terms.start,
            "setup": terms.setup,
            "seed": terms.seed,
            **({"rules": terms.rules} if terms.rules else {}),
        }

    @classmethod
    def read(cls, data: Data) -> Self:
        terms = Terms.read({**data, "rated": False})
        moves, date = tuple(data["moves"]), data.get("date", "")
        return cls(terms, moves, Result(data["result"]), data["reason"], date)


Opening = Invited | Created | Imported
"""The happenings that open a board."""
