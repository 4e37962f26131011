"""Two or more devices around one table, on one network, without a server."""
