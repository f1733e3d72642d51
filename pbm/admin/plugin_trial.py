"""Replays the running games of plugins with the rules that are installed now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from pbm.admin.check import Check
from pbm.app.config import Settings
from pbm.core.boards import told_plies
from pbm.core.games import (
    AnyGame,
    GameFault,
    PluginGame,
    RulesError,
    RulesMark,
    find_kept,
    plugins,
    use_plugins,
)
from pbm.core.model import Match
from pbm.core.plies import AnyPly
from pbm.notices.wording import refusal
from pbm.play.clock import why_held
from pbm.store import open_to_look
from pbm.store.protocol import Transaction


@dataclass(frozen=True)
class Tried:
    """A running game of a plugin. begun: which rules it began with.

    held: why it is not played now. illegal: the first of its moves that the rules of now refuse,
    and why. Both are "" if nothing is wrong.
    """

    board: int
    spec: str
    begun: RulesMark
    held: str
    illegal: str

    @property
    def is_well(self) -> bool:
        return not (self.held or self.illegal)

    def __str__(self) -> str:
        found = "; ".join(filter(None, (self.held, self.illegal))) or "its moves are legal"
        return f"board {self.board}, {self.spec}, {self.begun.short}: {found}"


def trial(tx: Transaction) -> Iterator[Tried]:
    """Yield every running game of a plugin, replayed with the rules of now if there are any."""
    for match in tx.matches.of_plugins():
        mark = RulesMark.read(match.rules)
        yield Tried(match.board, match.spec, mark, why_held(match), _first_illegal(tx, match))


def _first_illegal(tx: Transaction, match: Match) -> str:
    game = find_kept(match.spec)
    if match.spec not in plugins().games or not isinstance(game, PluginGame):
        return ""
    try:
        return _refused(game, match, [ply.text for ply in _told(tx, match)])
    except GameFault as fault:
        return f"its moves cannot be tried: {fault}"


def _told(tx: Transaction, match: Match) -> tuple[AnyPly, ...]:
    return told_plies(match, tx.matches.events(match.board))


def _refused(game: AnyGame, match: Match, moves: list[str]) -> str:
    """Return the first move that the game refuses, with the reason; "" if it refuses none."""
    state = game.decode(match.setup) if match.setup else game.start()
    for number, move in enumerate(moves, 1):
        seat = game.to_move(state)
        name = game.seats[seat.value] if seat else "nobody"
        try:
            state = game.make(state, move).after
        except RulesError as error:
            return f"illegal now is ply {number} {name}: {move}: {refusal(game, error)}"
    return "" if game.outcome(state) is None else "its moves end the game now"


def games_to_be_held(settings: Settings) -> Sequence[Tried]:
    """Return the running games that a server with these settings cannot play on."""
    use_plugins(settings.games_plugins)
    with closing(open_to_look(settings.place)) as store, store.reading() as tx:
        return [each for each in trial(tx) if not each.is_well]


def examine_plugins(tx: Transaction) -> Iterator[Check]:
    """Check that every plugin that is allowed brings its games, and that these go on."""
    shelf = plugins()
    for trouble in shelf.troubles:
        advice = "install or mend it, or take it out of plugins in [games]"
        yield Check("plugins", str(trouble), advice)
    for game in shelf.games.values():
        if not game.answers():
            found = f"{game.origin.distribution}, game {game.name}/{game.ruleset}: {game.fault}"
            yield Check("plugins", found, 'see "pbm rules verify"')
    for tried in trial(tx):
        if not tried.is_well:
            advice = "install the version it began with, or end the game with pbm games adjudicate"
            yield Check("plugins", str(tried), advice)
    if shelf.games:
        yield Check("plugins", f"offered: {', '.join(shelf.games)}")
