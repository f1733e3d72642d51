"""A server in a forked process, for tests that are about mails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import IO

from tests.end_to_end.process import ServerProcess
from tests.forked import Running, forked


class ForkedServer(ServerProcess):
    """A server, and commands beside it. Its worker and its painter are threads."""

    def _launched(
        self, arguments: Sequence[str], stdin: IO[str], stdout: IO[str], stderr: IO[str]
    ) -> Running:
        return forked(arguments, stdin, stdout, stderr)
