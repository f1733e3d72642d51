"""The languages that players can choose: those that have a catalogue in ``mail_templates``."""

from __future__ import annotations

from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

ENGLISH = "en"
CATALOGUE = "messages.po"


def texts() -> Traversable:
    """Where templates and translations are kept."""
    return resources.files("mail_templates")


@cache
def languages() -> tuple[str, ...]:
    """English first, as that holds until somebody chooses another."""
    others = (each.name for each in texts().iterdir() if each.joinpath(CATALOGUE).is_file())
    return (ENGLISH, *sorted(others))
