"""Help topics with a text of their own, not made from commands.

Each topic is a file; the topics of a game are in the game's folder. Translations of both are in the
folder of their language. A rule set's text consists of its own sections and those of the rule set
that it resembles, so that each text is complete and nothing is written twice.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from pbm.core.games import (
    AnyGame,
    Listed,
    find,
    game_names,
    listed_games,
    native_names,
    plugin_help,
)
from pbm.core.languages import ENGLISH, texts
from pbm.core.suggestions import aim
from pbm.notices.rendering import wrapped
from pbm.notices.wording import say, words_in

_ENDING = ".txt"
_MARGIN = "    "
_SHORTEST_WORD, _MOST_RULES = 4, 3
_LIKE, _RULES = "as ", "rules"
_SECTION = re.compile(r"^\[([a-z ]+)\]$", re.MULTILINE)
_RULE = re.compile(r"^[A-Z]{1,2}\d+[a-z]?\s.*(?:\n .*)*", re.MULTILINE)


@dataclass(frozen=True)
class Text:
    """The text of a topic. language: English if there is no translation."""

    text: str
    language: str


def topic_text(topic: str, language: str = ENGLISH) -> Text | None:
    """The text of a topic; None if there is no such topic."""
    if topic not in _written():
        return None
    return _translated(topic, language) or Text(_read(_folder(ENGLISH), topic), ENGLISH)


def game_text(game: AnyGame, language: str = ENGLISH) -> Text:
    """The help text of a rule set; for the default one, that of the game."""
    (title, *rest), found = _written_text(game, language)
    return Text(_joined([_with_aim(title, game, found.language), *rest]), found.language)


def quickest_learnt() -> Sequence[str]:
    """The names of all games, those first whose rules are told in the fewest words."""
    return sorted(game_names(), key=lambda name: len(game_text(find(name)).text.split()))


def _written_text(game: AnyGame | Listed, language: str) -> tuple[Sequence[str], Text]:
    """The sections of the text of a rule set, the title first, and all of it."""
    own = _of_game(game.name, topic_of(game), language)
    sections = [*_whole(game.name, own.text, language).values()]
    return sections, Text(_joined(sections), own.language)


def _with_aim(title: str, game: AnyGame, language: str) -> str:
    """The title section with the aim of the game between its underlined heading and its text."""
    words = words_in(language, game)
    sentences = [say(words, phrase) for phrase in aim(game, None)]
    if not sentences:
        return title
    heading, line, *text = title.split("\n", 2)
    # Below the heading the text goes on without a capital: "by Claude Leroy".
    apart = (each[:1].upper() + each[1:] for each in text)
    return "\n".join((heading, line, wrapped(" ".join(sentences)), "", *apart))


def rules_about(
    word: str, games: Iterable[Listed], language: str = ENGLISH
) -> tuple[Listed, Text] | None:
    """The rules with this number, such as ``G5``, or those that use this word, at most a few.

    The rules are those of the first game that has any; None if no game has.
    """
    for game in games:
        _, found = _written_text(game, language)
        rules = [rule.rstrip("\n") for rule in _RULE.findall(found.text)]
        wanted = [rule for rule in rules if rule.split()[0].casefold() == word.casefold()]
        if not wanted and len(word) >= _SHORTEST_WORD:
            uses = re.compile(rf"\b{re.escape(word)}", re.IGNORECASE)
            wanted = list(filter(uses.search, rules))[:_MOST_RULES]
        if wanted:
            return game, Text("\n".join(wanted) + "\n", found.language)
    return None


def _of_game(name: str, topic: str, language: str) -> Text:
    if (plugin := plugin_help(name)) is not None:
        return Text(plugin, ENGLISH)
    english = _english(name, topic)
    return _translated(topic, language) or Text(english.read_text(encoding="utf-8"), ENGLISH)


def _english(name: str, topic: str) -> Traversable:
    """The file of a topic of a game in the game's folder."""
    folder = resources.files("pbm.rules").joinpath(name)
    parts = ("help",) if topic == name else ("help", topic)
    return folder.joinpath(*parts[:-1], parts[-1] + _ENDING)


def _whole(name: str, text: str, language: str) -> Mapping[str, str]:
    """The sections of a text: its own, and the other sections of the text that it resembles.

    An empty section removes the resembled text's section. Rules of both are shown: G7s after G7.
    """
    own = _sections(text)
    like = next((section for section in own if section.startswith(_LIKE)), "")
    if not like:
        return own
    other = _whole(name, _of_game(name, like.removeprefix(_LIKE), language).text, language)
    rules = _merged(other.get(_RULES, ""), own.pop(_RULES, ""))
    return {**other, **own, _RULES: rules}


def _sections(text: str) -> dict[str, str]:
    """The sections by name; each name is in brackets on its own line, and "" is the title."""
    title, *rest = _SECTION.split(text)
    found = {"": title.strip("\n")}
    found.update(
        (name, section.strip("\n")) for name, section in zip(rest[::2], rest[1::2], strict=True)
    )
    return found


def _joined(sections: Iterable[str]) -> str:
    """The sections below each other; lines of tables are not separated."""
    text = ""
    for section in filter(None, sections):
        *_, last = text.split("\n")
        in_table = last.startswith(_MARGIN) and section.startswith(_MARGIN)
        text += ("\n" if in_table else "\n\n" if text else "") + section
    return text + "\n"


def _merged(*texts: str) -> str:
    """The rules of all texts, each after those with the same number and fewer letters."""
    rules = [rule for text in texts for rule in _RULE.findall(text)]
    return "\n".join(sorted((rule.rstrip("\n") for rule in rules), key=_number))


def _number(rule: str) -> int:
    found = re.search(r"\d+", rule)
    assert found is not None, "each rule begins with its number"
    return int(found[0])


def topic_of(game: AnyGame | Listed) -> str:
    """The name of the help topic of a rule set; without a text of its own, the name of the game."""
    return game.ruleset if _has_own_text(game.name, game.ruleset) else game.name


@cache
def _has_own_text(name: str, ruleset: str) -> bool:
    if name not in native_names():
        return False
    return _english(name, ruleset).is_file()


def topics() -> list[str]:
    """All topics except commands, sorted."""
    games = Counter(game.ruleset for game in listed_games())
    return sorted(
        {
            *_written(),
            *game_names(),
            *(name for name, of in games.items() if of == 1 and name.isalpha()),
        }
    )


def help_texts(language: str) -> Iterator[str]:
    """All texts in this language, including those of games, without their aims."""
    written = (topic_text(topic, language) for topic in _written())
    of_games = (_written_text(game, language)[1] for game in listed_games())
    found = (text for text in (*written, *of_games) if text is not None)
    return (text.text for text in found if text.language == language)


def _translated(topic: str, language: str) -> Text | None:
    folder = _folder(language)
    if language == ENGLISH or not folder.joinpath(topic + _ENDING).is_file():
        return None
    return Text(_read(folder, topic), language)


def _written() -> set[str]:
    return {entry.name.removesuffix(_ENDING) for entry in _folder(ENGLISH).iterdir()}


def _folder(language: str) -> Traversable:
    return texts().joinpath(language, "help")


def _read(folder: Traversable, topic: str) -> str:
    return folder.joinpath(topic + _ENDING).read_text(encoding="utf-8")
