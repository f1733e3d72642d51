"""Matches that show how well programs play: ``python -m tests.trials.strength [SPEC...]``.

Plays the missing games of each match, and stores the result after every pair in ``strength.txt`` of
its game, so that a run that was stopped can continue later. ``--table`` prints the table of
STRENGTH.md from these files. The same version of the engines always gives the same results.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import NamedTuple

from pbm.core.games import AnyGame, Limits, all_games, engine_of, find, spec
from pbm.programs.match import NONE_YET, play_match
from pbm.programs.opponents import GREEDY, Chance, Opponent, Position, Program
from pbm.programs.strength import LEVEL, Measured, measured

PAIRS = (
    ("level:2", "random"),
    ("level:3", "random"),
    ("level:2", "greedy"),
    *((f"level:{number}", f"level:{number - 1}") for number in range(2, 6)),
)
SPECS = [spec(game) for game in all_games()]
AGAINST_GREEDY = ("gyges/classic", "dvonn/standard")
"""The rule sets in which ``greedy`` has the same estimates as the levels."""

USUAL = 200
"""How many games a match has in the end."""

RULES = Path(__file__).parents[2] / "rules"


class Timed(NamedTuple):
    """A player whose CPU time is measured. spent: seconds of each move."""

    player: Opponent
    spent: list[float]

    def choose(self, at: Position, seed: int) -> str:
        begun = process_time()
        move = self.player.choose(at, seed)
        self.spent.append(process_time() - begun)
        return move


def player(game: AnyGame, name: str) -> Opponent:
    if name == "random":
        return Chance()
    if name == "greedy":
        return Program(GREEDY, Limits())
    return Program(engine_of(game).levels[int(name.removeprefix(LEVEL)) - 1], Limits())


def matches(specs: Sequence[str], of: str = "") -> Iterator[Measured]:
    """Yield the result of every match, the cheapest pairs first. of: a player to choose matches."""
    known = {(each.spec, each.one, each.other): each for each in measured()}
    for one, other in PAIRS:
        for name in specs:
            if of in ("", one) and (other != "greedy" or name in AGAINST_GREEDY):
                nothing = Measured(name, one, other, NONE_YET, 0)
                yield known.get((name, one, other), nothing)


def continued(so_far: Measured, games: int) -> Iterator[Measured]:
    """Continue a match up to ``games`` games. Yield its result after each pair of them."""
    game, before = find(so_far.spec), so_far.tally
    timed = Timed(player(game, so_far.one), [])
    for tally, _ in play_match(game, (timed, player(game, so_far.other)), games, so_far=before):
        if tally.games % 2 == 0:
            new = 1000 * sum(timed.spent) / len(timed.spent) * (tally.games - before.games)
            mean = (so_far.milliseconds * before.games + new) / tally.games
            yield Measured(so_far.spec, so_far.one, so_far.other, tally, round(mean))


def keep(result: Measured) -> None:
    """Write a result to the file of its game, in place of the former one."""
    name = result.spec.partition("/")[0]
    file = RULES / name / "strength.txt"
    lines = file.read_text("utf-8").splitlines() if file.is_file() else []
    found = {_match(each): each for each in (Measured.read(name, line) for line in lines)}
    found[_match(result)] = result
    ordered = sorted(found.values(), key=lambda each: (SPECS.index(each.spec), _pair(each)))
    file.write_text("".join(f"{each.written()}\n" for each in ordered), "utf-8")


def table(results: Iterable[Measured]) -> Iterator[str]:
    """Yield the lines of the table in STRENGTH.md: a row for each rule set, a column for a pair."""
    cells = {_match(each): _cell(each) for each in results}
    pairs = [f"{one} : {other}".replace(LEVEL, "") for one, other in PAIRS]
    yield f"| rule set | {' | '.join(pairs)} |"
    yield f"|---|{'--:|' * len(PAIRS)}"
    for name in sorted({each for each, _, _ in cells}):
        row = [cells.get((name, *pair), "") for pair in PAIRS]
        yield f"| `{name}` | {' | '.join(row)} |"


def _cell(each: Measured) -> str:
    """The share of the points, its margin and, but against chance, the milliseconds: ``81±5·47``;
    ``81±9/40·47`` if only 40 games were played.
    """
    tally = each.tally
    open_ = "" if each.is_kept else " missed" if each.is_broken else " open"
    games = "" if tally.games == USUAL else f"/{tally.games}"
    share = f"{100 * tally.score:.0f}±{100 * tally.margin:.0f}{games}"
    milliseconds = "" if each.other == "random" else f"·{each.milliseconds}"
    return f"{share}{milliseconds}{open_}"


def _match(each: Measured) -> tuple[str, str, str]:
    return each.spec, each.one, each.other


def _pair(each: Measured) -> int:
    return PAIRS.index((each.one, each.other))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=USUAL, help="of each match, with those kept")
    parser.add_argument("--of", default="", help="only matches of this player, as level:3")
    parser.add_argument("--table", action="store_true", help="what was measured, for STRENGTH.md")
    parser.add_argument("--untimed", action="store_true", help="keep the milliseconds of the rows")
    parser.add_argument("specs", nargs="*", default=SPECS)
    chosen = parser.parse_args()
    if chosen.table:
        print(*table(measured()), sep="\n")
        return
    for match in matches(chosen.specs, chosen.of):
        for result in continued(match, chosen.games):
            keep(replace(result, milliseconds=match.milliseconds) if chosen.untimed else result)
            print(result.spec, result.one, result.other, str(result.tally), flush=True)


if __name__ == "__main__":
    main()
