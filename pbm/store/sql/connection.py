"""Protocol of a connection to a database, as the repositories use it.

Statements have ``?`` or ``:name`` for parameters, as in SQLite. They use SQLite's functions
``json_each``, ``json_extract``, ``json_patch`` and ``instr``, which other engines define. All the
rest is in the dialect that SQLite and PostgreSQL share: a parameter is cast where nothing else
tells its type, a subselect has an alias, and bytes are parameters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

Parameters = Sequence[Any] | Mapping[str, Any]


class Cursor(Protocol):
    """The result of a statement."""

    @property
    def description(self) -> Any:
        """For each column, a sequence that begins with its name; None without a result."""

    @property
    def rowcount(self) -> int: ...

    def __iter__(self) -> Iterator[tuple[Any, ...]]: ...


class Connection(Protocol):
    """A connection.

    locking: the end of a SELECT of rows that will be changed, in an engine for several nodes.
    """

    locking: str

    def lock(self, what: str) -> None:
        """Make other nodes that lock the same thing wait until this transaction ends."""

    def execute(self, sql: str, parameters: Parameters = ..., /) -> Cursor: ...

    def put(self, sql: str, parameters: Parameters = ..., /) -> object:
        """Execute a statement whose result is not needed.

        An engine may delay the statement until something is read, or the outermost savepoint or the
        transaction ends, and raise its errors only then.
        """

    def change(self, sql: str, parameters: Parameters, refusal: Exception, /) -> None:
        """Execute a statement that must change a row. An engine may delay it as in ``put``.

        :raises Exception: ``refusal``, if the statement changes no row
        """

    def foresee(self, sql: str, parameters: Sequence[Any], /, *, lasting: bool = False) -> None:
        """Announce a query that will probably be asked soon.

        An engine may read the rows together with what is waited for next, and keep them until this
        transaction changes their table. No other transaction may change the rows meanwhile.

        lasting: the rows are kept when ``change`` changes another row of the table.
        """

    def insert_numbered(self, sql: str, values: Sequence[Any], key: str) -> int:
        """Execute an insertion and return the number of the new row, which is in column ``key``."""

    def insert_all_numbered(
        self, sql: str, rows: Sequence[Sequence[Any]], key: str
    ) -> Sequence[int]:
        """Execute an insertion for each of these rows, and return their numbers in order."""
