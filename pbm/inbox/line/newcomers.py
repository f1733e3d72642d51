"""The userid suggested to a newcomer"""

from __future__ import annotations

from pbm.base.values import replace
from pbm.inbox.line.names import is_command_word
from pbm.inbox.line.request import Request
from pbm.inbox.understanding.phrases import plain_words
from pbm.notices.drafts import Grant
from pbm.play.signups import free_userid
from pbm.store.protocol import Transaction

_MOST_LETTERS = 18


def free_name(tx: Transaction, author: str, *, wanted: str = "") -> str:
    """A valid and free userid for the owner of a mail address; "" for none.

    wanted: the name that they would like; otherwise, or if it is taken, one made from the address.
    """
    local = author.partition("@")[0].partition("+")[0]
    words = plain_words(local.replace(".", " ").replace("_", " "))
    first, whole = "".join(words[:1])[:_MOST_LETTERS], "".join(words)[:_MOST_LETTERS]
    return free_userid(tx, [*filter(None, [wanted]), first, whole], is_command_word)


def name_for(request: Request) -> str:
    """The userid that is suggested to the stranger who sent a request; "" for players."""
    return "" if request.known else free_name(request.tx, request.sender.author)


def with_signup(grant: Grant, name: str) -> Grant:
    """The grant of a mail in reply to which a yes takes the name; unchanged if there is none."""
    answers = {"answers": {"yes": f"signup {name}"}} if name else {}
    return replace(grant, data={**grant.data, **answers})
