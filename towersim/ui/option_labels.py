"""The options of any game as things to choose from, read off the type of its options."""

from collections.abc import Mapping
from typing import Literal, get_args, get_origin

import msgspec
from msgspec.structs import fields

from towersim.messages import message as _
from towersim.ui.app_context import OptionLabels


def option_labels(
    options: type[msgspec.Struct], said: Mapping[str, OptionLabels]
) -> dict[str, OptionLabels]:
    """Return each field's choice: as it is `said`, or in the words of the field itself."""
    plain = {field.name: _plain(field.name, field.type) for field in fields(options)}
    return {**{name: said[name] for name in said if name in plain}, **_unsaid(plain, said)}


def _unsaid(
    plain: Mapping[str, OptionLabels], said: Mapping[str, OptionLabels]
) -> dict[str, OptionLabels]:
    return {name: choice for name, choice in plain.items() if name not in said}


def _plain(name: str, kind: object) -> OptionLabels:
    title = name.replace("_", " ").capitalize()
    if get_origin(kind) is Literal:
        return OptionLabels(
            title, {value: str(value).replace("-", " ") for value in get_args(kind)}
        )
    return OptionLabels(title, {True: _("yes"), False: _("no")})
