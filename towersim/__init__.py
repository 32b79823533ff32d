"""Tabletop towers on simulated physics: the table itself says what fell."""

__version__ = "0.1.0"
