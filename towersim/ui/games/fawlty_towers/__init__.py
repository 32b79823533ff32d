"""Fawlty Towers in the window."""
