"""Bausack in the window."""
