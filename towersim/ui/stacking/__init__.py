"""The table of a game with blocks: camera, hand, replayed falls, and the x-ray."""
