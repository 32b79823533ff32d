"""The rules of Push."""
