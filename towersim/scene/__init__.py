"""Scenes: blocks with their poses on a table, their contacts and their faults; frozen, no time."""
