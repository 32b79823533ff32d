"""What a person points at, and has set up, in Bausack."""

from towersim.ui.pointer import Pointer


class TablePointer(Pointer):
    """Where mouse and keyboard point, and what a person has set up before they act."""

    def __init__(self) -> None:
        super().__init__()
        self.examined = ""
        """The piece that was taken from the pile to look at it."""
        self.hovered = ""
        """The piece in the pile that the mouse is over, or that the arrows have marked."""
        self.angles: dict[str, float] = {}
        """The angle of each piece, in radians, counter-clockwise."""
        self.bid = 0
        self.pile_open = False
        self.slider: float | None = None
        """Where the height measurer was set, in metres; None: at the tower whose turn it is."""

    @property
    def looked_at(self) -> str:
        """The piece that the card shows while one is chosen."""
        return self.hovered or self.examined

    @property
    def taken(self) -> str:
        """The piece from the pile that can be built with or pushed: the card has to show it."""
        shown = self.pile_open and self.looked_at == self.examined
        return self.examined if shown else ""

    def toggle_pile(self) -> None:
        """Open the pile, or close it."""
        self.pile_open = not self.pile_open
        self.hovered = ""
