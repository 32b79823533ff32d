"""Measurements of hands, heuristics and profiles."""
