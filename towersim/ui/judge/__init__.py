"""Judge in the window: say of towers whether they stand, and see what becomes of them."""
