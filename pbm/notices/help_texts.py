"""Help topics with a text of their own, as opposed to help generated from commands.

Each topic is a file; the topics of a game are in the game's folder. Translations of both are in the
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
    folder = resources.files(f"rules.{game.name}")
    own = folder.joinpath("help", game.ruleset + _ENDING)
    english = own if own.is_file() else folder.joinpath("help" + _ENDING)
    topic = game.ruleset if own.is_file() else game.name
    return _translated(topic, language) or Text(english.read_text(encoding="utf-8"), ENGLISH)


def topic_of(game: AnyGame) -> str:
    """The name of the help topic of a rule set; for the default one, the name of the game."""
    return game.name if game is family(game.name) else game.ruleset


def topics() -> list[str]:
    """All topics except commands, sorted."""
    names = {*game_names(), *(game.ruleset for game in all_games())}
    return sorted(_written() | names)


def help_texts(language: str) -> Iterator[str]:
    """All texts in this language, including those of games."""
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
