"""Introduce the club to strangers who wrote in their own words, if people wrote them."""

from __future__ import annotations

import re

from pbm.base.values import replace
from pbm.inbox.budgets import for_more_prose, for_prose
from pbm.inbox.dialogue.exchange import Exchange
from pbm.inbox.dialogue.naming import free_name, named_in
from pbm.inbox.places import place_facts
from pbm.inbox.rate_limits import take
from pbm.inbox.understanding.lexicon import asks_to_begin
from pbm.inbox.understanding.phrases import plain_words
from pbm.inbox.vocabulary.answers import Answer
from pbm.inbox.vocabulary.speaker import plain_grant
from pbm.inbox.waiting import is_let_in
from pbm.mail.letter import Letter
from pbm.mail.subject import strip_prefixes
from pbm.notices.drafts import Draft
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
    letter, sender = exchange.letter, exchange.sender
    is_trusted = sender.authenticated or not exchange.identity.trust_authserv
    if not is_trusted or not is_question(letter):
        return None
    is_first = _take(exchange)
    if not is_first and not take(exchange.tx, for_more_prose(exchange.origin), exchange.now):
        return None
    # A name in reply to a mail of ours would have been taken already.
    wanted = "" if exchange.context.ours else named_in(letter.lines)
    name = free_name(exchange.tx, sender.author, wanted=wanted)
    facts = {
        **place_facts(exchange.tx, None, None),
        "name": name,
        "again": not is_first,
    }
    language = exchange.language
    grant = plain_grant(sender, None, language)
    answers = {"answers": {"yes": f"signup {name}"}} if name else {}
    grant = replace(grant, data={**grant.data, **answers})
    return Answer(
        Draft(sender.author, MailKind.INTRODUCTION, facts, grant=grant, language=language)
    )


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
