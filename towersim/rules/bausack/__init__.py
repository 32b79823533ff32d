"""The rules of Bausack."""
