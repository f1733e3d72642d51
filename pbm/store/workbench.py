"""Work that takes too long to be done while the right to write is held.

Reading and redacting a large letter and hashing a password take 30 ms and more, in which nobody
else could write. Who acts on a letter asks its workbench for the result. Where that is not at hand
``WorkWanted`` leaves the transaction, so that nothing of the letter is done yet; the work is done
with no right to write held, and the letter is acted on again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from pbm.base.secrets import hash_password
from pbm.store.protocol import Transaction

T = TypeVar("T")

MOST_PASSWORDS = 8
"""So many of them are hashed for one letter."""


class WorkWanted(Exception):
    """Asks the one that holds the right to write to give it back, and to do this work."""

    def __init__(self, key: Hashable, work: Callable[[Transaction], Any]) -> None:
        # The key may hold a password, and what is said may be logged.
        super().__init__("work is wanted")
        self.key, self.work = key, work


class TooManyPasswordsError(Exception):
    """One letter would have more passwords hashed than it may."""


class Workbench:
    """The results at hand for one letter.

    tx: where one is given, work is done in it at once.
    """

    def __init__(self, tx: Transaction | None = None) -> None:
        self._tx = tx
        self._results: dict[Hashable, Any] = {}
        self._passwords: set[Hashable] = set()

    def result(
        self,
        key: Hashable,
        work: Callable[[Transaction], T],
        *,
        at_once: Transaction | None = None,
    ) -> T:
        """What the work returned the first time it was done under this key.

        work: given a transaction to read in.
        at_once: the transaction to do it in, where it is known not to take long.

        :raises WorkWanted: if it has not been done yet
        """
        tx = self._tx or at_once
        if key not in self._results:
            if tx is None:
                raise WorkWanted(key, work)
            self._results[key] = work(tx)
        found: T = self._results[key]
        return found

    def note(self, key: Hashable, what: object) -> None:
        """Have something at hand for the next transaction of the same letter."""
        self._results[key] = what

    def noted(self, key: Hashable, otherwise: T) -> T:
        found: T = self._results.get(key, otherwise)
        return found

    def password_result(self, key: Hashable, work: Callable[[Transaction], T]) -> T:
        """The same for work that hashes a password, 20 to 30 ms each time.

        :raises TooManyPasswordsError: for one more than a letter may have hashed
        """
        if key not in self._results and len(self._passwords - {key}) >= MOST_PASSWORDS:
            raise TooManyPasswordsError
        self._passwords.add(key)
        return self.result(key, work)

    def hashed(self, password: str) -> str:
        """:raises TooManyPasswordsError, WorkWanted: as ``password_result`` does"""
        return self.password_result(("hash", password), lambda _: hash_password(password))

    def do(self, wanted: WorkWanted, tx: Transaction) -> None:
        """Do the work, and what it asks for itself."""
        self._tx = tx
        try:
            self.result(wanted.key, wanted.work)
        finally:
            self._tx = None
