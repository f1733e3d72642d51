"""The optional log line for each letter, without addresses or its words."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable

from pbm.base.logs import LETTERS, mask_addresses
from pbm.mail.correspondence import KeptLetter, LetterStatus
from pbm.store.protocol import Store

log = logging.getLogger(LETTERS)

_END_OF_HEADERS = re.compile(rb"\r?\n\r?\n")
# A Message-ID as mail programs write it. Longer ones, or with other characters, are left out.
_MESSAGE_ID = re.compile(
    rb"^Message-ID[ \t]*:(?:[ \t]|\r?\n[ \t])*(<[!-;=?-~]{1,200}>)", re.IGNORECASE | re.MULTILINE
)


def log_letters(store: Store, letters: Iterable[int]) -> None:
    """Write a line for each of the letters that is settled."""
    with store.reading() as tx:
        kept = [tx.letters.get(number) for number in letters]
    for each in kept:
        if each is not None and each.status is not LetterStatus.WAITING:
            log.info("%s", line(each))


def line(kept: KeptLetter) -> str:
    """The letter's number, status and note, the client that delivered it, and its Message-ID.

    The note of a failed letter may quote it, and is left out.
    """
    says_more = kept.status is not LetterStatus.FAILED and kept.note not in ("", kept.status)
    note = f" ({mask_addresses(kept.note)})" if says_more else ""
    origin = f"from {kept.peer or '-'} {_message_id(kept.raw) or '-'}"
    return f"letter {kept.id} {kept.status.value}{note} {origin}"


def _message_id(redacted: bytes) -> str:
    """The Message-ID of a stored letter, in which secrets are blanked; "" if there is none."""
    headers = _END_OF_HEADERS.split(redacted, maxsplit=1)[0]
    found = _MESSAGE_ID.search(headers)
    return found[1].decode("ascii") if found else ""
