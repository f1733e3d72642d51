"""Facts for the templates of pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pbm.core.board import Board
from pbm.core.games import AnyGame, Phrase, Ply, find
from pbm.core.model import Match, Player
from pbm.core.results import Result
from pbm.mail.addresses import server_address
from pbm.mail.mailto import mailto
from pbm.notices.readers import Reader
from pbm.notices.wording import title
from pbm.site.club import Club

Facts = Mapping[str, Any]


def game_row(club: Club, match: Match, reader: Reader) -> Facts:
    """A game as a row of a list, without its moves."""
    game = find(match.spec)
    return {
        "board": match.board,
        "game": match.game,
        "ruleset": match.ruleset,
        "title": title(reader.language, game),
        "players": [club.userid(player) for player in match.players],
        "running": match.running,
        "turn": club.userid(match.mover) if match.mover is not None else "",
        "plies": match.plies,
        "score": "" if match.result is Result.NONE else match.result.value,
        "reason": reader.reason(game, match.reason) if match.finished else "",
        "begun": match.created,
    }


def rows(club: Club, matches: Iterable[Match], reader: Reader) -> list[Facts]:
    return [game_row(club, match, reader) for match in matches]


Phrases = Sequence[Phrase]


def phrases(game: AnyGame, ply: Ply[Any, Any]) -> Phrases:
    """What the mails say about a move; nothing about a pass."""
    return () if ply.move is None else game.describe(ply.before, ply.move, ply.text)


class PlyRow(NamedTuple):
    """A move as a row of a list. A tuple, because templates find its fields fastest."""

    number: int
    text: str
    by: str
    told: str


def plies_of(club: Club, board: Board, told: Iterable[Phrases], reader: Reader) -> list[PlyRow]:
    """The moves of a game. told: what the mails say about each."""
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
    """How a game ended, in the sentence of the mails; "" while it runs."""
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
    why = reader.because(board.game, match.reason) or _points(board, reader)
    if not why:
        return reader.gettext("%(userid)s (%(seat)s) won.") % facts
    return reader.gettext("%(userid)s (%(seat)s) won: %(why)s.") % {**facts, "why": why}


def _points(board: Board, reader: Reader) -> str:
    outcome = board.game.outcome(board.state)
    if outcome is None or not outcome.score:
        return ""
    high, low = sorted(outcome.score, reverse=True)
    return reader.gettext("by %(high)s to %(low)s") % {"high": high, "low": low}


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
    """What is said of a program; None for a person. owner: "" unless they are shown."""
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
    return club.games.get(player.id, ())


def letter(club: Club, subject: str) -> str:
    """The link of a mail to the club, with its command as the subject."""
    return mailto(server_address(club.domain), subject)


def challenge_line(game: AnyGame, userid: str) -> str:
    """A challenge by a rule set, with its pieces placed by lot where that can be chosen."""
    default = find(game.name) is game
    words = [game.name, "challenge", userid]
    words += [] if default else [f"-rules={game.ruleset}"]
    words += [f"-{start}" for start in game.starts[:1]]
    return " ".join(words)


def families(games: Iterable[AnyGame]) -> Iterator[tuple[AnyGame, list[AnyGame]]]:
    """Yield each game by its default rule set, with all its rule sets."""
    found: dict[str, list[AnyGame]] = {}
    for game in games:
        found.setdefault(game.name, []).append(game)
    yield from ((rulesets[0], rulesets) for rulesets in found.values())
