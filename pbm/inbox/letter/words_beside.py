"""The words of a letter that go with a command: its comment for the other player."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from pbm.core.games import AnyGame
from pbm.core.move_text import SENTENCE_MARKS
from pbm.inbox.letter.comments import comment, said_above, told_to_opponent
from pbm.inbox.letter.deed_words import left_of_deed
from pbm.inbox.letter.exchange import Exchange
from pbm.inbox.letter.passing_on import may_be_passed_on
from pbm.inbox.letter.situations import program_named
from pbm.inbox.line.access import Scope
from pbm.inbox.line.line import MOVE, Call
from pbm.inbox.understanding.dictated import is_dictated
from pbm.inbox.understanding.intention import Certainty, Intention
from pbm.inbox.understanding.reading import (
    holds_move,
    said_behind_moves,
    says_only,
)
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.tokens import names_cells, sentences_of

MOST_SENTENCES = 8
"""A line of more sentences is not divided into what is for the server and what is not."""

_SLOTS = re.compile(r"[^a-z0-9]+|x")
"""What stands between the slots of a move as it is printed: ``13x14=44``."""

_MOST_WORDS_OF_MOVE = 6
_CHALLENGE = "challenge"


def words_beside(
    exchange: Exchange,
    intention: Intention,
    lines: Sequence[str],
    call: Call,
    situation: Situation,
) -> Sequence[str]:
    """The lines that go with the command: what they say beside it, or all that are passed on."""
    if intention.certainty is Certainty.PASS_ON:
        return lines
    if any(program_named(exchange, word) for word in intention.command.split()[2:]):
        # An invitation to a program: it reads no words.
        return ()
    at = intention.line
    line, below = lines[at], lines[at + 1 :]
    is_passed_on = call.command.scope is Scope.BOARD and call.command.passes_on
    is_long = len(sentences_of(line)) > MOST_SENTENCES
    if intention.chosen and is_passed_on and not is_long:
        return _beside_chosen(exchange, lines, at, situation)
    if intention.alone or not is_passed_on or is_long:
        is_challenge = call.command.name == _CHALLENGE and not is_long
        return _with_told(exchange, line, below) if is_challenge else below
    if call.command.name == MOVE:
        left = [_left_of_move(intention, situation, each) for each in sentences_of(line)]
    else:
        left = left_of_deed(sentences_of(line), intention.command, situation)
        below = () if intention.talks and not may_be_passed_on(below, exchange) else below
    return _allowed(exchange, said_above(lines[:at]), comment((), left, ()), below)


def _beside_chosen(
    exchange: Exchange, lines: Sequence[str], at: int, situation: Situation
) -> Sequence[str]:
    """The lines that go with a move that is chosen in line ``at`` instead of another one.

    The move that is taken back, and what follows up to the chosen one, is no comment.
    """
    sentences = sentences_of(lines[at])
    above = list(takewhile(_names_no_cells, lines[:at]))
    before = list(takewhile(_names_no_cells, sentences)) if len(above) == at else []
    behind = " ".join(said_behind_moves(sentences, situation))
    beside = " ".join([*comment((), before, ()), *filter(None, [behind])])
    return _allowed(exchange, said_above(above), [beside] if beside else [], lines[at + 1 :])


def _names_no_cells(text: str) -> bool:
    return not names_cells(text)


def _allowed(
    exchange: Exchange, above: Sequence[str], beside: Sequence[str], below: Sequence[str]
) -> Sequence[str]:
    """The comment; if not all of it may be passed on, the parts above or beside the deed that may,
    and what stands below it, where a message is looked for.
    """
    whole = [*above, *beside, *below]
    if may_be_passed_on(whole, exchange):
        return whole
    allowed = [part for part in (above, beside) if may_be_passed_on(part, exchange)]
    return [*(line for part in allowed for line in part), *below]


def _with_told(exchange: Exchange, line: str, below: Sequence[str]) -> Sequence[str]:
    """The lines below a challenge, and what its own line asks to tell the opponent."""
    told = told_to_opponent(line)
    return _allowed(exchange, (), [told] if told else [], below)


def _left_of_move(intention: Intention, situation: Situation, sentence: str) -> str:
    """What a sentence says beside the move: "good luck" in "13-33 good luck"."""
    move = intention.command
    if is_dictated(sentence):
        return ""
    if not holds_move(sentence, move, situation):
        return sentence
    is_whole = not intention.talks or says_only(sentence, move, situation)
    if is_whole:
        return ""
    left = _without_move(sentence, move, situation.game)
    # The verb may stand behind the move: "dat ik 16-35 speel, en de groeten".
    clause, comma, rest = left.partition(",")
    return rest.strip() if comma and says_only(clause, move, situation) else left


def _without_move(line: str, move: str, game: AnyGame | None) -> str:
    """What the line says behind the move, which may be "b1 to b2" for ``B1-B2``."""
    words = [word.strip(SENTENCE_MARKS).casefold() for word in line.split()]
    slots = set(_SLOTS.split(move.casefold()))
    begins = (at for at, word in enumerate(words) if word in slots or (game and game.reads(word)))
    first = next(begins, None)
    if first is None and any(map(str.isdigit, line)):
        # A row of rings, "2 3 1 1 2 3", or "row 1, column 3".
        return _behind_numbers(line)
    if first is None or (game is None and first > 0):
        return line
    end = min(first + _MOST_WORDS_OF_MOVE, len(words))
    last = max((at for at in range(first, end) if words[at] in slots), default=first)
    return " ".join(line.split()[last + 1 :])


def _behind_numbers(line: str) -> str:
    *_, behind = re.split(r"\S*\d\S*", line)
    return behind.strip()
