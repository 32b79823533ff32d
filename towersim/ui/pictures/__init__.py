"""Pictures as files, without a window."""
