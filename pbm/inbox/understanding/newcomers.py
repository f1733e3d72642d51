"""What people want who are no players yet: to join, the rules, a first game; or to be left alone.

Nothing is read here that costs more than a mail: a wish to join is only asked about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from pbm.core.games import example_game, game_names, with_game_names
from pbm.core.languages import languages
from pbm.inbox.understanding.board_words import Words, has_board_word
from pbm.inbox.understanding.lexicon import is_about_server, is_courtesy
from pbm.inbox.understanding.phrases import Node, plain_words, tables_of
from pbm.inbox.understanding.tokens import sentences_of

NEWCOMERS = "newcomers.toml"
TABLES = (
    *("join", "entry", "not", "rules", "learn", "how", "new"),
    *("lesson", "rather", "what", "easiest", "hint"),
    *("absence", "holiday", "until", "about"),
    *("this", "who", "stop"),
)
MOST_WORDS = 200
"""The most words of a letter that are read; a question to us has fewer."""
NEAR = 3
"""The number of words before a wish in which a negation denies it."""
TUTORIAL, ABOUT = "help tutorial", "help about"
LEARN, TELL, LEARN_ANY = "learn", "learn about", "learn games"
LONGEST_WISH = 16
"""The most words of a sentence about learning a game."""
LONGEST_QUESTION = 10
"""The most words of a question about the server; a longer one asks for more."""

_ENDS = re.compile(r"[.!?;]+(?:\s+|$)")


def wants_to_join(lines: Sequence[str]) -> bool:
    """Whether a sentence asks to become a player, or a whole line names just that."""
    said = (each for line in lines for each in sentences_of(line))
    lines = [each for each in said if not asks_about_server([each])]
    return any(_names_entry(line) for line in lines) or any(
        _is_wished("join", words) for words in _sentences(lines)
    )


def help_wanted(lines: Sequence[str], *, replies: bool) -> str:
    """The command for the help that is asked for, "" for none.

    replies: whether the letter answers a mail of ours, which has told how to begin.
    """
    if asks_about_server(lines) or _asks_about_club(lines, replies=replies):
        return ABOUT
    words = _words(lines)
    if _says("rules", words):
        return f"help {_game_named(words)}"
    how, new = (_says(name, words) for name in ("how", "new"))
    is_asked = (how or new) if replies else (how and new)
    return TUTORIAL if is_asked or _says("learn", words) else ""


def lesson_wanted(lines: Sequence[str], *, but: str = "") -> str:
    """The command for the lesson, or for what is told of a game to learn; "" if none is asked for.

    but: the game that is being learnt, so that plain words suffice to name another one.
    """
    lines = [*map(with_game_names, lines)]
    said = [each for each in _sentences(lines) if len(each) <= LONGEST_WISH]
    game = game_in(lines, but=but)
    if game and (but or not _says("rules", _words(lines))):
        with_it = [each for each in said if game in each]
        # "Ah no, I wanted Hex" denies another game.
        is_other = but and any(_says("rather", each) or _says("lesson", each) for each in with_it)
        # "I'd like to play Hex, how do I?" asks for a game.
        how = [each for each in with_it if _says("how", each) and not _is_wished("join", each)]
        if is_other or how or any(_is_wished("lesson", each) for each in with_it):
            return f"{LEARN} {game}"
        asking = next((each for each in said if _says("what", each)), ())
        if asking or {*_words(lines)} == {game}:
            # "I know Hex, but what is DVONN?"
            asked = next((word for word in reversed(asking) if word in game_names()), game)
            return f"{TELL} {asked}"
    # "Hex against the easiest one" wants an opponent.
    asking_which = (each for each in said if not has_board_word(each, Words.WITH))
    return LEARN_ANY if any(_says("easiest", each) for each in asking_which) else ""


def asks_which(lines: Sequence[str]) -> str:
    """The command that tells what a game is, or which ones are learnt most quickly; "" for none."""
    wanted = lesson_wanted(lines)
    return wanted if wanted == LEARN_ANY or wanted.startswith(TELL) else ""


def wants_hint(lines: Sequence[str]) -> bool:
    """Whether a few words in reply to a lesson ask for a hint."""
    words = _words(lines)
    return len(words) <= LONGEST_WISH and _says("hint", words)


def game_in(lines: Sequence[str], *, but: str = "") -> str:
    """The name of the first game in the lines other than ``but``, "" for none."""
    named = (word for word in _words(lines) if word in game_names())
    return next((word for word in named if word != but), "")


def asks_about_server(lines: Sequence[str]) -> bool:
    """Whether a short question is about the server itself: "can I play in a browser?" """
    return any(
        len(plain_words(each)) <= LONGEST_QUESTION and is_about_server(each)
        for line in lines
        if "?" in line
        for each in _ENDS.split(line)
    )


def _asks_about_club(lines: Sequence[str], *, replies: bool) -> bool:
    """Whether a short sentence asks who is here, or for no more mails, or what this is in reply to
    a mail of ours: any first mail tells that.
    """
    tables = ("this", "who", "stop") if replies else ("who", "stop")
    short = [each for each in _sentences(lines) if len(each) <= LONGEST_QUESTION]
    return any(_begins(name, each) for each in short for name in tables)


def _begins(table: str, words: Sequence[str]) -> bool:
    """Whether the sentence begins with a phrase of the table, perhaps behind a courtesy."""
    starts = [at for at in range(len(words)) if not at or is_courtesy(words[:at])]
    return any(each[table].longest(words, at)[0] > at for each in _all() for at in starts)


def is_absence(lines: Sequence[str]) -> bool:
    """Whether a program answered for somebody who is away, and nobody wants anything here."""
    if any("?" in line for line in lines):
        return False
    words = _words(lines)
    is_away = _says("absence", words) or (_says("holiday", words) and _says("until", words))
    return is_away and not _says("about", words) and not wants_to_join(lines)


def _is_wished(table: str, words: Sequence[str]) -> bool:
    return any(_wishes(table, each, words) for each in _all())


def _wishes(table: str, spoken: Mapping[str, Node], words: Sequence[str]) -> bool:
    """Whether a phrase of the table stands there, and no negation denies it."""
    found = (at for at in range(len(words)) if spoken[table].longest(words, at)[0] > at)
    return any(
        all(
            spoken["not"].longest(words, before)[0] == before
            for before in range(max(at - NEAR, 0), at)
        )
        for at in found
    )


def _names_entry(line: str) -> bool:
    """Whether a line says "registration", with a word that may be a name, or courtesies."""
    words = plain_words(line)[:MOST_WORDS]
    ends = [end for each in _all() if (end := each["entry"].longest(words, 0)[0])]
    return any(end + 1 >= len(words) or is_courtesy(words[end:]) for end in ends)


def _says(table: str, words: Sequence[str]) -> bool:
    return any(each[table].occurs(words) for each in _all())


def _words(lines: Sequence[str]) -> Sequence[str]:
    return plain_words(with_game_names(" ".join(lines)))[:MOST_WORDS]


def _game_named(words: Sequence[str]) -> str:
    """The name of the first game in the words; without any, the game of our examples."""
    return game_in(words) or example_game()


def _sentences(lines: Sequence[str]) -> Iterator[Sequence[str]]:
    """The words of each sentence; one may go on in the next line."""
    left = MOST_WORDS
    for sentence in _ENDS.split(" ".join(lines)):
        words = plain_words(sentence)[:left]
        left -= len(words)
        if words:
            yield words


@cache
def _all() -> Sequence[Mapping[str, Node]]:
    """The tables of ``newcomers.toml`` of all languages."""
    nodes = (tables_of(each, NEWCOMERS) for each in languages())
    return [{name: node(name) for name in TABLES} for node in nodes]
