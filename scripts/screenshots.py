"""Screenshots of boards as HTML mails show them, for a person to look at.

For every rule set: a random game at its start, early, in the middle and at its end; the last two
also at the width of a telephone.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from pbm.core.games import AnyGame, Seat, all_games, spec  # noqa: E402 (found by the line above)
from pbm.notices.html import Drawing, page  # noqa: E402
from pbm.notices.rendering import quoted, wrapped  # noqa: E402
from pbm.notices.wording import say  # noqa: E402

DESKTOP, TELEPHONE = 720, 500
HEIGHT = 760
LONGEST = 160
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)


def playout(game: AnyGame, seed: int) -> list[tuple[Any, str]]:
    """The states of a random game, each with a description of its last move."""
    random, state = Random(seed), game.start()  # noqa: S311 (pictures, no secrets)
    states = [(state, "")]
    while game.outcome(state) is None and len(states) < LONGEST:
        move = random.choice(list(game.legal_moves(state)))
        told = ", ".join(say(game.words, phrase) for phrase in game.describe(state, move))
        line = f"{len(states):3}. alice    {game.format(state, move)}\n{wrapped(told, 5)}"
        state = game.apply(state, move)
        states.append((state, line))
    return states


def mail(game: AnyGame, state: Any, told: str, viewer: Seat | None) -> str:
    drawing = Drawing(game.render(state, viewer=viewer), game.picture(state, viewer))
    comment = quoted(["Your move, and take your time: <b>nobody</b> hurries here."])
    text = f"{game.title}\n\n{told}\n\n{drawing}\n\nalice writes:\n{comment}\n\n-- \npbm\n"
    return page(text, {"drawing": drawing})


def pages(game: AnyGame) -> Iterator[tuple[str, str, int]]:
    """Yield name, page and width of each picture."""
    states = playout(game, seed=1)
    moments = {"start": 0, "early": 4, "middle": len(states) // 2, "end": len(states) - 1}
    viewers = (None, Seat.FIRST, Seat.SECOND, Seat.FIRST)
    for (moment, at), viewer in zip(moments.items(), viewers, strict=True):
        html = mail(game, *states[min(at, len(states) - 1)], viewer)
        yield f"{game.name}-{game.ruleset}-{moment}", html, DESKTOP
        if at > len(states) // 3:
            yield f"{game.name}-{game.ruleset}-{moment}-telephone", html, TELEPHONE


def shoot(browser: str, html: str, picture: Path, width: int) -> None:
    with TemporaryDirectory() as folder:
        source = Path(folder, "page.html")
        source.write_text(html)
        arguments = [
            f"--user-data-dir={folder}/profile",
            f"--window-size={width},{HEIGHT}",
            f"--screenshot={picture}",
            source.as_uri(),
        ]
        subprocess.run([browser, *FLAGS, *arguments], check=True, capture_output=True)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", type=Path, help="folder for the pictures; created if missing")
    parser.add_argument("--browser", default="chromium")
    chosen = parser.parse_args(arguments)
    chosen.directory.mkdir(parents=True, exist_ok=True)
    for game in all_games():
        for name, html, width in pages(game):
            picture = (chosen.directory / f"{name}.png").resolve()
            shoot(chosen.browser, html, picture, width)
            print(f"{picture} ({spec(game)})")


if __name__ == "__main__":
    main(sys.argv[1:])
