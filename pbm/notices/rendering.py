"""Rendering templates: the subject, the one-line summary and the text of a mail.

Templates are written in English. Each of their sentences is translated before its placeholders are
filled in.

The template of a mail has three blocks: ``subject``, ``summary`` (its line in an answer to
``multiple``) and ``body``. A template that uses a missing fact raises an error, which rolls back
the command.
"""

from __future__ import annotations

import re
import textwrap
import tomllib
from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from types import FunctionType
from typing import Any

from babel.lists import format_list
from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from jinja2.runtime import Context
from jinja2.utils import missing

from pbm.core.games import example_game, familiar_first, find_kept, name_in
from pbm.core.languages import ENGLISH, texts
from pbm.mail.mailto import mailto_anybody
from pbm.notices.dates import numeric_date, roughly, span
from pbm.notices.kinds import MailKind
from pbm.notices.languages import locale_of, translations
from pbm.notices.page.folds import BEFORE_MARKS, FOLD, without_folds
from pbm.notices.page.offers import (
    COLLECTED,
    Offer,
    answering,
    choosing,
    linked,
    offered,
    offering,
    superseded,
    visited,
)
from pbm.notices.text_tables import columns, crosstable, labelled, with_state
from pbm.notices.topic_names import topic_name, topic_names

WIDTH = 78
_TEMPLATE, _CARD = ".txt.j2", "_card"
# The line that marks the signature; its space must stay.
_TWO_EMPTY, _ONE_EMPTY = "\n\n\n", "\n\n"
_SIGNATURE, _MARKED = "\n-- \n", "\n--\0\n"
QUOTED_WIDTH = 56
"""The width to which lines of others are folded. Quoted in a reply, after ``> | ``, they end at
column 60: no mail program breaks them again and leaves a part without a mark."""
# "G" and "B" in a form are explained where they are shown.
_PLACEHOLDER = re.compile(r"\b[A-Z]{2,}\b")
# All characters that some mail program treats as a line break.
_LINE_ENDS = re.compile(r"\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
# All spaces but the no-break space: French puts one before a colon, which must not begin a line.
_BLANKS = re.compile(r"[^\S\u00a0]+")
_KEPT_SPACE = "\x1f"
_COMMAND = re.compile(r'"[^" ]+ [^"]{1,38}"')
"""Words in straight quotation marks, as commands stand in every language; quotes are longer."""


@dataclass(frozen=True)
class Rendered:
    """The subject and the text of a mail. folded: the lines that continue a sentence, from 0."""

    subject: str
    body: str
    folded: Sequence[int] = ()


def render(kind: MailKind, facts: Mapping[str, Any], language: str = ENGLISH) -> Rendered:
    """Render subject and text of a mail.

    :raises jinja2.UndefinedError: if the template uses a missing fact
    """
    template = _template(kind, language)
    context = template.new_context(dict(facts))
    subject = "".join(template.blocks["subject"](context))
    lines, folded = _tidy("".join(template.root_render_func(context)))
    return Rendered(one_line(subject), _joined(lines), folded)


def prepare(kind: MailKind, language: str = ENGLISH) -> None:
    """Compile a template, so that the first mail of that kind does not have to wait for that."""
    _template(kind, language)


def summary(kind: MailKind, facts: Mapping[str, Any], language: str = ENGLISH) -> str:
    """Render the mail as one line.

    :raises jinja2.UndefinedError: as ``render`` does
    """
    return one_line(_block(_template(kind, language), "summary", facts))


def body(kind: MailKind, facts: Mapping[str, Any], language: str = ENGLISH) -> str:
    """Render the mail's own text, without the frame that all mails share.

    :raises jinja2.UndefinedError: as ``render`` does
    """
    return _joined(_tidy(_block(_template(kind, language), "body", facts))[0]).rstrip("\n")


@dataclass(frozen=True)
class Part:
    """A block of a template: its lines, as in a text with marks at its folds, and its offers."""

    lines: Sequence[str]
    offers: Sequence[Offer]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def sentences(self) -> list[str]:
        """The lines without folds and indents."""
        joined = "\n".join(self.lines).replace(f"\n{FOLD}", " ")
        return [line.replace(FOLD, "").strip() for line in joined.split("\n") if line.strip()]


@cache
def has_card(kind: MailKind) -> bool:
    """Whether a kind of mail has a template for a card."""
    return texts().joinpath("mails", f"{kind}{_CARD}{_TEMPLATE}").is_file()


def parts(
    kind: MailKind, facts: Mapping[str, Any], names: Iterable[str], language: str = ENGLISH
) -> Mapping[str, Part]:
    """Render the blocks with these names of the template of a card.

    :raises jinja2.UndefinedError: as ``render`` does
    """
    template = _template(f"{kind}{_CARD}", language)
    made: dict[str, Part] = {}
    # One context for all blocks: each takes as long as rendering one.
    collected: list[Offer] = []
    context = template.new_context({**facts, COLLECTED: collected})
    for name in names:
        before = len(collected)
        written = "".join(template.blocks[name](context)).strip("\n").splitlines()
        lines = [line.rstrip() for line in written]
        kept = [line for line, above in zip(lines, ["", *lines], strict=False) if line or above]
        made[name] = Part(kept, collected[before:])
    return made


def refusal_words(code: str, facts: Mapping[str, Any], language: str = ENGLISH) -> dict[str, str]:
    """The sentences of a refusal: ``why`` it was refused, and what to send ``instead``.

    :raises KeyError: if this code has no sentences
    """
    refused = table("refusals")[code]
    return {part: _filled(refused[part], facts, language) for part in ("why", "instead")}


def refusal_codes() -> frozenset[str]:
    return frozenset(table("refusals"))


def name_of(code: str, kind: str, language: str = ENGLISH) -> str:
    """The name of a code in mails, as in ``name_of("resigned", "reason")``.

    A code without a name is returned as it is: a game may end for a reason of its own.
    """
    return translations(language).pgettext(kind, table("names")[kind].get(code, code))


def form(text: str, language: str = ENGLISH) -> str:
    """The form of a command, such as ``set [OPTION] [VALUE]``, with translated placeholders.

    Userid and password have the short names of pbmserv where commands are declared.
    """
    text = re.sub(r"\bu p\b", "[USERID PASSWORD]", text)
    return _PLACEHOLDER.sub(lambda found: name_of(found[0], "placeholder", language), text)


def titled(name: str, language: str = ENGLISH) -> str:
    """The name of a game for readers, ``Gyges`` for ``gyges``, with which its title begins."""
    game = find_kept(name)
    return name_in(translations(language).pgettext(game.name, game.title))


def other_games(lines: Iterable[str]) -> list[str]:
    """The games that begin none of these lines."""
    named = {line.partition(" ")[0] for line in lines}
    return [game for game in familiar_first(()) if game not in named]


def listed(parts: Sequence[str], language: str = ENGLISH) -> str:
    """An enumeration, such as ``Gyges and DVONN``."""
    return format_list(parts, locale=locale_of(language))


def _filled(text: str, facts: Mapping[str, Any], language: str) -> str:
    return _evenly_spaced(_compiled(translations(language).gettext(text), language).render(facts))


def one_line(text: str) -> str:
    """The text without line breaks, which are not allowed in a header."""
    return " ".join(_evenly_spaced(text).split())


def _evenly_spaced(text: str) -> str:
    # Most texts are printable. The only printable blank is the ordinary one.
    if text.isprintable() and "  " not in text:
        return text.strip()
    return _BLANKS.sub(" ", text.replace("\0", "")).strip()


def quoted(lines: Iterable[str]) -> str:
    """Somebody's lines, each after ``| ``; in replies, such lines are never parsed."""
    return _quoted(tuple(lines))


# A comment is in the mails to both players, and folding a long one takes longer than a move.
@lru_cache(maxsize=8)
def _quoted(lines: tuple[str, ...]) -> str:
    plain = [line for text in lines for line in _LINE_ENDS.split(text)]
    while len(plain) > 1 and not plain[-1].strip():
        plain.pop()
    folded = [part for line in plain for part in _folded_words(line) or [""]]
    return "\n".join(f"| {line}".rstrip() for line in folded)


def _folded_words(line: str) -> list[str]:
    """Somebody's line, folded so that no line begins with the mark that ends a French sentence."""
    if len(line) <= QUOTED_WIDTH and line.isprintable() and line[:1].strip():
        return [line.rstrip()]
    kept = BEFORE_MARKS.sub(_KEPT_SPACE, line)
    return [part.replace(_KEPT_SPACE, " ") for part in textwrap.wrap(kept, QUOTED_WIDTH)]


def wrapped(text: str, indent: int = 0, whole: Iterable[str] = ()) -> str:
    """The text folded to the width of a mail, with each line indented.

    whole: commands to keep on one line, as short ones in quotation marks always are.
    """
    margin, text = " " * indent, _evenly_spaced(text)
    if text and indent + len(text) <= WIDTH - 4:
        return margin + text
    for each in (*whole, *_COMMAND.findall(text)):
        text = text.replace(each, each.replace(" ", _KEPT_SPACE))
    return _folded(text, margin)


# The mails to both players of a board have most of their sentences in common.
@lru_cache(maxsize=32)
def _folded(text: str, margin: str) -> str:
    return textwrap.fill(
        text,
        WIDTH - 4,
        initial_indent=margin,
        subsequent_indent=margin,
        break_on_hyphens=False,
        break_long_words=False,
    ).replace(_KEPT_SPACE, " ")


def folded(text: str, indent: int = 0, whole: Iterable[str] = ()) -> str:
    """The text as ``wrapped`` returns it, with a mark in each line that continues a sentence."""
    between = "\n" + " " * indent
    return wrapped(text, indent, whole).replace(between, between + FOLD)


def sentence(clause: str) -> str:
    """The clause as a sentence, with a stop and a capital; a cell or a move keeps its letters."""
    first, *_ = clause.split(" ")
    begun = capital(clause) if first.strip(",:").isalpha() else clause
    return begun if begun.endswith((".", "!", "?")) else f"{begun}."


def capital(text: str) -> str:
    """The text with a capital."""
    return text[:1].upper() + text[1:]


def leading(label: str, text: str) -> str:
    """The text after its label, or below it if the line would be too wide."""
    return f"{label}{' ' if len(label) + 1 + len(text) <= WIDTH else chr(10)}{text}"


@cache
def _template(kind: str, language: str) -> Template:
    return _environment(language).get_template(f"{kind}{_TEMPLATE}")


@cache
def _compiled(text: str, language: str) -> Template:
    return _environment(language).from_string(text)


def _block(template: Template, name: str, facts: Mapping[str, Any]) -> str:
    return "".join(template.blocks[name](template.new_context(dict(facts))))


def _tidy(text: str) -> tuple[list[str], list[int]]:
    """The lines without trailing spaces and repeated empty lines; and which continue a sentence."""
    # To look at each line in Python would take 2% of the instructions of a move.
    marked = text.replace(_SIGNATURE, _MARKED)
    plain = "\n".join(map(str.rstrip, marked.splitlines())).strip("\n")
    while _TWO_EMPTY in plain:
        plain = plain.replace(_TWO_EMPTY, _ONE_EMPTY)
    kept = plain.replace(_MARKED, _SIGNATURE).split("\n") if plain else []
    return without_folds(kept) if FOLD in text else (kept, [])


def _joined(lines: Sequence[str]) -> str:
    return "\n".join(lines) + "\n"


class _Facts(dict[str, Any]):
    def __missing__(self, key: str) -> Any:
        """What Jinja takes for a variable that is not there."""
        return missing


class _Context(Context):
    def __init__(self, environment: Environment, parent: dict[str, Any], *given: Any, **named: Any):
        """Look up variables in one dict: Jinja's method, in Python, took 2% of the instructions of
        a move.
        """
        super().__init__(environment, parent, *given, **named)
        self.vars = self.parent = _Facts(parent)
        self.resolve_or_missing = self.vars.__getitem__  # type: ignore[assignment]

    def get_all(self) -> dict[str, Any]:
        return self.parent

    def call(self, function: Any, /, *given: Any, **facts: Any) -> Any:
        """Call a function. Jinja looks at length for what else it might take; a plain function
        takes nothing else. That look took 1% of the instructions of a move.
        """
        if type(function) is not FunctionType or hasattr(function, "jinja_pass_arg"):
            return super().call(function, *given, **facts)
        facts.pop("_block_vars", None)
        facts.pop("_loop_vars", None)
        return function(*given, **facts)


class _Environment(Environment):
    context_class = _Context

    def __init__(self, **options: Any) -> None:
        """Cache templates by name: Jinja's look into its cache took 1% of a move."""
        super().__init__(**options)
        self.get_template = cache(self.get_template)  # type: ignore[method-assign]

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """A plain copy: Jinja's ChainMap, in Python, took 1.5% of the instructions of a move."""
        return {**self.globals, **(d or {})}

    def getattr(self, obj: Any, attribute: str) -> Any:
        """A fact by its name: Jinja looks for an attribute first, and a dict raises an error."""
        if isinstance(obj, dict) and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


_FILTERS: Sequence[Callable[..., object]] = (
    *(quoted, one_line, with_state, capital, leading, sentence, superseded, other_games),
    *(offered, offering, choosing, answering, linked, visited),
)
_OF_LANGUAGE: Mapping[str, Callable[..., object]] = {
    "refusal_words": refusal_words,
    "named": name_of,
    "topic": topic_name,
    "topics": topic_names,
    "titled": titled,
    "listed": listed,
    "form": form,
    "dated": numeric_date,
    "span": span,
    "roughly": roughly,
}
"""The filters of templates that take a language, by their names there."""


def _inviting(words: str, subject: str) -> str:
    return mailto_anybody(subject, words.strip())


@cache
def _environment(language: str) -> Environment:
    made = _Environment(
        loader=PackageLoader("pbm.mail_templates", "mails"),
        extensions=["jinja2.ext.i18n"],
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,
        auto_reload=False,
    )
    known = translations(language)
    made.install_gettext_translations(known, newstyle=True)  # type: ignore[attr-defined]
    # This replaces the ``_`` of Jinja's extension, which makes three calls through the context
    # and takes 0.15 ms of CPU for a board mail instead of 0.12.
    made.globals["_"] = lambda text, /, **facts: known.gettext(text) % facts
    made.globals["columns"] = columns
    made.globals["labelled"] = labelled
    made.globals["crosstable"] = crosstable
    made.globals["example_game"] = example_game()
    made.policies["ext.i18n.trimmed"] = True
    made.filters |= {each.__name__: each for each in _FILTERS}
    made.filters |= {"wrapped": folded, "inviting": _inviting}
    made.filters |= {name: partial(each, language=language) for name, each in _OF_LANGUAGE.items()}
    return made


@cache
def table(name: str) -> Mapping[str, Mapping[str, str]]:
    """A file of texts that are not templates: ``refusals`` or ``names``."""
    return tomllib.loads(texts().joinpath(f"{name}.toml").read_text(encoding="utf-8"))
