"""A recorded game to look at: its moves in time, their motion simulated again, what a seat saw."""
