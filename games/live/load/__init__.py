"""How many tables one process can serve: a server with nothing but tables, and players who are never tired."""
