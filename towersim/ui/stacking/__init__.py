"""The table of a game with blocks: presenter, hand, marks of a collapse, and the x-ray."""
