"""The simulated world and the hand; detection of rest, of falls and of how a collapse began."""
