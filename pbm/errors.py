"""What can go wrong outside the rules; every message says what to do about it, on one line.

PbmError
├── UsageError          what was asked for is not there, or is not written as it should be
├── TemporaryFailure    the same may succeed later
└── PermanentFailure    the same will never succeed
"""

from __future__ import annotations


class PbmError(Exception):
    """The one class to catch for everything that pbm itself reports."""


class UsageError(PbmError):
    """The one who asks must ask otherwise: a name, a setting, a word of a command."""


class TemporaryFailure(PbmError):
    """Nothing is wrong with what was asked, and it may be tried again."""


class PermanentFailure(PbmError):
    """Trying again will not help; a person must look."""
