"""Attacks on a real server from outside, over SMTP and the file system alone.

``python -m tests.end_to_end.attacks [NAME...]`` runs them and prints what was tried and what
succeeded. Each one is a function that takes a ``Stage`` and returns a ``Tally``.
"""
