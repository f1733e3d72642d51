"""Connections to a mail server, with TLS (RFC 8314) and a login (RFC 4954)."""

from __future__ import annotations

import base64
import smtplib
import ssl

from pbm.base.errors import LoginRefused, UsageError
from pbm.smtp.next_hop import Login, NextHop, Security


def connect(hop: NextHop, hostname: str, timeout: float) -> smtplib.SMTP:
    """Open a connection and say EHLO, encrypted if so wished.

    :raises smtplib.SMTPException, OSError: if that fails, or the certificate is not valid
    """
    connection = _open(hop, hostname, timeout)
    try:
        if hop.security is Security.STARTTLS:
            connection.starttls(context=ssl.create_default_context())
        connection.ehlo_or_helo_if_needed()
    except BaseException:
        connection.close()
        raise
    return connection


def _open(hop: NextHop, hostname: str, timeout: float) -> smtplib.SMTP:
    if hop.security is not Security.TLS:
        return smtplib.SMTP(hop.host, hop.port, hostname, timeout)
    context = ssl.create_default_context()
    return smtplib.SMTP_SSL(hop.host, hop.port, hostname, timeout=timeout, context=context)


def log_in(connection: smtplib.SMTP, login: Login) -> None:
    """Log in with AUTH PLAIN, else AUTH LOGIN, or with an access token, once.

    ``smtplib.SMTP.login`` would try one method after the other with the same wrong password, which
    locks accounts sooner, and takes no password with letters beyond ASCII.

    :raises LoginRefused: if the server refuses the login for good, or there is no password
    :raises smtplib.SMTPException, OSError: if it cannot answer now
    """
    try:
        secret = login.secret()
    except UsageError as error:
        raise LoginRefused(str(error)) from error
    methods = connection.esmtp_features.get("auth", "").upper().split()
    if secret.is_token:
        # The empty line answers the reason of a refusal, which the refusal follows.
        bearer = f"user={login.user}\1auth=Bearer {secret.text}\1\1"
        said = [f"AUTH XOAUTH2 {_encoded(bearer)}", ""]
    elif "PLAIN" in methods:
        said = [f"AUTH PLAIN {_encoded(chr(0).join(('', login.user, secret.text)))}"]
    elif "LOGIN" in methods:
        said = ["AUTH LOGIN", _encoded(login.user), _encoded(secret.text)]
    else:
        raise LoginRefused("the server offers no login with a password (AUTH PLAIN or LOGIN)")
    code, words = 334, b""
    for each in said:
        if code == 334:
            code, words = connection.docmd(each)
    if 500 <= code <= 599:
        raise LoginRefused(" ".join(f"{code} {words.decode('ascii', 'replace')}".split()))
    if code != 235:
        raise smtplib.SMTPAuthenticationError(code, words)


def _encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()
