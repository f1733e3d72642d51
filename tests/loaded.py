"""Loads everything that pbm may need, in the process from which others are forked."""

from __future__ import annotations

import gc
from importlib import import_module
from pkgutil import iter_modules

import pbm.app.server
import pbm.cli
import pbm.notices.painting
from pbm.app.application import App
from pbm.notices.kinds import MailKind
from pbm.notices.rendering import prepare

for module in iter_modules(pbm.cli.__path__, "pbm.cli."):
    import_module(module.name)
App.warm_up()
for kind in MailKind:
    prepare(kind)
gc.freeze()
