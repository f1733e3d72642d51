"""Pages of the club: static files that anything can serve."""
