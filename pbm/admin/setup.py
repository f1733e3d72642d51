"""What ``pbm setup`` writes: settings, the password, files for a mail server."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from pbm.admin.mail_records import records
from pbm.app.config import FILE, load
from pbm.base.durable import private_file, private_folder
from pbm.base.errors import UsageError

PASSWORD_FILE = "mailbox.password"

_PERMANENT = ("domain", "address")
_BLOCKS = re.compile(r"^```\w*\n# /(etc/[^\n]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FRONT_SERVER: Mapping[str, Sequence[str]] = {
    "main.cf": ("etc/postfix/main.cf", "etc/postfix/main.cf, for the filters"),
    "pbm_recipients": ("etc/postfix/pbm_recipients",),
    "pbm_headers": ("etc/postfix/pbm_headers",),
    "opendkim.conf": ("etc/opendkim.conf",),
    "opendmarc.conf": ("etc/opendmarc.conf",),
}
"""The files for the mail server in front, and the blocks of OPERATING.md that each is made of."""


def write_settings(folder: Path, answers: Mapping[str, str]) -> Path:
    """Set these settings in ``pbm.toml``; all else in the file stays. Return its path.

    :raises UsageError: if the club would get another address, or the settings do not fit together;
        then nothing is written
    """
    path = folder / FILE
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    _check_permanent(folder, answers)
    text = _with(before, answers)
    with TemporaryDirectory() as trial:
        (Path(trial) / FILE).write_text(text, encoding="utf-8")
        load({"data": trial}, {})
    private_folder(folder)
    _write(path, text)
    return path


def write_password(folder: Path, password: str) -> Path:
    """Write the password of the mailbox where ``mailbox_password_file`` has it. Return the path."""
    private_folder(folder)
    path = folder / PASSWORD_FILE
    _write(path, f"{password}\n")
    return path


def write_front_server(folder: Path, domain: str, host: str, operator: str) -> Iterator[Path]:
    """Write the files for Postfix, OpenDKIM and OpenDMARC, and the records for the DNS.

    host: the machine that mail comes to, in the DNS. Yields the path of each file.
    """
    private_folder(folder)
    guide = files("pbm").joinpath("OPERATING.md").read_text(encoding="utf-8")
    blocks = dict(_BLOCKS.findall(guide))
    ours = {"games.example.org": domain, "mail.example.org": host, "you@example.org": operator}
    texts = {
        name: _renamed("".join(blocks[part] for part in parts), ours)
        for name, parts in _FRONT_SERVER.items()
    }
    rows = (
        f"{each.name}.  {each.kind}  {each.value}\n" for each in records(domain, host, operator)
    )
    for name, text in {**texts, "dns.txt": "".join(rows)}.items():
        (folder / name).write_text(text, encoding="utf-8")
        yield folder / name


def _check_permanent(folder: Path, answers: Mapping[str, str]) -> None:
    if not (folder / FILE).exists():
        return
    known = load({"data": str(folder)}, {})
    for name in _PERMANENT:
        old = getattr(known, name)
        is_set = known.sources.get(name, "default") != "default"
        if is_set and name in answers and answers[name].casefold() != str(old).casefold():
            raise UsageError(
                f"{folder / FILE}: the club's {name} is {old}; replies to its mails go there, so it"
                " stays; choose another folder with --data for another club"
            )


def _with(text: str, answers: Mapping[str, str]) -> str:
    """The text of pbm.toml with these settings on top, in place of former lines of them."""
    lines = text.splitlines()
    begin = next((n for n, line in enumerate(lines) if line.lstrip().startswith("[")), len(lines))
    kept = [line for line in lines[:begin] if line.partition("=")[0].strip() not in answers]
    ours = [f"{name} = {json.dumps(value)}" for name, value in answers.items()]
    return "".join(f"{line}\n" for line in (*ours, *kept, *lines[begin:]))


def _write(path: Path, text: str) -> None:
    new = path.with_name(f"{path.name}.new")
    with private_file(new) as file:
        file.write(text.encode())
    new.replace(path)


def _renamed(text: str, ours: Mapping[str, str]) -> str:
    for example, name in ours.items():
        text = text.replace(example, name).replace(re.escape(example), re.escape(name))
    return text
