"""``pbm site``: write the club's pages, and look at them on this machine."""

from __future__ import annotations

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import count

import click

from pbm.app import pages
from pbm.app.application import App
from pbm.app.config import Settings
from pbm.base.errors import UsageError
from pbm.cli.options import configured_by
from pbm.cli.output import echo
from pbm.cli.with_app import progress, with_app

LOOPBACK, PORT = "127.0.0.1", 8080


class NeverCached(SimpleHTTPRequestHandler):
    """Serves files of a folder and tells browsers not to keep them.

    ``Last-Modified`` counts whole seconds: a page that is written twice within one would be taken
    for unchanged.
    """

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()


@click.group()
def site() -> None:
    """The club's pages: games to replay, players, ratings and rules, as files to serve."""


@site.command()
@click.option("--all", "anew", is_flag=True, help="Write all pages, also those up to date.")
@with_app
def build(app: App, anew: bool) -> None:
    """Write the pages that are not up to date.

    A running server does this by itself when something changes.
    """
    _need_site(app.settings)
    with app.store.reading() as tx:
        games = sum(tx.matches.counts().values())
    with progress(count(), "games", length=games) as bar:
        steps = iter(bar)

        def step() -> None:
            next(steps)

        written = pages.build(app.settings, app.store, app.clock(), step, anew=anew)
    echo(f"{written} files written or removed in {app.settings.site}")


@site.command()
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True)
@configured_by("data")
def serve(settings: Settings, port: int) -> None:
    """Serve the pages on this machine alone, for a look. Ctrl-C stops it."""
    _need_site(settings)
    handler = partial(NeverCached, directory=str(settings.site))
    with ThreadingHTTPServer((LOOPBACK, port), handler) as server:
        echo(f"http://{LOOPBACK}:{server.server_port}/")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return


def _need_site(settings: Settings) -> None:
    """:raises UsageError: if the settings ask for no pages"""
    if settings.site is None:
        raise UsageError('there are no pages: add site = "DIR" to pbm.toml')
