"""``pbm players``: who plays here."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict

import click
from click.termui import prompt

from pbm.admin.action import action, continued
from pbm.admin.lookup import bouncing_players, player_named
from pbm.app.application import App
from pbm.base.errors import UsageError
from pbm.cli import completing
from pbm.cli.bulk import Bulk, do_each
from pbm.cli.output import echo
from pbm.cli.searching import Wanted, mails_to_them_wanted, named
from pbm.cli.staff import as_typed, founding, looking, progress, staffed
from pbm.cli.tables import echo_fields, echo_rows, json_option, seconds
from pbm.core.model import Player, PlayerStatus
from pbm.inbox.commands import command_words
from pbm.play import addresses, departures, messages, passwords, reachability, signups, suspensions
from pbm.play.work import Work
from pbm.store.protocol import Transaction

# So many mails of a broadcast are written in one transaction.
_BATCH = 50

userid_argument = click.argument("userid", metavar="U", shell_complete=completing.userid)
_why_option = click.option(
    "--why", default="", metavar="TEXT", help="The reason; it is kept, and mailed to the player."
)


@click.group()
def players() -> None:
    """Who plays here: accounts, addresses, mail to all."""


@players.command("list")
@click.option("--bouncing", is_flag=True, help="Only those from whom mails come back.")
@json_option
@looking
def list_players(app: App, bouncing: bool, as_json: bool) -> None:
    """Every player, by userid.

    At the end of a line stands when they are to be forgotten, and from which addresses mails come
    back.
    """
    with app.store.reading() as tx:
        everybody = tx.players.list()
        chosen = [player for player in everybody if player.bouncing or not bouncing]
        rows = [_row(tx, player) for player in chosen]
    echo_rows(rows, as_json)


@players.command()
@userid_argument
@json_option
@looking
def show(app: App, userid: str, as_json: bool) -> None:
    """One player: addresses, settings, boards."""
    with app.store.reading() as tx:
        player = player_named(tx, userid)
        boards = tx.matches.of_player(player.id)
        facts = {
            **_row(tx, player),
            "bouncing": {each: seconds(at) for each, at in player.bouncing.items()},
            "password": "set" if player.password else "none",
            "settings": dict(player.settings),
            "running": [each.board for each in boards if each.running],
            "boards": len(boards),
        }
    echo_fields(facts, as_json)


@players.command()
@userid_argument
@click.argument("addresses", metavar="ADDRESS...", nargs=-1, required=True)
@founding
def add(app: App, userid: str, addresses: tuple[str, ...]) -> None:
    """Make somebody a player and mail them how to begin."""
    with action(app, as_typed()) as work:
        player = signups.add(work, userid, addresses, command_words())
    echo(f"{player.userid} is a player now; a mail went to {player.addresses[0]}")


@players.command(short_help="Mail a player anew how to begin.")
@userid_argument
@staffed
def welcome(app: App, userid: str) -> None:
    """Mail a player anew how to begin, for one whose first mail got lost."""
    with action(app, as_typed()) as work:
        player = player_named(work.tx, userid)
        signups.welcome_again(work, player)
    echo(f"a mail went to {player.mailbox}")


@players.command(short_help="Set a password.")
@userid_argument
@staffed
def password(app: App, userid: str) -> None:
    """Set a password, which is asked for, or read as one line of standard input.

    All addresses of the player are told that it was changed.
    """
    with app.store.reading() as tx:
        player = player_named(tx, userid)
    new = _new_password()
    with action(app, as_typed()) as work:
        passwords.change(work, None, player, new)
    echo(f"{player.userid} has a new password")


@players.command(short_help="Let A be a player's only address.")
@userid_argument
@click.argument("address", metavar="A")
@staffed
def address(app: App, userid: str, address: str) -> None:
    """Let A be a player's only address, for one who has lost the old ones."""
    with action(app, as_typed()) as work:
        player = addresses.move(work, player_named(work.tx, userid), address)
    echo(f"{player.userid} plays from {player.addresses[0]} now")


@players.command(short_help="Try addresses again that bounced.")
@click.argument("userids", metavar="[U... | -]", nargs=-1, shell_complete=completing.userid)
@click.option("--all", "every", is_flag=True, help="Everybody from whom mails come back.")
@mails_to_them_wanted
@staffed
def reach(app: App, userids: tuple[str, ...], every: bool, wanted: Wanted) -> None:
    """Send mails again to addresses of players from which mails came back.

    What has waited for it is sent at once, and their clocks run again. Name the players, or choose
    them by options: of those from whom mails come back the ones with that address, and with mails
    of that --status and --kind. With - they are read from standard input, the first word of each
    line: pbm players list --bouncing | pbm players reach -
    """
    if bool(userids) == (every or bool(wanted)):
        raise UsageError("name the players, or choose them by --all, --to, --status or --kind")
    with app.store.reading() as tx:
        chosen = named(userids) or bouncing_players(tx, wanted.search)
    do_each(app, Bulk("players", "player", _reached), chosen, _reach)


def _reach(work: Work, userid: str) -> str:
    player = player_named(work.tx, userid)
    reachability.try_again(work, player)
    return player.userid


def _reached(userids: Sequence[str]) -> str:
    return f'mails to {", ".join(userids)} are sent again; "pbm outbox list" shows them'


@players.command()
@userid_argument
@_why_option
@staffed
def suspend(app: App, userid: str, why: str) -> None:
    """Let a player look at boards, and change nothing; they are mailed that."""
    _set_status(app, userid, PlayerStatus.SUSPENDED, why)


@players.command()
@userid_argument
@_why_option
@staffed
def resume(app: App, userid: str, why: str) -> None:
    """Let a suspended player play again; they are mailed that."""
    _set_status(app, userid, PlayerStatus.ACTIVE, why)


@players.command(short_help="Erase what is kept of a player in seven days.")
@userid_argument
@click.option(
    "--why", required=True, metavar="TEXT", help="The reason; it is kept, and mailed to the player."
)
@click.option("--cancel", is_flag=True, help="Let a player stay who was to be forgotten.")
@staffed
def forget(app: App, userid: str, why: str, cancel: bool) -> None:
    """Erase what is kept of a player who asks you for it, as signoff does, in seven days.

    All addresses of the player are mailed that at once, and how to object: it may be somebody else
    who asked. Until then nothing changes, and --cancel takes it back; after that nothing does.

    Then their running games are resigned, addresses, password and settings removed, and their
    letters and mails erased once the last mail to them has left. Games that are over stay under
    the userid, which nobody else can have.
    """
    if cancel:
        _cancel_forgetting(app, userid, why)
        return
    facts = {departures.FORGETS: userid.casefold()}
    with action(app, as_typed(), why, facts) as work:
        due = departures.ask_to_forget(work, player_named(work.tx, userid), why)
    echo(f"{userid.casefold()} is told, and forgotten on {due:%Y-%m-%d %H:%M} UTC")


def _cancel_forgetting(app: App, userid: str, why: str) -> None:
    with action(app, as_typed(), why) as work:
        departures.cancel_forgetting(work, player_named(work.tx, userid), why)
    echo(f"{userid.casefold()} stays, and is told so")


@players.command(short_help="Mail the text on standard input to all.")
@click.option("--subject", default="News", show_default=True, help="What the mail is about.")
@click.option("--urgent", is_flag=True, help="At once also to those who have a daily digest.")
@staffed
def broadcast(app: App, subject: str, urgent: bool) -> None:
    """Mail the text on standard input to all players but those who want no broadcasts."""
    said = sys.stdin.buffer.read().decode("utf-8", "replace").strip()
    if not said:
        raise UsageError("there is nothing to send; give the text on standard input")
    with app.store.reading() as tx:
        everybody = tx.players.list()
    hearers = [player for player in everybody if messages.wants_broadcasts(player)]
    batches = [hearers[start : start + _BATCH] for start in range(0, len(hearers), _BATCH)]
    news = messages.Broadcast(subject, said, urgent)
    with action(app, as_typed(), facts=asdict(news)) as work:
        cause = work.cause
    with progress(batches, "mails") as bar:
        for batch in bar:
            with continued(app, cause) as work:
                messages.broadcast(work, batch, news)
    echo(f"mailed to {len(hearers)} of {len(everybody)} players")


def _row(tx: Transaction, player: Player) -> Mapping[str, object]:
    return {
        "userid": player.userid,
        "status": "left" if player.left else player.status.value,
        "addresses": player.addresses,
        "since": player.created.date(),
        "forgotten": seconds(departures.due_moment(tx, player)),
        "bouncing": list(player.bouncing),
    }


def _set_status(app: App, userid: str, status: PlayerStatus, why: str) -> None:
    with action(app, as_typed(), why) as work:
        suspensions.set_status(work, player_named(work.tx, userid), status, why)
    echo(f"{userid.casefold()} is {status.value}")


def _new_password() -> str:
    if sys.stdin.isatty():
        return str(prompt("New password", hide_input=True, confirmation_prompt=True))
    return sys.stdin.buffer.readline().decode("utf-8", "replace").rstrip("\r\n")
