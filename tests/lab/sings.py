"""A module whose import would be noticed; nothing imports it."""


def song() -> None:
    """Be called by nobody."""
