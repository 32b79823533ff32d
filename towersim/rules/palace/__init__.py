"""The rules of Palace."""
