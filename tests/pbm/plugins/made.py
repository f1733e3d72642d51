"""A distribution with a small game, written into a folder as an installer would."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pbm.core.games import use_plugins

FACTS = """\
interface = 1
rules = {rules}
seats = ["Left", "Right"]
form = "take [1-9]|t[1-9]|[1-9]"
first = "o"
also = ["take-away", "Wegnehmen"]
aim = "Who takes the last counter wins."

[rulesets]
twelve = "Nimble with twelve counters"
five = "Nimble with five counters"

[samples]
twelve = "t2 t1 t3 t1 t3 t1 t1"
five = "t1 t3 t1"

[words]
too_many = "NI2: there are not so many {counters}"
because_last = "by taking the last counter"
"""

HELP = """\
Nimble
======
There are twelve counters. Take one, two or three: t2
"""

CODE = '''\
"""Takes counters; ``faults`` breaks the game in the named way."""

import os, signal, sys, time
from pathlib import Path

FAULT = Path(__file__).with_name("fault.txt")
COUNTS = {"twelve": 12, "five": 5}


def trouble(where):
    kind = FAULT.read_text().strip() if FAULT.exists() else ""
    if not kind.startswith(where):
        return
    kind = kind.removeprefix(where + " ")
    if kind == "raises":
        raise RuntimeError("broken on purpose")
    if kind == "exits":
        sys.exit(3)
    if kind == "dies":
        os.kill(os.getpid(), signal.SIGKILL)
    if kind == "hangs":
        begun = time.process_time()
        while time.process_time() < begun + 3:
            pass
    if kind == "eats":
        [bytearray(2**20) for _ in range(400)]
    if kind == "nonsense":
        return "nonsense"
    if kind == "floods":
        return "x" * 2**20


class Nimble:
    def __init__(self, ruleset):
        self.counters = COUNTS[ruleset]

    def start(self):
        return trouble("start") or f"{self.counters} 0"

    def turn(self, position):
        left, turn = map(int, position.split())
        return int(turn) if left else None

    def result(self, position):
        return 1 - int(position.split()[1]), "last"

    def moves(self, position):
        most = min(LONGEST, int(position.split()[0]))
        return trouble("moves") or [f"t{n}" for n in range(1, most + 1)]

    def play(self, position, move):
        left, turn = map(int, position.split())
        return trouble("play") or f"{left - int(move[1:])} {1 - turn}"

    def read(self, position, text):
        return [f"t{text.split()[-1]}"]

    def why(self, position, text):
        return "too_many"

    def board(self, position):
        left = int(position.split()[0])
        row, columns = " ".join("o" * left + "." * (12 - left)), " ".join("abcdefghijkl")
        return trouble("board") or f"1 {row}\\n  {columns}"
'''


class Plugin:
    """The installed distribution, whose code and rules can be changed."""

    def __init__(self, folder: Path, name: str = "pbm-nimble") -> None:
        self.folder, self.name = folder, name
        self.package = folder / "pbm_nimble"
        self.install()

    def install(self, rules: int = 1, longest: int = 3, version: str = "1.0") -> None:
        self.package.mkdir(parents=True, exist_ok=True)
        code = CODE.replace("LONGEST", str(longest))
        (self.package / "__init__.py").write_text(code)
        (self.package / "nimble.toml").write_text(FACTS.replace("{rules}", str(rules)))
        (self.package / "nimble.txt").write_text(HELP)
        for old in self.folder.glob("*.dist-info"):
            for file in old.iterdir():
                file.unlink()
            old.rmdir()
        info = self.folder / f"pbm_nimble-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {self.name}\nVersion: {version}\n"
        )
        (info / "entry_points.txt").write_text("[pbm.games]\nnimble = pbm_nimble:Nimble\n")

    def remove(self) -> None:
        for file in sorted(self.folder.rglob("*"), reverse=True):
            file.rmdir() if file.is_dir() else file.unlink()

    def write(self, name: str, old: str, new: str) -> None:
        """Change a file of the package."""
        path = self.package / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))
        self.use()

    def breaks(self, where: str, how: str) -> None:
        """Break a method: start, moves, play or board."""
        (self.package / "fault.txt").write_text(f"{where} {how}")
        self.use()

    def works(self) -> None:
        (self.package / "fault.txt").unlink(missing_ok=True)

    def use(self) -> None:
        """Offer its games, as a server does that starts now."""
        use_plugins(())
        use_plugins([self.name])


@contextmanager
def installed(folder: Path) -> Iterator[Plugin]:
    """Install the distribution into a folder that Python looks into, and offer its games."""
    sys.path.insert(0, str(folder))
    made = Plugin(folder)
    try:
        made.use()
        yield made
    finally:
        use_plugins(())
        sys.path.remove(str(folder))
