"""The free table: any pieces, any materials, time as one likes it; all of it can be undone."""
