"""Pictures of boards for a person to look at: painted as PNG and SVG, and as HTML mails show them.

The boards are, for every rule set, a random game at its start, early, in the middle and at its
end, and positions that such games do not reach. ``gallery-*.png`` shows all of them as in a mail on
a telephone, and ``desktop-*.png`` as on a page, each on a light and on a dark background.
``mails-*.png`` shows mails with these boards, and every kind of mail, as wide as on a telephone and
on a desktop, and as a mail program shows them that darkens light mails. ``--readme`` makes only
the picture of a board mail in the README.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from PIL import Image as Picture

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

# These imports need the path from the line above.
from pbm.core.games import AnyGame, Scene, Seat, all_games, draw, find  # noqa: E402
from pbm.core.sample_games import sample_game  # noqa: E402
from pbm.notices.page.html import Image, Inset, page  # noqa: E402
from pbm.notices.painting import shown_width  # noqa: E402
from pbm.notices.rendering import quoted, wrapped  # noqa: E402
from pbm.notices.wording import say  # noqa: E402
from pbm.pictures.png import png  # noqa: E402
from pbm.pictures.svg import svg  # noqa: E402
from pbm.pictures.words import alt  # noqa: E402
from tests.pbm.inbox.letter.mails import every_mail  # noqa: E402
from tests.pbm.town import ALICE, BOB, PASSWORD, Mail, Town, of, remembered_drafts  # noqa: E402

FRAMES = {360: 4, 800: 2}
"""How many mails are side by side in a picture, by their width."""

HEIGHT = 1100
"""The height of a frame with a mail; the rest of the mail is not shown."""

MOST_FRAMES = 8
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

DARKENED = ("--force-dark-mode", "--enable-features=WebContentsForceDark")
"""Flags that make the browser darken a light page, as many mail programs do."""

SHARP = ("--force-device-scale-factor=2",)
"""A flag for two pixels of the picture in each pixel of the page."""

FEW_COLOURS = 128
"""Enough for a board mail, in a third of the bytes."""

GROUNDS = {"light": ("#fff", "#222"), "dark": ("#111", "#ddd")}
"""Colours of pages and of their text."""

POSITIONS = {
    "bounces": ("gyges/classic", "....../2...../1..1../1.23.3/3.22.1/..3... s", ["13-36=11"]),
    "route": ("gyges/classic", "....../....../....../....../11..../11.... s", ["12-11-21-22-32"]),
    "one-shore": ("gyges/modern", "....../....../..1.2./....../....../...... s", ["45-43-53"]),
    "all-moved": ("gyges/towers", "....../....../.1..../1231../.2..../3..... s", []),
    "reserves": ("gyges/kang", "....../..2.../....../...1../....../...... s 11/12223333 1-2 n", []),
    "crowded": (
        "gyges/kang",
        "....../....../....../....../....../...... n -/111122223333 0-2 n",
        [],
    ),
}
"""For each name: the rule set, a position, and the moves that are played from that position."""

README = ROOT / "scripts" / "screenshot.png"
README_WIDTH, README_HEIGHT = 400, 980
README_COMMENT = "My single likes to bounce."
README_PLIES = 7
"""The picture of the README: its file, its size, and the ply of the sample game that it reports."""

START, PLAYED = "random", (1, 9, 22)
"""A seeded start, and the plies after which its stacks are shown."""


class Shown(NamedTuple):
    """A board with a name, its viewer, and a description of its last move."""

    name: str
    game: AnyGame
    state: Any
    viewer: Seat | None
    told: str = ""

    @property
    def words(self) -> str:
        return alt(self.game, self.state, self.viewer)

    def svg(self) -> str:
        return svg(self._scene, self.name, self.words)

    def png(self) -> bytes:
        return png(self._scene)

    @property
    def width(self) -> int:
        return shown_width(self._scene)

    @property
    def legend(self) -> str:
        return self._scene.legend

    @property
    def _scene(self) -> Scene:
        turned = self.viewer is Seat.SECOND
        return draw(self.game, self.state, self.viewer, None, turned)


def playout(game: AnyGame, seed: int, start: str = "") -> list[tuple[Any, str]]:
    """The states of a random game, each with a description of its last move."""
    random, state = Random(seed), game.start(start, seed)  # noqa: S311 (pictures, no secrets)
    states = [(state, "")]
    while game.outcome(state) is None and len(states) < LONGEST:
        move = random.choice(list(game.legal_moves(state)))
        told = ", ".join(say(game.words, phrase) for phrase in game.describe(state, move))
        line = f"{len(states):3}. alice    {game.format(state, move)}\n{wrapped(told, 5)}"
        state = game.apply(state, move)
        states.append((state, line))
    return states


def moments(game: AnyGame) -> Iterator[Shown]:
    """Yield a random game at its start, early, in the middle and at its end."""
    states = playout(game, seed=1)
    plies = {"start": 0, "early": 4, "middle": len(states) // 2, "end": len(states) - 1}
    viewers = (None, Seat.FIRST, Seat.SECOND, Seat.FIRST)
    for (moment, at), viewer in zip(plies.items(), viewers, strict=True):
        state, told = states[min(at, len(states) - 1)]
        yield Shown(f"{game.name}-{game.ruleset}-{moment}", game, state, viewer, told)


def stacks(game: AnyGame) -> Iterator[Shown]:
    """Yield a game from a seeded start after some plies, and after the largest cut-off."""
    states = [state for state, _ in playout(game, 1, START)]
    for plies in PLAYED:
        yield Shown(f"{game.name}-{START}-{plies}", game, states[plies], Seat.SECOND)
    most = max(states, key=lambda state: len(state.lost))
    yield Shown(f"{game.name}-{START}-cut-off", game, most, Seat.FIRST)


def positions() -> Iterator[Shown]:
    for name, (ruleset, position, moves) in POSITIONS.items():
        game = find(ruleset)
        state = game.decode(position)
        for move in moves:
            state = game.make(state, move).after
        if not moves:
            longest = max((game.format(state, move) for move in game.legal_moves(state)), key=len)
            state = game.make(state, longest).after
        yield Shown(f"{game.name}-{name}", game, state, Seat.FIRST)


def everything() -> Iterator[Shown]:
    for game in all_games():
        yield from moments(game)
        if START in game.starts:
            yield from stacks(game)
    yield from positions()


def board_mail(shown: Shown) -> str:
    """Return a board mail as a page."""
    comment = quoted(["Your move, and take your time: <b>nobody</b> hurries here."])
    text = f"{shown.told}\n\nboard\n\nalice writes:\n{comment}\n\n-- \npbm\n"
    line = text.split("\n").index("board")
    image = Image(_source(shown.png()), shown.width, shown.words, shown.legend)
    subject = f"[{shown.game.name} 1] {shown.name}: your move, bob"
    return page(subject, text, [Inset(line, line + 1, image)])


def _source(picture: bytes) -> str:
    return f"data:image/png;base64,{b64encode(picture).decode()}"


def pages_of_every_kind() -> Iterator[str]:
    """Yield the HTML part of a mail of every kind that has one, its pictures included."""
    shown = set()
    with remembered_drafts():
        mails = every_mail()
    for mail in mails:
        if mail.message.get_body(("html",)) is not None and mail.kind not in shown:
            shown.add(mail.kind)
            yield html_of(mail)


def html_of(mail: Mail) -> str:
    """Return the HTML part of a mail with its pictures in it."""
    text = mail.html
    for part in mail.message.walk():
        name = str(part["Content-ID"]).strip("<>")
        if part.get_content_type() == "image/png":
            text = text.replace(f"cid:{name}", _source(part.get_content()))
    return text


def board_mail_of_the_readme(folder: Path) -> str:
    """Return the HTML part of bob's mail about a move of the sample game, with alice's comment."""
    town = Town(folder, site=str(folder / "site"), site_url="https://games.example.org")
    town.sign_up(ALICE, PASSWORD)
    town.sign_up(BOB)
    _, plies = sample_game(find("gyges/classic"))
    *earlier, last = [ply.text for ply in plies[:README_PLIES]]
    to_alice, _ = town.play(town.board(), *earlier)
    return html_of(of(town.answer(to_alice, f"{last}\n\n{README_COMMENT}\n"), BOB))


def frames(pages: Sequence[str], width: int) -> str:
    """Return a page with mails side by side, each in a frame of this width."""
    size = f'width="{width}" height="{HEIGHT}"'
    shown = (f'<iframe {size} srcdoc="{escape(each)}"></iframe>' for each in pages)
    return f'<body style="margin:0;background:#888">{"".join(shown)}'


def shoot_mails(browser: str, folder: Path, pages: Sequence[str]) -> None:
    for width, beside in FRAMES.items():
        for number, start in enumerate(range(0, len(pages), MOST_FRAMES)):
            some = pages[start : start + MOST_FRAMES]
            high = -(-len(some) // beside) * (HEIGHT + 10)
            for ground, flags in {"light": (), "dark": DARKENED}.items():
                picture = folder / f"mails-{width}-{ground}-{number:02}.png"
                shoot(
                    browser, frames(some, width), picture, beside * (width + 10), high, flags=flags
                )


def gallery(ground: str, pictures: Sequence[str]) -> str:
    """Return a page with all pictures. pictures: HTML elements, each with its legend."""
    paper, ink = GROUNDS[ground]
    style = f"background:{paper};color:{ink};font:13px sans-serif;display:flex;flex-wrap:wrap"
    return f'<body style="{style};gap:20px;align-items:start">{"".join(pictures)}'


def as_mailed(shown: Shown) -> str:
    picture = shown.png()
    width = int.from_bytes(picture[16:20]) // 2
    image = f'<img width={width} src="{_source(picture)}">'
    return f'<div style="width:360px">{image}<br>{shown.legend}</div>'


def as_on_a_page(shown: Shown) -> str:
    return f'<div style="width:800px">{shown.svg()}{shown.legend}</div>'


def shoot(  # noqa: PLR0913 (what a picture needs)
    browser: str,
    html: str,
    picture: Path,
    width: int,
    height: int,
    *,
    flags: Sequence[str] = (),
) -> None:
    with TemporaryDirectory() as folder:
        source = Path(folder, "page.html")
        source.write_text(html, encoding="utf-8")
        arguments = [
            f"--user-data-dir={folder}/profile",
            f"--window-size={width},{height}",
            f"--screenshot={picture}",
            source.as_uri(),
        ]
        subprocess.run([browser, *FLAGS, *flags, *arguments], check=True, capture_output=True)
    print(picture)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "directory", type=Path, nargs="?", help="folder for the pictures; created if missing"
    )
    parser.add_argument("--browser", default="chromium")
    parser.add_argument("--no-mails", action="store_true", help="only the painted boards")
    parser.add_argument("--readme", action="store_true", help=f"only {README.relative_to(ROOT)}")
    chosen = parser.parse_args(arguments)
    if chosen.readme:
        with TemporaryDirectory() as town:
            html = board_mail_of_the_readme(Path(town))
            shoot(chosen.browser, html, README, README_WIDTH, README_HEIGHT, flags=SHARP)
        few = Picture.open(README).quantize(FEW_COLOURS)
        few.save(README, optimize=True)
        return
    if chosen.directory is None:
        parser.error("name a directory for the pictures, or --readme")
    folder = chosen.directory.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    boards = list(everything())
    for shown in boards:
        (folder / f"{shown.name}.png").write_bytes(shown.png())
        (folder / f"{shown.name}.svg").write_text(shown.svg(), encoding="utf-8")
    for ground in GROUNDS:
        mailed = gallery(ground, [as_mailed(shown) for shown in boards])
        shoot(chosen.browser, mailed, folder / f"gallery-{ground}.png", 1540, 4200)
        paged = gallery(ground, [as_on_a_page(shown) for shown in boards])
        shoot(chosen.browser, paged, folder / f"desktop-{ground}.png", 2480, 12000)
    if not chosen.no_mails:
        pages = [*map(board_mail, boards), *pages_of_every_kind()]
        shoot_mails(chosen.browser, folder, pages)


if __name__ == "__main__":
    main(sys.argv[1:])
