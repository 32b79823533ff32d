"""Practice without the window: challenges, attempts, and statistics of both."""
