"""Players that are not people: they know what their seat may know and move the same hand."""
