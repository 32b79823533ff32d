"""Environments for agents and searches: Gymnasium, PettingZoo, OpenSpiel."""
