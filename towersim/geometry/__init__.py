"""Shapes in the plane: outlines, convex parts, overlaps, touching sides; no blocks, no time."""
