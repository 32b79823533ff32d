"""Shapes in the plane: outlines, convex parts, overlaps and contacts, without blocks or time."""
