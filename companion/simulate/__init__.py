"""Whole matches, played by the prompts alone: what is offered must be accepted, and every match must come to an end.

A test instrument, not an opponent. The players know what people at the table know, and act only through `Match.act`.
"""
