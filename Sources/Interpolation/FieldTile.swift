package import Geography

/// Some rows of pixels of a field, ready to be painted.
package struct FieldBand: Sendable {
    /// The ``Grade`` of each pixel, row by row.
    package fileprivate(set) var grades: [Float] = []
    /// The confidence of each pixel; 0 or less is unknown, and 1 or more is full.
    package fileprivate(set) var confidences: [Float] = []

    package init() {}
}

/// A field as the pixels of one tile.
///
/// A pixel is computed from the lattice nodes around it, and every pixel that holds a station shows its reading.
/// Whichever tile computes a node, it comes out the same to the last bit.
package struct FieldTile: Sendable {
    /// The pixels along each edge.
    package let side: Int
    /// The rows of pixels that are read at a time, which is one row of lattice cells.
    package let bandHeight: Int
    private let nodes: NodeGrid
    private let tents: [(tent: Tent, base: NodeGrid.Value)]

    /// Computes a tile of 256 × `scale` pixels a side, or returns `nil` when no sample is in reach of it.
    package init?(_ field: IntensityField, tile: TileAddress, scale: Int) {
        self.init(field, tile: tile, scale: scale, span: 1)
    }

    /// Computes `span` × `span` tiles as one, of which `tile` is the north-western.
    init?(_ field: IntensityField, tile: TileAddress, scale: Int, span: Int) {
        precondition(scale == 1 || scale == 2, "tiles have 256 or 512 pixels")
        let bounds = span == 1 ? tile.fieldBounds : BoundingBox.world
        let ranks = field.index.ranks(reaching: bounds)
        guard !ranks.isEmpty else { return nil }
        let lattice = Lattice(tile, span: span)
        let layout = TentLayout(tile, lattice: lattice, scale: scale, span: span)
        side = layout.side
        let cell = lattice.step * scale
        bandHeight = cell
        let nodes = NodeGrid(lattice, field: field, ranks: ranks)
        self.nodes = nodes
        tents = layout.tents(of: field, ranks: ranks).map { tent in
            (tent, nodes.value(atPixel: (tent.column, tent.row), cell: cell))
        }
    }

    /// The number of bands in the tile.
    package var bands: Int { side / bandHeight }

    /// Reads the rows from `number` × ``bandHeight`` on into a band, which may be used again and again.
    package func read(band number: Int, into band: inout FieldBand) {
        let count = bandHeight * side
        if band.grades.count != count {
            band.grades = Array(repeating: 0, count: count)
            band.confidences = band.grades
        }
        if bandHeight % 8 == 0 {
            band.grades.withUnsafeMutableBytes { grades in
                band.confidences.withUnsafeMutableBytes { confidences in
                    readCells(ofRow: number, grades: grades, confidences: confidences)
                }
            }
        } else {
            readPixels(ofRow: number, into: &band)
        }
        raiseTents(in: number, of: &band)
    }
}

extension FieldTile {
    /// The horizontal places of eight pixels, counted in pixels from the cell's edge.
    private static let centres = SIMD8<Float>(0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5)

    /// Reads cells that are a multiple of eight pixels wide.
    private func readCells(
        ofRow row: Int, grades: UnsafeMutableRawBufferPointer, confidences: UnsafeMutableRawBufferPointer
    ) {
        for column in 0..<side / bandHeight {
            let cell = NodeGrid.Cell(nodes, column: column, row: row, size: bandHeight)
            for line in 0..<bandHeight {
                let edges = cell.edges(atHeight: Float(line) + 0.5)
                for first in stride(from: 0, to: bandHeight, by: 8) {
                    let values = edges.values(at: Self.centres + Float(first))
                    let offset = (line * side + column * bandHeight + first) * MemoryLayout<Float>.size
                    grades.storeBytes(of: values.grades, toByteOffset: offset, as: SIMD8<Float>.self)
                    confidences.storeBytes(
                        of: values.confidences, toByteOffset: offset, as: SIMD8<Float>.self)
                }
            }
        }
    }

    /// Reads smaller cells, pixel by pixel.
    private func readPixels(ofRow row: Int, into band: inout FieldBand) {
        for line in 0..<bandHeight {
            for column in 0..<side {
                let value = nodes.value(atPixel: (column, row * bandHeight + line), cell: bandHeight)
                band.grades[line * side + column] = value.grade
                band.confidences[line * side + column] = value.confidence
            }
        }
    }

    private func raiseTents(in number: Int, of band: inout FieldBand) {
        let rows = number * bandHeight..<(number + 1) * bandHeight
        // No tent is higher than a band.
        let nearby =
            firstTent(
                atOrBelow: rows.lowerBound - bandHeight)..<firstTent(
                atOrBelow: rows.upperBound + bandHeight)
        for place in nearby {
            let (tent, base) = tents[place]
            for row in (tent.row - tent.radius + 1..<tent.row + tent.radius).clamped(to: rows) {
                let shares = TentShape.standard.row(row - tent.row, ofRadius: tent.radius)
                let start = (row - rows.lowerBound) * side
                for (column, share) in zip(tent.column - tent.radius + 1..<tent.column + tent.radius, shares)
                where share > 0 && (0..<side).contains(column) {
                    band.grades[start + column] += (tent.grade - base.grade) * share
                    band.confidences[start + column] += (1 - base.confidence) * share
                }
            }
        }
        // Adding a difference may miss the reading by the last bit, and with it the class.
        for place in nearby {
            let tent = tents[place].tent
            guard rows.contains(tent.row), (0..<side).contains(tent.column) else { continue }
            band.grades[(tent.row - rows.lowerBound) * side + tent.column] = tent.grade
            band.confidences[(tent.row - rows.lowerBound) * side + tent.column] = 1
        }
    }

    /// The place of the first tent whose pixel lies in `row` or below.
    private func firstTent(atOrBelow row: Int) -> Int {
        var low = 0
        var high = tents.count
        while low < high {
            let middle = (low + high) / 2
            if tents[middle].tent.row < row { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
