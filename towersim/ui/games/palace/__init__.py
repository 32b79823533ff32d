"""Palace in the window."""
