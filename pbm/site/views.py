"""Facts for the templates of pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from pbm.core.board import Board
from pbm.core.games import AnyGame, Phrase, Ply, Scored, find_kept, is_default, listed_games, spec
from pbm.core.model import Match, Player
from pbm.core.results import Result
from pbm.mail.addresses import server_address
from pbm.mail.mailto import mailto
from pbm.notices.readers import Reader
from pbm.notices.rendering import titled
from pbm.site.club import Club

Facts = Mapping[str, Any]


class GameRow(NamedTuple):
    """A game as a row of a list, without its moves. Hashable, so that rendered rows can be cached.

    name: the name of the game's rules. players: their userids. names: their names in lists.
    turn: the number of the player to move; None if nobody is. won: the number of the winner.
    """

    board: int
    game: str
    ruleset: str
    name: str
    players: tuple[str, str]
    names: tuple[str, str]
    running: bool
    turn: int | None
    plies: int
    won: int | None
    score: str
    reason: str
    begun: datetime

    def between_moves(self) -> GameRow:
        """The row for a page that need not change with each move: without turn and plies."""
        return self._replace(turn=None, plies=0)


def game_row(club: Club, match: Match, reader: Reader) -> GameRow:
    game, winner = find_kept(match.spec, match.rules), match.result.winner
    first, second = match.players
    return GameRow(
        board=match.board,
        game=match.game,
        ruleset=match.ruleset,
        name=game_name(game, reader),
        players=(club.userid(first), club.userid(second)),
        names=(name(club, first, reader), name(club, second, reader)),
        running=match.running,
        turn=None if match.turn is None or not match.running else match.turn.value,
        plies=match.plies,
        won=None if winner is None else winner.value,
        score="" if match.result is Result.NONE else match.result.value,
        reason=reader.reason(game, match.reason) if match.finished else "",
        begun=match.created,
    )


def name(club: Club, player: int, reader: Reader) -> str:
    """The name of a player in lists of games."""
    userid = club.userid(player)
    if not userid:
        return reader.gettext("(gone)")
    return f"{userid} {reader.gettext('(program)')}" if userid in club.programs else userid


def archive_rows(club: Club) -> list[Facts]:
    """The pages of the archive."""
    return [_archive_row(number, club.shown.archive(number)) for number in club.shown.archives]


def _archive_row(number: int, games: Sequence[Match]) -> Facts:
    """A page of the archive as a row. since, until: when its first and its last game began."""
    return {
        "number": number,
        "first": games[0].board,
        "last": games[-1].board,
        "since": games[0].created,
        "until": games[-1].created,
        "running": sum(each.running for each in games),
        "finished": sum(each.finished for each in games),
    }


def family_name(game: AnyGame, reader: Reader) -> str:
    """The name of a game; the rest of its title names the rule set."""
    return titled(game.name, reader.language)


def game_name(game: AnyGame, reader: Reader) -> str:
    """The short name of a rule set, such as ``Gyges kang``; the game's name if it has only one."""
    return _game_name(spec(game), reader)


@cache
def _game_name(rules: str, reader: Reader) -> str:
    game = find_kept(rules)
    family = family_name(game, reader)
    return f"{family} {game.ruleset}" if _has_others(game.name) else family


@cache
def _has_others(name: str) -> bool:
    """Whether a game has several rule sets."""
    return sum(game.name == name for game in listed_games()) > 1


def rows(club: Club, matches: Iterable[Match], reader: Reader) -> list[GameRow]:
    return [game_row(club, match, reader) for match in matches]


Phrases = Sequence[Phrase]


def phrases(game: AnyGame, ply: Ply[Any, Any]) -> Phrases:
    """The phrases that mails use about a move; none for a pass."""
    return () if ply.move is None else game.describe(ply.before, ply.move, ply.text)


class PlyRow(NamedTuple):
    """A move as a row of a list. A tuple, because templates find its fields fastest."""

    number: int
    text: str
    by: str
    told: str


def plies_of(club: Club, board: Board, told: Iterable[Phrases], reader: Reader) -> list[PlyRow]:
    """The moves of a game. told: the phrases that mails use about each."""
    by = sides(club, board, reader)
    return [
        _ply(board.game, ply, said, reader, by[ply.seat.value])
        for ply, said in zip(board.plies, told, strict=True)
    ]


def sides(club: Club, board: Board, reader: Reader) -> Sequence[str]:
    """The two players, each with their seat."""
    gone = reader.gettext("(gone)")
    userids = [club.userid(player) or gone for player in board.match.players]
    pairs = zip(userids, _seats(board.game, reader), strict=True)
    return [f"{userid} ({seat})" for userid, seat in pairs]


def example_plies(game: AnyGame, plies: Iterable[Ply[Any, Any]], reader: Reader) -> list[PlyRow]:
    """The moves of an example, each by its side."""
    sides = _seats(game, reader)
    return [_ply(game, ply, phrases(game, ply), reader, sides[ply.seat.value]) for ply in plies]


def _seats(game: AnyGame, reader: Reader) -> tuple[str, str]:
    words = reader.words(game)
    first, second = (words.get(name, name) for name in game.seats)
    return first, second


def _ply(game: AnyGame, ply: Ply[Any, Any], told: Phrases, reader: Reader, by: str) -> PlyRow:
    said = ", ".join(reader.say(game, phrase) for phrase in told)
    return PlyRow(
        ply.number, ply.text, by, said or reader.gettext("cannot move and is passed over")
    )


def result(club: Club, board: Board, reader: Reader) -> str:
    """The end of a game, in the sentence of the mails; "" while it runs."""
    match = board.match
    if match.running:
        return ""
    if match.result.winner is None:
        drawn = match.result is Result.DRAWN
        return reader.gettext(
            "The game is drawn." if drawn else "The game is over without a result."
        )
    winner = club.userid(match.player_at(match.result.winner)) or reader.gettext("(gone)")
    facts = {"userid": winner, "seat": reader.seat(board.game, match.result.winner)}
    how = reader.ending(board.game, match.reason, board.game.outcome(board.state))
    if not how:
        return reader.gettext("%(userid)s (%(seat)s) won.") % facts
    return reader.gettext("%(userid)s (%(seat)s) won %(how)s.") % {**facts, "how": how}


def seek_rows(club: Club) -> list[Facts]:
    """The seeks that anyone may take, each with the link of a mail that takes it."""
    return [
        {
            "number": seek.id,
            "game": seek.game,
            "userid": club.userid(seek.player),
            "options": seek.terms,
            "since": seek.at,
            "take": letter(club, f"{seek.game} take {seek.id}"),
        }
        for seek in club.seeks
    ]


def people_rows(club: Club) -> list[Facts]:
    ratings = _ratings(club)
    return [
        {
            "userid": each.userid,
            "program": program(club, each),
            "running": sum(match.running for match in games_of(club, each)),
            "finished": sum(match.finished for match in games_of(club, each)),
            "ratings": ratings.get(each.id, {}),
        }
        for each in club.people
    ]


def program(club: Club, player: Player) -> Facts | None:
    """The facts of a program; None for a person. owner: the owner's userid, "" if not shown."""
    if not player.is_program:
        return None
    owner = player.owner if player.owner in club.public else None
    return {"level": player.level, "owner": "" if owner is None else club.userid(owner)}


def _ratings(club: Club) -> Mapping[int, Mapping[str, str]]:
    found: dict[int, dict[str, str]] = {}
    for game, standing in club.ratings.items():
        for change in standing:
            found.setdefault(change.player, {})[game] = str(change.after)
    return found


def rating_rows(club: Club, game: str) -> list[Facts]:
    """The rated public players of a game, highest rating first."""
    here = {each.id: each for each in club.people}
    return [
        {
            "userid": here[change.player].userid,
            "rating": str(change.after),
            "games": change.after.games,
        }
        for change in club.ratings.get(game, ())
        if change.player in here
    ]


def games_of(club: Club, player: Player) -> Sequence[Match]:
    """The shown games of a player, by number."""
    return club.shown.of(player.id)


def opponents(club: Club, player: Player) -> list[Facts]:
    """The score of a player against each other one, the most played first."""
    found: dict[str, list[Match]] = {}
    for match in games_of(club, player):
        other = match.players.second if match.players.first == player.id else match.players.first
        if match.finished and match.plies and club.userid(other):
            found.setdefault(club.userid(other), []).append(match)
    return [
        {
            "userid": userid,
            "won": sum(_won_by(match) == player.id for match in games),
            "drawn": sum(match.result is Result.DRAWN for match in games),
            "lost": sum(_won_by(match) not in (player.id, None) for match in games),
        }
        for userid, games in sorted(found.items(), key=lambda each: (-len(each[1]), each[0]))
    ]


def _won_by(match: Match) -> int | None:
    winner = match.result.winner
    return None if winner is None else match.player_at(winner)


def points(board: Board) -> Sequence[int]:
    """The points of both sides; none if the game counts none by now."""
    game = board.game
    return (game.score(board.state) if isinstance(game, Scored) else None) or ()


def letter(club: Club, subject: str) -> str:
    """The link of a mail to the club, with its command as the subject."""
    return mailto(server_address(club.address), subject)


def first_line(club: Club, game: AnyGame) -> str:
    """The command that begins a game of a rule set, with a seeded start if there is one: against
    the easiest program, or anybody who takes it up.
    """
    programs = [each for each in club.people if each.is_program and each.level]
    easiest = min(programs, key=lambda each: (each.level, each.userid), default=None)
    words = [game.name, *(["challenge", easiest.userid] if easiest else ["seek"])]
    words += [] if is_default(game) else [f"-rules={game.ruleset}"]
    words += [f"-{start}" for start in game.starts[:1]]
    return " ".join(words)


def families(games: Iterable[AnyGame]) -> Iterator[tuple[AnyGame, list[AnyGame]]]:
    """Yield each game by its default rule set, with all its rule sets."""
    found: dict[str, list[AnyGame]] = {}
    for game in games:
        found.setdefault(game.name, []).append(game)
    yield from ((rulesets[0], rulesets) for rulesets in found.values())
