"""Introduce the club to strangers who wrote in their own words, if people wrote them."""

from __future__ import annotations

import re

from pbm.base.values import replace
from pbm.inbox.letter.exchange import Exchange
from pbm.inbox.letter.naming import free_name, if_no_password, named_in
from pbm.inbox.limits import (
    for_more_prose,
    for_prose,
    for_stranger,
    is_let_in,
    is_spent,
    prose,
    take,
)
from pbm.inbox.line.answers import Answer
from pbm.inbox.line.speaker import plain_grant
from pbm.inbox.understanding.lexicon import asks_to_begin
from pbm.inbox.understanding.newcomers import is_absence
from pbm.inbox.understanding.phrases import plain_words
from pbm.mail.letter import Letter
from pbm.mail.subject import strip_prefixes
from pbm.notices.drafts import Draft, Grant
from pbm.notices.facts.places import place_facts
from pbm.notices.kinds import MailKind

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
    facts = {
        **place_facts(exchange.tx, None, None),
        "name": name,
        "again": not is_first,
    }
    language = exchange.language
    grant = grant_to_begin(exchange, name)
    return Answer(
        Draft(sender.author, MailKind.INTRODUCTION, facts, grant=grant, language=language)
    )


def grant_to_begin(exchange: Exchange, name: str) -> Grant:
    """The grant of a mail to a stranger that suggests this name, which a yes takes."""
    grant = plain_grant(exchange.sender, None, exchange.language)
    answers = {"answers": {"yes": f"signup {name}"}} if name else {}
    return replace(grant, data={**grant.data, **answers})


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
