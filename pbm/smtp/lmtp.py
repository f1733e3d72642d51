"""LMTP (RFC 2033) on a Unix socket.

The permissions of its file restrict who may deliver.
"""

from __future__ import annotations

import errno
import grp
import os
import socket
import stat
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from aiosmtpd.lmtp import LMTP

from pbm.base.errors import UsageError
from pbm.smtp.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator


class LmtpSession(Session, LMTP):
    """A session that expects LHLO and answers a letter once for each of its recipients.

    aiosmtpd answers only once. A client that waits for the other answers would deliver again.
    """

    async def _answer(self, answer: str, recipients: int) -> None:
        for _ in range(recipients):
            await self.push(answer)


@dataclass(frozen=True)
class SocketFile:
    """The file of a Unix socket. group: the name of its group, None for the folder's."""

    path: Path
    mode: int = 0o600
    group: str | None = None

    def bind(self) -> socket.socket:
        """Create and bind the socket. A stale socket file of an earlier server is removed.

        :raises UsageError: if the socket cannot be created
        """
        made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        with self._explained(), _closed_on_error(made):
            self._clear()
            made.bind(str(self.path))
            # Nobody can connect before we listen, so group and mode may still be set here.
            self._give_to_group()
            self.path.chmod(self.mode)
        return made

    def _clear(self) -> None:
        """Remove a stale socket file.

        :raises OSError: if the path is anything else
        """
        if not self.path.exists():
            return
        if not stat.S_ISSOCK(self.path.stat().st_mode) or self._is_alive():
            raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))
        self.path.unlink()

    def _is_alive(self) -> bool:
        with closing(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)) as client:
            return client.connect_ex(str(self.path)) == 0

    def _give_to_group(self) -> None:
        if self.group is None:
            return
        wanted = grp.getgrnam(self.group).gr_gid
        if self.path.stat().st_gid != wanted:
            os.chown(self.path, -1, wanted)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except KeyError as error:
            raise UsageError(f"socket_group: there is no group {self.group}") from error
        except OSError as error:
            raise UsageError(
                f"cannot listen on lmtp:{self.path}: {error.strerror or error};"
                " choose another path in listen, or fix the permissions of its folder"
                " and socket_group"
            ) from error


@contextmanager
def _closed_on_error(made: socket.socket) -> Iterator[None]:
    try:
        yield
    except BaseException:
        made.close()
        raise
