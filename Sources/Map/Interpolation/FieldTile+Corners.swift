extension FieldTile {
    /// The size in pixels of the cells between which pixels are interpolated.
    package var cellSize: Int { cell }

    /// The size in pixels of the cells of fields with a reach.
    package static func cellSize(reach: Reach, zoom: Int, scale: Int) -> Int {
        Lattice.step(atZoom: zoom, reach: reach) * scale
    }

    /// The ``Grade`` where cells of `size` pixels, which divides ``cellSize``, meet, or `nil` when not all is known there.
    ///
    /// Corners are counted from the tile's north-western one; one more is known around the tile, from −1 to one beyond
    /// the last. Tents do not count.
    package func grade(atCorner column: Int, _ row: Int, ofCells size: Int) -> Float? {
        let value = nodes.value(atCorner: (column * size, row * size), cell: cell)
        return value.known == 1 ? value.grade : nil
    }
}
