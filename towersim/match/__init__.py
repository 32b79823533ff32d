"""Games in progress: `Game` reads, `Match` acts, and a record keeps both."""
