"""``pbm serve --demo``: two players over real SMTP, and one against a program.

A complete server runs in a temporary folder. The two players use nothing but mail: they write to
the server, read their Maildirs, and reply. Their game is the sample game of the pbmserv help.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from email.message import EmailMessage
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

from pbm.admin import sandbox
from pbm.admin.audit import audit, audit_programs
from pbm.app.application import App
from pbm.app.config import Settings
from pbm.app.data_directory import utc_now
from pbm.app.server import Server
from pbm.app.setting_values import Endpoint, FileMode, Maildirs, Span
from pbm.app.threads import pages_thread, programs_thread
from pbm.base.errors import PbmError
from pbm.mail.addresses import server_address

# The game in "Gyges Notation", in the pbmserv help (Games of Towers: Gyges): South and North in
# turn, with the ending that the help gives in case South does not resign.
SAMPLE_GAME = """
    231123              321123
    16-35               61-53
    15-24               66x65=21
    13-14-24x35=33      62x53=36
    14-24-35x36=43      64-54
    12-33x54=14         65-35x36=34
    14-24-35-36-66      63-64
    11-22               64-54-35-36-S
""".split()

# What South writes against the program. These moves are legal however North places the pieces.
PROGRAM_GAME = ("231123", "14-24")
PROGRAM_LEVEL = 1

Echo = Callable[[str], None]

_PATIENCE_SECONDS = 20.0
_WIDTH = 78


class DemoError(PbmError):
    """The demonstration did not go as expected."""


async def play_demo(settings: Settings, echo: Echo) -> None:
    """Play the games, print every mail, and check the record at the end.

    :raises DemoError: if a mail does not come, or a game does not end as it should
    """
    with TemporaryDirectory(prefix="pbm-demo-") as folder:
        own = _settings_in(Path(folder), settings)
        programs, pages = programs_thread(own, utc_now), pages_thread(own, utc_now)
        server = Server(own, programs=programs, pages=pages)
        server.enlist_programs()
        listening = await server.start()
        echo(f"a demonstration in {folder}, which is removed at the end; your data is not touched")
        echo(f"listening on {listening}")
        try:
            demo = Demo(replace(own, listen=listening), echo)
            await asyncio.to_thread(demo.play)
        finally:
            await server.stop()
        _audit(own)
        echo("The audit finds nothing wrong. The demonstration is over.")
        echo(f"The pages of its games stay here, for your browser: {own.site}/index.html")


def _audit(settings: Settings) -> None:
    """:raises DemoError: if the audit finds anything wrong"""
    app = App(settings)
    try:
        found = [*audit(app.store, step=lambda: None), *audit_programs(app.store)]
    finally:
        app.close()
    if found:
        raise DemoError(f"the audit finds: {'; '.join(map(str, found))}")


def _settings_in(folder: Path, settings: Settings) -> Settings:
    return replace(
        settings,
        data=folder,
        site=Path(mkdtemp(prefix="pbm-demo-pages-")),
        site_url="",
        listen=Endpoint("127.0.0.1", 0),
        outgoing=Maildirs(folder / "outgoing"),
        trust_authserv=None,
        trusted_peers=None,
        socket_mode=FileMode(0o600),
        socket_group=None,
        operator=None,
        programs_delay=Span(timedelta(0), timedelta(0)),
    )


class Player:
    """A player with a mail program, which prints each mail sent and received."""

    def __init__(self, userid: str, settings: Settings, echo: Echo) -> None:
        self.userid = userid
        self._settings = settings
        self._echo = echo
        self._box = sandbox.mailbox(settings, f"{userid}@example.org")
        self._unread: list[EmailMessage] = []

    def write(self, subject: str) -> None:
        """Send the server a mail that is not a reply."""
        to = server_address(self._settings.club)
        self._heading(f'{self.userid} writes, as the subject of a mail: "{subject}"')
        mail = sandbox.compose(self._box.address, to, subject, "")
        sandbox.hand_in(self._settings.listen, mail)

    def answer(self, text: str) -> None:
        """Reply to the newest mail."""
        original = self._box.latest()
        if original is None:
            raise DemoError(f"{self.userid} has no mail to reply to")
        self._heading(f'{self.userid} replies: "{text}"')
        mail = sandbox.reply(self._box.address, original, text)
        sandbox.hand_in(self._settings.listen, mail)

    def read(self) -> str:
        """Wait for a mail, print it, and return what was printed.

        :raises DemoError: if no mail comes
        """
        if not self._unread:
            self._unread = self._box.wait_for_new(_PATIENCE_SECONDS)
        if not self._unread:
            raise DemoError(f"no mail comes to {self.userid}")
        mail = self._unread.pop(0)
        self._heading(f"{self.userid} gets a mail")
        shown = sandbox.shown(mail)
        self._echo(shown)
        return shown

    def check_read(self) -> None:
        """:raises DemoError: if a mail has come that nobody expects"""
        if extra := [*self._unread, *self._box.read_new()]:
            raise DemoError(f"{self.userid} got {len(extra)} mails more than expected")

    def _heading(self, text: str) -> None:
        self._echo(f"\n{f'== {text} ':=<{_WIDTH}}")


class Demo:
    def __init__(self, settings: Settings, echo: Echo) -> None:
        self._echo = echo
        self._program = f"{settings.programs_name}-{PROGRAM_LEVEL}"
        self._south = Player("alice", settings, echo)
        self._north = Player("bob", settings, echo)

    def play(self) -> None:
        """Play the whole game of two people, and the beginning of one with a program.

        :raises DemoError: if a mail does not come, or a game does not end as it should
        """
        players = self._south, self._north
        for player in players:
            self._sign_up(player)
        self._play_the_sample()
        self._play_a_program()
        for player in players:
            player.check_read()

    def _play_the_sample(self) -> None:
        self._begin()
        mails = [self._move(*turn) for turn in self._turns()]
        if "You (North) won" not in mails[-1]:
            raise DemoError("the last mail to bob does not say that they won")
        self._echo(f"\nNorth won by {SAMPLE_GAME[-1]} at ply {len(SAMPLE_GAME)}.")

    def _play_a_program(self) -> None:
        for line in ("programs", f"gyges challenge {self._program}"):
            self._south.answer(line)
            self._south.read()
        for move in PROGRAM_GAME:
            self._south.answer(move)
            self._south.read()  # the mail with the program's move
        self._echo(f"\nSouth played {len(PROGRAM_GAME)} turns against {self._program}, a program.")

    def _turns(self) -> Iterator[tuple[Player, Player, str]]:
        sides = cycle([(self._south, self._north), (self._north, self._south)])
        for (mover, other), move in zip(sides, SAMPLE_GAME, strict=False):
            yield mover, other, move

    def _sign_up(self, player: Player) -> None:
        player.write(f"signup {player.userid}")
        player.read()
        player.answer("yes")
        player.read()

    def _begin(self) -> None:
        self._south.answer("gyges challenge bob")
        self._south.read()
        self._north.read()
        self._north.answer("accept")
        self._north.read()
        self._south.read()

    def _move(self, mover: Player, other: Player, move: str) -> str:
        mover.answer(move)
        receipt = mover.read()
        other.read()
        return receipt
