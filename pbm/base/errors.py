"""Errors, sorted by what their caller should do about them.

The message of each is one line for the person who has to act. ``exit_status`` is the exit status
of the command line.
"""

from __future__ import annotations


class PbmError(Exception):
    """Base class of all errors that pbm raises."""

    exit_status = 1


class UsageError(PbmError):
    """The operator asked for something that cannot be understood or cannot be done."""

    exit_status = 2


class PermanentFailure(PbmError):
    """A retry would fail again."""


class RecipientRefused(PermanentFailure):
    """The mail server accepts no mail for that address."""


class TemporaryFailure(PbmError):
    """A retry may succeed later."""

    exit_status = 75


class NextHopDown(TemporaryFailure):
    """The next hop is down or refuses every mail: the mail that was tried is not to blame."""


class SenderRefused(NextHopDown):
    """The next hop refuses mail from us to any recipient; it may take some in an hour or a day.

    until_tomorrow: whether a limit of the day is used up.
    """

    def __init__(self, words: str, *, until_tomorrow: bool = False) -> None:
        super().__init__(words)
        self.until_tomorrow = until_tomorrow


class LoginRefused(NextHopDown):
    """The mail server does not let us log in. Tried too often, it may lock the account."""


class TakenError(UsageError):
    """The name or address belongs to another player."""


class ConflictError(PbmError):
    """A row has changed since it was read; an immediate retry may succeed.

    Not a ``TemporaryFailure``: only one deed has failed, and nothing else has to wait.
    """

    exit_status = 75


class StoreBusyError(TemporaryFailure):
    """Another process holds the lock on the database."""


class NameInUseError(StoreBusyError):
    """Another running node already has the name of this node."""


class StoreOlderError(TemporaryFailure):
    """The database was written by an older version; ``pbm upgrade`` upgrades it."""


class DamagedError(PermanentFailure):
    """A row of the store holds something that pbm never wrote; ``place`` says which row."""

    def __init__(self, text: str, **place: int | None) -> None:
        super().__init__(text)
        self.place = place


class StoreMissingError(PermanentFailure):
    """There is no database at its place."""

    ADVICE = (
        'see that its disk is mounted, or restore a backup with "pbm restore FILE";'
        ' "pbm serve --new" begins an empty club'
    )

    def __init__(self, what: str) -> None:
        super().__init__(f"{what}: {self.ADVICE}")


class UpgradeError(PermanentFailure):
    """The database was written by an older version and cannot be upgraded."""


class StoreNewerError(PermanentFailure):
    """The database was written by a newer version than this one."""
