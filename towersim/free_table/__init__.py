"""The free table: pieces and materials of choice, time that can be stopped, and undo."""
