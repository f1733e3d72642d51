"""What can be wrong with a move.

Every error holds a phrase (a code and facts), never prose: the words belong to whoever shows
them. ``rule`` is what a refusal names first: a rule's number such as ``G5``, or one of the words
``notation``, ``ambiguous``, ``over`` and ``budget``.
"""

from __future__ import annotations

from .phrase import Fact, Phrase


class RulesError(Exception):
    """Whatever the rules refuse; the one class that callers of ``rules`` need to catch."""

    rule: str = ""

    def __init__(self, code: str, /, **facts: Fact) -> None:
        super().__init__(code, facts)
        self.phrase = Phrase(code, facts)

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in self.phrase.facts.items())
        return f"{self.rule}: {self.phrase.code}({facts})"


class NotationError(RulesError):
    """The text cannot be read at all, whatever stands on the board."""

    rule = "notation"


class IllegalMove(RulesError):
    """The text is a move, and this rule forbids it here."""

    def __init__(self, rule: str, code: str, /, **facts: Fact) -> None:
        super().__init__(code, **facts)
        self.rule = rule


class AmbiguousMove(RulesError):
    """The text fits several moves; the fact ``candidates`` holds them as they are printed."""

    rule = "ambiguous"


class GameOver(RulesError):
    """The game has ended: nobody is to move."""

    rule = "over"


class SearchTooLong(RulesError):
    """Whether the move is legal could not be found out within the budget; it may well be."""

    rule = "budget"
