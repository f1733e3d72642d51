"""Remove the tokens of reply addresses from text that is shown to other players."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from pbm.base.secrets import TOKEN_LENGTH, token_hash
from pbm.mail.redact import BLANK
from pbm.store.protocol import Transaction

# Bounds the look-ups for hostile text; a person's text has a few at most.
MOST_LOOKED_UP = 200
_RUN = re.compile(rf"(?=([a-z2-7]{{{TOKEN_LENGTH}}}|[A-Z2-7]{{{TOKEN_LENGTH}}}))")


def without_tokens(tx: Transaction, words: Sequence[str]) -> tuple[str, ...]:
    """Return the lines or words with each known token blanked, whatever surrounds it."""
    text = "\n".join(words)
    runs = dict.fromkeys(found[1] for found in islice(_RUN.finditer(text), MOST_LOOKED_UP))
    for run in runs:
        if tx.tokens.find(token_hash(run)) is not None:
            text = text.replace(run, BLANK)
    return tuple(text.split("\n")) if words else ()
