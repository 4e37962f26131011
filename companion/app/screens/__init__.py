"""One screen, one Python file, one kv file of the same name. A screen is built when it is first shown."""
