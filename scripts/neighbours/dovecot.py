"""Dovecot: the players' mailboxes, with LMTP, IMAP and Sieve."""

from __future__ import annotations

import shutil
import subprocess

from scripts.neighbours.place import HERE, Place, wait_for
from scripts.neighbours.program import Program

VERSION = "2.3."
"""The configuration of later versions has another format."""

PASSWORD = "seaside"
_FILES = HERE / "dovecot"
_OWNER = "mail"
_DOVECOT = "/usr/sbin/dovecot"
_DOVEADM = "/usr/bin/doveadm"


class Dovecot:
    def __init__(self, place: Place) -> None:
        self._place = place
        self._folder = place.folder / "dovecot"
        self._conf = str(self._folder / "dovecot.conf")
        command = [_DOVECOT, "-F", "-c", self._conf]
        self._program = Program("Dovecot", command, self._folder / "log", place.port["IMAP"])

    def start(self) -> None:
        conf = (_FILES / "dovecot.conf").read_text(encoding="utf-8")
        values = {"SMTP": str(self._place.machines[0].smtp)}
        self._place.lay("dovecot/dovecot.conf", conf, values)
        (self._folder / "mail").mkdir()
        shutil.chown(self._folder / "mail", _OWNER, _OWNER)
        self._program.start()

    def stop(self) -> None:
        self._program.stop()

    def add(self, userid: str) -> None:
        self._place.lay(f"dovecot/users/{userid}", f"{userid}:{{PLAIN}}{PASSWORD}::::::\n")
        wait_for(lambda: self._knows(userid), f"mailbox of {userid}")

    def remove(self, userid: str) -> None:
        """Remove a mailbox. Mail to it bounces from now on."""
        (self._folder / "users" / userid).unlink()
        wait_for(lambda: not self._knows(userid), f"end of the mailbox of {userid}")

    def _knows(self, userid: str) -> bool:
        """Whether the mailbox is known. Dovecot sees a change up to a second late."""
        command = [_DOVEADM, "-c", self._conf, "user", userid]
        return subprocess.run(command, check=False, capture_output=True).returncode == 0

    def send_on_vacation(self, userid: str, move: str) -> None:
        """Let Sieve answer all mail to the player, with a move as the first line of the text."""
        script = (_FILES / "vacation.sieve").read_text(encoding="utf-8")
        values = {"USER": userid, "MOVE": move}
        self._place.lay(f"dovecot/mail/{userid}/.dovecot.sieve", script, values)


def version() -> str:
    ran = subprocess.run([_DOVECOT, "--version"], check=True, capture_output=True, text=True)
    return ran.stdout.strip()
