"""Forecasts before a block is released: its pose at rest, its stability, the hand's path."""
