"""Rummü in the window."""
