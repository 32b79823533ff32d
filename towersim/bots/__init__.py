"""Bots, which see the view of their seat and move the same hand as people."""
