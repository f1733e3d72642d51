"""Lines of one letter that ask for different things: guessing is not for us.

What stands below a move is mailed to the opponent, who must not be told what was meant for us.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbm.core.games import family
from pbm.core.model import Offer
from pbm.core.move_text import SENTENCE_MARKS
from pbm.inbox.dialogue.line import Call, Context, Misread
from pbm.inbox.dialogue.printed import printed
from pbm.inbox.vocabulary.access import Scope

_QUEUE = "queue"
_SAID_OF_A_QUEUE = ("show", "clear")


def contradiction(found: Call | Misread, read: Sequence[Call | Misread], context: Context) -> str:
    """The refusal where another line says something else than the one that was found, or ""."""
    if isinstance(found, Misread) or not (_is_act(found, context) or found.command.whole):
        return ""
    bare = [each for each in read if isinstance(each, Call) and each.bare]
    if len({each.args.rest for each in bare}) > 1:
        return "two_moves"
    asked = {_told(each) for each in (found, *read) if _is_act(each, context)}
    if bare and found.command.whole:
        asked.add(_told(found))
    return "two_commands" if len(asked) > 1 else ""


def _told(read: Call | Misread) -> str:
    return printed(read) if isinstance(read, Call) else read.line


def _is_act(read: Call | Misread, context: Context) -> bool:
    """Whether a line wants something done on a board, and is no sentence to anybody."""
    command = read.command
    if command is None or command.scope is not Scope.BOARD or command.stale:
        return False
    if isinstance(read, Misread):
        return command.name == _QUEUE and _names_move(read.line, context)
    return _is_complete(read) and not _claims_nothing(read, context) and not _says_no(read, context)


def _is_complete(call: Call) -> bool:
    """Whether its words are those of the command: "move on" and "queue is ok" are said, too."""
    offer = call.args.word("offer").casefold().strip(f"{SENTENCE_MARKS}?")
    text = call.args.text.casefold().strip(SENTENCE_MARKS)
    if offer:
        return offer in tuple(Offer)
    return not text or text in _SAID_OF_A_QUEUE or any(sign.isdigit() for sign in text)


def _claims_nothing(call: Call, context: Context) -> bool:
    """Whether the word in the place of a userid is none: "resign never"."""
    return call.args.claim is not None and not context.is_player(call.args.claim.userid)


def _says_no(call: Call, context: Context) -> bool:
    """Whether it is a no to a proposal, which a move says as well."""
    return context.question.meant(call.line) == context.question.no == call.command.name


def _names_move(line: str, context: Context) -> bool:
    words = line.split()
    game = family(words[0]) or context.game
    return game is not None and any(game.reads(word.strip(":;,.!")) for word in words)
