"""``pbm mailbox``: the club's mailbox at a provider."""

from __future__ import annotations

import click

from pbm.admin.mailbox_check import check_mailbox
from pbm.admin.setup import PASSWORD_FILE, write_password, write_settings
from pbm.app.config import Settings
from pbm.app.data_directory import utc_now
from pbm.base.errors import TemporaryFailure, UsageError
from pbm.cli.doctor import echo_check
from pbm.cli.options import configured_by
from pbm.cli.output import echo
from pbm.mailbox.providers import provider_of
from pbm.smtp.oauth import begun, consented, written


@click.group()
def mailbox() -> None:
    """The club's mailbox at a provider."""


@mailbox.command(short_help="Log in to the mailbox, and send a mail through it.")
@configured_by("data")
def check(settings: Settings) -> None:
    """Log in to the mailbox, and send a mail from it to one of its sub-addresses.

    The mail is waited for, for two minutes at most, compared with what was sent, and removed. The
    server may run meanwhile. A line that begins with "wrong" says what to do. The exit status is 1
    if there is any.
    """
    passed = True
    for found in check_mailbox(settings, utc_now()):
        echo_check(found)
        passed = passed and found.passed
    click.get_current_context().exit(int(not passed))


@mailbox.command(short_help="Let pbm into a mailbox whose provider accepts no passwords.")
@click.argument("address")
@click.option("--client", required=True, metavar="ID", help="The number of your application.")
@configured_by("data")
def login(settings: Settings, address: str, client: str) -> None:
    """Let pbm into the mailbox ADDRESS with a consent of its owner, in place of a password.

    Register an application at the provider first, and name its number. The consent is given on a
    page of the provider, in any browser, and written where the password would be; pbm setup then
    does the rest. This was tried with an imitation of a provider only, never with a real one.
    """
    provider = provider_of(address.rpartition("@")[2].casefold())
    if provider is None or not provider.device:
        raise UsageError(f"{address}: pbm knows no provider of this address that gives consents")
    try:
        device = begun(provider.device, client, provider.scope)
        echo(f"To consent, {device.told}")
        consent = consented(provider.token, client, device)
    except OSError as error:
        raise TemporaryFailure(f"{provider.name} does not answer: {error}") from error
    servers = {"mailbox_imap": provider.imap, "mailbox_smtp": provider.smtp}
    answers = {"address": address, "mailbox_password_file": PASSWORD_FILE, **servers}
    echo(f"written: {write_settings(settings.data, answers)}")
    echo(f"written: {write_password(settings.data, written(consent))}")
