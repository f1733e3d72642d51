"""What the SQL engines share: the statements of the repositories, and reading and writing rows."""
