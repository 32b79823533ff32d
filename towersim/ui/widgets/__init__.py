"""Widgets: forms and buttons."""
