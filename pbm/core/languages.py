"""The languages that players can choose: those with a catalogue in ``mail_templates``."""

from __future__ import annotations

from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

ENGLISH = "en"
CATALOGUE = "messages.po"


def texts() -> Traversable:
    """Return the folder of templates and translations."""
    return resources.files("pbm.mail_templates")


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of all languages; English, the default, comes first."""
    others = (each.name for each in texts().iterdir() if each.joinpath(CATALOGUE).is_file())
    return (ENGLISH, *sorted(others))
