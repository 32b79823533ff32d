"""The user interface of Rummü."""
