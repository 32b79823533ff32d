"""Keyed nodes (`ui/README.md`): the scene graph of a card game's table, its input and motion."""
