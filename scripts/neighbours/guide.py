"""The configuration that the operator's guide gives, as it stands there."""

from __future__ import annotations

import re
from collections.abc import Mapping

from scripts.neighbours.place import ROOT

GUIDE = ROOT / "pbm" / "OPERATING.md"
_FILES = re.compile(r"^```\w*\n# /etc/postfix/([^\n]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def postfix_files() -> Mapping[str, str]:
    """The text of each block that begins with the comment ``# /etc/postfix/NAME``."""
    return dict(_FILES.findall(GUIDE.read_text(encoding="utf-8")))
