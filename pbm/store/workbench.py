"""Slow work for a letter, done outside the write transaction.

Parsing and redacting a large letter, or hashing a password, takes 30 ms and more, during which
nobody else could write. Code that acts on a letter asks its workbench for the result. If there is
none yet, ``WorkWanted`` rolls the write transaction back, the work is done without the write lock,
and the letter is acted on again from the beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from pbm.base.secrets import hash_password
from pbm.store.protocol import Transaction

T = TypeVar("T")

_UNDONE: Any = object()
MOST_PASSWORDS = 8
"""The most passwords that are hashed for one letter."""


class WorkWanted(Exception):
    """Raised to leave the write transaction and to have slow work done first."""

    def __init__(self, key: Hashable, work: Callable[[Transaction], Any]) -> None:
        # The key may hold a password, so keep it out of the message, which may be logged.
        super().__init__("work is wanted")
        self.key, self.work = key, work


class TooManyPasswordsError(Exception):
    """A letter needs more passwords hashed than ``MOST_PASSWORDS``."""


class Workbench:
    """The results of slow work for one letter.

    tx: if given, work is done in it immediately instead of raising ``WorkWanted``.
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
        """The result of the work with this key; the work is done only once.

        work: called with a transaction for reading.
        at_once: a transaction in which to do the work immediately, if it is known to be quick.

        :raises WorkWanted: if the work has not been done yet
        """
        # Looked up once: hashing a key calls functions of Python.
        found: T = self._results.get(key, _UNDONE)
        if found is _UNDONE:
            tx = self._tx or at_once
            if tx is None:
                raise WorkWanted(key, work)
            self._results[key] = found = work(tx)
        return found

    def note(self, key: Hashable, what: object) -> None:
        """Keep a value for the next transaction of the same letter."""
        self._results[key] = what

    def noted(self, key: Hashable, otherwise: T) -> T:
        found: T = self._results.get(key, otherwise)
        return found

    def password_result(self, key: Hashable, work: Callable[[Transaction], T]) -> T:
        """Like ``result``, for work that hashes a password, which takes 20 to 30 ms each time.

        :raises TooManyPasswordsError: if the letter has reached ``MOST_PASSWORDS``
        """
        if key not in self._results and len(self._passwords - {key}) >= MOST_PASSWORDS:
            raise TooManyPasswordsError
        self._passwords.add(key)
        return self.result(key, work)

    def hashed(self, password: str) -> str:
        """:raises TooManyPasswordsError, WorkWanted: as ``password_result`` does"""
        return self.password_result(("hash", password), lambda _: hash_password(password))

    def do(self, wanted: WorkWanted, tx: Transaction) -> None:
        """Do the work, including further work that it asks for."""
        self._tx = tx
        try:
            self.result(wanted.key, wanted.work)
        finally:
            self._tx = None
