"""One file per screen: menu, new game, table, result, settings, rules and pause."""
