"""Exact statics of rigid blocks: stability, greatest tilt and collapse mechanism."""
