"""Bring the catalogues of all languages up to date: ``scripts/translations [--check]``.

Collects all English texts of mails: the sentences of templates, refusals and names, the help of
commands, the words of games. New texts are left empty for the translator, and texts that are gone
are dropped. A new language is a folder with an empty ``messages.po``.
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from pbm.core.games import WORDS, all_games
from pbm.core.languages import CATALOGUE, ENGLISH, languages
from pbm.inbox.line.names import all_commands
from pbm.notices.languages import COMMANDS
from pbm.notices.rendering import table
from pbm.notices.wording import SHARED

TEMPLATES = Path(__file__).resolve().parent.parent / "mail_templates"
_WIDTH = 96
_JINJA = {
    "extensions": "jinja2.ext.i18n",
    "newstyle_gettext": "true",
    "trimmed": "true",
    "silent": "false",
}


_COMMENTS = {
    "heading": (
        "The heading of a column, or a label; the column grows with it, but keep it short.",
    ),
    "reason": ("Why a game is over, in a word or two of a list.",),
    "because": ('Follows "alice (South) won" or "The game is drawn", and ends without a stop.',),
    "points": ('Follows "alice (South) won" or "The game is drawn", as "by resignation" does.',),
    "status": ('Completes "The game on board 17 is ..."; also stands alone in a list.',),
    "score": ("The result of a game for one player, in a list.",),
    "offer": ("What is proposed; stands in parentheses.",),
    "boards": ("Which boards a list shows; stands in parentheses.",),
    "start": ('Completes "It begins with ...": the position of a seeded start.',),
    "answer": ("How a one-word answer to a question of ours was read.",),
    "placeholder": ("What stands in a form for a word of the player; capitals, without a blank.",),
}
"""For each context, what translators need to know about all its texts."""

_OF_REFUSALS = {
    "why": "Why something is refused: a whole sentence.",
    "instead": "What to send instead. What stands in quotation marks is a command, and stays.",
}

_FACTS = {
    "again": "a moment, such as Fri 11 Dec 10:00 (UTC)",
    "cell": "a place on the board, such as B4",
    "cells": "places on the board, such as B4 and C4",
    "connection": "two slots, such as 31-32",
    "destination": "a place on the board",
    "goal": "the letter of a goal",
    "known": "values to choose from, with commas between them",
    "kind": "the colour of a piece, as this catalogue has it",
    "mover": "a piece or stack with its article, as this catalogue has it",
    "near": "one or several names of time zones",
    "option": "such as -rules=modern",
    "origin": "a place on the board",
    "number": "a number",
    "owner": "white or black, as this catalogue has it",
    "piece": "a piece, as this catalogue has it",
    "player": "the name of a side, as this catalogue has it",
    "postmaster": "a mail address",
    "ring": "single, double or triple, as this catalogue has it",
    "rings": "the sizes of rings, such as 1 1 2 2 3 3",
    "rule": "the number of a rule, such as G7",
    "seat": "the name of a side, as this catalogue has it",
    "similar": 'commands, with commas or "or" between them',
    "slot": "a place on the board, such as 13",
    "specs": "games with their rule sets, such as gyges/modern",
    "stack": "a stack, as this catalogue has it",
    "target": "a piece or stack, or its place",
    "text": "what the player wrote",
    "today": "a day, such as Fri 11 Dec",
    "topics": "topics of help, with commas between them",
    "word": "a word that the player wrote",
    "written": "what the player wrote",
}
"""Explanations of the facts in refusals and in texts of games whose names do not explain them."""

_MADE_BY = re.compile(rb'^"Generated-By: .*\n', re.MULTILINE)
_FACT = re.compile(r"\{+ ?(\w+)")


class Text(NamedTuple):
    """A text in English, with its plural if it has one.

    context: its msgctxt; "" for a sentence of a template or a refusal.
    place: the file or the command that it comes from.
    """

    singular: str
    plural: str
    context: str
    place: str
    comments: tuple[str, ...] = ()


def texts() -> Iterator[Text]:
    yield from _of_templates()
    yield from _of_tables()
    yield from _of_commands()
    yield from _of_games()


def _of_templates() -> Iterator[Text]:
    found = extract_from_dir(
        TEMPLATES,
        method_map=[("**.j2", "jinja2")],
        options_map={"**.j2": _JINJA},
        comment_tags=["Translators:"],
        strip_comment_tags=True,
    )
    for name, _, message, comments, context in sorted(found, key=lambda each: (each[0], each[1])):
        singular, plural = message if isinstance(message, tuple) else (message, "")
        yield Text(singular, plural, context or "", name, tuple(comments))


def _of_tables() -> Iterator[Text]:
    for code, parts in table("refusals").items():
        for part, text in parts.items():
            comments = (_OF_REFUSALS[part], *_facts(text))
            yield Text(text, "", "", f"refusals.toml:{code}", comments)
    for kind, names in table("names").items():
        yield from (Text(text, "", kind, f"names.toml:{kind}") for text in names.values())


def _of_commands() -> Iterator[Text]:
    for command in all_commands():
        place = f"{command.run.__module__.replace('.', '/')}.py"
        yield from (Text(text, "", COMMANDS, place) for text in command.details)


def _of_games() -> Iterator[Text]:
    yield from _of_words(WORDS, SHARED, "rules/words.py")
    for game in all_games():
        yield Text(game.title, "", game.name, f"rules/{game.name}")
        yield from _of_words(game.words, game.name, f"rules/{game.name}")


def _of_words(words: Mapping[str, str], context: str, place: str) -> Iterator[Text]:
    yield from (Text(text, "", context, place, tuple(_facts(text))) for text in words.values())


def _facts(text: str) -> Iterator[str]:
    """Yield explanations of the facts in a text."""
    for name in dict.fromkeys(_FACT.findall(text)):
        if name in _FACTS:
            yield f"{name}: {_FACTS[name]}"


def collected() -> Catalog:
    """A catalogue of all texts, each once, in the order in which they were found."""
    catalogue = Catalog(charset="utf-8")
    for text in texts():
        catalogue.add(
            (text.singular, text.plural) if text.plural else text.singular,
            locations=[(text.place, 0)],
            auto_comments=(*text.comments, *_COMMENTS.get(text.context, ())),
            context=text.context or None,
        )
    return catalogue


def translated(language: str) -> Catalog:
    with (TEMPLATES / language / CATALOGUE).open("rb") as file:
        catalogue = read_po(file, locale=language)
    name = catalogue.locale.english_name if catalogue.locale else language
    catalogue.header_comment = f"# What pbm says, in {name}; scripts/translations keeps the list."
    catalogue.project, catalogue.version, catalogue.fuzzy = "pbm", "", False
    catalogue.msgid_bugs_address = catalogue.last_translator = ""
    catalogue.language_team = str(name)
    return catalogue


MOST_SHOWN = 20
"""The most untranslated texts that are printed for a language: a new language lacks all texts."""


def updated(language: str, texts_now: Catalog) -> bytes:
    """The bytes of a language's catalogue, updated to the present texts."""
    catalogue = translated(language)
    catalogue.update(texts_now, no_fuzzy_matching=True, update_creation_date=False)
    written = BytesIO()
    write_po(written, catalogue, width=_WIDTH, ignore_obsolete=True, include_lineno=False)
    # Otherwise every version of Babel would change every catalogue.
    return _MADE_BY.sub(b"", written.getvalue(), count=1)


def _lacks_a_form(message: Message) -> bool:
    """Whether a text has no translation, or a plural lacks one of its forms."""
    told = message.string if isinstance(message.string, tuple | list) else [message.string]
    return not all(told)


def main() -> int:
    parser = ArgumentParser(description=__doc__, prog="scripts/translations")
    parser.add_argument(
        "--check",
        action="store_true",
        help="change nothing; fail if a catalogue is out of date or lacks a translation",
    )
    check = parser.parse_args().check
    now, behind = collected(), 0
    for language in languages():
        if language == ENGLISH:
            continue
        path, after = TEMPLATES / language / CATALOGUE, updated(language, now)
        changed = path.read_bytes() != after
        behind += changed
        if changed and not check:
            path.write_bytes(after)
        missing = [each.id for each in read_po(BytesIO(after)) if each.id and _lacks_a_form(each)]
        behind += bool(missing)
        state = ", out of date" if changed and check else ""
        print(f"{language}: {len(missing)} to translate{state}")
        for text in missing[:MOST_SHOWN]:
            print(f"    {text!r}")
    return 1 if check and behind else 0


if __name__ == "__main__":
    sys.exit(main())
