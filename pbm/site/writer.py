"""Writes the pages: all of them, or those that changed."""

from __future__ import annotations

import logging
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import product
from typing import NamedTuple

from pbm.core.games import AnyGame, GameFault, all_games, find, game_names, listed_games
from pbm.core.languages import ENGLISH, languages
from pbm.core.model import Match, Player
from pbm.notices.languages import translations
from pbm.notices.readers import Reader
from pbm.pictures.parts import style
from pbm.site import feeds, places, views
from pbm.site.club import Club
from pbm.site.composing import moves_text, puzzle_text
from pbm.site.contest_writer import ContestWriter
from pbm.site.examples import last_position
from pbm.site.files import Folder, Page
from pbm.site.hands import Hands
from pbm.site.pages import Pages, every_language, front, record_text
from pbm.site.places import GAMES_TOGETHER, STATIC, STYLE
from pbm.site.previews import game_picture, pictures
from pbm.site.rendering import static_text
from pbm.store.protocol import Transaction

log = logging.getLogger(__name__)

_OURS = re.compile(
    rf"(?:(?:{'|'.join(languages())})/)?"
    r"(?:(?:games|players|archive|contests|rules|puzzles|pictures)/)?[^/]+\.(?:html|txt|json|atom|png|gif|css|js|svg)(?:(?:\.\d+)?\.new)?"
)
"""The names of files that may be ours; other files in the folder are left alone."""

_BOARDS = "/*BOARDS*/"


class Share(NamedTuple):
    """One of several equal shares of all games, counted from 0."""

    number: int
    of: int


ALL = Share(0, 1)


class Writer:
    """The writer of a site.

    folder: the folder of the site. club: the facts that the pages show. language: the club's
    language.
    """

    def __init__(self, folder: Folder, club: Club, language: str) -> None:
        self._folder, self._club, self._main = folder, club, language
        self._languages: list[Pages] = [*every_language(club, language)]
        self._english = next(each for each in self._languages if each.language == ENGLISH)
        self._contests = ContestWriter(folder, club, self._languages)
        self._hands = Hands()
        self._reader = Reader(language)

    def build(
        self,
        tx: Transaction,
        step: Callable[[], None] = lambda: None,
        *,
        anew: bool = False,
        share: Share = ALL,
        join: Callable[[], None] = lambda: None,
    ) -> None:
        """Write all pages that are not up to date, and remove files that no page needs any longer.

        step: called after each game. anew: write all pages.
        share: the share of the games to write, while others write the rest. join: waits for them.
        """
        self._club.read_all(tx)
        self._write_fixed(anew=anew)
        self._write_puzzles(anew=anew)
        self._write_games(tx, step, share, anew=anew)
        join()
        for player in self._club.people:
            self._write_player(tx, player.id, anew=anew)
        archives = self._club.shown.archives
        for number in archives:
            self._write_archive(number, archives, anew=anew)
        self._contests.build(tx, anew=anew)
        self._write_lists(tx, anew=anew)
        self._remove_strays()

    def build_games(self, tx: Transaction, share: Share, *, anew: bool = False) -> None:
        """Write the pages of a share of the games, while another writer does the rest."""
        self._club.read_all(tx)
        self._write_games(tx, lambda: None, share, anew=anew)

    def _write_games(
        self, tx: Transaction, step: Callable[[], None], share: Share, *, anew: bool
    ) -> None:
        for match in self._club.matches.values():
            if match.board % share.of == share.number:
                self._write_game(tx, match, anew=anew)
                step()

    def update(self, tx: Transaction, boards: Collection[int]) -> None:
        """Write the pages that show these boards, or changes of players."""
        before, seeks, analysed = self._names(), self._club.seeks, self._club.analysed
        programs, away = self._club.programs, self._club.away
        listed = {*self._club.read_changes(tx, boards)}
        self._update_puzzles(tx)
        if self._club.programs != programs:
            self._write_rulesets()
        contests = self._club.contests.read(tx)
        after = self._names()
        changed = {each for each in {*before, *after} if before.get(each) != after.get(each)}
        if changed:
            matches = self._club.matches.values()
            listed |= {each.board for each in matches if changed.intersection(each.players)}
        renewed = {board for board, _ in self._club.analysed.items() ^ analysed.items()}
        self._write_boards(tx, listed.union(boards, renewed))
        players = self._players_of(listed)
        for player in self._players_of(boards) - players:
            self._write_turns(self._club.players[player])
        inside = self._contests.update(tx, contests, changed)
        absent = {player for player, _ in self._club.away.items() ^ away.items()}
        for player in players.union(changed, inside, absent):
            self._write_player(tx, player)
            if before.get(player, "") not in ("", after.get(player)):
                self._remove_player(before[player])
        self._write_archives({board // GAMES_TOGETHER for board in listed})
        if listed or changed or contests or seeks != self._club.seeks:
            self._write_lists(tx)
        elif boards:
            self._write_index(tx)

    def _write_boards(self, tx: Transaction, boards: Iterable[int]) -> None:
        """Write the pages of these games; remove those of games that are gone."""
        for board in boards:
            match = self._club.matches.get(board)
            if match is None:
                self._remove_game(board)
            else:
                self._write_game(tx, match)

    def _players_of(self, boards: Iterable[int]) -> set[int]:
        games = (self._club.matches[board] for board in boards if board in self._club.matches)
        return {player for match in games for player in match.players}

    def _update_puzzles(self, tx: Transaction) -> None:
        """Write the pages of puzzles when there are puzzles for the first time."""
        before = self._club.puzzles
        self._club.read_puzzles(tx)
        if self._club.puzzles != before:
            self._write_puzzles()
            self._write_lists(tx)

    def _names(self) -> dict[int, str]:
        """The userids of the players who have a page."""
        return {each.id: each.userid for each in self._club.people}

    # Pages in all languages

    def _put(self, pages: Iterable[Page], *, anew: bool = False) -> None:
        for page in pages:
            self._folder.put(page, anew=anew)

    def _write_fixed(self, *, anew: bool) -> None:
        """Write the pages that do not depend on the store."""
        for name in STATIC:
            text = static_text(name)
            self._folder.write(name, text.replace(_BOARDS, style()) if name == STYLE else text)
        for name in game_names():
            self._if_it_answers(partial(self._write_picture, name))
        self._write_rulesets(anew=anew)

    def _write_rulesets(self, *, anew: bool = False) -> None:
        for each, game in product(self._languages, all_games()):
            self._if_it_answers(partial(self._write_ruleset, each, game, anew=anew))

    def _write_picture(self, name: str) -> None:
        self._folder.write(places.picture(name), game_picture(name, self._club, self._reader))
        self._put([last_position(find(name), self._reader)])

    def _write_ruleset(self, pages: Pages, game: AnyGame, *, anew: bool) -> None:
        self._put([pages.ruleset(game)], anew=anew)

    def _if_it_answers(self, write: Callable[[], None]) -> None:
        """Write something, unless the plugin of its game gives no answer: it stays as it is."""
        try:
            write()
        except GameFault as fault:
            log.warning("a page stays as it is: %s", fault)

    def _write_puzzles(self, *, anew: bool = False) -> None:
        for each in self._languages:
            self._put((each.rules(), each.puzzles()), anew=anew)
        for kept in self._club.puzzles:
            pages = [each.puzzle(kept) for each in self._languages]
            if anew or any(not self._folder.is_current(page) for page in pages):
                self._folder.write(places.answers(kept.id), puzzle_text(kept))
            self._put(reversed(pages), anew=anew)

    def _write_game(self, tx: Transaction, match: Match, *, anew: bool = False) -> None:
        """Write the pages of a game, or remove them. Damaged events leave it without pages."""
        try:
            self._write_whole_game(tx, match, anew=anew)
        except OSError:
            raise
        except Exception:
            log.exception("the pages of board %d cannot be made", match.board)

    def _write_whole_game(self, tx: Transaction, match: Match, *, anew: bool) -> None:
        if not self._club.is_shown(match):
            self._remove_game(match.board)
            return
        last = self._english.places.game(match.board)
        in_hand = cache(
            lambda: self._hands.game(tx, match, "" if anew else self._folder.read(last))
        )
        pages = [each.game(tx, match, in_hand) for each in self._languages]
        # A page is written after the other files of its game: its stamp shows that they are all
        # there.
        if anew or any(not self._folder.is_current(page) for page in pages):
            hand = in_hand()
            record = record_text(self._club, hand.board, self._gone)
            self._folder.write(places.record(match.board), record)
            feed = feeds.game_feed(self._club, hand, self._main)
            self._folder.write(places.game_feed(match.board), feed)
            self._put(pictures(self._club, hand.board, self._reader), anew=anew)
            if match.running:
                self._folder.write(places.moves(match.board), moves_text(hand.board))
            else:
                self._folder.remove(places.moves(match.board))
        self._put(reversed(pages), anew=anew)

    def _remove_game(self, board: int) -> None:
        for place in self._of_game(board):
            self._folder.remove(place)

    def _of_game(self, board: int) -> Iterator[str]:
        yield from (each.places.game(board) for each in self._languages)
        yield from (places.record(board), places.moves(board), places.game_feed(board))
        if self._club.url:
            yield places.game_picture(board)
        yield places.game_film(board)

    def _write_player(self, tx: Transaction, number: int, *, anew: bool = False) -> None:
        player = self._club.players[number]
        if player.left or number not in self._club.public:
            self._remove_player(player.userid)
            return
        self._put((each.player(tx, player) for each in self._languages), anew=anew)
        self._write_turns(player)

    def _write_turns(self, player: Player) -> None:
        """Write the feed of a player's turns, if they are shown."""
        if not player.left and player.id in self._club.public:
            place = places.turn_feed(player.userid)
            self._folder.write(place, feeds.turn_feed(self._club, player, self._main))

    def _remove_player(self, userid: str) -> None:
        for each in self._languages:
            self._folder.remove(each.places.player(userid))
        self._folder.remove(places.turn_feed(userid))

    def _write_archives(self, numbers: Iterable[int]) -> None:
        known = self._club.shown.archives
        for number in numbers:
            was_there = self._folder.holds(self._languages[-1].places.archive(number))
            if number in known:
                self._write_archive(number, known)
            else:
                for each in self._languages:
                    self._folder.remove(each.places.archive(number))
            if was_there is not (number in known):
                for beside in _beside(number, known):
                    if beside is not None:
                        self._write_archive(beside, known)

    def _write_archive(self, number: int, known: Sequence[int], *, anew: bool = False) -> None:
        earlier, later = _beside(number, known)
        pages = (each.archive(number, earlier, later) for each in self._languages)
        self._put(pages, anew=anew)

    def _write_lists(self, tx: Transaction, *, anew: bool = False) -> None:
        people, archived = views.people_rows(self._club), views.archive_rows(self._club)
        for each in self._languages:
            lists = (each.players(people), each.ratings(), each.archives(archived))
            self._put(lists, anew=anew)
        self._write_index(tx, anew=anew)
        self._folder.write(places.CLUB_FEED, feeds.club_feed(self._club, self._main))

    def _write_index(self, tx: Transaction, *, anew: bool = False) -> None:
        first, card = front(self._club.shown), partial(self._hands.card, tx)
        self._put((each.index(first, card) for each in self._languages), anew=anew)

    # Files that are no longer needed

    def _remove_strays(self) -> None:
        needed = set(self._needed())
        for place in [*self._folder.places()]:
            if place not in needed and _OURS.fullmatch(place):
                self._folder.remove(place)

    def _needed(self) -> Iterator[str]:
        yield from (*STATIC, *map(places.picture, game_names()), places.CLUB_FEED)
        yield from map(places.board, game_names())
        for each in self._languages:
            of = each.places
            yield from (of.index, of.archives, of.players, of.ratings, of.rules, of.puzzles)
            yield from (of.puzzle(each.id) for each in self._club.puzzles)
            yield from (of.ruleset(game.name, game.ruleset) for game in listed_games())
            yield from map(of.archive, self._club.shown.archives)
            yield from (of.player(player.userid) for player in self._club.people)
        yield from (places.turn_feed(player.userid) for player in self._club.people)
        yield from self._contests.needed()
        yield from (places.answers(each.id) for each in self._club.puzzles)
        for match in self._club.shown:
            yield from self._of_game(match.board)

    @property
    def _gone(self) -> str:
        return translations(self._main).gettext("(gone)")


def _beside(number: int, known: Sequence[int]) -> tuple[int | None, int | None]:
    """The pages of the archive before and after a page. known: all pages, sorted."""
    before, after = bisect_left(known, number), bisect_right(known, number)
    return known[before - 1] if before else None, known[after] if after < len(known) else None
