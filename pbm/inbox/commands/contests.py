"""Contests: cups, seasons of leagues, and stairs."""

from __future__ import annotations

import re
from typing import Any

from pbm.core.contests.changes import is_alive
from pbm.core.contests.model import Contest, ContestKind
from pbm.core.games import AnyGame
from pbm.core.model import Player
from pbm.core.refused import Refused
from pbm.inbox.line.access import Access, Scope, Unproven
from pbm.inbox.line.command import command
from pbm.inbox.line.forms import Arguments
from pbm.inbox.line.request import Answer, Request
from pbm.notices.contest_news import contest_draft, leaving_facts
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.facts.contests import before, contest_row, others
from pbm.notices.kinds import MailKind
from pbm.notices.seek_news import examples_first
from pbm.play.contests import climbing, cups, leaving, seasons, watching
from pbm.play.contests.entering import rules
from pbm.play.contests.views import climbers
from pbm.play.terms import GameOptions
from pbm.store.protocol import Transaction

JOIN, LEAVE, SHOW, CHALLENGE, ONCE = "join", "leave", "show", "challenge", "once"
SUBSCRIBE, UNSUBSCRIBE = "subscribe", "unsubscribe"
_LEAGUE = re.compile(r"#?(\d{0,6})([a-z]{0,2})", re.IGNORECASE)
_MOST_ROWS = 40
_KINDS = {each.value for each in ContestKind}


def _only_shows(args: Arguments) -> Access | None:
    """Looking at a contest needs no more than an address."""
    return Access.READER if args.word("what").casefold() in ("", SHOW) else None


@command(
    "cup",
    "u p [WHAT] [NUMBER]",
    scope=Scope.GAME,
    access=Access.PLAYER,
    options=("rules=NAME", "both"),
    eased=_only_shows,
)
def cup(request: Request) -> Answer:
    """Play a small tournament: "cup join" enters the next one, "cup" shows it.

    It begins as soon as four players have entered: everyone against everyone, all games at once.
    With -both you play each opponent twice, with both seats. -rules=NAME chooses the rule set.

    "cup leave" takes your entry back; while a cup runs it gives up your games there. "cup show 3"
    shows cup 3, "cup subscribe 3" has its news sent to you, "cup unsubscribe 3" no more.

    "help contests" has the rules: ties, holidays, ratings, and what stopping costs. Until you have
    finished a game here, you can be in one contest only.
    """
    game, work, what = _rules(request), request.work, _what(request)
    if what == JOIN:
        cups.join(work, request.player, game, both="both" in request.args.options)
        return request.told()
    return _done(request, game, ContestKind.CUP, what)


@command(
    "season",
    "u p [WHAT] [WORD]",
    scope=Scope.GAME,
    access=Access.PLAYER,
    options=("rules=NAME",),
    eased=_only_shows,
)
def season(request: Request) -> Answer:
    """Play in a league of four to seven players: "season join" enters, "season" shows your league.

    A season begins on 1 January, April, July and October, with all games at once. The first of a
    league go up, the last go down. You stay entered until "season leave"; "season join once" is
    for one season only. -rules=NAME chooses the rule set.

    While you play, "season leave" first takes back your entry for the next season; "season leave
    3" gives up your games in season 3. "season show 3B" shows league B of season 3, and "season
    subscribe" has the news of a season sent to you.

    "help contests" has the rules: ties, holidays, ratings, and what stopping costs. Until you have
    finished a game here, you can be in one contest only.
    """
    game, work, what = _rules(request), request.work, _what(request)
    if what == JOIN:
        once = request.args.word("word").casefold()
        if once not in ("", ONCE):
            raise Refused("unknown_contest_word", word=once[:30], known=f"{JOIN} {ONCE}")
        seasons.join(work, request.player, game, once=bool(once))
        return request.told()
    return _done(request, game, ContestKind.SEASON, what)


@command(
    "stairs",
    "u p [WHAT] [PLAYER]",
    scope=Scope.GAME,
    access=Access.PLAYER,
    options=("rules=NAME",),
    passes_on=True,
    eased=_only_shows,
)
def stairs(request: Request) -> Answer:
    """Climb stairs by games that you choose: "stairs join", then "stairs challenge PLAYER".

    A win leads a step up, a loss a step down. You can challenge somebody on your own step or one
    above; the game begins at once. You play one game as challenger and one as challenged at a time,
    and not against the same player within 14 days. Who loses on time rests until they write.

    "stairs" shows who stands where. "stairs leave" gives up your games there. -rules=NAME chooses
    the rule set.

    "help contests" has the rules: ties, holidays, ratings, and what stopping costs. Until you have
    finished a game here, you can be in one contest only.
    """
    game, work, what = _rules(request), request.work, _what(request)
    if what == JOIN:
        climbing.join(work, request.player, game)
        return request.told()
    if what == CHALLENGE:
        userid = request.args.word("player").casefold()
        climbing.challenge(work, request.player, game, userid, request.text)
        return request.told()
    return _done(request, game, ContestKind.STAIRS, what)


def leaving_asked(
    tx: Transaction, player: Player, name: str, game: AnyGame, args: Arguments
) -> dict[str, Any]:
    """The facts of what the player loses by leaving the contest that a command names.

    They are empty for other commands, and before the contest begins, when nothing is lost.
    """
    if name not in _KINDS or args.word("what").casefold() != LEAVE:
        return {}
    found = leaving.meant(tx, player, _ruleset(game, args), ContestKind(name), _number(args))
    return leaving_facts(tx, found.contest, player) if found.runs else {}


@command("contests")
def contests(request: Request) -> Answer:
    """List the cups, seasons and stairs that are open or running, in all games."""
    found = [each for each in request.tx.contests.list() if _is_listed(each)]
    own = {each.contest for each in request.tx.contests.entries_of(request.player.id)}
    shown = sorted(found, key=lambda each: each.id not in own)[:_MOST_ROWS]
    rows = [contest_row(request.tx, request.reader, each, yours=each.id in own) for each in shown]
    first = examples_first(request.tx)
    can = [f"{each} {kind} join" for each in first for kind in ("cup", "season", "stairs")]
    facts = {"rows": rows, "can": can}
    grant = account_grant(request.player)
    return Answer(Draft(request.player, MailKind.CONTESTS, facts, grant=grant))


def _done(request: Request, game: AnyGame, kind: ContestKind, what: str) -> Answer:
    """Run a command that all kinds of contests have.

    :raises Refused: if ``what`` is none of these commands
    """
    if what == LEAVE:
        return _left(request, game, kind)
    if what in (SUBSCRIBE, UNSUBSCRIBE):
        watch = watching.subscribe if what == SUBSCRIBE else watching.unsubscribe
        watch(request.work, request.player, _watched(request, game, kind))
        return request.told()
    if what != SHOW:
        known = [JOIN, LEAVE, SHOW, SUBSCRIBE, UNSUBSCRIBE]
        known += [CHALLENGE] if kind is ContestKind.STAIRS else []
        raise Refused("unknown_contest_word", word=what[:30], known=", ".join(known))
    return _shown(request, game, kind)


def _left(request: Request, game: AnyGame, kind: ContestKind) -> Answer:
    """Leave a contest.

    :raises Unproven: if leaving gives games up, and the player was not asked about it
    """
    number = _number(request.args)
    found = leaving.meant(request.tx, request.player, game, kind, number)
    speaker = request.speaker
    if found.runs and (speaker is None or not speaker.is_deliberate):
        raise Unproven
    leaving.leave(request.work, request.player, found)
    return request.told()


def _shown(request: Request, game: AnyGame, kind: ContestKind) -> Answer:
    tx, found = request.tx, _named(request, game, kind)
    more: dict[str, Any] = {
        "others": [*others(tx, request.reader, _candidates(request, game, kind), found)],
        "before": before(tx, request.reader, game, found),
    }
    if kind is ContestKind.STAIRS:
        rows = climbers(request.tx, found, request.now)
        can = climbing.can_be_challenged(request.tx, found, request.player, request.now)
        more |= {"climbers": rows, "can": [each.userid for each in can]}
    return Answer(contest_draft(request.tx, found, request.player, "shown", **more))


def _named(request: Request, game: AnyGame, kind: ContestKind) -> Contest:
    """The contest that a command names by its number or, without a number, must mean.

    :raises Refused: if there is no such contest
    """
    word = "" if kind is ContestKind.STAIRS else _word(request.args)
    named = _LEAGUE.fullmatch(word)
    if named is None:
        raise Refused("no_such_contest_number", word=word[:30])
    own, number = _candidates(request, game, kind), named[1]
    found = [each for each in own if not number or each.number == int(number)]
    if kind is ContestKind.SEASON:
        found = [_league(request, each, named[2].upper()) for each in found]
    if not found and word:
        raise Refused("no_such_contest_number", word=word[:30])
    if not found:
        raise Refused("contest_not_open_yet", game=game.name, kind=kind.value)
    return found[0]


def _watched(request: Request, game: AnyGame, kind: ContestKind) -> Contest:
    """The contest that a command names; without the letter of a league, its whole season.

    :raises Refused: as ``_named`` does
    """
    found = _named(request, game, kind)
    names_league = _word(request.args)[-1:].isalpha()
    season = None if names_league else request.tx.contests.get(found.parent)
    return season if season and found.kind is ContestKind.LEAGUE else found


def _candidates(request: Request, game: AnyGame, kind: ContestKind) -> list[Contest]:
    """The contests of a rule set: those not over come first, the player's own first among them."""
    tx, player = request.tx, request.player
    both = "both" in request.args.options
    found = [
        each for each in rules(game, tx.contests.list(kind, game.name)) if each.both or not both
    ]

    def place(contest: Contest) -> tuple[bool, bool, bool, int]:
        inside = tx.contests.entry(contest.id, player.id) is not None
        return not is_alive(contest), not inside, contest.open, -contest.id

    return sorted(found, key=place)


def _league(request: Request, season: Contest, letter: str) -> Contest:
    """The league of a season that is meant: by its letter, or the player's own; else the season.

    :raises Refused: if there is no league of that letter
    """
    leagues = request.tx.contests.leagues(season.id)
    if letter:
        named = next((each for each in leagues if each.letter == letter), None)
        if named is None:
            raise Refused("no_such_contest_number", word=f"{season.number}{letter}")
        return named
    own = request.tx.contests.league_of(season.id, request.player.id)
    return own or (leagues[0] if leagues else season)


def _is_listed(contest: Contest) -> bool:
    return is_alive(contest) and contest.kind is not ContestKind.LEAGUE


def _what(request: Request) -> str:
    return request.args.word("what").casefold() or SHOW


def _word(args: Arguments) -> str:
    return args.word("number") or args.word("word")


def _number(args: Arguments) -> int | None:
    """The number in the command, None if there is none.

    :raises Refused: if the word is no number
    """
    word = _word(args).removeprefix("#")
    if not word:
        return None
    if not (word.isascii() and word.isdigit() and len(word) < 7):
        raise Refused("no_such_contest_number", word=word[:30])
    return int(word)


def _rules(request: Request) -> AnyGame:
    return _ruleset(request.named_game, request.args)


def _ruleset(game: AnyGame, args: Arguments) -> AnyGame:
    """The rule set of the options, or the game's first one.

    :raises Refused: if the game has no such rule set
    """
    wanted = {name: value for name, value in args.options.items() if name == "rules"}
    return GameOptions.read(game, wanted).game
