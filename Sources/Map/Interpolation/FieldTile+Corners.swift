extension FieldTile {
    /// The size in pixels of the cells within which pixels are interpolated.
    package var cellSize: Int { cell }

    /// The size in pixels of the cells for fields with a given reach.
    package static func cellSize(reach: Reach, zoom: Int, scale: Int) -> Int {
        Lattice.step(atZoom: zoom, reach: reach) * scale
    }

    /// The ``Grade`` at a corner of cells of `size` pixels, or `nil` where not everything is known.
    ///
    /// `size` must be a divisor of ``cellSize``. Corners are counted from the tile's north-western one. One
    /// more corner is known on each side, from −1 to one beyond the last. Tents are not included.
    package func grade(atCorner column: Int, _ row: Int, ofCells size: Int) -> Float? {
        let value = nodes.value(atCorner: (column * size, row * size), cell: cell)
        return value.known == 1 ? value.grade : nil
    }
}
