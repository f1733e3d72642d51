"""Seeks: challenges that anyone may take."""

from __future__ import annotations

from pbm.core.games import example_game
from pbm.core.refused import Refused
from pbm.inbox.commands.invitations import OPTIONS
from pbm.inbox.line.access import Access, Scope
from pbm.inbox.line.command import command
from pbm.inbox.line.request import Answer, Request
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.kinds import MailKind
from pbm.notices.seek_news import open_seeks, program_facts
from pbm.play import seeks as play


@command(
    "seek", "u p [N]", scope=Scope.GAME, access=Access.PLAYER, options=(*OPTIONS, play.PROGRAMS)
)
def seek(request: Request) -> Answer:
    """Offer a game to anyone: the first who takes your seek plays against you at once.

    N is for how many games it is good; "seek 0" takes your seeks of that game back. -rules=NAME
    chooses the rule set. You move first, except with -first=taker or -first=random. The results
    count for the ratings unless you add -unrated. -nagtime=7d, -forfeittime=21d and -totaltime=60d
    limit the time, as for a challenge.

    With -private nobody but the two players can see the game, and it is unrated.

    With -programs, a program takes your seek if nobody has taken it for a day.
    """
    games = _games(request.args.word("n"))
    if games:
        offered = request.args.options
        play.seek(request.work, request.player, request.named_game, games, offered)
    else:
        play.withdraw(request.work, request.player, request.named_game)
    return request.told()


@command("seeks", short=False)
@command("seeks", scope=Scope.GAME)
def seeks(request: Request) -> Answer:
    """List the games that are offered to anyone, and what to write to take one."""
    game = request.game.name if request.game else ""
    facts = {
        "game": game,
        "rows": open_seeks(request.tx, request.player, request.games),
        **program_facts(request.tx, request.player, [game or example_game()]),
    }
    return Answer(Draft(request.player, MailKind.SEEKS, facts, grant=account_grant(request.player)))


@command("take", "SEEK u p", scope=Scope.GAME, access=Access.PLAYER, passes_on=True)
def take(request: Request) -> Answer:
    """Take a game that somebody offers to anyone: it begins at once.

    The command "seeks" lists them with their numbers. The body of the mail is a note to the other
    player.
    """
    number = _number(request)
    play.take(request.work, request.player, request.named_game, number, request.text)
    return request.told()


def _games(word: str) -> int:
    """The number of games that a seek offers.

    :raises Refused: if the word is no number
    """
    if word and not (word.isascii() and word.isdigit() and len(word) < 10):
        raise Refused("how_many_games", most=play.MOST_GAMES)
    return int(word or 1)


def _number(request: Request) -> int:
    """:raises Refused: if the word cannot be the number of a seek"""
    word = request.args.word("seek").removeprefix("#")
    if not (word.isascii() and word.isdigit() and len(word) < 10):
        raise Refused("no_such_seek", seek=word[:30], game=request.named_game.name)
    return int(word)
