"""Shared by the SQL engines: the statements of the repositories, and access to rows."""
