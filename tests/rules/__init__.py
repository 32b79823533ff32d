"""What the rules of the games say and do."""
