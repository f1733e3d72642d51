"""A transport that writes mails to directories, one Maildir per address."""

from __future__ import annotations

import errno
import hashlib
from pathlib import Path
from urllib.parse import quote

from pbm.base.disk import explained
from pbm.base.durable import private_file, private_folder, sync_folder
from pbm.base.errors import NextHopDown, PbmError, PermanentFailure, TemporaryFailure
from pbm.smtp.outgoing import Outgoing

_NO_MAIL_AT_ALL = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO}


class MaildirTransport:
    """Writes to ``ROOT/alice@example.org/{new,cur,tmp}``, which are created on demand.

    A mail is durable when ``deliver`` returns. Lines end in LF, as other programs expect.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    def deliver(self, mail: Outgoing) -> str:
        try:
            box = self._box(mail.recipient)
            if not _is_there(box, file_name(mail)):
                _write(box, file_name(mail), mail.raw.replace(b"\r\n", b"\n"))
            sync_folder(box / "new")
        except OSError as error:
            raise _failure(error) from error
        return ""

    def close(self) -> None:
        """Do nothing: no files stay open."""

    def _box(self, address: str) -> Path:
        box = self._root / folder_name(address)
        if not (box / "tmp").is_dir():
            for part in ("new", "cur", "tmp"):
                private_folder(box / part)
            sync_folder(box)
            sync_folder(self._root)
        return box


def folder_name(address: str) -> str:
    """The address in lower case; characters that could lead out of the root become %XX."""
    name = quote(address.lower(), safe="@+=!#$&'*?^`{|}~", errors="surrogateescape")
    return f"%2E{name[1:]}" if name.startswith(".") else name


def file_name(mail: Outgoing) -> str:
    """A deterministic name, so that a mail that is delivered twice is one file.

    The digest tells mails apart if the Maildirs outlive an outbox and ids start again at 1.
    """
    digest = hashlib.sha256(mail.raw).hexdigest()[:16]
    return f"{int(mail.queued_at.timestamp())}.M{mail.id}Q{digest}.pbm"


def _is_there(box: Path, name: str) -> bool:
    """Whether the mail is in ``new``, or in ``cur``, where mail programs append flags to names."""
    return (box / "new" / name).exists() or any((box / "cur").glob(f"{name}*"))


def _write(box: Path, name: str, raw: bytes) -> None:
    unfinished = box / "tmp" / name
    try:
        with private_file(unfinished) as file:
            file.write(raw)
        unfinished.rename(box / "new" / name)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise


def _failure(error: OSError) -> PbmError:
    words = explained(error)
    if error.errno in _NO_MAIL_AT_ALL:
        return NextHopDown(words)
    if error.errno == errno.ENAMETOOLONG:
        return PermanentFailure(words)
    return TemporaryFailure(words)
