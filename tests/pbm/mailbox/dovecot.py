"""A real Dovecot with one account: IMAP with TLS, LMTP, and sub-addresses."""

from __future__ import annotations

import shutil
import smtplib
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from imapclient import IMAPClient

from tests.patience import PATIENCE
from tests.pbm.smtp.certificates import certify

PROGRAM = shutil.which("dovecot", path="/usr/sbin:/usr/bin")
CLUB, PASSWORD = "club@example.org", "s3cret wörd"

FULL = "IMAP4rev1 LITERAL+ SASL-IR IDLE MOVE UIDPLUS NAMESPACE ID ENABLE SPECIAL-USE"
PLAIN = "IMAP4rev1 LITERAL+ NAMESPACE"
"""What the server says that it can do."""

_CONF = r"""
base_dir = {root}/run
state_dir = {root}/run
log_path = {root}/log
instance_name = pbm-tests
protocols = imap lmtp
listen = 127.0.0.1
ssl = required
ssl_cert = <{root}/certificate.pem
ssl_key = <{root}/key.pem
first_valid_uid = 1
mail_location = maildir:{root}/mail
mail_fsync = never
recipient_delimiter = +
namespace inbox {{
  inbox = yes
  mailbox Junk {{
    special_use = \Junk
    auto = create
  }}
}}
imap_capability = {can}
maildir_very_dirty_syncs = yes
mail_max_userip_connections = 50
lda_original_recipient_header = X-Original-To
passdb {{
  driver = passwd-file
  args = username_format=%n {root}/users
}}
userdb {{
  driver = static
  args = uid=mail gid=mail home={root}/home
}}
service imap-login {{
  inet_listener imap {{
    port = 0
  }}
  inet_listener imaps {{
    port = {imap}
    ssl = yes
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {lmtp}
  }}
}}
protocol lmtp {{
  postmaster_address = postmaster@example.org
}}
"""


class Dovecot:
    """A running server. log: where it says why it failed."""

    def __init__(self, root: Path, can: str = FULL) -> None:
        self.root, self.log = root, root / "log"
        self.imap, self.lmtp = _free_port(), _free_port()
        self._process: subprocess.Popen[bytes] | None = None
        root.mkdir(exist_ok=True)
        self.certificate, _ = certify(root)
        for folder in ("mail", "home"):
            (root / folder).mkdir()
            shutil.chown(root / folder, "mail", "mail")
        self.set_password(PASSWORD)
        conf = _CONF.format(root=root, imap=self.imap, lmtp=self.lmtp, can=can)
        (root / "dovecot.conf").write_text(conf)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def set_password(self, password: str) -> None:
        (self.root / "users").write_text(f"club:{{PLAIN}}{password}\n", encoding="utf-8")

    def start(self) -> None:
        assert PROGRAM is not None
        self._process = subprocess.Popen([PROGRAM, "-F", "-c", str(self.root / "dovecot.conf")])
        end = time.monotonic() + PATIENCE
        while not self._answers():
            assert time.monotonic() < end, self.log.read_text()
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.imap), 1).close()
        except OSError:
            return False
        return True

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE)
            self._process = None

    def deliver(self, sender: str, recipient: str, raw: bytes) -> None:
        """Deliver a message as a mail server does."""
        with smtplib.LMTP("127.0.0.1", self.lmtp) as lmtp:
            lmtp.sendmail(sender, [recipient], raw)

    @contextmanager
    def person(self) -> Iterator[IMAPClient]:
        """A person who looks at the mailbox with another program."""
        import ssl  # noqa: PLC0415

        context = ssl.create_default_context(cafile=str(self.certificate))
        with IMAPClient("127.0.0.1", self.imap, ssl_context=context, timeout=PATIENCE) as client:
            client.plain_login("club", PASSWORD)
            client.select_folder("INBOX")
            yield client

    def append(self, *raws: bytes, folder: str = "INBOX") -> None:
        with self.person() as client:
            for raw in raws:
                client.append(folder, raw)

    def count(self, folder: str = "INBOX") -> int:
        """The messages in a folder that are not marked as deleted."""
        with self.person() as client:
            if not client.folder_exists(folder):
                return 0
            client.select_folder(folder)
            return len(client.search("UNDELETED"))

    def renumber(self) -> None:
        """Let the provider number all messages anew: another UIDVALIDITY."""
        for each in (self.root / "mail").glob("dovecot*"):
            each.unlink()
        (self.root / "mail" / "dovecot-uidlist").unlink(missing_ok=True)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port
