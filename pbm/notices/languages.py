"""The languages of mails: each one is a folder of ``mail_templates``.

Templates, words and commands are written in English. Another language is a gettext catalogue,
``messages.po``, and translated help topics if there are any.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterable, Sequence
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


def names_in_all_languages() -> dict[str, str]:
    """The code of each language by its names in all of them: ``German``, ``Deutsch``, ``Duits``."""
    return {Locale(each).languages[code]: code for each in languages() for code in languages()}


def language_of(player: Player | None) -> str:
    chosen = player.settings.get(Choice.LANGUAGE, ENGLISH) if player else ENGLISH
    return chosen if chosen in languages() else ENGLISH


def locale_of(language: str) -> str:
    """The Babel locale for dates and numbers."""
    return _LOCALES.get(language, language)


@cache
def translations(language: str) -> gettext.NullTranslations:
    """The translations of a language; missing ones fall back to English.

    Cached: reading a file takes 25 ms. What is kept is a tenth of the size of Babel's catalogue.
    """
    if language == ENGLISH:
        return gettext.NullTranslations()
    compiled = BytesIO()
    write_mo(compiled, _read(language))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


@cache
def phrases(language: str) -> Sequence[str]:
    """All texts from which mails are made, with their placeholders.

    English has no catalogue, so its texts are the message ids of another language's.

    ``phrases.cache_clear`` frees them, for a process that has prepared what it makes of them: those
    of all languages take 2 MiB.
    """
    is_english = language == ENGLISH
    read = _read(_source() if is_english else language)
    written = (message.id if is_english else message.string for message in read)
    return [form for text in written for form in _forms(text)]


def _read(language: str) -> Catalog:
    with texts().joinpath(language, CATALOGUE).open("rb") as file:
        return read_po(file, locale=language)


def _source() -> str:
    """The language whose catalogue provides the English texts."""
    return languages()[1]


def _forms(text: str | Iterable[str] | None) -> Iterable[str]:
    """The forms of a text: one for each plural, if it has any."""
    return [text or ""] if isinstance(text, str | None) else text
