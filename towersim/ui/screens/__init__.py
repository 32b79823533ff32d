"""One file per screen during a game: table, result, settings, rules and pause."""
