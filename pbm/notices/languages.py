"""The languages of mails: each one is a folder of ``mail_templates``.

Templates, words and commands are written in English. Another language is a gettext catalogue,
``messages.po``, and translated help topics if there are any.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from functools import cache
from io import BytesIO

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from pbm.core.choices import Choice
from pbm.core.languages import CATALOGUE, ENGLISH, languages, texts
from pbm.core.model import Player

COMMANDS = "help"
"""The gettext context of the help texts of commands."""

# "Mon 7 Dec", not "Mon, Dec 7".
_LOCALES = {ENGLISH: "en_GB"}


def language_names() -> dict[str, str]:
    """The code of each language, and its name in that language."""
    return {each: Locale(each).get_display_name() or each for each in languages()}


def language_of(player: Player | None) -> str:
    chosen = player.settings.get(Choice.LANGUAGE, ENGLISH) if player else ENGLISH
    return chosen if chosen in languages() else ENGLISH


def locale_of(language: str) -> str:
    """The Babel locale for dates and numbers."""
    return _LOCALES.get(language, language)


@cache
def translations(language: str) -> gettext.NullTranslations:
    """The translations of a language; missing ones fall back to English."""
    if language == ENGLISH:
        return gettext.NullTranslations()
    compiled = BytesIO()
    write_mo(compiled, _catalogue(language))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def phrases(language: str) -> Iterator[str]:
    """All texts from which mails are made, with their placeholders.

    English has no catalogue, so its texts are the message ids of another language's.
    """
    english = language == ENGLISH
    for message in _catalogue(languages()[1] if english else language):
        told = message.id if english else message.string
        yield from told if isinstance(told, tuple | list) else [told or ""]


def _catalogue(language: str) -> Catalog:
    with texts().joinpath(language, CATALOGUE).open("rb") as file:
        return read_po(file, locale=language)
