"""A game whose seats are played in browsers: each hand on its own phone.

========== ==========================================================================
messages   what is sent to a browser and what a browser may ask
table      the game that is served: views for seats, their wishes, and the bots between
web        the application: pages, sockets, and whom they believe
running    the server of a table, from its first page to the end of the game
web/       the page: one file without network beyond the host
========== ==========================================================================

Nothing leaves the program but `Rules.view` and `Rules.seen` of the seat, and nothing enters it but
the index of a legal action.
"""
