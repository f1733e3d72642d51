"""Words without a command are answered once a day: the same words again may be a program's.

So a responder that nothing gives away gets one answer in each place, and no endless loop begins.
A person who was not understood tries another place, or again when the board has changed.
"""

from __future__ import annotations

from pbm.core.clocks import DAY
from pbm.core.games import game_names
from pbm.inbox.letter.exchange import Exchange
from pbm.inbox.letter.outcome import Outcome
from pbm.inbox.letter.understood import Understood
from pbm.inbox.line.access import Scope
from pbm.inbox.line.answer_tables import after_no, begins_with_yes
from pbm.inbox.line.line import MOVE, Call
from pbm.inbox.line.names import similar_names
from pbm.inbox.line.printed import printed
from pbm.inbox.line.questions import without_ply
from pbm.inbox.understanding.intention import Certainty
from pbm.inbox.understanding.policy import policy
from pbm.mail.correspondence import Purpose
from pbm.mail.same_words import digest, said
from pbm.mail.subject import strip_prefixes

_MANY_WORDS = 4
_NEARLY = 0.75
_MOST_WORDS_OF_COMMAND = 2
"""A letter of no more words is a command if it begins like one, and an answer if with a yes."""


def is_no_command(exchange: Exchange, outcome: Outcome) -> bool:
    """Whether a line that was refused is a sentence, and no command with a mistake in it."""
    if _begins_with_game(exchange):
        return False
    if outcome.refused in policy().refused["long_sentence"]:
        return len(said(exchange.letter).split()) >= _MANY_WORDS
    return outcome.refused in policy().refused["begins_like_command"] and not _is_short(exchange)


def asks_again(exchange: Exchange, outcome: Outcome) -> bool:
    """Whether a command about no board answers our question with a further question.

    "Vacation until 3 December" may be a responder's answer to each mail, also to the question.
    """
    is_servers = outcome.held is not None and outcome.held.command.scope is Scope.SERVER
    return is_servers and exchange.answers(Purpose.CONFIRM)


def asks_for_nothing(exchange: Exchange, meant: Understood | None) -> bool:
    """Whether words are no command, no move and no answer to a question.

    A wish that is only guessed at is no command.
    """
    if exchange.dropped is not None or (_is_short(exchange) and _is_answer(exchange)):
        return False
    if meant is None:
        return True
    is_move = isinstance(meant.line, Call) and meant.line.command.name == MOVE
    is_sure = meant.certainty is Certainty.DO or meant.certainty is Certainty.CHOOSE
    return not (is_sure or (is_move and meant.certainty is Certainty.ASK))


def _is_short(exchange: Exchange) -> bool:
    return len(said(exchange.letter).split()) <= _MOST_WORDS_OF_COMMAND


def _begins_with_game(exchange: Exchange) -> bool:
    """Whether the letter begins as a whole command does, and hardly a responder's text."""
    word, _, _ = _first_line(exchange).strip().casefold().partition(" ")
    return word in game_names()


def _first_line(exchange: Exchange) -> str:
    return exchange.letter.first_line or strip_prefixes(exchange.letter.subject)


def _is_answer(exchange: Exchange) -> bool:
    """Whether the letter begins with a yes, a no or the name of a command."""
    line = _first_line(exchange)
    if any(map(str.isdigit, line)):
        return False
    is_named = any(similar_names(word, [*Scope], _NEARLY) for word in line.split()[:1])
    return is_named or begins_with_yes(line) or after_no(line) is not None


def meaning_of(meant: Understood | None) -> str:
    """What the words were read as, without what changes from ply to ply.

    With its day: people correct the one until which they are away, and a responder's stays.
    """
    if meant is None:
        return ""
    line = meant.line
    read = without_ply(printed(line)) if isinstance(line, Call) else line.code
    return f"{meant.certainty.value} {read}"


def digest_of(exchange: Exchange, meaning: str) -> str:
    """The digest of what the writer says, where they say it, and what it was read as."""
    sender, board = exchange.sender, exchange.board
    # What has happened on the board since may change the answer.
    place = f"{board.number} {board.match.seq}" if board is not None else ""
    purpose = sender.token.purpose.value if sender.token is not None else ""
    about = f"{sender.author} {place} {purpose} {meaning}"
    return digest(about if sender.author else "", exchange.letter)


def answered_today(exchange: Exchange, words: str) -> int | None:
    """The letter with the same words that was answered within a day, None if there is none."""
    return exchange.tx.letters.answered_words(words, exchange.now - DAY)
