"""Worst cases of the searches of Gyges.

Every rule set is measured on three sets of positions: random ones with twelve rings, those in
tests/rules/gyges/hard_positions.txt, and the hardest that a hill climber finds. For each set, the
figures are: the trails tried by the longest search; the CPU seconds for all legal moves of the
slowest position; the CPU seconds for checking the slowest legal and the slowest illegal written
move of the five hardest positions; and, per CPU second, the positions whose legal moves are listed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import process_time

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from pbm.rules.errors import RulesError  # noqa: E402 (found by the line above)
from pbm.rules.gyges import RULESETS  # noqa: E402 (found by the line above)
from pbm.rules.gyges.game import Gyges  # noqa: E402
from pbm.rules.gyges.search import flight  # noqa: E402
from pbm.rules.gyges.state import Placement, State  # noqa: E402

KEPT = ROOT / "tests" / "rules" / "gyges" / "hard_positions.txt"
NO_RESERVES = {"kang": " -/- 0-0 -"}


@dataclass(frozen=True, order=True)
class Hardness:
    """The hardness of a position. trails: how many the searches of all playable rings try."""

    trails: int
    seconds: float
    line: str


def measure(game: Gyges, line: str) -> Hardness:
    flight.cache_clear()
    state = game.decode(line)
    start = process_time()
    moves = list(game.legal_moves(state))
    seconds = process_time() - start
    origins = {move.origin for move in moves if not isinstance(move, Placement)}
    return Hardness(sum(game.rules.flight(state, each).tried for each in origins), seconds, line)


def slowest_checks(game: Gyges, line: str) -> tuple[float, float]:
    """Seconds for checking the slowest legal and the slowest illegal move, without caches.

    The moves are all pairs of a ring that may be lifted and a destination, each with and without
    a slot for the displaced ring.
    """
    state = game.decode(line)
    moves = [move for move in game.legal_moves(state) if not isinstance(move, Placement)]
    listed = {(move.origin, move.destination): game.format(state, move) for move in moves}
    write = game.rules.coordinates.write
    short = {
        write((origin, end), room)
        for origin in {move.origin for move in moves}
        for end in game.rules.coordinates.names
        for room in (None, moves[-1].displaced)
    }
    checks = [_check(game, state, text) for text in {*listed.values(), *short}]
    legal, illegal = ([s for s, refused in checks if refused is kind] for kind in (False, True))
    return max(legal), max(illegal)


def _check(game: Gyges, state: State, text: str) -> tuple[float, bool]:
    """Seconds for checking a move, and whether it was refused."""
    flight.cache_clear()
    start = process_time()
    try:
        game.parse(state, text)
    except RulesError:
        return process_time() - start, True
    return process_time() - start, False


def random_line(game: Gyges, random: Random) -> str:
    cells = [*"111122223333", *"." * 24]
    random.shuffle(cells)
    return line_of(game, cells, random.choice("sn"))


def line_of(game: Gyges, cells: Sequence[str], side: str) -> str:
    rows = "/".join("".join(cells[start : start + 6]) for start in range(0, 36, 6))
    return f"{rows} {side}{NO_RESERVES.get(game.ruleset, '')}"


def climb(game: Gyges, random: Random, patience: int) -> Hardness:
    """Move rings about until the search has not got longer for ``patience`` steps."""
    best = max(measure(game, random_line(game, random)) for _ in range(20))
    stale = 0
    while stale < patience:
        found = measure(game, moved_about(game, random, best.line))
        stale = 0 if found.trails > best.trails else stale + 1
        best = found if found.trails >= best.trails else best
    return best


def moved_about(game: Gyges, random: Random, line: str) -> str:
    rows, side, *_ = line.split()
    cells = list(rows.replace("/", ""))
    for _ in range(random.randint(1, 3)):
        one, other = random.sample(range(36), 2)
        cells[one], cells[other] = cells[other], cells[one]
    return line_of(game, cells, side)


def kept(game: Gyges) -> list[str]:
    lines = (line.split(" | ") for line in KEPT.read_text(encoding="utf-8").splitlines())
    return [line[1] for line in lines if line[0] == game.ruleset]


def report(game: Gyges, kind: str, found: Iterable[Hardness]) -> None:
    everything = sorted(found)
    if not everything:
        return
    hardest, slowest = everything[-1], max(everything, key=lambda each: each.seconds)
    checks = [slowest_checks(game, each.line) for each in everything[-5:]]
    legal, illegal = (max(seconds) for seconds in zip(*checks, strict=True))
    rate = len(everything) / sum(each.seconds for each in everything)
    print(
        f"{game.ruleset:9}{kind:>9}{hardest.trails:>8}{slowest.seconds:>10.4f}{legal:>9.4f}"
        f"{illegal:>9.4f}{rate:>8.0f}  {hardest.line}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--random", type=int, default=20_000, metavar="N")
    parser.add_argument("--climbs", type=int, default=10, metavar="N")
    parser.add_argument("--patience", type=int, default=400, metavar="STEPS")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("rulesets", nargs="*", help="all of them, if none is named")
    options = parser.parse_args()
    print(
        f"{'rule set':9}{'':>9}{'trails':>8}{'all moves':>10}{'legal':>9}{'illegal':>9}{'rate':>8}"
        "  hardest position"
    )
    for game in RULESETS:
        if options.rulesets and game.ruleset not in options.rulesets:
            continue
        random = Random(options.seed)  # noqa: S311 (positions, no secrets)
        lines = [random_line(game, random) for _ in range(options.random)]
        measure(game, lines[0])  # The first search builds tables.
        report(game, "random", (measure(game, line) for line in lines))
        report(game, "kept", (measure(game, line) for line in kept(game)))
        report(
            game, "climbed", (climb(game, random, options.patience) for _ in range(options.climbs))
        )


if __name__ == "__main__":
    main()
