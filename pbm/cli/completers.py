"""Completions of userids and mail kinds, for ``shell_complete`` of click."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import closing

import click

from pbm.app.config import load
from pbm.base.errors import PbmError
from pbm.cli.options import given
from pbm.notices.kinds import MailKind
from pbm.store import administration, open_to_look


def mail_kind(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    return [kind.value for kind in MailKind if kind.startswith(begun)]


def userid(ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    """Userids of the players in the data directory that the command line names so far."""
    try:
        found = _userids({**ctx.find_root().params, **ctx.params})
    except (PbmError, OSError):  # an error message would garble the line being typed
        return []
    return [each for each in found if each.startswith(begun)]


def _userids(options: dict[str, object]) -> Sequence[str]:
    named = {name: text for name, text in given(options).items() if name == "data"}
    data = load(named, os.environ).data
    if not administration(data).is_begun():
        return []
    with closing(open_to_look(data)) as store, store.reading() as tx:
        return [player.userid for player in tx.players.list() if not player.left]
