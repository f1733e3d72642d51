"""Errors: the reasons why a move can be refused.

Every error has a phrase (a code and facts) instead of prose, so that its words can be in any
language. ``rule`` is the number of the rule, such as ``G5``, or one of the words ``notation``,
``ambiguous``, ``over`` and ``budget``.
"""

from __future__ import annotations

from .phrase import Fact, Phrase


class RulesError(Exception):
    """Base class of all errors of ``rules``; callers need to catch no other."""

    rule: str = ""

    def __init__(self, code: str, /, **facts: Fact) -> None:
        super().__init__(code, facts)
        self.phrase = Phrase(code, facts)

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in self.phrase.facts.items())
        return f"{self.rule}: {self.phrase.code}({facts})"


class NotationError(RulesError):
    """The text is not a move in the game's notation, on any board."""

    rule = "notation"


class IllegalMove(RulesError):
    """The text is a move, but the rule named by ``rule`` forbids it on this board."""

    def __init__(self, rule: str, code: str, /, **facts: Fact) -> None:
        super().__init__(code, **facts)
        self.rule = rule


class AmbiguousMove(RulesError):
    """The text fits several moves; the fact ``candidates`` lists them in the usual notation."""

    rule = "ambiguous"


class GameOver(RulesError):
    """The game has ended, so nobody is to move."""

    rule = "over"


class SearchTooLong(RulesError):
    """The search exceeded its budget before it was known whether the move is legal."""

    rule = "budget"
