"""LMTP (RFC 2033) on a Unix socket: the rights of a file say who may hand letters over."""

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
    """A session that is greeted with LHLO and answers a letter once for each of its recipients.

    aiosmtpd answers once for all of them: a client that waits for the others delivers again.
    """

    async def _answer(self, answer: str, recipients: int) -> None:
        for _ in range(recipients):
            await self.push(answer)


@dataclass(frozen=True)
class SocketFile:
    """A Unix socket. group: by name, None for that which its folder gives it."""

    path: Path
    mode: int = 0o600
    group: str | None = None

    def bind(self) -> socket.socket:
        """The socket, to be listened on; what a server that is gone has left there goes.

        :raises UsageError: if it cannot be made there
        """
        made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        with self._explained(), _closed_on_error(made):
            self._clear()
            made.bind(str(self.path))
            # Nobody can connect before it is listened on.
            self._give_to_group()
            self.path.chmod(self.mode)
        return made

    def _clear(self) -> None:
        """:raises OSError: if something else than a dead socket is there"""
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
                " choose another path in listen, or mend the rights of its folder and socket_group"
            ) from error


@contextmanager
def _closed_on_error(made: socket.socket) -> Iterator[None]:
    try:
        yield
    except BaseException:
        made.close()
        raise
