"""Find tokens and addresses that must not leave in words for others, and remove them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from pbm.base.secrets import TOKEN_LENGTH, token_hash
from pbm.mail.passages import Unsearchable
from pbm.mail.quote_heads import is_address_line
from pbm.mail.tokens import BLANK
from pbm.store.protocol import Transaction

# Bounds the look-ups for hostile text; a person's text has a few at most.
MOST_LOOKED_UP = 1000
# An address that was encoded for a link may have letters and digits right before its token: %2B.
# Addresses are read in any case, and a phone makes the first letter of a line a capital.
_RUN = re.compile(rf"[a-z2-7]{{{TOKEN_LENGTH},}}", re.IGNORECASE)


def for_others(tx: Transaction, lines: Sequence[str]) -> tuple[str, ...]:
    """Return the lines that other players may read, without tokens.

    A line that gives an address outside of a sentence is withheld: a mail program may have written
    it above a quote.
    """
    return without_tokens(tx, [line for line in lines if not is_address_line(line)])


def without_tokens(tx: Transaction, words: Sequence[str]) -> tuple[str, ...]:
    """Return the lines or words with each known token blanked, whatever surrounds it.

    Text with more look-alikes than any person writes has all of them blanked.
    """
    text = "\n".join(words)
    try:
        for token in known_tokens(tx, [text]):
            text = text.replace(token, BLANK)
    except Unsearchable:
        text = _RUN.sub(BLANK, text)
    return tuple(text.split("\n")) if words else ()


def known_tokens(tx: Transaction, texts: Iterable[str]) -> Sequence[str]:
    """Return the tokens in the texts that we have sent to somebody, as they are written there.

    :raises Unsearchable: if there are too many words like tokens to look each of them up
    """
    found = (word for text in texts for word in _look_alikes(text))
    words = dict.fromkeys(islice(found, MOST_LOOKED_UP + 1))
    if len(words) > MOST_LOOKED_UP:
        raise Unsearchable
    return [word for word in words if tx.tokens.find(token_hash(word)) is not None]


def _look_alikes(text: str) -> Iterator[str]:
    # Few texts have a word of this length; this check takes a fifth of the time of a search.
    if max(map(len, text.split()), default=0) < TOKEN_LENGTH:
        return
    for run in _RUN.findall(text):
        for at in range(len(run) - TOKEN_LENGTH + 1):
            yield run[at : at + TOKEN_LENGTH]
