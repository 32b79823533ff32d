"""Measurements: what hands, heuristics and profiles are worth."""
