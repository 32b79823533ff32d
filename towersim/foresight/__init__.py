"""Forecasts before a block is let go: its resting pose, whether that holds, the hand's path."""
