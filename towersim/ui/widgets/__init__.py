"""Widgets: forms, buttons and thumbnails."""
