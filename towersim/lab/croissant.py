"""The Croissant metadata of an exported data set (MLCommons Croissant 1.0)."""

from collections.abc import Mapping, Sequence
from typing import Any

from towersim.common.version import __version__

_CR = "cr:"
TERMS = ("citeAs", "column", "extract", "field", "fileObject", "recordSet", "repeated", "source")
"""The terms of Croissant that are used here."""
KINDS = {"stands": "sc:Boolean", "margin": "sc:Float", "blocks": "sc:Integer"}
"""The columns that metadata describe besides texts, with their types."""
TEXTS = {"id": "id of the tower", "split": "split of the tower", "structure": "template"}
TOLD = KINDS | dict.fromkeys(TEXTS, "sc:Text")
MEANING = TEXTS | {
    "stands": "the label: whether the tower stands",
    "margin": "λ of exact statics: the horizontal load at collapse, as a share of the weight",
    "blocks": "number of blocks",
}


def metadata(name: str, files: Mapping[str, str], columns: Sequence[str]) -> dict[str, Any]:
    """Return the metadata of files, given with their SHA-256, as JSON-LD.

    Every shard is a record set, whose fields are those of `columns` that have a plain type.

    >>> metadata("mine", {"towers-00000.parquet": "0" * 64}, ["stands"])["recordSet"][0]["@id"]
    'towers-00000'
    """
    shards = [file for file in files if file.endswith(".parquet")]
    return {
        "@context": {
            "@language": "en",
            "@vocab": "https://schema.org/",
            "sc": "https://schema.org/",
            "cr": "http://mlcommons.org/croissant/",
            "dct": "http://purl.org/dc/terms/",
            "conformsTo": "dct:conformsTo",
            "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
            **{term: _CR + term for term in TERMS},
        },
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": name,
        "description": "Two-dimensional towers of rigid blocks with certified labels of stability.",
        "license": "https://spdx.org/licenses/MIT.html",
        "url": "https://pypi.org/project/towersim",
        "citeAs": f"towersim {__version__}, data set {name}",
        "version": __version__,
        "datePublished": "2026-11-24",
        "creator": {"@type": "sc:Organization", "name": "towersim"},
        "distribution": [_file(file, digest) for file, digest in files.items()],
        "recordSet": [_records(shard, columns) for shard in shards],
    }


def _file(name: str, digest: str) -> dict[str, Any]:
    kind = "application/x-parquet" if name.endswith(".parquet") else "application/x-tar"
    return {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "contentUrl": name,
        "encodingFormat": kind,
        "sha256": digest,
    }


def _records(shard: str, columns: Sequence[str]) -> dict[str, Any]:
    name = shard.removesuffix(".parquet")
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{name}/{column}",
                "name": column,
                "description": MEANING[column],
                "dataType": TOLD[column],
                "source": {"fileObject": {"@id": shard}, "extract": {"column": column}},
            }
            for column in columns
            if column in TOLD
        ],
    }
