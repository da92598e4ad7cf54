"""Adds the characters of one variable font to another with the same axes, and writes WOFF2.

Usage: python3 merge.py BASE EXTRA OUTPUT. Needs fontTools and Brotli (Debian: python3-fonttools, python3-brotli).
fontTools has a merger of its own, but it does not support variable fonts.
"""

import copy
import sys

from fontTools.ttLib import TTFont
from fontTools.ttLib.tables import otTables
from fontTools.varLib.varStore import OnlineVarStoreBuilder

# The indexes of the origin and of the advance in the deltas of a `gvar` variation.
ORIGIN, ADVANCE = -4, -3


def main(base_path, extra_path, output_path):
    base = TTFont(base_path, recalcTimestamp=False)
    extra = TTFont(extra_path)
    if axes(base) != axes(extra) or base["avar"].segments != extra["avar"].segments:
        sys.exit("merge.py: the two fonts have different axes")
    add_glyphs(base, extra)
    write_advances(base)
    base.flavor = "woff2"
    base.save(output_path)


def axes(font):
    return [(axis.axisTag, axis.minValue, axis.defaultValue, axis.maxValue) for axis in font["fvar"].axes]


def add_glyphs(base, extra):
    characters = extra.getBestCmap()
    names = {name: f"extra.{name}" for name in with_components(extra, characters.values())}
    order = base.getGlyphOrder() + list(names.values())
    for old, new in names.items():
        glyph = copy.deepcopy(extra["glyf"][old])
        for component in getattr(glyph, "components", []):
            component.glyphName = names[component.glyphName]
        base["glyf"].glyphs[new] = glyph
        base["hmtx"].metrics[new] = extra["hmtx"].metrics[old]
        base["gvar"].variations[new] = extra["gvar"].variations.get(old, [])
    base.setGlyphOrder(order)
    base["glyf"].glyphOrder = order
    for table in base["cmap"].tables:
        table.cmap.update({code: names[name] for code, name in characters.items()})


def with_components(font, glyph_names):
    """Adds the glyphs that composite glyphs such as ā refer to. They come before the composite."""
    found = []
    for name in glyph_names:
        components = getattr(font["glyf"][name], "components", [])
        found += with_components(font, [component.glyphName for component in components]) + [name]
    return list(dict.fromkeys(found))


def write_advances(font):
    """Writes `HVAR`, the widths of the glyphs by weight and size, from the outlines' variations."""
    builder = OnlineVarStoreBuilder([axis.axisTag for axis in font["fvar"].axes])
    indexes = {}
    for name in font.getGlyphOrder():
        variations = font["gvar"].variations.get(name) or unchanged(font)
        builder.setSupports([variation.axes for variation in variations])
        deltas = [x(variation, ADVANCE) - x(variation, ORIGIN) for variation in variations]
        indexes[name] = builder.storeDeltas(deltas, round=lambda delta: int(round(delta)))
    store = builder.finish()
    optimised = store.optimize()
    table = font["HVAR"].table
    table.VarStore = store
    table.AdvWidthMap = otTables.VarIdxMap()
    table.AdvWidthMap.mapping = {name: optimised[index] for name, index in indexes.items()}
    table.LsbMap = table.RsbMap = None


def x(variation, point):
    delta = variation.coordinates[point]
    return delta[0] if delta else 0


def unchanged(font):
    """A variation with all deltas 0, for glyphs without variations, such as the space."""
    variation = copy.deepcopy(next(each[0] for each in font["gvar"].variations.values() if each))
    variation.coordinates = [(0, 0)] * 4
    return [variation]


if len(sys.argv) != 4:
    sys.exit(__doc__)
main(*sys.argv[1:])
