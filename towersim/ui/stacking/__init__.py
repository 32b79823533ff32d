"""The table of a game with blocks: screen, presenter, hand, marks of a collapse, and the x-ray."""
