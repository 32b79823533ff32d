"""What is heard: sounds made of numbers, and which of them goes with what is seen."""
