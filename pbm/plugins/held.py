"""A game that is not played now: its plugin is missing, or has other rules than the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from pbm.plugins.game import GameFault, Origin, PluginGame, is_like_a_move, plain
from pbm.plugins.look import Look, State
from pbm.plugins.mark import RulesMark
from pbm.plugins.process import PluginError
from pbm.plugins.shelf import held_facts
from pbm.rules.game import Made, Seat
from pbm.rules.play import Ply


class _Nobody:
    """Answers no question."""

    pid = None

    def ask(self, game: str, ruleset: str, ask: str, *of: str) -> Any:  # noqa: ARG002
        raise PluginError("nobody can be asked")

    def close(self) -> None:
        pass


class HeldGame(PluginGame):
    """Shows the boards of a game as they were stored last, and plays nothing.

    why: what is wrong, for the operator. begun: which rules its boards were begun with.
    """

    def __init__(self, name: str, ruleset: str, begun: RulesMark, why: str) -> None:
        facts = held_facts(name, ruleset, begun.seats, begun.rules)
        origin = Origin(begun.distribution, begun.version)
        super().__init__(facts, ruleset, origin, _Nobody())
        self.begun, self.why = begun, why

    @property
    def mark(self) -> RulesMark:
        return self.begun

    def reads(self, text: str) -> bool:
        return is_like_a_move(plain(text))

    def parse(self, state: State, text: str) -> NoReturn:  # noqa: ARG002
        raise GameFault(f"{self.name}/{self.ruleset}: {self.why}")

    def start(self, option: str = "", seed: int = 0) -> State:  # noqa: ARG002
        return self.shown("?", Seat.FIRST)

    def decode(self, text: str) -> State:
        return self.shown(text, Seat.FIRST)

    def shown(self, position: str, turn: Seat | None) -> State:
        """Return a state of which only these two are known."""
        return State(position, Look(turn, None, position))

    def told(self, state: State, line: str, seat: Seat) -> tuple[Ply[State, str], ...]:
        """Return the plies of a line that was played; neither they nor their boards are known."""
        plies: list[Ply[State, str]] = []
        for text in (part.strip() for part in line.split(";")):
            look = Look(seat.other, None, state.look.board)
            after = State(state.position, look, "", state.ply + 1, text)
            plies.append(Ply(state.ply + 1, seat, text, text, state, after))
            state = after
        return tuple(plies)

    def make(self, state: State, text: str) -> Made[State, str]:  # noqa: ARG002
        raise GameFault(f"{self.name}/{self.ruleset}: {self.why}")

    def legal_moves(self, state: State) -> Any:  # noqa: ARG002
        return iter(())

    def _moves(self, state: State) -> Sequence[str]:  # noqa: ARG002
        raise GameFault(f"{self.name}/{self.ruleset}: {self.why}")
