"""Keyed nodes: the retained scene graph of a card game's table, its input and its motion.

* `node.py`: a `Node` has a key, a zone, a place, a face or a painter, marks, and commands or
  refusals. A table is a flat list of nodes in drawing order; they are hit-tested in reverse order.
* `pointing.py`: clicks, double clicks, drag and drop onto nodes with a `drop` command; the node at
  the mouse or keyboard focus. The keyboard walks within a zone, between zones, or through the
  nodes with a command.
* `motion.py`: animation by diffing two lists of nodes key by key: nodes with a face that moved,
  turned, came or went fly; an event's `Showing` names where new ones start and removed ones end.
* `pump.py`: the one pump of the event queue (`ui/events.py`) of every game: it shows the events in
  order, at the players' pace and with the timing of their `Showing`, and skips to the end on
  request.
"""
