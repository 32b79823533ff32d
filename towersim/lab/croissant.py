"""The Croissant metadata of an exported data set (MLCommons Croissant 1.1)."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from towersim.common.version import __version__

CONTEXT = json.loads(Path(__file__).with_name("croissant_context.json").read_bytes())
"""The standard context, with all terms of Croissant, as it must be."""
PUBLISHED = "2026-11-24"
"""The day on which the newest benchmark was frozen; that of an export would change its files."""
KINDS: Mapping[type, str] = {
    inspect.BoolType: "sc:Boolean",
    inspect.FloatType: "cr:Float64",
    inspect.IntType: "cr:Int64",
    inspect.StrType: "sc:Text",
}


def metadata(
    name: str,
    texts: Mapping[str, str],
    row: type[msgspec.Struct],
    held_out: Sequence[tuple[int, str]] = (),
) -> dict[str, Any]:
    """Return the metadata of shards of rows and pictures and of the texts beside them, as JSON-LD.

    `held_out` are folds across templates, each with a template that it holds out.
    """
    sets = {
        "shards": ("towers-*.parquet", "application/x-parquet", "Tables of 1,000 towers."),
        "pictures": (
            *("renders-*.tar", "application/x-tar"),
            "WebDataset: for each tower ID.SIDE.png, a grey picture as shown, and ID.json.",
        ),
    }
    folds = [{"folds/fold": fold, "folds/structure": template} for fold, template in held_out]
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.1",
        "name": name,
        "description": "Two-dimensional towers of rigid blocks with certified labels of stability.",
        "license": "https://spdx.org/licenses/MIT.html",
        "url": "https://pypi.org/project/towersim",
        "citeAs": f"towersim {__version__}, data set {name}",
        "version": __version__,
        "datePublished": PUBLISHED,
        "creator": {"@type": "sc:Organization", "name": "towersim"},
        "distribution": [
            *(
                _node("cr:FileSet", set_, told, includes=includes, encodingFormat=kind)
                for set_, (includes, kind, told) in sets.items()
            ),
            *(_text(file, content) for file, content in texts.items()),
        ],
        "recordSet": [
            _node("cr:RecordSet", "towers", "A row for each tower.", field=[*_fields(row)]),
            *[_folds(folds)] * bool(folds),
        ],
    }


def _node(kind: str, name: str, told: str, **more: object) -> dict[str, Any]:
    short = name.rpartition("/")[2]
    return {"@type": kind, "@id": name, "name": short, "description": told, **more}


def _text(name: str, content: str) -> dict[str, Any]:
    digest = hashlib.sha256(content.encode()).hexdigest()
    more = {"contentUrl": name, "encodingFormat": "application/json", "sha256": digest}
    return _node("cr:FileObject", name, "Size and hash of all splits and files.", **more)


def _fields(row: type[msgspec.Struct]) -> Iterator[dict[str, Any]]:
    """Yield the description of each column; arrays have their shape, -1: one for each block."""
    for field in inspect.type_info(row).fields:  # type: ignore[attr-defined] # a struct has fields
        kind, shape = field.type.type, (field.type.extra or {}).get("shape")
        while isinstance(kind, inspect.ListType | inspect.UnionType):
            kind = kind.item_type if isinstance(kind, inspect.ListType) else kind.types[0]
        array = {"isArray": True, "arrayShape": shape} if shape else {}
        source = {"fileSet": {"@id": "shards"}, "extract": {"column": field.name}}
        told = field.type.extra_json_schema["description"]
        more = {"dataType": KINDS[type(kind)], "source": source, **array}
        yield _node("cr:Field", f"towers/{field.name}", told, **more)


def _folds(data: Sequence[dict[str, Any]]) -> dict[str, Any]:
    told = "The templates that each fold across templates holds out."
    fields = [
        _node("cr:Field", "folds/fold", "the fold", dataType="cr:Int64"),
        _node("cr:Field", "folds/structure", "a template", dataType="sc:Text"),
    ]
    return _node("cr:RecordSet", "folds", told, field=fields, data=data)
