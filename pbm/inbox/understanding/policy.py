"""What is done about a wish, by where its writer stands: the tables of ``policy.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from pbm.base.values import replace
from pbm.core.cities import zone_in
from pbm.core.games import example_game
from pbm.core.languages import texts
from pbm.inbox.understanding.intention import Certainty, Intention
from pbm.inbox.understanding.lexicon import is_word
from pbm.inbox.understanding.situation import Situation
from pbm.notices.facts.places import Place

POLICY = "policy.toml"
ANALYSE, HELP_ANALYSE, SIGNOFF = "analyse", "help analyse", "signoff"

_COLUMNS: Mapping[Place, str] = {
    Place.TURN: "board",
    Place.WAITING: "board",
    Place.INVITED: "invited",
    Place.OVER: "over",
    Place.BETWEEN: "between",
}
_EXAMPLES: Mapping[str, str] = {
    "board": "board",
    "invited": "invitation",
    "over": "finished",
    "between": "welcome",
}
_CHALLENGE = "{game} challenge {player}"
_CONTESTS, _ABOUT_CONTESTS = "contests", "help contests"
Commands = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class Policy:
    """The tables of the file, which explains them."""

    answered: Commands
    asked: Commands
    how: Mapping[str, str]
    puzzle: Mapping[str, str]
    mails: Mapping[str, str]
    first: Sequence[str]
    only_asked: Sequence[str]
    never_talk: Sequence[str]
    asked_late: Sequence[str]
    confidence: Mapping[str, float]
    gated: Mapping[str, str]
    refused: Mapping[str, Sequence[str]]


@cache
def policy() -> Policy:
    return Policy(**tomllib.loads(texts().joinpath(POLICY).read_text("utf-8")))


def behind_gate(meant: Intention) -> Intention:
    """What is done in place of what the words say, as they may not count."""
    gated = policy().gated.get(meant.certainty.value)
    return replace(meant, certainty=Certainty(gated)) if gated else meant


def column_of(situation: Situation) -> str:
    """The column of the tables for the situation, "" for a place where nothing is guessed."""
    return "offered" if situation.offer else _COLUMNS.get(situation.place, "")


def examples_of(situation: Situation) -> str:
    """The table of examples for the situation, "" for none."""
    if situation.offer:
        return f"{situation.offer.value}_offered"
    return _EXAMPLES.get(column_of(situation), "")


def written_for(wish: str, commands: Commands, situation: Situation) -> str:
    """The command for a wish in one of the tables, with its placeholders; "" for none."""
    row = commands.get(wish, {})
    return row.get(column_of(situation), row.get("anywhere", ""))


def command_for(
    wishes: Collection[str],
    situation: Situation,
    commands: Commands | None = None,
    words: Sequence[str] = (),
) -> str:
    """The command for the first of the wishes that has one where the writer stands, else "".

    words: those of the letter, which may name what stands in a placeholder.
    """
    rows = policy().answered if commands is None else commands
    found = (written_for(wish, rows, situation) for wish in rows if wish in wishes)
    return next(filter(None, (_filled(each, situation, words) for each in found)), "")


def _filled(command: str, situation: Situation, words: Sequence[str]) -> str:
    """The command with its placeholders filled; "" if what stands in one is not known."""
    if "{" not in command:
        return command
    named = next(filter(None, map(situation.game_named, words)), "")
    own = situation.game
    # "How is Hex played?", in reply to a board of another game.
    is_elsewhere = named and (own is None or named != own.name)
    facts = {
        "game": named or (own.name if own else example_game()),
        "named": named,
        "player": next(filter(situation.is_other, words), ""),
        "opponent": situation.opponent,
        "topic": named if is_elsewhere else situation.topic,
        "placing": _placing(situation),
        "me": situation.userid,
        "zone": next(filter(None, (zone_in([each]) for each in words if not is_word(each))), ""),
        "contest": situation.contest or _own_contest(situation),
        "about": _ABOUT_CONTESTS if situation.contest else "",
        "analysis": ANALYSE if situation.may_analyse else HELP_ANALYSE,
    }
    needed = ("player", "opponent", "me", "placing", "contest", "about", "zone")
    if any(f"{{{each}}}" in command and not facts[each] for each in needed):
        return ""
    if command == _CHALLENGE:
        return situation.challenge(facts["game"], facts["player"])
    return command.format(**facts).strip()


def _own_contest(situation: Situation) -> str:
    """The only contest of a player between games, or the list; "" in reply to a board of none."""
    if situation.place is not Place.BETWEEN:
        return ""
    own = situation.own_contests
    return own[0] if len(own) == 1 else _CONTESTS


def _placing(situation: Situation) -> str:
    """The help topic for a player who places pieces: its own where a seeded start spares it."""
    game = situation.game if situation.places else None
    return "" if game is None else "placing" if game.starts else situation.topic
