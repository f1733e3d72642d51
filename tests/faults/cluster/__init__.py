"""A cluster of PostgreSQL with two nodes of pbm, and what it survives."""
