"""A sample game, tried for its author."""

from __future__ import annotations

from collections.abc import Sequence

from pbm.base.errors import PermanentFailure
from pbm.plugins.facts import MOST_TEXT
from pbm.plugins.game import PluginGame
from pbm.plugins.look import State
from pbm.rules.errors import RulesError
from pbm.rules.game import Seat
from pbm.rules.kit.voice import Voice
from pbm.rules.words import WORDS


class BrokenContractError(PermanentFailure):
    """A plugin does not do what the interface asks for."""


def refusal(game: PluginGame, error: RulesError) -> str:
    """Return the refusal of a move in English."""
    return Voice({}, {**WORDS, **game.words}).say(error.phrase.code, **error.phrase.facts)


def check_sample(game: PluginGame, other: Sequence[str]) -> None:
    """Play the sample game.

    other: another game that the first seat wins, offered for a sample that is wrong

    :raises BrokenContractError: if the first seat does not win it
    """
    if why := _wrong(game, game.facts.samples.get(game.ruleset, ())):
        text = " ".join(other)
        offer = f'; a random game that it wins: {game.ruleset} = "{text}"'
        raise BrokenContractError(why + offer if 0 < len(text) <= MOST_TEXT else why)


def _wrong(game: PluginGame, moves: Sequence[str]) -> str:
    """Return what is wrong with the game, "" for nothing."""
    if not moves:
        return f"[samples] has no game for {game.ruleset}"
    state = game.start()
    for number, text in enumerate(moves, 1):
        try:
            state = game.make(state, text).after
        except RulesError as error:
            return f"move {number}, {text}: {refusal(game, error)}"
    return _end(game, state)


def _end(game: PluginGame, state: State) -> str:
    over = game.outcome(state)
    if over is None:
        return f"the game goes on after the last of the {state.ply} moves"
    if state.ply < 3:
        return "a lesson needs three moves or more"
    return "" if over.winner is Seat.FIRST else "the first seat does not win at its end"
