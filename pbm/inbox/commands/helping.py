"""Help, most of it made from the decorators and docstrings of the commands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pbm.base.values import replace
from pbm.core.games import (
    AnyGame,
    Listed,
    Phrase,
    family,
    find,
    game_names,
    listed_games,
    spec,
    start_names,
)
from pbm.core.refused import Refused
from pbm.inbox.line.access import Access, Scope
from pbm.inbox.line.command import Command, command
from pbm.inbox.line.names import all_commands, find_command
from pbm.inbox.line.newcomers import name_for
from pbm.inbox.line.request import Answer, Request
from pbm.inbox.line.secrets import may_be_secret
from pbm.notices.drafts import LEARNT, Draft
from pbm.notices.facts.examples import example_of
from pbm.notices.facts.places import place_facts
from pbm.notices.help_texts import Text, game_text, rules_about, topic_of, topic_text, topics
from pbm.notices.kinds import MailKind
from pbm.notices.languages import COMMANDS, translations
from pbm.notices.pages import LESSON
from pbm.notices.rendering import wrapped
from pbm.notices.topic_names import topic_named, topic_names
from pbm.play.programs import here
from pbm.play.signups import EXAMPLE_USERID

_COMMANDS, _PROGRAMS, _RATINGS, _ALL_RULES = "commands", "programs", "ratings", "rules"
_SET, _SIGNUP = "set", "signup "
_RULE = re.compile(r"[a-z]\d+[a-z]?")


@command("help", "[TOPIC...]", access=Access.ANYONE)
def help_(request: Request) -> Answer:
    """Explain a topic: a command, a game, a rule set, tutorial or notation.

    Without a topic, it says what you can do where you are. help commands is the table of all
    commands.
    """
    return _answer(request, _topic(request))


@command("help", scope=Scope.GAME, access=Access.ANYONE)
def game_help(request: Request) -> Answer:
    """Explain a game and how its moves are written."""
    return _answer(request, _about_game(request, _as_played(request, request.named_game)))


def _answer(request: Request, facts: Mapping[str, Any]) -> Answer:
    to = request.speaker.player if request.speaker else request.sender.author
    grant, token = request.grant(), request.sender.token
    # Who asks about a lesson goes on with it in reply to the answer.
    taught = {LEARNT: token.data[LEARNT]} if token is not None and LEARNT in token.data else {}
    grant = replace(grant, data={**grant.data, **taught})
    if taught:
        rules, number, *_ = taught[LEARNT]
        facts = {**facts, "go_on": f"learn {topic_of(find(rules))} {number}"}
    return Answer(Draft(to, MailKind.HELP, facts, grant=grant, language=request.language))


def _topic(request: Request) -> Mapping[str, Any]:
    """:raises Refused: if there is no help on the topic."""
    match _in_english(request.args.text.casefold().split(), request.reader.language):
        case []:
            return _here(request)
        case [word] if word == _COMMANDS:
            return _table(request)
        case [word] if word == _ALL_RULES:
            played = _game_here(request)
            return _about_game(request, played) if played else _here(request)
        case words:
            return _about(request, words)


def _about(request: Request, words: list[str]) -> Mapping[str, Any]:
    """:raises Refused: if there is no help on the words."""
    topic = words[0]
    written = topic_text(topic, request.reader.language)
    if written is not None and topic in _topics(request):
        return {**_written(request, topic, written), "standing": _standing(request, topic)}
    game = family(" ".join(words))
    if game is not None:
        return _about_game(request, _as_played(request, game))
    games = [each for each in listed_games() if words[-1] in (each.ruleset, each.spec)]
    if len({each.name for each in games}) > 1:
        specs = ", ".join(each.spec for each in games)
        raise Refused("which_rules", name=words[-1][:30], specs=specs)
    if games:
        return _about_game(request, find(games[0].spec))
    found = _named(words)
    return _about_command(request, found[0]) if found else _about_rules(request, words[-1])


def _in_english(words: list[str], language: str) -> list[str]:
    """The words with the name of a topic, which they are or begin with, as commands have it.

    What is the name of a game or of a command here may be a word for a topic elsewhere.
    """
    whole = topic_named(" ".join(words), language)
    if whole:
        return [whole]
    topic = topic_named(words[0], language) if words else ""
    return [topic, *words[1:]] if topic and _named(words) is None else words


def _standing(request: Request, topic: str) -> list[str] | None:
    """The ratings of the player who asks what ratings are; None for others and other topics."""
    player = request.known
    if player is None or topic != _RATINGS:
        return None
    ratings = [(name, request.tx.ratings.now(name, player.id)) for name in game_names()]
    return [f"{name} {rating}" for name, rating in ratings if rating.games]


def _topics(request: Request) -> list[str]:
    """All topics; without that of programs if none play here."""
    return [topic for topic in topics() if topic != _PROGRAMS or here(request.tx)]


def _named(words: list[str]) -> tuple[Command, list[str]] | None:
    if family(words[0]) is not None:
        return find_command(words[1:], (Scope.GAME, Scope.BOARD))
    # The command help has two forms, with a game and without one.
    return find_command(words, (Scope.SERVER, Scope.BOARD)) or find_command(words, Scope)


def _facts(request: Request, topic: str, **parts: Any) -> Mapping[str, Any]:
    nothing = {
        "place": "",
        "text": "",
        "usage": "",
        "in_english": False,
        "example": {},
        "groups": [],
        "starts": [],
        "standing": None,
        "name": "",
        "go_on": "",
    }
    return {**nothing, "topic": topic, "topics": _topics(request), **parts}


def _here(request: Request) -> Mapping[str, Any]:
    """The sender's place in the club, and what they can write there."""
    board = None if request.about is None else request.work.board(request.about)
    return _facts(request, "", **place_facts(request.tx, board, request.known, name_for(request)))


def _table(request: Request) -> Mapping[str, Any]:
    shown = sorted((each for each in all_commands() if _is_shown(request, each)), key=_by_name)
    groups = [
        {
            "about": scope.name.casefold(),
            "commands": [
                {"usage": each.usage, "summary": _told(request, each.summary)}
                for each in shown
                if each.scope is scope
            ],
        }
        for scope in Scope
    ]
    return _facts(request, _COMMANDS, groups=groups)


def _is_shown(request: Request, command: Command) -> bool:
    return not command.hidden and (command.name != _PROGRAMS or bool(here(request.tx)))


def _by_name(command: Command) -> str:
    return command.name


def _about_command(request: Request, found: Command) -> Mapping[str, Any]:
    paragraphs = [wrapped(_told(request, each)) for each in found.details]
    text = "\n\n".join(paragraphs)
    return _facts(request, found.name, usage=found.usage, text=text, starts=_starts(found))


def _starts(found: Command) -> list[Mapping[str, Any]]:
    """The games with seeded starts and their options; none if the command has no such option."""
    if not {*start_names()} <= {*found.option_names}:
        return []
    drawing = {game.name: game.starts for game in listed_games() if game.starts}
    return [
        {"game": name, "options": [f"-{start}" for start in starts]}
        for name, starts in drawing.items()
    ]


def _about_game(request: Request, game: AnyGame) -> Mapping[str, Any]:
    written = _written(request, topic_of(game), game_text(game, request.reader.language))
    example = example_of(request.reader, request.known, game)
    return {**written, "example": example, LESSON: spec(game)}


def _as_played(request: Request, game: AnyGame) -> AnyGame:
    """The game by the rules of the board that the answered mail is about, if it is played there."""
    played = _game_here(request)
    return played if played and played.name == game.name else game


def _game_here(request: Request) -> AnyGame | None:
    """The rule set of the board that the answered mail is about."""
    return None if request.about is None else request.work.board(request.about).game


def _about_rules(request: Request, word: str) -> Mapping[str, Any]:
    """The rules with this number or word, and where all rules are explained.

    :raises Refused: if there are no such rules
    """
    played = _game_here(request)
    known = [*([Listed.of(played)] if played else []), *listed_games()]
    found = rules_about(word, known, request.reader.language)
    if found is None:
        known_topics = ", ".join(topic_names(_topics(request), request.reader.language))
        if any(map(may_be_secret, request.args.rest)):
            # What may be a password is not repeated, and asterisks would say nothing.
            raise Refused("no_such_topic", topics=known_topics)
        raise Refused("no_topic", topic=request.args.text[:30], topics=known_topics)
    game, rules = found
    # By itself, the number of a rule of DVONN would be a cell of its board.
    by_rule = Phrase("by_rule", {"rule": word.capitalize()})
    topic = request.reader.say(find(game.spec), by_rule) if _RULE.fullmatch(word) else word
    return {**_written(request, topic, rules), "topics": [topic_of(game)]}


def _written(request: Request, topic: str, found: Text) -> Mapping[str, Any]:
    in_english, text = found.language != request.reader.language, found.text
    name = name_for(request)
    if name:
        text = text.replace(f"{_SIGNUP}{EXAMPLE_USERID}", f"{_SIGNUP}{name}")
    return _facts(request, topic, text=text, in_english=in_english, name=name)


def _told(request: Request, paragraph: str) -> str:
    """A paragraph of a command's docstring in the reader's language."""
    return translations(request.reader.language).pgettext(COMMANDS, paragraph)
