"""Exact statics of rigid blocks: what stands, how far it may be tilted, how it gives way."""
