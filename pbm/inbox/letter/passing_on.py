"""Decide whether words may be shown: passed on to the other player, or quoted in a question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from pbm.core.move_text import SENTENCE_MARKS
from pbm.inbox.letter.exchange import Exchange
from pbm.inbox.line.access import Scope
from pbm.inbox.line.names import command_words, is_misspelt_command, is_try, similar_names
from pbm.inbox.line.secrets import (
    MOST_WORDS,
    NEARLY,
    is_unlike_a_word,
    may_be_secret,
    passwords_told_in,
)
from pbm.inbox.understanding.dictated import is_dictated
from pbm.inbox.understanding.lexicon import is_courtesy, is_word
from pbm.inbox.understanding.number_words import number_words
from pbm.inbox.understanding.phrases import plain_words
from pbm.mail.addresses import parts
from pbm.notices.phrases import first_line_of_ours
from pbm.play.settings import similar_setting

MOST_CHARACTERS = 2000
"""Each word of the lines is looked at; longer texts are not passed on without a command."""
LONGEST_CHAT = 1000
"""A longer text is a letter to nobody in particular, and is not chat."""
FEW_WORDS = 3
"""A line of more words that begins nearly like a command is talk."""

_DESIGNATION = re.compile(r"(?:[^\W\d_]{1,5}['’])?[A-Z]\d{1,2}(?:-[A-ZÀ-Þ][a-zß-ÿ]{3,})?")
"""A road, an examination or a size: "l'A1", "B1-Prüfung", "A4-Blatt"."""


def may_be_passed_on(lines: Sequence[str], exchange: Exchange) -> bool:
    """Whether the lines hold no suspect password, no address, no move and no sentence of ours."""
    return (
        sum(map(len, lines)) <= MOST_CHARACTERS
        and all(may_be_shown(line, exchange) for line in lines)
        and not _is_lone_secret(lines)
        and not _may_be_command(lines)
        and not any(map(is_dictated, lines))
        and not any(map(is_try, lines))
        and not any(_ours(exchange.identity.address).search(line) for line in lines)
        and first_line_of_ours(lines) is None
    )


def may_be_shown(line: str, exchange: Exchange) -> bool:
    """Whether no word of the line looks like a password, or follows the writer's userid."""
    words = line.split()
    player = exchange.addressee()
    own = player.userid if player else ""
    behind = (after for word, after in pairwise(words) if word.casefold() == own)
    return not (
        passwords_told_in(line)
        or any(map(may_be_secret, behind))
        or any(map(_is_suspect, words))
        or (_is_nearly_command(words) and any(map(may_be_secret, words)))
    )


def _may_be_command(lines: Sequence[str]) -> bool:
    """Whether the only line is nearly a command or a setting, so that its writer must be asked.

    Of several lines, one that is a single word counts if it has only one typo.
    """
    said = [line.split() for line in lines if line.strip()]
    alone = (words[0] for words in said if len(words) == 1 < len(said))
    if any(map(is_misspelt_command, alone)):
        return True
    if len(said) != 1 or len(said[0]) > FEW_WORDS or is_courtesy(plain_words(" ".join(said[0]))):
        return False
    return _is_nearly_command(said[0]) or bool(similar_setting(" ".join(said[0])))


def _is_nearly_command(words: Sequence[str]) -> bool:
    """Whether the words may be a command with a typo, which may hold a password."""
    first = words[0].strip(SENTENCE_MARKS).casefold() if 0 < len(words) <= MOST_WORDS else ""
    is_command = first in command_words()
    return is_command or (not is_word(first) and bool(similar_names(first, Scope, NEARLY)))


def _is_suspect(word: str) -> bool:
    """Whether the word looks like a password; "rendez-vous" does not, as both parts are words."""
    return (
        is_unlike_a_word(word)
        and may_be_secret(word)
        and not _DESIGNATION.fullmatch(word.strip(SENTENCE_MARKS))
        and not all(each in number_words() or is_word(each) for each in plain_words(word))
    )


def _is_lone_secret(lines: Sequence[str]) -> bool:
    """Whether the lines are one word, which may be the password that a mail asked for."""
    words = [word for line in lines for word in line.split()]
    return len(words) == 1 and may_be_secret(words[0]) and not is_courtesy(plain_words(words[0]))


def _ours(domain: str) -> re.Pattern[str]:
    local, host = map(re.escape, parts(domain))
    return re.compile(rf"\b{local}(?:\+\S+)?@{host}\b", re.IGNORECASE)
