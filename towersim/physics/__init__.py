"""What gravity does: the world, the hand, when all is at rest, what fell and how it began."""
