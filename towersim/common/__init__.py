"""What every package may use: units, errors, messages, random streams, whole files, the version."""
