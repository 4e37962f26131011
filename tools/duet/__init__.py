"""Two devices at one table, each a process of its own, play a whole match by touches."""
