"""Questions beside a deed that nobody else would answer: a move against a program, or a sign-up.

The rules follow in the same mail, as a program reads no words. For other questions the answer tells
which command to send, as a letter does one thing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from pbm.core.games import AnyGame, family, game_names
from pbm.inbox.letter.exchange import Exchange
from pbm.inbox.letter.outcome import Outcome
from pbm.inbox.letter.situations import situation_of
from pbm.inbox.understanding.intention import Certainty
from pbm.inbox.understanding.phrases import plain_words
from pbm.inbox.understanding.reading import understand
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.tokens import sentences_of
from pbm.notices.drafts import Draft
from pbm.notices.help_texts import game_text
from pbm.notices.kinds import MailKind
from pbm.notices.views import has_program, seat_players

MOST_LINES, MOST_TRIED, MOST_CHARACTERS = 12, 3, 160
"""Longer letters and questions are told to somebody; each question takes some milliseconds."""

_HELP = "help"
_TELLING = ([_HELP], ["programs"], ["users"], ["ratings"])
"""Commands that only tell something that the mail about a move does not."""


class Asked(NamedTuple):
    """What is asked beside a deed: a game whose rules are to be told, and commands to send."""

    rules: AnyGame | None = None
    others: Sequence[str] = ()

    def rules_in(self, language: str) -> str:
        """The rules in this language, "" if nobody asks for them."""
        return game_text(self.rules, language).text if self.rules else ""


def questions_beside(exchange: Exchange, outcomes: Sequence[Outcome]) -> Asked:
    """The questions in the letter that nobody hears, if its only line was executed."""
    if len(outcomes) != 1 or outcomes[0].refused or outcomes[0].held is not None:
        return Asked()
    reply = outcomes[0].answer.reply if outcomes[0].answer else None
    asked = [*islice(_questions(exchange.letter.lines), MOST_TRIED)]
    if reply is None or not asked or exchange.letter.included or not _is_unheard(exchange, reply):
        return Asked()
    found = [_read(each, situation_of(exchange)) for each in asked]
    others = dict.fromkeys(line for each in found for line in each.others)
    return Asked(next((each.rules for each in found if each.rules), None), [*others])


def _is_unheard(exchange: Exchange, reply: Draft) -> bool:
    """Whether the reply tells of a deed beside which no person gets the words."""
    if reply.kind is MailKind.SIGNUP:
        return True
    board = exchange.board
    if board is None or reply.kind is not MailKind.BOARD or reply.seq is None:
        return False
    return has_program(seat_players(exchange.tx, board))


def _questions(lines: Sequence[str]) -> Iterator[str]:
    """The sentences with a question mark."""
    asking = (line for line in lines[:MOST_LINES] if "?" in line)
    sentences = (each for line in asking for each in sentences_of(line))
    return (each for each in sentences if "?" in each and len(each) <= MOST_CHARACTERS)


def _read(question: str, situation: Situation) -> Asked:
    meant = understand([question], situation)
    line = meant.command if meant.certainty is Certainty.ANSWER else ""
    if situation.game is not None:
        rules = situation.game if line == f"help {situation.topic}" else None
    else:
        # A newcomer who names a game asks about its rules, in whatever words.
        rules = next(filter(None, map(_named, plain_words(question))), None)
    if rules is not None or line == _HELP or line.split()[:1] not in _TELLING:
        return Asked(rules)
    return Asked(others=[line])


def _named(word: str) -> AnyGame | None:
    """The game with this name in its usual rule set; None for other words."""
    return family(word) if word in game_names() else None
