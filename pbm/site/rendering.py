"""Renders the templates of pages, in each language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import cache, lru_cache, partial
from gettext import NullTranslations
from hashlib import sha256
from importlib.resources import files
from typing import Any

from babel.dates import format_date
from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from pbm.core.languages import CATALOGUE, languages, texts
from pbm.notices.languages import locale_of, translations
from pbm.notices.page.html import kind_of
from pbm.notices.rendering import table
from pbm.site.places import STATIC, link
from pbm.site.views import GameRow
from pbm.version import VERSION

FOLDER = "site"

_KEPT_ROWS = 2000
"""How many rows of lists are cached in each language: a move changes one row of the lists that it
rewrites, and there are 80 on the first page. Each takes about 1 KB.
"""


def render(name: str, language: str, place: str, facts: Mapping[str, Any]) -> str:
    """Render a page. place: its file, to which its links are relative.

    :raises jinja2.UndefinedError: if the template uses a missing fact
    """
    return _template(name, language).render(place=place, language=language, **facts)


def day(at: datetime, language: str) -> str:
    """A day as text, such as ``7 Dec 2026``, in UTC."""
    return _day(at.date().isoformat(), language)


@cache
def made_with() -> str:
    """A hash of what makes pages: version, code, templates, translations, scripts."""
    found = sha256(VERSION.encode())
    folders = (texts().joinpath(FOLDER), static(), files("pbm.site"), files("pbm.pictures"))
    found_files = [file for folder in folders for file in folder.iterdir()]
    found_files += [texts().joinpath(each, CATALOGUE) for each in languages()]
    used = (file for file in found_files if file.is_file())
    for file in sorted(used, key=lambda each: each.name):
        found.update(file.read_bytes())
    return found.hexdigest()[:16]


def static() -> Any:
    """The folder of the files that are the same in every site."""
    return files("pbm.site").joinpath("static")


def static_text(name: str) -> str:
    assert name in STATIC
    return str(static().joinpath(name).read_text(encoding="utf-8"))


@cache
def _template(name: str, language: str) -> Template:
    return _environment(language).get_template(f"{name}.j2")


def _row(language: str, way: str, game: GameRow, kind: str) -> Markup:
    """A game as a row of a list.

    way: the path to the folder of the pages of games. kind: the kind of row in its template.
    """
    return Markup(_template("row.html", language).render(way=way, game=game, kind=kind))  # noqa: S704 (a template has escaped it)


def _said(known: NullTranslations) -> Callable[..., Markup]:
    """Return a faster function for Jinja's own ``gettext``, which takes three times as long."""

    @cache
    def text(english: str) -> Markup:
        return Markup(known.gettext(english))  # noqa: S704 (a translation of ours)

    @cache
    def sentence(english: str) -> Markup:
        return text(english) % {}

    def said(english: str, **facts: object) -> Markup:
        return text(english) % facts if facts else sentence(english)

    return said


@cache
def _environment(language: str) -> Environment:
    made = Environment(
        loader=PackageLoader("pbm.mail_templates", FOLDER),
        extensions=["jinja2.ext.i18n"],
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=True,
        auto_reload=False,
    )
    known = translations(language)
    made.install_gettext_translations(known, newstyle=True)  # type: ignore[attr-defined]
    made.policies["ext.i18n.trimmed"] = True
    said = _said(known)
    made.globals |= {"_": said, "gettext": said}
    made.globals |= {"link": link, "row": lru_cache(_KEPT_ROWS)(partial(_row, language))}
    made.filters |= {
        "rfc3339": lambda at: at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "day": lambda at: day(at, language),
        "kind": kind_of,
        "named": lambda code, kind: known.pgettext(kind, table("names")[kind].get(code, code)),
    }
    return made


@cache
def _day(at: str, language: str) -> str:
    return format_date(datetime.fromisoformat(at).date(), "d MMM y", locale=locale_of(language))
