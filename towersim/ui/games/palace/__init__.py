"""The user interface of Palace."""
