"""Leagues: cut from one ranked list, and the list of the next season with its promotions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

SMALLEST, LARGEST = 4, 7
_TWO_MOVE = 7
"""From leagues of this size two players go up and two go down; from smaller ones, one each."""

League = Sequence[int]
"""The ids of players, the best first."""


def cut(ranked: Sequence[int], size: int = LARGEST) -> list[list[int]]:
    """Cut a ranked list into leagues whose sizes differ by one at most, the larger ones first.

    size: the wanted size, which is approached as far as leagues of 4 to 7 players allow.

    :raises ValueError: if there are fewer than ``SMALLEST`` players
    """
    count = len(ranked)
    if count < SMALLEST:
        raise ValueError(f"{count} players are too few for a league")
    leagues = min(max(-(-count // size), -(-count // LARGEST)), count // SMALLEST)
    each, larger = divmod(count, leagues)
    sizes = [each + (at < larger) for at in range(leagues)]
    ends = [sum(sizes[: at + 1]) for at in range(leagues)]
    return [list(ranked[end - size : end]) for end, size in zip(ends, sizes, strict=True)]


def movers(size: int) -> int:
    """Return how many players of a league of this size go up; equally many go down."""
    return 2 if size >= _TWO_MOVE else 1


def promoted(finals: Sequence[League]) -> list[int]:
    """Return one ranked list from the final orders of all leagues, the highest league first.

    The first of a league change places with the last of the league above. Those who come down are
    ranked first in their new league, and those who come up last.
    """
    kept = [list(each) for each in finals]
    for upper, lower in zip(range(len(kept)), range(1, len(kept)), strict=False):
        down, up = movers(len(finals[upper])), movers(len(finals[lower]))
        falling, rising = kept[upper][-down:], kept[lower][:up]
        kept[upper] = [*kept[upper][:-down], *rising]
        kept[lower] = [*falling, *kept[lower][up:]]
    return [player for league in kept for player in league]


def ranked(
    before: Sequence[int], entered: Collection[int], ratings: Mapping[int, int]
) -> list[int]:
    """Return the entered players in the order in which leagues are cut.

    before: the order of the season before, with its promotions. Newcomers come after those, by
        rating; who entered first comes first among equals.
    """
    known = [player for player in before if player in entered]
    new = [player for player in entered if player not in {*known}]
    return [*known, *sorted(new, key=lambda player: -ratings[player])]


def kept_apart(
    leagues: Sequence[Sequence[int]], foes: Collection[frozenset[int]]
) -> list[list[int]]:
    """Exchange players of neighbouring leagues, so that as few foes as possible share a league.

    foes: pairs of players who do not play each other. For each pair in one league, the lower-placed
    player moves down: they change places with the best player of the next league whose move makes
    no new pair in either league. In the lowest league they change places with the last such player
    of the league above instead.
    """
    made = [list(each) for each in leagues]
    for at, league in enumerate(made):
        for place, player in [*enumerate(league)][::-1]:
            if _has_foe(player, league[:place], foes):
                _exchange(made, at, place, foes)
    return made


def _exchange(
    leagues: list[list[int]], at: int, place: int, foes: Collection[frozenset[int]]
) -> None:
    """Exchange a player with one of a neighbouring league, if neither then meets a foe there."""
    own, player = leagues[at], leagues[at][place]
    there = at + 1 if at + 1 < len(leagues) else at - 1
    if there < 0:
        return
    others = leagues[there]
    order = range(len(others)) if there > at else range(len(others) - 1, -1, -1)
    for number in order:
        other = others[number]
        stay, rest = [each for each in own if each != player], [*others]
        rest.remove(other)
        if not _has_foe(other, stay, foes) and not _has_foe(player, rest, foes):
            own[place], others[number] = other, player
            return


def _has_foe(player: int, others: Collection[int], foes: Collection[frozenset[int]]) -> bool:
    return any(frozenset((player, other)) in foes for other in others)
