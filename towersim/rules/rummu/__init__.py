"""The rules of Rummü."""
