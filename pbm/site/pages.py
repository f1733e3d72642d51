"""The pages of the club, each with its stamp and how it is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, NamedTuple

from pbm.base.values import replace
from pbm.core.board import Board
from pbm.core.boards import to_record
from pbm.core.games import PluginGame, Seat, all_games, example_game, find, record
from pbm.core.languages import ENGLISH, languages
from pbm.core.model import Match, Player
from pbm.core.puzzles import KeptPuzzle
from pbm.core.zones import zone_of
from pbm.mail.addresses import parts, server_address
from pbm.notices.languages import language_names
from pbm.notices.readers import Reader
from pbm.pictures.words import alt
from pbm.site import contest_views, examples, places, views
from pbm.site.club import Club
from pbm.site.composing import called
from pbm.site.drawing import Drawn, made_after
from pbm.site.files import Page, stamp
from pbm.site.hands import GameInHand
from pbm.site.places import Places
from pbm.site.plots import plot
from pbm.site.rendering import made_with, render
from pbm.site.shown import ShownGames
from pbm.site.study import analysis_facts, puzzle_facts
from pbm.store.protocol import Transaction

Facts = Mapping[str, Any]

MOST_CARDS, MOST_RUNNING, MOST_RESULTS, MOST_CONTESTS, MOST_FINISHED = 4, 50, 30, 10, 100
"""The most drawn boards, running games, results and contests on the first page, and finished games
on the page of a player."""


_FEW_PLIES = 6
"""Games with fewer plies come last in the choice of games to draw."""


class Front(NamedTuple):
    """The facts of the first page, in any language.

    running: running games. results: finished games. carded: running games that are drawn, too.
    archives: the numbers of the pages of the archive.
    """

    running: Sequence[Match]
    results: Sequence[Match]
    carded: Sequence[Match]
    archives: Sequence[int]


def front(shown: ShownGames) -> Front:
    """Return the facts of the first page."""
    running = shown.running(MOST_RUNNING)
    # A board on which hardly anything has happened shows little.
    carded = sorted(running, key=lambda each: -min(each.plies, _FEW_PLIES))[:MOST_CARDS]
    return Front(running, shown.ended(MOST_RESULTS), carded, shown.archives)


class Pages:
    """The pages of one language.

    language: the language of the pages. folder: their folder, "" for the top.
    """

    def __init__(self, club: Club, language: str, main: str) -> None:
        self._club, self.language, self._main = club, language, main
        self._reader = Reader(language)
        self.places = Places("" if language == main else language)

    def index(self, front: Front, drawn: Callable[[Match, Reader], Drawn]) -> Page:
        """The first page. drawn: returns the current position of a game for a reader."""
        others = [each for each in front.running if each not in front.carded]
        others.sort(key=lambda each: not each.plies)
        facts = {
            "running": views.rows(self._club, others, self._reader),
            "results": views.rows(self._club, front.results, self._reader),
            "seeks": views.seek_rows(self._club),
            "contests": contest_views.running_rows(self._club, self._reader, MOST_CONTESTS),
            "archives": bool(front.archives),
            "signup": views.letter(self._club, "signup "),
            "address": server_address(self._club.address),
            "example": f"{example_game()} seek",
            "feed": places.CLUB_FEED,
            "picture": places.picture(example_game()),
            "first": views.family_name(find(example_game()), self._reader),
            "ruleset": self.places.ruleset(example_game(), find(example_game()).ruleset),
            "puzzles": bool(self._club.puzzles),
        }
        heads = [each.head for each in front.carded]

        def cards() -> Facts:
            rows = views.rows(self._club, front.carded, self._reader)
            shown = zip(rows, front.carded, strict=True)
            return {
                "cards": [
                    {"game": row, "drawn": drawn(match, self._reader)} for row, match in shown
                ],
                **examples.taught(find(example_game()), self._reader),
            }

        return self.page("index.html", self.places.index, facts, heads, more=cards)

    def archive(self, number: int, earlier: int | None, later: int | None) -> Page:
        """A page of the archive. earlier, later: the numbers of the pages before and after it."""
        games = self._club.shown.archive(number)
        rows = views.rows(self._club, games, self._reader)
        facts = {
            "games": [row.between_moves() for row in rows],
            "first": games[0].board,
            "last": games[-1].board,
            "earlier": earlier,
            "later": later,
        }
        return self.page("archive.html", self.places.archive(number), facts)

    def archives(self, archives: Sequence[Facts]) -> Page:
        """The list of all pages of the archive."""
        facts = {"archives": archives}
        return self.page("archives.html", self.places.archives, facts)

    def players(self, people: Sequence[Facts]) -> Page:
        games = [
            {"name": game.name, "title": views.family_name(game, self._reader)}
            for game, _ in self._families
        ]
        facts = {"people": people, "games": games}
        return self.page("players.html", self.places.players, facts)

    def ratings(self) -> Page:
        games = [
            {
                "title": views.family_name(game, self._reader),
                "rows": views.rating_rows(self._club, game.name),
            }
            for game, _ in self._families
        ]
        return self.page("ratings.html", self.places.ratings, {"games": games})

    def player(self, tx: Transaction, player: Player) -> Page:
        games = [*reversed(views.games_of(self._club, player))]
        finished = [each for each in games if each.finished and each.plies]
        rows = views.rows(self._club, [each for each in games if each.running], self._reader)
        changes = {
            game.name: tx.ratings.of_player(game.name, player.id) for game, _ in self._families
        }
        facts = {
            "userid": player.userid,
            "program": views.program(self._club, player),
            "since": player.created,
            "away": self._away(player),
            "opponents": views.opponents(self._club, player),
            "running": [row.between_moves() for row in rows],
            "finished": views.rows(self._club, finished[:MOST_FINISHED], self._reader),
            "more": max(len(finished) - MOST_FINISHED, 0),
            "challenge": views.letter(self._club, f"{example_game()} challenge {player.userid}"),
            "feed": places.turn_feed(player.userid),
            "contests": contest_views.history(self._club, player.id, self._reader),
            "plots": [
                {**_plotted(changes[game.name]), "title": views.family_name(game, self._reader)}
                for game, _ in self._families
                if changes[game.name]
            ],
        }
        return self.page("player.html", self.places.player(player.userid), facts)

    def _away(self, player: Player) -> datetime | None:
        """The last day of the player's vacation, in their zone; None if they are here."""
        end = self._club.away.get(player.id)
        return (end - timedelta(minutes=1)).astimezone(zone_of(player)) if end else None

    def rules(self) -> Page:
        def cards() -> Facts:
            return {
                "games": [
                    {
                        "title": views.family_name(game, self._reader),
                        "picture": places.board(game.name),
                        "rulesets": rulesets,
                    }
                    for game, rulesets in self._families
                ]
            }

        facts = {"puzzles": bool(self._club.puzzles)}
        return self.page("rules.html", self.places.rules, facts, more=cards)

    def ruleset(self, game: Any) -> Page:
        line = views.first_line(self._club, game)
        facts = {
            "title": self._reader.title(game),
            "picture": places.picture(game.name),
            "challenge": {"line": line, "link": views.letter(self._club, line)},
        }
        place = self.places.ruleset(game.name, game.ruleset)
        return self.page(
            "ruleset.html", place, facts, more=lambda: examples.facts(game, self._reader)
        )

    def puzzles(self) -> Page:
        numbers = [f"{each.spec} {each.id}" for each in self._club.puzzles]

        facts = {"letter": views.letter(self._club, "puzzle")}

        def cards() -> Facts:
            return {
                "rulesets": [
                    {
                        "name": views.game_name(find(spec), self._reader),
                        "numbers": [each.id for each in some],
                        "picture": places.board(find(spec).name),
                    }
                    for spec, some in self._puzzles.items()
                ]
            }

        return self.page("puzzles.html", self.places.puzzles, facts, numbers, more=cards)

    def puzzle(self, kept: KeptPuzzle) -> Page:
        together = self._puzzles[kept.spec]
        facts = {
            "number": kept.id,
            "game": kept.game.name,
            "ruleset": kept.game.ruleset,
            "name": views.game_name(kept.game, self._reader),
            "to_find": kept.to_find,
            "next": together[(together.index(kept) + 1) % len(together)].id,
            "answer": views.letter(self._club, f"{kept.game.name} puzzle {kept.id}"),
            "moves_file": places.answers(kept.id),
        }
        return self.page(
            "puzzle.html",
            self.places.puzzle(kept.id),
            facts,
            [kept.puzzle.position, *kept.puzzle.line],
            more=lambda: puzzle_facts(kept, self._reader),
        )

    @property
    def _puzzles(self) -> Mapping[str, Sequence[KeptPuzzle]]:
        """The puzzles that have a page, by rule set."""
        found: dict[str, list[KeptPuzzle]] = {}
        for each in self._club.puzzles:
            found.setdefault(each.spec, []).append(each)
        return found

    def game(self, tx: Transaction, match: Match, in_hand: Callable[[], GameInHand]) -> Page:
        """The page of a game. in_hand: called only if the page has to be made."""
        row = views.game_row(self._club, match, self._reader)
        facts = {
            "game": row,
            "record": places.record(match.board),
            "feed": places.game_feed(match.board),
            "follow": views.letter(self._club, f"{match.game} subscribe {match.board}"),
            "moves_file": places.moves(match.board),
            "composer": match.running,
            "picture": places.game_picture(match.board),
            "film": places.game_film(match.board) if match.finished and match.plies else "",
        }
        return self.page(
            "game.html",
            self.places.game(match.board),
            facts,
            [match.head, str(self._club.analysed.get(match.board))],
            more=lambda: self._game(tx, in_hand()),
        )

    def _game(self, tx: Transaction, hand: GameInHand) -> Facts:
        reader, board = self._reader, hand.board
        game = board.game
        words = reader.words(game)
        plies = views.plies_of(self._club, board, hand.told, reader)
        drawn = hand.drawn.in_words(game, words)
        # After a restart, a writer takes the positions from this page.
        is_source = reader.language == ENGLISH
        return {
            "drawn": drawn,
            "made": made_after(board.match.head, drawn.json) if is_source else "",
            "wide": hand.drawn.is_wide,
            "looks": called(game, words, views.family_name(game, reader)),
            "captions": hand.drawn.captions(game, words),
            "plies": plies,
            "analysis": self._analysis(tx, board, plies),
            "result": views.result(self._club, board, reader),
            "words": alt(game, board.state, None, words),
            "ascii": game.render(board.state, words=words),
            "seats": [reader.seat(game, seat) for seat in Seat],
            "points": views.points(board),
        }

    def _analysis(
        self, tx: Transaction, board: Board, plies: Sequence[views.PlyRow]
    ) -> Facts | None:
        """The analysis of a finished game; None if there is none."""
        match = board.match
        if match.board not in self._club.analysed or not match.finished:
            return None
        found = tx.analyses.get(match.board)
        if found is None or found.seq != match.seq:
            return None
        return analysis_facts(board, found, plies, views.sides(self._club, board, self._reader))

    @cached_property
    def _families(self) -> Sequence[tuple[Any, list[Any]]]:
        """The games that can be shown: a plugin that gives no answer is left out."""
        games = (each for each in all_games() if not isinstance(each, PluginGame) or each.answers())
        return [*views.families(games)]

    def page(
        self,
        template: str,
        place: str,
        facts: Facts,
        keys: Sequence[str] = (),
        more: Callable[[], Facts] = dict,
    ) -> Page:
        """A page. more: makes further facts if needed. keys: stand for those in the stamp."""
        others = {each: self._elsewhere(place, each) for each in languages()}
        common = {
            "club": self._club.domain,
            "local": parts(self._club.address)[0],
            "domain": self._club.domain,
            "url": self._club.url,
            "places": self.places,
            "programs": self._club.programs,
            "others": others,
            "language_names": language_names(),
        }
        made = stamp(
            made_with(), self._club.address, self._club.url, self._main, place, facts, keys
        )

        def make() -> str:
            told = {**common, **facts, **more(), "stamp": made}
            return render(template, self.language, place, told)

        return Page(place, made, make)

    def _elsewhere(self, place: str, language: str) -> str:
        """The file of the same page in another language."""
        bare = place.removeprefix(f"{self.places.folder}/") if self.places.folder else place
        return bare if language == self._main else f"{language}/{bare}"


def record_text(club: Club, board: Board, gone: str) -> str:
    """The record of a game, without the userids of players who have left."""
    players = board.match.players.map(lambda player: club.players[player])
    shown = players.map(lambda each: replace(each, userid=gone) if each.left else each)
    return record.write(to_record(board, shown))


def _plotted(changes: Sequence[Any]) -> Facts:
    """A plot of changes of a rating, which come newest first."""
    points = [changes[-1].before.points, *(change.after.points for change in reversed(changes))]
    return {**plot(points), "rating": str(changes[0].after)}


def every_language(club: Club, main: str) -> Iterator[Pages]:
    """Yield the pages of each language, those of the club's own first."""
    yield Pages(club, main, main)
    yield from (Pages(club, each, main) for each in languages() if each != main)
