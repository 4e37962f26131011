"""What a musketeer can do with an action, one module each."""
