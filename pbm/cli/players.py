"""``pbm players``: accounts and addresses of players, and mail to all of them."""

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
from pbm.cli import completers
from pbm.cli.bulk import Bulk, do_each
from pbm.cli.listed_players import FROM_INPUT, read_list
from pbm.cli.output import echo
from pbm.cli.searching import Criteria, names_of, recipient_criteria
from pbm.cli.tables import echo_fields, echo_rows, json_option, one_json_option, seconds
from pbm.cli.with_app import as_typed, progress, with_app, with_new_app, with_read_only_app
from pbm.core.model import Player, PlayerStatus
from pbm.inbox.line.names import is_command_word
from pbm.play import addresses, departures, messages, passwords, reachability, signups, suspensions
from pbm.play.work import Work
from pbm.store.protocol import Transaction

# Mails of a broadcast that are queued in one transaction.
_BATCH = 50

userid_argument = click.argument("userid", metavar="U", shell_complete=completers.userid)
_why_option = click.option(
    "--why", default="", metavar="TEXT", help="Reason; it is recorded and mailed to the player."
)


@click.group()
def players() -> None:
    """Accounts and addresses of players, and mail to all of them."""


@players.command("list")
@click.option("--bouncing", is_flag=True, help="Only players with an address that bounces.")
@json_option
@with_read_only_app
def list_players(app: App, bouncing: bool, as_json: bool) -> None:
    """List players by userid.

    The last columns show when a player will be forgotten, and which addresses bounce.
    """
    with app.store.reading() as tx:
        everybody = tx.players.list()
        chosen = [player for player in everybody if player.bouncing or not bouncing]
        rows = [_row(tx, player) for player in chosen]
    echo_rows(rows, as_json)


@players.command()
@userid_argument
@one_json_option
@with_read_only_app
def show(app: App, userid: str, as_json: bool) -> None:
    """Show one player: addresses, settings, boards."""
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


@players.command(short_help="Add a player or a list of players.")
@userid_argument
@click.argument("addresses", metavar="ADDRESS...", nargs=-1)
@with_new_app
def add(app: App, userid: str, addresses: tuple[str, ...]) -> None:
    """Add a player, and mail them how to begin.

    "pbm players add -" reads a list from standard input: on each line a userid and its addresses,
    separated by blanks or commas. Those that cannot be added are named, and the others are added.
    """
    if userid == FROM_INPUT and not addresses:
        listed = read_list(sys.stdin.buffer.read().decode("utf-8", "replace").splitlines())
        do_each(app, _ADDED, [*listed], lambda work, each: _add(work, each, listed[each]))
        return
    if not addresses:
        raise UsageError(f'{userid} needs an address; "pbm players add -" reads a list')
    with action(app, as_typed()) as work:
        player = _add(work, userid, addresses)
    echo(f"{player.userid} is a player now; a mail went to {player.addresses[0]}")


def _add(work: Work, userid: str, addresses: Sequence[str]) -> Player:
    return signups.add(work, userid, addresses, is_command_word)


_ADDED = Bulk("players", "player", lambda added: f"{len(added)} players were added and mailed")


@players.command(short_help="Mail a player again how to begin.")
@userid_argument
@with_app
def welcome(app: App, userid: str) -> None:
    """Mail a player again how to begin, if their first mail got lost."""
    with action(app, as_typed()) as work:
        player = player_named(work.tx, userid)
        signups.welcome_again(work, player)
    echo(f"a mail went to {player.mailbox}")


@players.command(short_help="Set a player's password.")
@userid_argument
@with_app
def password(app: App, userid: str) -> None:
    """Set a player's password. It is prompted for, or read from a line of standard input.

    All addresses of the player are mailed that it was changed.
    """
    with app.store.reading() as tx:
        player = player_named(tx, userid)
    new = _new_password()
    with action(app, as_typed()) as work:
        passwords.change(work, None, player, new)
    echo(f"{player.userid} has a new password")


@players.command(short_help="Make A a player's only address.")
@userid_argument
@click.argument("address", metavar="A")
@with_app
def address(app: App, userid: str, address: str) -> None:
    """Make A a player's only address, if they have lost the old ones."""
    with action(app, as_typed()) as work:
        player = addresses.move(work, player_named(work.tx, userid), address)
    echo(f"{player.userid} plays from {player.addresses[0]} now")


@players.command(short_help="Send to addresses again that bounced.")
@click.argument("userids", metavar="[U... | -]", nargs=-1, shell_complete=completers.userid)
@click.option("--all", "every", is_flag=True, help="Every player with an address that bounces.")
@recipient_criteria
@with_app
def reach(app: App, userids: tuple[str, ...], every: bool, criteria: Criteria) -> None:
    """Clear the marks of addresses that bounced, so that mails are sent to them again.

    Mails that were waiting for these players are sent at once, and their clocks run again. Name the
    players, or choose by options among those with an address that bounces: by that address (--to),
    or by the --status and --kind of mails to them. With - userids are read from standard input, the
    first word of each line:

        pbm players list --bouncing | pbm players reach -
    """
    if bool(userids) == (every or bool(criteria)):
        raise UsageError("name the players, or choose them with --all, --to, --status or --kind")
    with app.store.reading() as tx:
        chosen = names_of(userids) or bouncing_players(tx, criteria.search)
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
@with_app
def suspend(app: App, userid: str, why: str) -> None:
    """Suspend a player: they can read, but change nothing. They are mailed the reason."""
    _set_status(app, userid, PlayerStatus.SUSPENDED, why)


@players.command()
@userid_argument
@_why_option
@with_app
def resume(app: App, userid: str, why: str) -> None:
    """Let a suspended player play again. They are mailed the reason."""
    _set_status(app, userid, PlayerStatus.ACTIVE, why)


@players.command(short_help="Erase a player's data in seven days.")
@userid_argument
@click.option(
    "--why", required=True, metavar="TEXT", help="Reason; it is recorded and mailed to the player."
)
@click.option("--cancel", is_flag=True, help="Cancel an earlier request to forget the player.")
@with_app
def forget(app: App, userid: str, why: str, cancel: bool) -> None:
    """Erase the data of a player who has asked you to, in seven days.

    All addresses of the player are mailed at once, with how to object, since somebody else may have
    asked. For seven days nothing changes, and --cancel takes the request back. After that it cannot
    be undone.

    The result is that of the player's command signoff: their running games are resigned, addresses,
    password and settings are removed, and their letters and mails are erased once the last mail to
    them has been sent. Games that are over stay under the userid, which nobody else can have.
    """
    if cancel:
        _cancel_forgetting(app, userid, why)
        return
    facts = {departures.FORGETS: userid.casefold()}
    with action(app, as_typed(), why, facts) as work:
        due = departures.ask_to_forget(work, player_named(work.tx, userid), why)
    echo(f"{userid.casefold()} is told, and will be forgotten on {due:%Y-%m-%d %H:%M} UTC")


def _cancel_forgetting(app: App, userid: str, why: str) -> None:
    with action(app, as_typed(), why) as work:
        departures.cancel_forgetting(work, player_named(work.tx, userid), why)
    echo(f"{userid.casefold()} stays, and is told so")


@players.command(short_help="Mail the text on standard input to all players.")
@click.option("--subject", default="News", show_default=True, help="Subject of the mail.")
@click.option("--urgent", is_flag=True, help="Send at once to players with a daily digest too.")
@with_app
def broadcast(app: App, subject: str, urgent: bool) -> None:
    """Mail the text on standard input to all players, except those who opted out."""
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
