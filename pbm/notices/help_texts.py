"""Help topics that are written out rather than made from commands.

A topic is a file; one of a game lies in the game's own folder. Translations of both lie in the
folder of their language.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable

from pbm.core.games import AnyGame, all_games, family, game_names
from pbm.core.languages import ENGLISH, texts

_ENDING = ".txt"


@dataclass(frozen=True)
class Text:
    """language: English where nobody has translated the text."""

    text: str
    language: str


def topic_text(topic: str, language: str = ENGLISH) -> Text | None:
    """The text of a topic, or None where nobody wrote one."""
    if topic not in _written():
        return None
    return _translated(topic, language) or Text(_read(_folder(ENGLISH), topic), ENGLISH)


def game_text(game: AnyGame, language: str = ENGLISH) -> Text:
    """What is said of the rule set, or of the game for the default one."""
    folder = resources.files(f"rules.{game.name}")
    own = folder.joinpath("help", game.ruleset + _ENDING)
    english = own if own.is_file() else folder.joinpath("help" + _ENDING)
    topic = game.ruleset if own.is_file() else game.name
    return _translated(topic, language) or Text(english.read_text(encoding="utf-8"), ENGLISH)


def topic_of(game: AnyGame) -> str:
    """What help to ask for: a game's own name means its default rule set."""
    return game.name if game is family(game.name) else game.ruleset


def topics() -> list[str]:
    """Every topic but the commands, sorted."""
    names = {*game_names(), *(game.ruleset for game in all_games())}
    return sorted(_written() | names)


def help_texts(language: str) -> Iterator[str]:
    """Every text of this language, those of the games among them."""
    written = (topic_text(topic, language) for topic in _written())
    of_games = (game_text(game, language) for game in all_games())
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
