"""The card kit (`ui/README.md`): what all card games share, on the keyed nodes of `ui/nodes/`."""
