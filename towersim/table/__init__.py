"""The table of a game: where rules and physics meet, one move at a time."""
