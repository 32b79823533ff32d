"""A game whose seats are played in browsers: each hand on its own phone.

========== ==========================================================================
messages   what is sent to a browser and what a browser may ask
table      the game that is served: what each seat may see and do, and who plays it
web        the application: pages, sockets, and whom they believe
running    the server in a thread of its own, and a game without a window
page.html  the page: one file without network beyond the host
========== ==========================================================================

Pages ask at a `Desk`, where the thread that plays the match answers. Nothing leaves the program but
`Rules.view` and `Rules.seen` of the seat, and nothing enters it but the index of a legal action.
"""
