"""Help, most of it made from the commands themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbm.dialogue.access import Access, Scope
from pbm.dialogue.answers import Answer, Refusal
from pbm.dialogue.command import Command, all_commands, command, find_command
from pbm.dialogue.request import Request
from pbm.drafts import Draft
from pbm.games import AnyGame, all_games, family, spec
from pbm.help_texts import game_text, topic_of, topic_text, topics
from pbm.rendering import wrapped


@command("help", "[TOPIC...]", access=Access.ANYONE)
def help_(request: Request) -> Answer:
    """Explain a topic: a command, a game, a rule set, tutorial or notation.

    Without a topic, the table of all commands.
    """
    return _answer(request, _topic(request.args.text))


@command("help", scope=Scope.GAME, access=Access.ANYONE)
def game_help(request: Request) -> Answer:
    """Explain a game and how its moves are written."""
    assert request.game is not None
    return _answer(request, _about_game(request.game))


def _answer(request: Request, facts: Mapping[str, Any]) -> Answer:
    to = request.speaker.player if request.speaker else request.sender.author
    return Answer(Draft(to, "help", facts, grant=request.grant()))


def _topic(text: str) -> Mapping[str, Any]:
    """:raises Refusal: if there is no help on that."""
    words = text.casefold().split()
    if not words:
        return _table()
    written = topic_text(words[0])
    if written is not None:
        return _facts(words[0], text=written)
    game = family(words[0]) if len(words) == 1 else None
    if game is not None:
        return _about_game(game)
    ruleset = [each for each in all_games() if words[-1] in (each.ruleset, spec(each))]
    if ruleset:
        return _about_game(ruleset[0])
    found = find_command(words[1:] if family(words[0]) else words, Scope)
    if found is None:
        raise Refusal("no_topic", topic=text[:30], topics=", ".join(topics()))
    return _about_command(found[0])


def _facts(topic: str, **parts: Any) -> Mapping[str, Any]:
    return {"topic": topic, "text": "", "usage": "", "groups": [], "topics": topics(), **parts}


def _table() -> Mapping[str, Any]:
    shown = sorted((each for each in all_commands() if not each.hidden), key=_by_name)
    groups = [
        {
            "about": scope.name.casefold(),
            "commands": [
                {"usage": each.usage, "summary": each.summary}
                for each in shown
                if each.scope is scope
            ],
        }
        for scope in Scope
    ]
    return _facts("", groups=groups)


def _by_name(command: Command) -> str:
    return command.name


def _about_command(found: Command) -> Mapping[str, Any]:
    paragraphs = [wrapped(paragraph) for paragraph in found.details.split("\n\n")]
    return _facts(found.name, usage=found.usage, text="\n\n".join(paragraphs))


def _about_game(game: AnyGame) -> Mapping[str, Any]:
    return _facts(topic_of(game), text=game_text(game))
