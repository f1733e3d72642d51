"""Random positions; a seed always gives the same one."""

from __future__ import annotations

from random import Random

ALL_RINGS = [1, 2, 3] * 4


def random_position(seed: int, ruleset: str = "classic", rings: int | None = None) -> str:
    """Return a position with ``rings`` rings on the board, by default a random number of them."""
    random = Random(seed)
    fewest = 0 if ruleset == "kang" else 4
    number = random.randint(fewest, 12) if rings is None else rings
    sizes = random.sample(ALL_RINGS, k=12)
    line = f"{_rows(random, sizes[:number])} {random.choice('sn')}"
    return f"{line} {_reserves(random, sizes[number:], number)}" if ruleset == "kang" else line


def stuck_position(seed: int, ruleset: str) -> str:
    """Return a position with two full rows, which wall in the doubles and triples of the shore."""
    random = Random(seed)
    large = random.sample([2, 3] * 4, k=8)
    near, far = large[:6], [1] * 4 + large[6:]
    if random.random() < 0.5:
        near[0], far[0] = far[0], near[0]
    rows = ["".join(map(str, random.sample(row, k=6))) for row in (near, far)] + ["......"] * 4
    side = random.choice("sn")
    line = f"{'/'.join(reversed(rows) if side == 's' else rows)} {side}"
    return f"{line} -/- 0-0 -" if ruleset == "kang" else line


def _rows(random: Random, sizes: list[int]) -> str:
    cells = [str(size) for size in sizes] + ["."] * (36 - len(sizes))
    random.shuffle(cells)
    return "/".join("".join(cells[start : start + 6]) for start in range(0, 36, 6))


def _reserves(random: Random, sizes: list[int], number: int) -> str:
    """Return both reserves with the other rings; now and then one ring is missing."""
    share = random.randint(0, len(sizes))
    souths, norths = (sizes[:share], sizes[share:]) if number or sizes else ([1], [])
    souths = [] if number and random.random() < 0.3 else souths
    held = ("".join(map(str, sorted(reserve))) or "-" for reserve in (souths, norths))
    score = f"{random.randint(0, 2)}-{random.randint(0, 2)}"
    return f"{'/'.join(held)} {score} {random.choice(['s', 'n', 'sn', '-'])}"
