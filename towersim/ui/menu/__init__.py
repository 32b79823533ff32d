"""The pages before a game: the menu, the list of games, and the page of a new game."""
