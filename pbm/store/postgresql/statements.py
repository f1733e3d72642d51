"""The statements of a transaction, as the repositories write them, in few round trips."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from pbm.store.postgresql.connection import PostgresConnection
from pbm.store.postgresql.pipeline import Result, Statement, changing
from pbm.store.sql.connection import Parameters

_Read = tuple[str, tuple[Any, ...]]
_CHANGE = re.compile(r"\s*(?:INSERT|UPDATE|DELETE)(?: INTO| FROM)? (\w+)")


@cache
def changed_table(sql: str) -> str | None:
    """The table that a statement changes, None if it only reads."""
    found = _CHANGE.match(sql)
    return found and found[1]


@cache
def reads(sql: str, table: str) -> bool:
    return table in re.findall(r"(?:FROM|JOIN) (\w+)", sql)


def begin_on(connection: PostgresConnection, begin: str) -> None:
    """Begin a transaction. begin: one of the texts of ``connection``."""
    pipeline = connection.statements
    pipeline.execute([pipeline.statement(each) for each in begin.split("; ")])


class Statements:
    """Executes each statement at once."""

    locking = ""

    def __init__(self, connection: PostgresConnection) -> None:
        self._connection = connection
        self._pipeline = connection.statements

    def execute(self, sql: str, parameters: Parameters = ()) -> Result:
        (found,) = self._execute([self._pipeline.statement(sql, parameters)])
        return found

    def put(self, sql: str, parameters: Parameters = ()) -> None:
        self.execute(sql, parameters)

    def change(self, sql: str, parameters: Parameters, refusal: Exception) -> None:
        self._execute([self._pipeline.statement(changing(sql), parameters, refusal)])

    def foresee(self, sql: str, parameters: Sequence[Any], *, lasting: bool = False) -> None:
        """Do nothing: only transactions that act on letters or deeds read ahead."""

    def lock(self, what: str) -> None:
        """Do nothing: no other transaction acts at the same time as this one."""

    def insert_numbered(self, sql: str, values: Sequence[Any], key: str) -> int:
        ((number,),) = self.execute(f"{sql} RETURNING {key}", values)
        return int(number)

    def insert_all_numbered(
        self, sql: str, rows: Sequence[Sequence[Any]], key: str
    ) -> Sequence[int]:
        # One by one, but in one round trip: the text for several rows would be parsed each time,
        # because their number differs.
        numbered = f"{sql} RETURNING {key}"
        found = self._execute([self._pipeline.statement(numbered, values) for values in rows])
        return [number for each in found for (number,) in each]

    def _execute(self, statements: Sequence[Statement]) -> Sequence[Result]:
        """Execute statements in one round trip, and return their results."""
        self._pipeline.execute(statements)
        return [each.result for each in statements if each.result]


class TogetherStatements(Statements):
    """Sends statements whose result is not needed together with the next one that is waited for.

    Measured: half of the CPU time of a simple statement is for sending it and waiting, on either
    side; far more where others use the processor meanwhile.
    """

    def __init__(self, connection: PostgresConnection) -> None:
        super().__init__(connection)
        self._later: list[Statement] = []
        self._foreseen: dict[_Read, Statement] = {}
        self._fleeting: set[_Read] = set()
        self._ahead: list[Statement] = []
        self._depth = 0

    def execute(self, sql: str, parameters: Parameters = ()) -> Result:
        foreseen = self._foreseen.get((sql, tuple(parameters)))
        if foreseen and foreseen.result:
            return foreseen.result
        self._heed(sql)
        return super().execute(sql, parameters)

    def foresee(self, sql: str, parameters: Sequence[Any], *, lasting: bool = False) -> None:
        """Read rows with what is waited for next, and keep them until their table changes."""
        key = sql, tuple(parameters)
        if key not in self._foreseen:
            statement = self._pipeline.statement(sql, parameters)
            self._ahead.append(statement)
            self._foreseen[key] = statement
            if not lasting:
                self._fleeting.add(key)

    def put(self, sql: str, parameters: Parameters = ()) -> None:
        self._heed(sql)
        self._later.append(self._pipeline.statement(sql, parameters))

    def change(self, sql: str, parameters: Parameters, refusal: Exception) -> None:
        self._heed(sql, self._fleeting)
        self._later.append(self._pipeline.statement(changing(sql), parameters, refusal))

    def insert_all_numbered(
        self, sql: str, rows: Sequence[Sequence[Any]], key: str
    ) -> Sequence[int]:
        self._heed(sql)
        return super().insert_all_numbered(sql, rows, key)

    def _heed(self, sql: str, among: Iterable[_Read] | None = None) -> None:
        """Drop the rows that were read ahead from a table that a statement changes."""
        table = changed_table(sql)
        if table is not None:
            for key in [*(self._foreseen if among is None else among)]:
                if reads(key[0], table):
                    self._foreseen.pop(key, None)
                    self._fleeting.discard(key)

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """Errors of delayed statements are raised when the outermost savepoint ends, or earlier."""
        self._depth += 1
        name = f"step{self._depth}"
        begin = self._pipeline.statement(f"SAVEPOINT {name}")
        if self._depth == 1:
            # Statements that were delayed earlier must fail before the block.
            self._flush()
        self._later.append(begin)
        try:
            yield
            if self._depth == 1 and self._later:
                self.put(f"RELEASE {name}")
                self._flush()
            else:
                # No delayed statement could fail.
                self.put(f"RELEASE {name}")
        except BaseException:
            self._roll_back(begin, name)
            raise
        finally:
            self._depth -= 1

    def _roll_back(self, begin: Statement, name: str) -> None:
        """Drop statements delayed since the savepoint began, and undo those that were sent."""
        self._foreseen.clear()
        self._fleeting.clear()
        self._ahead.clear()
        if begin in self._later:
            del self._later[self._later.index(begin) :]
            return
        self._later = []
        if begin.result:
            self.put(f"ROLLBACK TO {name}")
            self.put(f"RELEASE {name}")

    def commit(self) -> None:
        """Commit the transaction.

        :raises TemporaryFailure: as ``check_committed`` does
        """
        self._connection.warnings.clear()
        self.execute("COMMIT")
        self._connection.check_committed()

    def _flush(self) -> None:
        if self._later:
            self._execute([])

    def _execute(self, statements: Sequence[Statement]) -> Sequence[Result]:
        earlier, self._later = self._later, []
        ahead, self._ahead = self._ahead, []
        self._pipeline.execute([*earlier, *statements, *ahead])
        return [each.result for each in statements if each.result]


class ReadingStatements(TogetherStatements):
    """The statements of a transaction that only reads."""

    foresee = Statements.foresee
