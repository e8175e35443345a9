package import Drawing
package import Geography

/// A name as the tiles of a zoom draw it.
package struct DrawnName: Hashable, Sendable {
    /// Its letters, as they are drawn: a country's are capitals.
    package let text: String
    package let kind: BasemapData.Name.Kind
    /// The area that it covers, with its dot and halo.
    package let box: LabelBox
}

extension BasemapTiles {
    /// How many zooms the tiles of a block lie above the block's own address: it is four tiles wide and high, so
    /// that a window sees few blocks.
    package static let blockDepth = 2

    /// The zooms that blocks have, so that every drawn tile is in one.
    package static let blockZooms =
        BasemapRenderer.zooms.lowerBound...BasemapRenderer.zooms.upperBound - blockDepth

    /// The names that the tiles in a block draw, the most important first.
    ///
    /// The block's zoom must be one of ``blockZooms``; boxes are in pixels, 256 per tile, of the zoom
    /// ``blockDepth`` further in.
    package func names(in block: TileAddress) throws(CairoError) -> [DrawnName] {
        precondition(Self.blockZooms.contains(block.zoom), "zoom \(block.zoom) has no blocks of names")
        let side = 1 << Self.blockDepth
        let (column, row) = (block.column * side, block.row * side)
        return try renderer.placement(zoom: block.zoom + Self.blockDepth)
            .labels(columns: column...column + side - 1, rows: row...row + side - 1)
            .map { DrawnName(text: Label.plain($0.text), kind: $0.kind, box: $0.box) }
    }
}
