"""The window: a table one looks at, a hand one moves; the only importer of pygame."""
