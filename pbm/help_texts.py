"""Help topics that are written out rather than made from commands."""

from __future__ import annotations

from importlib import resources

from pbm.games import AnyGame, all_games, family
from pbm.rendering import ENGLISH

_ENDING = ".txt"


def topic_text(topic: str, language: str = ENGLISH) -> str | None:
    """The text of a topic, or None where nobody wrote one."""
    if topic not in _written(language):
        return None
    path = resources.files("mail_templates").joinpath(language, "help", topic + _ENDING)
    return path.read_text(encoding="utf-8")


def game_text(game: AnyGame) -> str:
    """What a game's own folder says of the rule set, or of the game for the default one."""
    folder = resources.files(f"rules.{game.name}")
    own = folder.joinpath("help", game.ruleset + _ENDING)
    text = own if own.is_file() else folder.joinpath("help" + _ENDING)
    return text.read_text(encoding="utf-8")


def topic_of(game: AnyGame) -> str:
    """What help to ask for: a game's own name means its default rule set."""
    return game.name if game is family(game.name) else game.ruleset


def topics(language: str = ENGLISH) -> list[str]:
    """Every topic but the commands, sorted."""
    names = {game.name for game in all_games()} | {game.ruleset for game in all_games()}
    return sorted(_written(language) | names)


def _written(language: str) -> set[str]:
    folder = resources.files("mail_templates").joinpath(language, "help")
    return {entry.name.removesuffix(_ENDING) for entry in folder.iterdir()}
