"""Find the commands of a letter that were not executed, as a letter does one thing.

Only short lines that can be nothing but a command are named: lines below one may be a message.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from pbm.base.values import replace
from pbm.core.games import family, game_names
from pbm.core.move_text import SENTENCE_MARKS, is_try_at_move
from pbm.inbox.letter.exchange import Exchange
from pbm.inbox.letter.passing_on import may_be_shown
from pbm.inbox.letter.wishes_beside import wishes_in
from pbm.inbox.line.access import Access
from pbm.inbox.line.line import Call, Context, read_line
from pbm.inbox.line.printed import shown
from pbm.inbox.line.questions import NOTHING
from pbm.notices.help_texts import topics

MOST_TOLD = 2
_MOST_LINES, _MOST_WORDS = 20, 5
_SET = "set"


def left_out(exchange: Exchange, done: str) -> Sequence[str]:
    """The commands in own lines, in full, except ``done``, the one that was executed.

    Wishes about mails count as commands, in whatever words.
    """
    told = dict.fromkeys([*_commands(exchange), *_tries(exchange, done), *wishes_in(exchange)])
    other = (each for each in told if each.casefold() not in ("", done.casefold()))
    return list(islice(other, MOST_TOLD))


def _tries(exchange: Exchange, done: str) -> Iterable[str]:
    """The lines that may be another try at a move, which are passed on to nobody."""
    lines = [line.strip() for line in exchange.letter.lines[:_MOST_LINES] if line.strip()]
    own = {"".join(filter(str.isdigit, each)) for each in (done, *done.split())}
    others = (line for line in lines if "".join(filter(str.isdigit, line)) not in own)
    return (line for line in others if is_try_at_move(line) and may_be_shown(line, exchange))


def _commands(exchange: Exchange) -> Iterable[str]:
    """The commands in short lines, "" for a line that is none."""
    own = dict.fromkeys(line.strip() for line in exchange.letter.lines)
    short = [line for line in own if line and len(line.split()) <= _MOST_WORDS]
    if len(short) <= 1:
        # A single line is the one that was executed, even if it is printed in other words.
        return ()
    context = replace(exchange.context, question=NOTHING)
    tried = (line for line in short[:_MOST_LINES] if may_be_shown(line, exchange))
    return (_command(line, context) for line in tried)


def _command(line: str, context: Context) -> str:
    """The command that a line is; "" if it may be something else, or may hold a password."""
    read = read_line(line, context)
    if not isinstance(read, Call) or read.bare or read.command.hidden or read.command.consents:
        return ""
    return shown(read) if _is_exact(line, read, context) else ""


def _is_exact(line: str, read: Call, context: Context) -> bool:
    """Whether the line is no sentence that only begins like a command, such as "help me"."""
    words = line.casefold().strip(SENTENCE_MARKS).split()
    words = words[1:] if family(words[0]) is not None else words
    name = read.command.name.split()
    if name == [_SET]:
        return True
    if words[: len(name)] != name:
        return False
    known = {*topics(), *game_names()}
    more = (word for word in words[len(name) :] if word not in known)
    tells = read.command.access in (Access.ANYONE, Access.READER)
    return not tells or all(word.isdecimal() or context.is_player(word) for word in more)
