"""The templates of this package, filled in by Jinja2: pages, and the data card of an export.

`page.html` is the frame of all self-contained pages.
"""

from base64 import b64encode
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from towersim.common.errors import cleaned


def filled_in(template: str, **values: object) -> str:
    """Return a template of this package with values; in HTML their text is escaped."""
    return cleaned(_templates().get_template(template).render(values))


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=PackageLoader("towersim.lab", "."),
        autoescape=select_autoescape(),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["base64"] = lambda png: b64encode(png).decode()
    return environment
