"""Finding an opponent: challenges that anyone may take."""

from __future__ import annotations

from typing import Any

from pbm.core.games import AnyGame
from pbm.core.model import Deed, EventKind, Player, Seek
from pbm.core.refused import Refused
from pbm.core.time_controls import chosen_limits
from pbm.inbox.commands.invitations import told
from pbm.inbox.commands.people import check_unblocked
from pbm.inbox.commands.terms import OPTIONS, chosen_rules, chosen_start, terms
from pbm.inbox.vocabulary.access import Access, Scope
from pbm.inbox.vocabulary.answers import Answer
from pbm.inbox.vocabulary.command import command
from pbm.inbox.vocabulary.request import Request
from pbm.notices.drafts import Draft, account_grant
from pbm.play.bounds import GAMES, are_apart, charge
from pbm.play.settings import has_enough

MOST_GAMES = 20
MOST_SEEKS = 10
TAKER = "taker"
"""Who takes a seek has no userid yet when it is written: -first=taker."""


@command("seek", "u p [N]", scope=Scope.GAME, access=Access.PLAYER, options=OPTIONS)
def seek(request: Request) -> Answer:
    """Offer a game to anyone: the first who takes your seek plays against you at once.

    N is for how many games it is good; seek 0 takes your seeks of that game back. -rules=NAME
    chooses the rule set. You have the first seat unless -first=taker or -first=random says
    otherwise. The results count for the ratings unless you add -unrated. -nagtime=7d,
    -forfeittime=21d and -totaltime=60d limit the time, as for a challenge.
    """
    game, player = request.named_game, request.player
    games = _games(request.args.word("n"))
    if games == 0:
        return _withdrawn(request, game)
    _check_options(request, game)
    if len(request.tx.seeks.of(player.id)) >= MOST_SEEKS:
        raise Refused("too_many_seeks", most=MOST_SEEKS, game=game.name)
    opened = request.tx.seeks.add(player.id, game.name, games, request.args.options, request.now)
    return _own(request, game, seek=_row(request, opened), withdrawn=False)


@command("seeks", scope=Scope.GAME)
def seeks(request: Request) -> Answer:
    """List the games that are offered to anyone, and what to write to take one."""
    game = request.named_game
    rows = [_row(request, each) for each in request.tx.seeks.list(game.name)]
    free = [row for row in rows if row["yours"] or not row["rests"]]
    facts = {"game": game.name, "rows": free}
    return Answer(Draft(request.player, "seeks", facts, grant=account_grant(request.player)))


@command("take", "SEEK u p", scope=Scope.GAME, access=Access.PLAYER)
def take(request: Request) -> Answer:
    """Take a game that somebody offers to anyone: it begins at once.

    The command seeks lists them with their numbers. The body of the mail is a note to the other
    player.
    """
    found = _offered(request)
    seeker = request.tx.players.get(found.player)
    options = {**found.options}
    if options.get("first", "").casefold() == TAKER:
        options["first"] = request.player.userid
    agreed = {**terms(request.named_game, options, seeker, request.player), "seek": found.id}
    charge(request.work, request.player, GAMES)
    deed = Deed(EventKind.CREATED, agreed, request.now)
    board = request.work.boards.open(request.tx, deed, request.work.cause)
    request.tx.seeks.take(found.id)
    return told(request, board, "taken", seeker=seeker.userid)


def _games(word: str) -> int:
    """For how many games a seek is to be good.

    :raises Refused: if the word is no number that it can be good for
    """
    known = word.isascii() and word.isdigit() and int(word) <= MOST_GAMES
    if word and not known:
        raise Refused("how_many_games", most=MOST_GAMES)
    return int(word or 1)


def _check_options(request: Request, game: AnyGame) -> None:
    """:raises Refused: if they ask for something that the game does not have."""
    options, own = request.args.options, request.player.userid
    chosen_start(chosen_rules(game, options.get("rules", "")), options)
    chosen_limits(options)
    first = options.get("first", "").casefold()
    if first not in ("", own, "random", TAKER):
        raise Refused("unknown_first", first=first[:30], u1=own, u2=TAKER)


def _withdrawn(request: Request, game: AnyGame) -> Answer:
    own = [each for each in request.tx.seeks.of(request.player.id) if each.game == game.name]
    if not own:
        raise Refused("no_own_seek", game=game.name)
    for each in own:
        request.tx.seeks.drop(each.id)
    return _own(request, game, seek={}, withdrawn=True)


def _offered(request: Request) -> Seek:
    """The seek that the command names.

    :raises Refused: if there is none of that number, or it is not for the speaker to take
    """
    game, number = request.named_game, request.args.word("seek").removeprefix("#")
    known = number.isascii() and number.isdigit() and len(number) < 10
    found = request.tx.seeks.get(int(number)) if known else None
    if found is None or found.game != game.name or _is_hidden(request, found):
        raise Refused("no_such_seek", seek=number[:30], game=game.name)
    if found.player == request.player.id:
        raise Refused("own_seek", game=game.name)
    seeker = request.tx.players.get(found.player)
    check_unblocked(request, seeker)
    if _rests(request, seeker):
        raise Refused("seek_rests", userid=seeker.userid, game=game.name)
    return found


def _is_hidden(request: Request, offered: Seek) -> bool:
    """Whether the seeker blocks the speaker, who does not learn of that by looking for a game."""
    return request.tx.blocks.holds(offered.player, request.player.id)


def _rests(request: Request, seeker: Player) -> bool:
    """Whether the seeker could not play one more game now."""
    away = seeker.suspended or not seeker.addresses
    return away or has_enough(request.tx, seeker)


def _row(request: Request, offered: Seek) -> dict[str, Any]:
    seeker = request.tx.players.get(offered.player)
    return {
        "number": offered.id,
        "userid": seeker.userid,
        "left": offered.left,
        "options": offered.terms,
        "since": offered.at.strftime("%Y-%m-%d"),
        "yours": seeker.id == request.player.id,
        "rests": _rests(request, seeker) or are_apart(request.tx, seeker.id, request.player.id),
    }


def _own(request: Request, game: AnyGame, **facts: Any) -> Answer:
    """What became of one's own seeks."""
    told_facts = {"game": game.name, **facts}
    return Answer(Draft(request.player, "seek", told_facts, grant=account_grant(request.player)))
