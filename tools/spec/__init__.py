"""What tools/spec_check.py looks at, one module per subject. Every check returns its problems as lines of text."""
