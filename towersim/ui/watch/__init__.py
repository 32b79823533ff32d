"""Recorded games on the screen, in pictures and in films."""
