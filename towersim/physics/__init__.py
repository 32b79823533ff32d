"""What gravity does: the contact geometry, the world, the hand, and when a tower is at rest."""
