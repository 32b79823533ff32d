"""Practice in the window: one challenge being played."""
