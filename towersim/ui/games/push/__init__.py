"""The user interface of Push."""
