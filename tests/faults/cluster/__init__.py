"""A cluster of PostgreSQL with two nodes of pbm, and the faults that it survives."""
