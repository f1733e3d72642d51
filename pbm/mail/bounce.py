"""What a mail server says about a mail that it could not deliver."""

from __future__ import annotations

import logging
from email import message_from_bytes
from enum import StrEnum

from flufl.bounce import all_failures

log = logging.getLogger(__name__)

# What failed stands first, and the mail that came back behind it.
MAX_READ = 64 * 1024

# It logs every detector that it tries, and what it stumbles over with a traceback.
logging.getLogger("flufl.bounce").disabled = True


class Verdict(StrEnum):
    """failed: given up for good. delayed: still being tried. unclear: it says neither."""

    FAILED = "failed"
    DELAYED = "delayed"
    UNCLEAR = "unclear"


def verdict(raw: bytes) -> Verdict:
    """Never raises, whatever the bytes are."""
    try:
        temporary, permanent = all_failures(message_from_bytes(raw[:MAX_READ]))
    # The detectors were written against real bounces, and nobody has bounded what they raise.
    except Exception as error:  # noqa: BLE001
        log.info("a bounce could not be read: %s", type(error).__name__)
        return Verdict.UNCLEAR
    if permanent:
        return Verdict.FAILED
    return Verdict.DELAYED if temporary else Verdict.UNCLEAR
