"""Shared by the SQL engines: statements, and access to rows."""
