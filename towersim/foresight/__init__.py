"""Before a block is let go: where it would lie, whether that holds, and the way of the hand."""
