"""Push in the window."""
