"""Drawing: the theme, the canvas, fonts, and whatever is painted by code."""
