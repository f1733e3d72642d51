"""The series: each tries something often, raises if it fails once, and returns its findings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count, cycle, groupby, islice
from pathlib import Path
from random import Random

from pbm import rules
from pbm.admin.store_copy import contents, copy_store
from pbm.rules.oware import RULESETS as OWARES
from pbm.store.administration import FILE
from scripts.benchmarks.courses import course
from scripts.benchmarks.filling import fill
from tests.faults.kills import survive_kills
from tests.faults.node_kills import act_once_on_what_both_get, survive_node_kills
from tests.faults.programs import survive_kills_of_programs
from tests.faults.writes import survive_power_cuts
from tests.pbm.inbox.understanding.planted import obeys_no_planted_words
from tests.pbm.mail.mutants.making import mutant
from tests.pbm.mail.mutants.reading import obeys_no_quote
from tests.pbm.mailbox.clubs import survive_mailbox_kills
from tests.pbm.site.browser.composing import whole_game
from tests.pbm.site.browser.windows import chromium
from tests.pbm.store.postgresql.server import emptied
from tests.rules import reference
from tests.rules.analysed import CLASSIC, games, prove_remarks, prove_that_no_win_is_passed_over
from tests.rules.contract import play_through
from tests.rules.dvonn.brute import compare_game
from tests.rules.gyges.chance import random_position
from tests.rules.gyges.comparison import compare
from tests.rules.gyges.drawn import GAMES
from tests.rules.oware import brute
from tests.rules.reference import READ
from tests.rules.shipped import digest, prove, shipped

BOARDS = 90
"""The boards of ``kills``: enough to keep its players writing to the end."""

LETTERS_OF_A_BOARD = 50
SPECS, PLIES, COURSES = ("gyges/classic", "dvonn/standard"), 12, 20


@dataclass(frozen=True)
class Series:
    """A series of trials.

    run: called with how often to try, and an empty folder; returns what was found.
    size: how often the series tries, counted in ``units``.
    """

    run: Callable[[int, Path], str]
    size: int
    units: str


def kills(size: int, folder: Path) -> str:
    found = survive_kills(folder / "data", size, BOARDS)
    return (
        f"{found.tried} letters brought, {found.taken} got 250, {found.again} kept again,"
        f" {found.lost} lost, {found.doubled} doubled"
    )


def nodes(size: int, folder: Path) -> str:
    found = survive_node_kills(folder, size, BOARDS)
    letters = found.letters
    return (
        f"{found.kills} nodes killed, {found.crashes} times the database: {letters.tried} letters"
        f" brought, {letters.taken} got 250, {letters.again} kept again, {letters.lost} lost,"
        f" {letters.doubled} doubled"
    )


def twins(size: int, folder: Path) -> str:
    letters = act_once_on_what_both_get(folder, size // LETTERS_OF_A_BOARD, LETTERS_OF_A_BOARD)
    return (
        f"{letters.taken} letters got 250 from both nodes, {letters.again} copies recognised,"
        f" {letters.lost} lost, {letters.doubled} doubled"
    )


def mailbox(size: int, folder: Path) -> str:
    return survive_mailbox_kills(folder, size)


def copies(size: int, folder: Path) -> str:
    data, back, url = folder / "data", folder / "back", emptied("copies")
    for spec in SPECS:
        courses = [course(spec, PLIES, seed) for seed in range(COURSES)]
        fill(data, courses, PLIES, size // len(SPECS))
    there = copy_store(data, url)
    assert copy_store(url, back) == there == contents(back / FILE)
    rows = sum(each.rows for each in there.values())
    return f"{there['events'].rows} events, {rows} rows of {len(there)} tables, the same hashes"


def programs(size: int, folder: Path) -> str:
    found = survive_kills_of_programs(folder / "data", size)
    return (
        f"{found.moves} moves in {found.games} games, {found.seen} of them before a kill,"
        " 0 lost, 0 doubled, each computed again"
    )


def writes(size: int, folder: Path) -> str:
    cuts = survive_power_cuts(folder / "data", letters=size, step=size)
    return f"{cuts} power cuts, each letter acted on once"


def mails(size: int, folder: Path) -> str:
    quotes = 0
    for number in range(size):
        made = mutant(Random(number))
        obeys_no_quote(made, number)
        quotes += made.quotes
    return f"{quotes} with quotes that can be told, none obeyed"


def gyges(size: int, folder: Path) -> str:
    moves = sum(
        compare(ruleset, random_position(seed, ruleset))
        for ruleset in GAMES
        for seed in range(size)
    )
    return f"{moves} moves of {len(GAMES)} rule sets, found by both generators"


def dvonn(size: int, folder: Path) -> str:
    positions = sum(compare_game(seed) for seed in range(size))
    return f"{positions} positions, the same moves by both generators"


def kit(size: int, folder: Path) -> str:
    by_game: dict[str, int] = {}
    for name, specs in groupby(READ, lambda spec: spec.partition("/")[0]):
        # One game of each board, and the rest on the smallest.
        *others, smallest = sorted(specs, key=lambda spec: -len(rules.games()[spec].start().board))
        by_game[name] = sum(reference.compare(spec, 1, 1) for spec in others)
        by_game[name] += reference.compare(smallest, size - by_game[name], 1)
    seeds, by_game["oware"] = count(), 0
    while by_game["oware"] < size:
        by_game["oware"] += brute.compare_game(OWARES[0], next(seeds))
    found = ", ".join(f"{positions} of {name}" for name, positions in by_game.items())
    return f"{found}, the same moves, boards and ends by both readings of the rules"


def contract(size: int, folder: Path) -> str:
    games = rules.games()
    plies = sum(play_through(game, seed) for game in games.values() for seed in range(size))
    return f"{plies} plies of {len(games)} rule sets, each keeps the contract"


def words(size: int, folder: Path) -> str:
    for number in range(size):
        obeys_no_planted_words(number)
    return "everyday words in their quotes, none obeyed"


def puzzles(size: int, folder: Path) -> str:
    for game, puzzle, _ in islice(shipped(), size):
        prove(game, puzzle)
    return f"digest {digest()}, each has one solution"


def analyses(size: int, folder: Path) -> str:
    remarks = 0
    for game in islice(games(), size):
        remarks += prove_remarks(game)
        if game.rules is CLASSIC:
            prove_that_no_win_is_passed_over(game)
    return f"{remarks} remarks, each proven by the rules alone"


COMPOSED = (("gyges", "mouse"), ("gyges", "touch"), ("gyges", "keyboard"), ("dvonn", "mouse"))


def composer(size: int, folder: Path) -> str:
    plies = 0
    with chromium() as browser:
        for number, (game, hand) in zip(range(size), cycle(COMPOSED), strict=False):
            home = folder / str(number)
            home.mkdir()
            plies += whole_game(home, browser, f"{game} challenge bob", hand).plies
    return f"{plies} plies, each composed on its page and sent by its link"


SERIES: Mapping[str, Series] = {
    "kills": Series(kills, 200, "kills"),
    "nodes": Series(nodes, 20, "kills"),
    "twins": Series(twins, 1000, "letters"),
    "mailbox": Series(mailbox, 200, "kills"),
    "writes": Series(writes, 6, "letters"),
    "copies": Series(copies, 10_000, "games"),
    "programs": Series(programs, 100, "kills"),
    "mails": Series(mails, 100_000, "mails"),
    "words": Series(words, 100_000, "letters"),
    "gyges": Series(gyges, 4000, "positions"),
    "dvonn": Series(dvonn, 60, "games"),
    "kit": Series(kit, 100_000, "positions of each game"),
    "contract": Series(contract, 200, "games"),
    "puzzles": Series(puzzles, len(list(shipped())), "puzzles"),
    "analyses": Series(analyses, len(list(games())), "games"),
    "composer": Series(composer, 4, "games"),
}
