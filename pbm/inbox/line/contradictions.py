"""Refuse letters whose lines ask for different things, in place of guessing.

The lines below a move are mailed to the opponent, who must not see a command meant for the server.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbm.core.games import family
from pbm.core.model import Offer
from pbm.core.move_text import SENTENCE_MARKS
from pbm.inbox.line.access import Scope
from pbm.inbox.line.line import Call, Context, Misread
from pbm.inbox.line.printed import printed

_QUEUE = "queue"
_QUEUE_WORDS = ("show", "clear")


def contradiction(found: Call | Misread, read: Sequence[Call | Misread], context: Context) -> str:
    """The code of the refusal if another line contradicts the found command; otherwise ""."""
    if all(each is found for each in read):
        return ""
    if isinstance(found, Misread) or not (_is_act(found, context) or found.command.whole):
        return ""
    bare = [each for each in read if isinstance(each, Call) and each.bare]
    if len({each.args.rest for each in bare}) > 1:
        return "two_moves"
    asked = {_text(each) for each in (found, *read) if _is_act(each, context)}
    if bare and found.command.whole:
        asked.add(_text(found))
    return "two_commands" if len(asked) > 1 else ""


def _text(read: Call | Misread) -> str:
    return printed(read) if isinstance(read, Call) else read.line


def _is_act(read: Call | Misread, context: Context) -> bool:
    """Return whether the line is a command that changes a board, and not a sentence."""
    command = read.command
    if command is None or command.scope is not Scope.BOARD or command.stale:
        return False
    if isinstance(read, Misread):
        return command.name == _QUEUE and _names_move(read.line, context)
    return _is_complete(read) and not _claims_nothing(read, context) and not _says_no(read, context)


def _is_complete(call: Call) -> bool:
    """Return whether the words fit the command; "move on" and "queue is ok" are sentences."""
    offer = call.args.word("offer").casefold().strip(f"{SENTENCE_MARKS}?")
    text = call.args.text.casefold().strip(SENTENCE_MARKS)
    if offer:
        return offer in tuple(Offer)
    return not text or text in _QUEUE_WORDS or any(sign.isdigit() for sign in text)


def _claims_nothing(call: Call, context: Context) -> bool:
    """Return whether the word in the place of a userid is no userid, as in "resign never"."""
    return call.args.claim is not None and not context.is_player(call.args.claim.userid)


def _says_no(call: Call, context: Context) -> bool:
    """Return whether the line rejects a proposal, as a move beside it does anyway."""
    return context.question.command_for(call.line) == context.question.no == call.command.name


def _names_move(line: str, context: Context) -> bool:
    words = line.split()
    game = family(words[0]) or context.game
    return game is not None and any(game.reads(word.strip(":;,.!")) for word in words)
