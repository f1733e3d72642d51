"""The languages that mails are written in: a folder of ``mail_templates`` each.

English is what templates, words and commands are written in. Every other language is a gettext
catalogue of translations, ``messages.po``, and help topics of its own if there are any.
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
"""Under which heading translators find what commands say of themselves."""

# "Mon 7 Dec", not "Mon, Dec 7".
_LOCALES = {ENGLISH: "en_GB"}


def language_names() -> dict[str, str]:
    """Each language's code and what those who speak it call it."""
    return {each: Locale(each).get_display_name() or each for each in languages()}


def language_of(player: Player | None) -> str:
    chosen = player.settings.get(Choice.LANGUAGE, ENGLISH) if player else ENGLISH
    return chosen if chosen in languages() else ENGLISH


def locale_of(language: str) -> str:
    """The name under which Babel knows how days and numbers are written."""
    return _LOCALES.get(language, language)


@cache
def translations(language: str) -> gettext.NullTranslations:
    """What is not translated yet comes out in English."""
    if language == ENGLISH:
        return gettext.NullTranslations()
    compiled = BytesIO()
    write_mo(compiled, _catalogue(language))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def phrases(language: str) -> Iterator[str]:
    """Every text that mails are made of, its placeholders in it.

    English ones are found in another language's catalogue, which holds all of them.
    """
    english = language == ENGLISH
    for message in _catalogue(languages()[1] if english else language):
        told = message.id if english else message.string
        yield from told if isinstance(told, tuple | list) else [told or ""]


def _catalogue(language: str) -> Catalog:
    with texts().joinpath(language, CATALOGUE).open("rb") as file:
        return read_po(file, locale=language)
