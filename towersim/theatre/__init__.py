"""Playback of recorded games: moves on a timeline, simulated motion, and views of seats."""
