"""The words of a letter that go with a command: its comment for the other player."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from pbm.core.games import AnyGame
from pbm.core.move_text import SENTENCE_MARKS
from pbm.inbox.dialogue.comments import comment
from pbm.inbox.dialogue.exchange import Exchange
from pbm.inbox.dialogue.line import MOVE, Call
from pbm.inbox.dialogue.passing_on import may_be_passed_on
from pbm.inbox.dialogue.situations import program_named
from pbm.inbox.understanding.intention import Certainty, Intention
from pbm.inbox.understanding.reading import (
    holds_move,
    said_behind_moves,
    says_only,
)
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.tokens import sentences_of
from pbm.inbox.vocabulary.access import Scope

MOST_SENTENCES = 8
"""A line of more sentences is not divided into what is for the server and what is not."""

_SLOTS = re.compile(r"[^a-z0-9]+|x")
"""What stands between the slots of a move as it is printed: ``13x14=44``."""

_MOST_WORDS_OF_MOVE = 6


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
    above, line, below = lines[:at], lines[at], lines[at + 1 :]
    is_passed_on = call.command.scope is Scope.BOARD and call.command.passes_on
    sentences = sentences_of(line)
    is_long = len(sentences) > MOST_SENTENCES
    if intention.chosen and is_passed_on and not is_long:
        behind = [" ".join(said_behind_moves(sentences, situation)), *below]
        return behind if may_be_passed_on(behind, exchange) else below
    if intention.alone or not is_passed_on or is_long:
        return below
    left_of = partial(_left_of_move if call.command.name == MOVE else _left_of_deed, intention)
    said = comment(above, sentences, below, partial(left_of, situation))
    if may_be_passed_on(said, exchange):
        return said
    return () if intention.talks and call.command.name != MOVE else below


def _left_of_move(intention: Intention, situation: Situation, sentence: str) -> str:
    """What a sentence says beside the move: "good luck" in "13-33 good luck"."""
    move = intention.command
    if not holds_move(sentence, move, situation):
        return sentence
    is_whole = not intention.talks or says_only(sentence, move, situation)
    if is_whole:
        return ""
    left = _without_move(sentence, move, situation.game)
    # The verb may stand behind the move: "dat ik 16-35 speel, en de groeten".
    clause, comma, rest = left.partition(",")
    return rest.strip() if comma and says_only(clause, move, situation) else left


def _left_of_deed(intention: Intention, situation: Situation, sentence: str) -> str:
    """The sentence, if it says more than the deed."""
    return "" if says_only(sentence, intention.command, situation) else sentence


def _without_move(line: str, move: str, game: AnyGame | None) -> str:
    """What the line says behind the move, which may be "b1 to b2" for ``B1-B2``."""
    words = [word.strip(SENTENCE_MARKS).casefold() for word in line.split()]
    slots = set(_SLOTS.split(move.casefold()))
    begins = (at for at, word in enumerate(words) if word in slots or (game and game.reads(word)))
    first = next(begins, None)
    if first is None or (game is None and first > 0):
        return line
    end = min(first + _MOST_WORDS_OF_MOVE, len(words))
    last = max((at for at in range(first, end) if words[at] in slots), default=first)
    return " ".join(line.split()[last + 1 :])
