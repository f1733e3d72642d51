"""What strangers want who write in their own words: to become a player, or help.

If nothing of that is clear, and people wrote the words, the club is introduced to them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pbm.core.games import example_game, find, spec
from pbm.core.names import MARKS_AROUND, near_userid
from pbm.inbox.letter.exchange import Exchange
from pbm.inbox.letter.understood import Understood, called
from pbm.inbox.limits import (
    for_more_prose,
    for_prose,
    for_stranger,
    is_let_in,
    is_spent,
    prose,
    take,
)
from pbm.inbox.line.answer_tables import after_no, after_yes, answers_of_all
from pbm.inbox.line.names import command_words
from pbm.inbox.line.newcomers import free_name, with_signup
from pbm.inbox.line.questions import first_answer, says_yes
from pbm.inbox.line.request import Answer
from pbm.inbox.line.speaker import plain_grant
from pbm.inbox.understanding.intention import Certainty
from pbm.inbox.understanding.lexicon import asks_to_begin, is_courtesy, is_word, names_programs
from pbm.inbox.understanding.newcomers import (
    TELL,
    help_wanted,
    is_absence,
    lesson_wanted,
    wants_to_join,
)
from pbm.inbox.understanding.phrases import plain_words
from pbm.mail.correspondence import Purpose
from pbm.mail.letter import Letter
from pbm.mail.subject import strip_prefixes
from pbm.notices.drafts import Draft, Grant
from pbm.notices.facts.places import place_facts
from pbm.notices.kinds import MailKind
from pbm.notices.pages import LESSON
from pbm.play.programs import here

MOST_CHARACTERS = 400
"""People give a name in fewer characters; later ones are not read."""
MOST_CHARACTERS_OF_LETTER = 990
MOST_WORDS = 16
MOST_COURTESIES = 3
"""The most words of a courtesy that precede "I am" and a name."""
MOST_CLAUSES = 40
MOST_WORDS_OF_SIGNATURE = 3

_PLACE = "userid"
_QUESTION_MARK = "?"
_ENDS = re.compile(r"[.!?;](?:\s+|$)")
_PAUSES = re.compile(
    r"[,;:()–—]+(?:\s+|$)|\s(?:and|und|et|en|e|ed|but|aber|mais|maar|ma|if|wenn|si|als|se)\s"
)
"""Commas, and words behind which a sentence may go on about something else."""


def name_of_newcomer(lines: Sequence[str], author: str) -> str:
    """The userid that a letter gives that asks to become a player; "" if none is clear.

    A first letter says more than a reply to the mail that asks for a name: "I am" names only who
    has that name in their address, too, or below the letter.
    """
    whole = " ".join(lines)[:MOST_CHARACTERS_OF_LETTER]
    sentences = [*_ENDS.split(whole), *(each for line in lines for each in _ENDS.split(line))]
    clauses = [clause for each in sentences for clause in (each, *_PAUSES.split(each))]
    clauses = [*dict.fromkeys(clauses)][:MOST_CLAUSES]
    found = {name for each in clauses for name in _names(each, by_being=False)}
    if not found:
        *above, below = [line.split() for line in lines if line.strip()] or [[]]
        signed = below if above and len(below) <= MOST_WORDS_OF_SIGNATURE else ()
        known = {*plain_words(author.partition("@")[0]), *map(near_userid, signed)}
        found = {name for each in clauses for name in _names(each, by_being=True)}
        found = {each for each in found if near_userid(each) in known}
    return if_no_password(found.pop()) if len(found) == 1 else ""


def spelt(name: str, lines: Sequence[str], language: str) -> str:
    """The userid as the writer's language spells it without accents: juergen, not jurgen."""
    words = (word for line in lines for word in line.split())
    return next((near_userid(each, language) for each in words if near_userid(each) == name), name)


def if_no_password(name: str) -> str:
    """The name, "" if it has digits or signs: it may be a password, which no answer repeats."""
    return name if name.isalpha() else ""


def named_in(lines: Sequence[str]) -> str:
    """The userid that the lines give, "" if they give none, or more than one."""
    own = [line for line in "\n".join(lines)[:MOST_CHARACTERS].split("\n") if line.strip()]
    if len(own) == 1 and len(own[0].split()) == 1:
        alone = bare(own[0])
        return alone if _may_be_name(alone) else ""
    sentences = (each for line in own for each in _ENDS.split(line))
    # Who asks something may be no player yet: "Is it free? I am retired."
    asks = any(_QUESTION_MARK in line for line in own)
    found = {name for each in sentences for name in _names(each, by_being=not asks)}
    return found.pop() if len(found) == 1 else ""


def other_name(lines: Sequence[str], asked: str) -> str:
    """The userid that a reply wants in place of the one that it was asked about; "" for none.

    "I am" and a name are taken for one only behind a yes or a no: robots tell who they are.
    """
    at = first_answer(lines)
    if at == len(lines) or any(_QUESTION_MARK in line for line in lines):
        return ""
    line = lines[at][:MOST_CHARACTERS]
    refused = after_no(line)
    rest = after_yes(line) if refused is None else refused
    said = line if rest is None else rest
    found = {name for each in _ENDS.split(said) for name in _names(each, by_being=rest is not None)}
    name = found.pop() if len(found) == 1 else ""
    return name if name != asked else ""


def bare(word: str) -> str:
    """The word in lower case, without the marks around it, and without accents if it is a name."""
    plain = near_userid(word.strip())
    return plain if plain.isalpha() else word.strip().strip(MARKS_AROUND).casefold()


def _names(sentence: str, *, by_being: bool) -> Iterator[str]:
    """The words that are given as a name. by_being: also behind "I am"."""
    words = sentence.split()
    for at, word in enumerate(words if len(words) <= MOST_WORDS else ()):
        name = bare(word)
        if _may_be_name(name) and _is_given(
            [*words[:at], _PLACE, *words[at + 1 :]], by_being=by_being
        ):
            yield name


def _may_be_name(word: str) -> bool:
    name = near_userid(word)
    is_ours = word in command_words() or is_word(name)
    return bool(name) and not is_ours


def _is_given(words: Sequence[str], *, by_being: bool) -> bool:
    """Whether the sentence ends with words such as "call me" and, behind them, the name's place.

    Words such as "just" count only if nothing but the name stands beside them.
    """
    plain = plain_words(" ".join(words))
    answers = answers_of_all()
    place = plain.index(_PLACE)
    ends = {
        *(each.alone.longest(plain, 0)[0] for each in answers),
        *(each.called.longest(plain, at)[0] for each in answers for at in range(place + 1)),
    }
    if by_being:
        starts = [at for at in range(min(place, MOST_COURTESIES) + 1) if _is_beginning(plain[:at])]
        ends |= {each.being.longest(plain, at)[0] for each in answers for at in starts}
    behind = [end for end in ends if end > place]
    return any(end == len(plain) or is_courtesy(plain[end:]) for end in behind)


def _is_beginning(before: Sequence[str]) -> bool:
    """Whether nothing but courtesies stand there: "qui" names a person in Italian at the beginning
    alone, and is another word in French anywhere.
    """
    return not before or is_courtesy(before)


LONGEST = 990
"""Upper bound of the characters of a question; advertising is longer, or has links.

It is below ``parts.MAX_LINE``, at which a long line was cut.
"""
_FEWEST_WORDS = 2
"""The fewest words of a question; a single word must ask to begin, in one of our languages."""
_LINK = re.compile(r"://|\bwww\.|\[url|<a\s", re.IGNORECASE)


def introduction(exchange: Exchange) -> Answer | None:
    """An answer that says how to begin, for a stranger who seems to be a person; else None.

    If they write more in other mails than replies to it, they get a short one once a day.
    """
    sender = exchange.sender
    if not may_be_read(exchange) or is_absence(exchange.letter.lines):
        return None
    is_first = _take(exchange)
    if not is_first and not take(exchange.tx, for_more_prose(exchange.origin), exchange.now):
        return None
    # A name in reply to a mail of ours would have been taken already.
    wanted = "" if exchange.context.ours else if_no_password(named_in(exchange.letter.lines))
    name = free_name(exchange.tx, sender.author, wanted=wanted)
    game = exchange.game_talked
    facts = {
        **place_facts(exchange.tx, None, None, name, game),
        "again": not is_first,
        LESSON: spec(find(game or example_game())) if is_first else "",
    }
    language = exchange.language
    grant = grant_to_begin(exchange, name)
    return Answer(
        Draft(sender.author, MailKind.INTRODUCTION, facts, grant=grant, language=language)
    )


def grant_to_begin(exchange: Exchange, name: str) -> Grant:
    """The grant of a mail to a stranger that suggests this name, which a yes takes."""
    return with_signup(plain_grant(exchange.sender, None, exchange.language), name)


def may_be_read(exchange: Exchange) -> bool:
    """Whether the words of a stranger's first letter count: a person may have written them."""
    are_checked = exchange.identity.trust_authserv or exchange.letter.is_checked
    return (exchange.sender.authenticated or not are_checked) and is_question(exchange.letter)


def take_for_wish(exchange: Exchange) -> bool:
    """Count the answer to a wish that a stranger's first letter puts in words, if it may be sent.

    It counts as an answer to prose; how many answers a stranger gets is that of commands.
    """
    tx, origin, now = exchange.tx, exchange.origin, exchange.now
    if is_let_in(tx, exchange.work.cause.letter, now):
        return True
    return not is_spent(tx, for_stranger(origin), now) and take(tx, prose(origin), now)


def is_question(letter: Letter) -> bool:
    """Return whether a person may have written the letter to ask something."""
    text = "\n".join((strip_prefixes(letter.subject), *letter.lines))
    says_something = len(text.split()) >= _FEWEST_WORDS or asks_to_begin(plain_words(text))
    is_short = letter.size <= LONGEST and says_something
    return is_short and not letter.is_spam and not _LINK.search(text)


def _take(exchange: Exchange) -> bool:
    """Count the introduction; that of a letter that had to wait was counted when it came."""
    tx, now = exchange.tx, exchange.now
    is_counted = is_let_in(tx, exchange.work.cause.letter, now)
    return is_counted or take(tx, for_prose(exchange.origin), now)


_ABOUT_PROGRAMS = "help programs"


def strangers_wish(exchange: Exchange, lines: Sequence[str]) -> Understood | None:
    """What a stranger wants: to become a player, whose yes is asked for, or help."""
    if exchange.letter.included:
        return None
    if exchange.context.question.is_about_security:
        return _under_other_name(exchange, lines)
    if exchange.sender.reads_mail:
        return _in_reply(exchange, lines)
    if exchange.context.ours or not may_be_read(exchange):
        return None
    subject = strip_prefixes(exchange.letter.subject)
    lines = [*([f"{subject}."] if subject else []), *lines]
    name = name_of_newcomer(lines, exchange.sender.author) if wants_to_join(lines) else ""
    asked = lesson_wanted(lines) or help_wanted(lines, replies=False)
    command = f"signup {spelt(name, lines, exchange.language)}" if name else asked
    if not command or not take_for_wish(exchange):
        return None
    return called(exchange, Certainty.DO if name else Certainty.ANSWER, command)


def _under_other_name(exchange: Exchange, lines: Sequence[str]) -> Understood | None:
    """The signup with another name than that of the question: "yes, but call me oli"."""
    token = exchange.sender.token
    is_asked = exchange.answers(Purpose.SIGNUP) and exchange.sender.reads_mail
    if token is None or not is_asked or is_absence(lines):
        return None
    name = other_name(lines, str(token.data.get("userid", "")))
    return called(exchange, Certainty.DO, f"signup {name}") if name else None


def _in_reply(exchange: Exchange, lines: Sequence[str]) -> Understood | None:
    """What a stranger wants who answers a mail of ours, which may have suggested a name."""
    author, suggested = exchange.sender.author, exchange.context.question.yes
    name, is_short = _named(exchange, lines), exchange.letter.size <= LONGEST
    lesson = lesson_wanted(lines) if is_short else ""
    if lesson == f"{TELL} {name}":
        name = ""  # nobody can be called like a game
    joins = not name and is_short and wants_to_join(lines)
    name = name or (name_of_newcomer(lines, author) if joins else "")
    if name:
        return called(exchange, Certainty.DO, f"signup {spelt(name, lines, exchange.language)}")
    if lesson:
        return called(exchange, Certainty.ANSWER, lesson)
    if names_programs("\n".join(lines)) and here(exchange.tx):
        return called(exchange, Certainty.ANSWER, _ABOUT_PROGRAMS)
    wanted = help_wanted(lines, replies=True) if is_short else ""
    if wanted:
        return called(exchange, Certainty.ANSWER, wanted)
    if not joins and not _agrees(lines, suggested):
        return None
    own = "" if suggested else free_name(exchange.tx, author)
    command = suggested or (f"signup {own}" if own else "")
    return called(exchange, Certainty.DO, command) if command else None


def _named(exchange: Exchange, lines: Sequence[str]) -> str:
    """The userid that the lines give, "" for none: "j12?!" is a try at the move of a lesson."""
    words = exchange.letter.first_line.split()
    is_try = exchange.context.lesson and len(words) == 1 and not words[0].strip(".!").isalpha()
    return "" if is_try else named_in(lines) or _alone_above(exchange, lines)


def _alone_above(exchange: Exchange, lines: Sequence[str]) -> str:
    """The name that stands alone on the first line, as our mail has asked for, above more words."""
    is_asked = exchange.context.question.yes.startswith("signup ") and not is_absence(lines)
    words = exchange.letter.first_line.split() if is_asked else ()
    name = bare(words[0]) if len(words) == 1 else ""
    return if_no_password(name) if _may_be_name(name) else ""


def _agrees(lines: Sequence[str], suggested: str) -> bool:
    """Whether the first line says yes to a suggested command, in several words."""
    at = first_answer(lines)
    return suggested != "" and at < len(lines) and says_yes(lines[at], suggested)
