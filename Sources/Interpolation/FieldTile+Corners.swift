extension FieldTile {
    /// The size in pixels of the cells between which pixels are interpolated.
    package var cellSize: Int { cell }

    /// The ``Grade`` where cells of `size` pixels, a multiple of ``cellSize``, meet, or `nil` when nothing is known there.
    ///
    /// Corners are counted from the tile's north-western one; one more is known around the tile, from −1 to one beyond
    /// the last. Tents do not count.
    package func grade(atCorner column: Int, _ row: Int, ofCells size: Int) -> Float? {
        let value = nodes[column * size / cell, row * size / cell]
        return value.known > 0 ? value.grade : nil
    }
}
