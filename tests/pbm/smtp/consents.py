"""A provider that gives consents by the device flow, and tokens for them: an imitation of ours."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qs, urlsplit

Said = tuple[int, dict[str, object]]


class Consents:
    """The provider.

    pending: what it says before somebody consents. every: how often it wants to be asked, in
    seconds. rotates: whether each token changes the consent. tokens: those that are valid, the last
    one newest. broken: whether it says nothing that can be read.
    """

    def __init__(self) -> None:
        self.pending = ["authorization_pending", "slow_down"]
        self.refresh, self.rotates = "refresh-0", True
        self.tokens: list[str] = []
        self.broken, self.every = False, 5
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                form = self.rfile.read(int(self.headers["Content-Length"])).decode()
                self._say(*provider.answer(self.path, {k: v[0] for k, v in parse_qs(form).items()}))

            def do_GET(self) -> None:
                (token,) = parse_qs(urlsplit(self.path).query)["access_token"]
                known = token in provider.tokens
                self._say(200 if known else 401, {"email" if known else "error": "club"})

            def _say(self, status: int, said: dict[str, object]) -> None:
                self.send_response(status)
                self.end_headers()
                self.wfile.write(b"<html>" if provider.broken else json.dumps(said).encode())

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002
                """Print nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def answer(self, path: str, form: dict[str, str]) -> Said:
        if form["client_id"] != "pbm-1":
            return 401, {"error": "invalid_client", "error_description": "No such\r\napplication"}
        if path == "/device":
            told = {"user_code": "ABCD", "verification_uri": "https://example.org/device"}
            return 200, {**told, "device_code": "d", "expires_in": 900, "interval": self.every}
        if form["grant_type"] == "refresh_token" and form["refresh_token"] != self.refresh:
            return 400, {"error": "invalid_grant"}
        if "device_code" in form and self.pending:
            return 400, {"error": self.pending.pop(0)}
        self.tokens.append(f"token-{len(self.tokens)}")
        if self.rotates:
            self.refresh = f"refresh-{len(self.tokens)}"
        return 200, {"access_token": self.tokens[-1], "refresh_token": self.refresh}

    def serve(self) -> None:
        self._server.serve_forever(0.05)

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def consents() -> Iterator[Consents]:
    provider = Consents()
    Thread(target=provider.serve).start()
    try:
        yield provider
    finally:
        provider.stop()
