"""Loads everything that pbm may need, in the process from which others are forked."""

from __future__ import annotations

import encodings.idna  # noqa: F401 (for the names of hosts)
import gc
from contextlib import closing
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from tempfile import TemporaryDirectory

from pytest import MonkeyPatch

import pbm.app.server
import pbm.cli
import tests.forked  # noqa: F401 (each forked process begins there)
from pbm.app.application import App
from pbm.app.config import load
from pbm.notices.kinds import MailKind
from pbm.notices.rendering import prepare
from tests import shared
from tests.pbm.town import ALICE, BOB, DOMAIN, NORTH, PASSWORD, SOUTH, Town, findings


def play() -> None:
    """Play by mail, paint the mails and audit the store. This fills most caches and does most late
    imports: measured, each server takes 0.1 s less.
    """
    with TemporaryDirectory() as folder:
        App(load({"data": folder, "domain": DOMAIN}, {})).close()
        with closing(Town(Path(folder))) as town:
            town.sign_up(ALICE, PASSWORD)
            town.sign_up(BOB)
            town.play(town.board(), SOUTH, NORTH)
            town.paint()
            findings(town)


shared.share(MonkeyPatch())
for module in iter_modules(pbm.cli.__path__, "pbm.cli."):
    import_module(module.name)
App.warm_up()
for kind in MailKind:
    prepare(kind)
play()
gc.freeze()
