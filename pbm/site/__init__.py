"""Pages of the club: static files for any web server."""
