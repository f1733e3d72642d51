"""``mailto:`` links (RFC 6068), with subject and first lines filled in."""

from __future__ import annotations

from urllib.parse import quote


def mailto_anybody(subject: str, body: str) -> str:
    """Return the link to a mail to somebody whom its writer chooses."""
    lines = "\r\n".join(body.splitlines())
    return f"mailto:?subject={quote(subject, safe='')}&body={quote(lines, safe='')}"


def mailto(address: str, subject: str, body: str = "") -> str:
    """Return the link. A mail program adds its own text, such as a signature, below the body."""
    local, _, domain = address.rpartition("@")
    # A "+" would be a space for programs that decode the link as a form.
    link = f"mailto:{quote(local, safe='')}@{domain}?subject={quote(subject, safe='')}"
    if not body:
        return link
    lines = "\r\n".join([*body.splitlines(), ""])
    return f"{link}&body={quote(lines, safe='')}"
