"""The rules of Practice: one seat, one challenge, and gravity."""
