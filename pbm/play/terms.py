"""The terms of a game: rules, start, first seat, time limits, whether it is rated."""

from __future__ import annotations

import re
import secrets
from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Self

from pbm.base.errors import UsageError
from pbm.core.boards import seeded_setup
from pbm.core.by_seat import BySeat
from pbm.core.choices import RULESETS
from pbm.core.clocks import TimeLimits
from pbm.core.games import (
    AnyGame,
    PluginGame,
    begun_with,
    find,
    native_names,
    rule_sets,
    spec,
    start_names,
)
from pbm.core.model import Match, Player
from pbm.core.openings import Accepted, Created, Imported, Opening, Terms
from pbm.core.refused import Refused
from pbm.core.time_controls import chosen_limits
from pbm.store.protocol import Transaction

RANDOM = "random"
PRIVATE = "private"
RULES = "rules"
_SIZE = re.compile(r"([0-9]{1,2})(?:[x×*]([0-9]{1,2}))?")

Options = Mapping[str, str]


@dataclass(frozen=True)
class GameOptions:
    """The options of a game, independent of its players.

    game: the rule set.
    start: the name of a seeded start, "" for the ordinary one.
    first: the player with the first seat: a userid, ``random``, or "" for the player who asks.
    private: whether only the players may see the game; a private game is unrated.
    """

    game: AnyGame
    start: str = ""
    first: str = ""
    rated: bool = True
    limits: TimeLimits = field(default_factory=lambda: chosen_limits({}))
    private: bool = False

    @classmethod
    def read(cls, game: AnyGame, options: Options) -> Self:
        """Read options by their names, without a dash: ``{"rules": "modern"}``.

        :raises Refused: if the game does not have one of the options
        """
        rules = _chosen_rules(game, options.get(RULES, ""))
        return cls(
            game=rules,
            start=_chosen_start(rules, options),
            first=options.get("first", ""),
            rated=not {"unrated", PRIVATE}.intersection(options),
            limits=chosen_limits(options),
            private=PRIVATE in options,
        )

    def terms(self, one: Player, other: Player, by: Player | None) -> Terms:
        """The terms of a game between two players. Chooses seats or the seed of a start at random.

        Games with programs are rated only if the operator wants it.

        one: the player who has the first seat by default.
        by: the player who asks for the game, None for an operator.

        :raises Refused: if ``first`` names neither of them, or one of them does not play this game
        """
        for each in (one, other):
            if each.is_driven and isinstance(self.game, PluginGame):
                raise Refused("program_rules", userid=each.userid, specs=" ".join(native_names()))
            if not each.plays(spec(self.game)):
                raise Refused("program_rules", userid=each.userid, specs=each.settings[RULESETS])
        players = _seated(self.first, one, other)
        seed, setup = draw_start(self.game, self.start)
        return Terms(
            spec=spec(self.game),
            players=players.map(lambda player: player.id),
            rated=self.rated and one.is_rated and other.is_rated,
            start=self.start,
            seed=seed,
            setup=setup,
            limits=self.limits,
            by=by.id if by else None,
            private=self.private,
            rules=begun_with(self.game),
        )


def draw_start(game: AnyGame, start: str) -> tuple[int, str]:
    """Return a random seed and the start that it gives; 0 and "" for the ordinary start."""
    seed = secrets.randbelow(2**31) if start else 0
    return seed, seeded_setup(spec(game), start, seed)


def opening_of(tx: Transaction, board: int) -> Opening:
    """The happening that opened a board."""
    what = tx.matches.events(board)[0].what
    assert isinstance(what, Opening), "the first event of every board"
    return what


def terms_of(tx: Transaction, board: int) -> Terms:
    """The terms of a board."""
    return opening_of(tx, board).terms


def is_size(word: str) -> bool:
    """Whether the word is the size of a board: ``11`` or ``11x11``."""
    return _SIZE.fullmatch(word.casefold()) is not None


def ruleset_of(game: str, word: str) -> str:
    """The rule set of the game that the word names, by its name or by its size; "" if none is.

    The size of a square board may be written as one number or as two: 5 and 5x5.
    """
    named = word.casefold()
    size = _SIZE.fullmatch(named)
    sides = {*filter(None, size.groups())} if size else set()
    is_square = len(sides) == 1
    forms = {named, *sides, *(f"{side}x{side}" for side in sides)} if is_square else {named}
    found = (each.ruleset for each in rule_sets(game))
    return next((ruleset for ruleset in found if ruleset in forms), "")


def _chosen_rules(game: AnyGame, name: str) -> AnyGame:
    """The rule set of that name; the game's default one if the name is empty.

    :raises Refused: if the game has no such rule set
    """
    try:
        return find(f"{game.name}/{ruleset_of(game.name, name) or name}") if name else game
    except UsageError as error:
        raise Refused("unknown_rules", name=name[:30], game=game.name) from error


def _chosen_start(game: AnyGame, options: Container[str]) -> str:
    """The name of the seeded start among the options, "" for the ordinary one.

    :raises Refused: if the game has no such start, or several are named
    """
    wanted = [name for name in start_names() if name in options]
    if len(wanted) > 1:
        raise Refused("one_start", starts=", ".join(f"-{name}" for name in wanted))
    if wanted and wanted[0] not in game.starts:
        raise Refused("no_such_start", start=wanted[0], game=game.name)
    return wanted[0] if wanted else ""


def begun_at(tx: Transaction, match: Match) -> datetime | None:
    """The time when the game on a board began; None if the invitation was never accepted."""
    for event in tx.matches.events(match.board):
        if isinstance(event.what, Accepted | Created):
            return event.at
        if isinstance(event.what, Imported):
            return match.created
    return None


def _seated(first: str, one: Player, other: Player) -> BySeat[Player]:
    """The two players by seat.

    :raises Refused: if ``first`` names neither of them
    """
    choice, pair = first.casefold(), BySeat(one, other)
    if choice == RANDOM:
        return pair if secrets.randbelow(2) else pair.swapped
    if choice in ("", one.userid):
        return pair
    if choice == other.userid:
        return pair.swapped
    raise Refused("unknown_first", first=first[:30], u1=one.userid, u2=other.userid)
