"""The configuration files in the guides to installing and operating."""

from __future__ import annotations

import re
from collections.abc import Mapping

from scripts.neighbours.place import ROOT

GUIDES = tuple(ROOT / "pbm" / f"{name}.md" for name in ("OPERATING", "PROGRAMS", "NODES"))
INSTALL = ROOT / "pbm" / "INSTALL.md"
_FILES = re.compile(r"^```\w*\n# /(?:etc|var/lib)/([^\n]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_POSTFIX = "postfix/"


def postfix_files() -> Mapping[str, str]:
    """The files of Postfix, by name."""
    found = _files().items()
    return {name.removeprefix(_POSTFIX): text for name, text in found if _POSTFIX in name}


def file_in_guide(name: str) -> str:
    """The content that the guide gives for a file of /etc or /var/lib."""
    return _files()[name]


def _files() -> Mapping[str, str]:
    """The text of each block that begins with ``# /etc/NAME`` or ``# /var/lib/NAME``."""
    texts = (each.read_text(encoding="utf-8") for each in (INSTALL, *GUIDES))
    return {name: text for each in texts for name, text in _FILES.findall(each)}
