"""Wishes for the server beside a command: "16-35" and below it "no more pictures, please".

The other player does not get them as a comment. A letter does one thing, so the answer tells how to
send them alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from pbm.base.values import replace
from pbm.core.choices import Choice
from pbm.core.move_text import SENTENCE_MARKS
from pbm.inbox.letter.exchange import Exchange
from pbm.inbox.letter.situations import situation_of
from pbm.inbox.line.line import Call
from pbm.inbox.understanding.reading import wish_about_mails
from pbm.inbox.understanding.server_wishes import may_be_about_mails
from pbm.inbox.understanding.tokens import sentences_of, without_sentences
from pbm.play.settings import is_setting

MOST_LINES, MOST_SENTENCES = 12, 8
"""Longer letters, and longer lines, are told to somebody."""
MOST_TRIED = 12
"""The most sentences of a letter that are tried: each takes a millisecond."""
MOST_WORDS, MOST_CHARACTERS = 32, 300
"""Longer sentences hold no wish, and take as long as all others together."""
_SET, _MOST_WORDS = "set", 4


def without_wishes(exchange: Exchange, call: Call) -> Call:
    """The command, with only those of the words beside it that are for the other player."""
    if not call.command.passes_on or not any(map(_may_be_wish, call.text)):
        return call
    text = "\n".join(_without(exchange, call.text)).strip("\n")
    return replace(call, text=tuple(text.split("\n")) if text else ())


def beside_wishes(exchange: Exchange, lines: Sequence[str]) -> Sequence[str]:
    """The lines, without the wishes if another line may name a move, which then is what counts."""
    if len(lines) == 1 or not any(map(may_be_about_mails, lines[:MOST_LINES])):
        return lines
    kept = _without(exchange, lines)
    names_move = any(map(str.isdigit, "".join(kept[:MOST_LINES])))
    return kept if names_move else lines


def wishes_in(exchange: Exchange) -> Iterator[str]:
    """The commands for the wishes in the letter that are told in sentences."""
    return (command for _, command in _told(exchange, exchange.letter.lines))


def _may_be_wish(line: str) -> bool:
    return may_be_about_mails(line) or _is_setting(line)


def _without(exchange: Exchange, lines: Sequence[str]) -> Sequence[str]:
    """The lines without wishes, which are looked for in the first ``MOST_LINES``."""
    wishes = {sentence for sentence, _ in _told(exchange, lines)}
    return [*(_kept(line, wishes) for line in lines[:MOST_LINES]), *lines[MOST_LINES:]]


def _kept(line: str, wishes: Collection[str]) -> str:
    """The line without the sentences that are wishes."""
    if _is_setting(line):
        return ""
    return without_sentences(line, wishes) if wishes and _sentences(line) else line


def _told(exchange: Exchange, lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The sentences that are wishes, each with its command."""
    about = filter(may_be_about_mails, lines[:MOST_LINES])
    sentences = (each for line in about for each in _sentences(line) if _is_short(each))
    for each in islice(filter(may_be_about_mails, sentences), MOST_TRIED):
        command = _wish(exchange, each)
        if command:
            yield each, command


def _is_short(sentence: str) -> bool:
    return len(sentence) <= MOST_CHARACTERS and len(sentence.split()) <= MOST_WORDS


def _wish(exchange: Exchange, sentence: str) -> str:
    """The command for the wish in the sentence, "" for none.

    It is read once, though up to three functions look for wishes in the same letter.
    """
    return exchange.work.bench.result(
        ("wish", sentence, exchange.context.key),
        lambda _: wish_about_mails(sentence, situation_of(exchange)),
        at_once=exchange.tx,
    )


def _sentences(line: str) -> Sequence[str]:
    found = sentences_of(line)
    return found if len(found) <= MOST_SENTENCES else ()


def _is_setting(line: str) -> bool:
    """Whether the line is a command that chooses a setting, as it must be written."""
    words = line.casefold().strip(SENTENCE_MARKS).split()
    is_short = 1 < len(words) <= _MOST_WORDS
    return is_short and (words[0] == _SET or is_setting(" ".join(words), Choice.MAIL))
