#!/usr/bin/env python3
"""Cuts the font of Chinese down to what is needed: font.py FONT.ttc OUT.otf

FONT.ttc is Noto Sans CJK, such as /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc of
Debian's package fonts-noto-cjk. Kept are the 3755 common characters of GB 2312, its punctuation and
whatever else the words of the window need. Needs fonttools.
"""

import pathlib
import sys

from fontTools import subset
from fontTools.ttLib import TTCollection, TTFont

FACE = "Noto Sans CJK SC"
WORDS = pathlib.Path(__file__).parent / "../../src/words/zh-CN.ftl"
# The rows of GB 2312 with punctuation, full-width forms, and its common characters.
ROWS = [1, 3, *range(16, 56)]


def wanted():
    """Every character that the font is to have."""
    kept = set(WORDS.read_text(encoding="utf-8"))
    for row in ROWS:
        for cell in range(1, 95):
            code = bytes([row + 0xA0, cell + 0xA0])
            kept.update(code.decode("gb2312", errors="ignore"))
    # Latin letters come from another font.
    return {ord(it) for it in kept if it.isprintable() and not it.isascii()}


def number_of(path, name):
    """The place of a face in a collection."""
    names = [face["name"].getDebugName(4) for face in TTCollection(path)]
    return names.index(name)


def main(source, target):
    font = TTFont(source, fontNumber=number_of(source, FACE), recalcTimestamp=False)
    options = subset.Options()
    options.hinting = False
    options.layout_features = []
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.notdef_outline = True
    options.drop_tables += ["BASE", "GDEF", "GPOS", "GSUB", "VORG", "vhea", "vmtx"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=wanted())
    subsetter.subset(font)
    font.save(target)


if __name__ == "__main__":
    main(*sys.argv[1:])
