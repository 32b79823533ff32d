"""The version of the program; every record names it."""

__version__ = "0.2.0"
