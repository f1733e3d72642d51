"""What can go wrong, sorted by what its caller should do about it.

The text of each is one line for the person who has to act. ``exit_status`` is what the command
line ends with.
"""

from __future__ import annotations


class PbmError(Exception):
    """Whatever pbm itself refuses or fails at."""

    exit_status = 1


class UsageError(PbmError):
    """The operator asked for something that cannot be understood, or that cannot be."""

    exit_status = 2


class PermanentFailure(PbmError):
    """The same again would fail again."""


class RecipientRefused(PermanentFailure):
    """A mail server takes no mail for that address."""


class TemporaryFailure(PbmError):
    """The same may work later."""

    exit_status = 75


class NextHopDown(TemporaryFailure):
    """Nothing can be delivered at present: it is no fault of the one mail that was tried."""


class TakenError(UsageError):
    """Somebody has that name or address already."""


class ConflictError(PbmError):
    """What it is about has changed since it was read: the same may work at once.

    No ``TemporaryFailure``: it concerns one deed, and nothing else need wait for it.
    """

    exit_status = 75


class StoreBusyError(TemporaryFailure):
    """Another process holds the database."""


class StoreOlderError(TemporaryFailure):
    """The database was written by an older version; ``pbm upgrade`` brings it up to date."""


class DamagedError(PermanentFailure):
    """A row of the store holds what pbm never wrote there; ``place`` says where it is."""

    def __init__(self, text: str, **place: int | None) -> None:
        super().__init__(text)
        self.place = place


class UpgradeError(PermanentFailure):
    """The database was written by an older version, and cannot be brought up to date."""


class StoreNewerError(PermanentFailure):
    """The database was written by a newer version than this one."""
