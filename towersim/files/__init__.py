"""The only readers of `levels/`: scenes, pieces, tables and challenges, all checked here."""
