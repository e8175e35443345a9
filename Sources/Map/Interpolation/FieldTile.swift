package import Geography
import Observations

/// Some rows of a field's pixels, ready to be painted.
package struct FieldBand: Sendable {
    /// The ``Grade`` of each pixel, row by row.
    package internal(set) var grades: [Float] = []
    /// The confidence of each pixel; 0 or less means unknown, and 1 or more full confidence.
    package internal(set) var confidences: [Float] = []

    package init() {}
}

/// A field as the pixels of one tile.
///
/// A pixel is computed from the lattice nodes around it, and every pixel that holds a station shows its
/// reading. Stripes mark pixels where more than half of the estimate is computed, not measured. A node has
/// the same value to the last bit in every tile that computes it.
package struct FieldTile: Sendable {
    /// The pixels along each edge.
    package let side: Int
    /// The rows of pixels in a band, the same for all fields: one row of cells of the coarsest lattice.
    package let bandHeight: Int
    /// The size in pixels of a lattice cell; ``bandHeight`` is a multiple of it.
    let cell: Int
    let nodes: NodeGrid
    let tents: [(tent: Tent, base: NodeGrid.Value)]

    /// Computes a tile of 256 × `scale` pixels a side, or returns `nil` when no sample reaches it and no model
    /// covers it.
    package init?(_ field: IntensityField, tile: TileAddress, scale: Int) {
        self.init(field, tile: tile, scale: scale, span: 1)
    }

    /// Computes `span` × `span` tiles as one; `tile` is the north-western one.
    init?(_ field: IntensityField, tile: TileAddress, scale: Int, span: Int) {
        precondition(scale == 1 || scale == 2, "tiles have 256 or 512 pixels")
        let bounds = span == 1 ? tile.fieldBounds : BoundingBox.world
        let ranks = field.index.ranks(reaching: bounds)
        guard !ranks.isEmpty || field.model?.grid.touches(bounds) == true else { return nil }
        let lattice = Lattice(tile, reach: field.reach, span: span)
        let layout = TentLayout(tile, lattice: lattice, scale: scale, span: span)
        side = layout.side
        let cell = lattice.step * scale
        self.cell = cell
        bandHeight = Lattice.largestStep * scale
        let nodes = NodeGrid(lattice, field: field, ranks: ranks)
        self.nodes = nodes
        tents = layout.tents(of: field, ranks: ranks).map { tent in
            (tent, nodes.value(atPixel: (tent.column, tent.row), cell: cell))
        }
    }

    /// The number of bands in the tile.
    package var bands: Int { side / bandHeight }

    /// Reads a band of rows, starting at `number` × ``bandHeight``; the band may be reused.
    package func read(band number: Int, into band: inout FieldBand) {
        let count = bandHeight * side
        if band.grades.count != count {
            band.grades = Array(repeating: 0, count: count)
            band.confidences = band.grades
        }
        if cell % 8 == 0 {
            band.grades.withUnsafeMutableBytes { grades in
                band.confidences.withUnsafeMutableBytes { confidences in
                    for line in stride(from: 0, to: bandHeight, by: cell) {
                        readCells(
                            ofRow: (number * bandHeight + line) / cell, to: line * side, grades: grades,
                            confidences: confidences)
                    }
                }
            }
        } else {
            readPixels(ofBand: number, into: &band)
        }
        if nodes.hasMarks { stripe(band: number, &band) }
        raiseTents(in: number, of: &band)
    }
}

extension FieldTile {
    /// The horizontal centres of eight pixels, in pixels from the cell's edge.
    private static let centres = SIMD8<Float>(0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5)

    /// Reads a row of cells whose width is a multiple of eight pixels, to the pixels from `start` on.
    private func readCells(
        ofRow row: Int, to start: Int, grades: UnsafeMutableRawBufferPointer,
        confidences: UnsafeMutableRawBufferPointer
    ) {
        for column in 0..<side / cell {
            let corners = NodeGrid.Cell(nodes, column: column, row: row, size: cell)
            for line in 0..<cell {
                let edges = corners.edges(atHeight: Float(line) + 0.5)
                for first in stride(from: 0, to: cell, by: 8) {
                    let values = edges.values(at: Self.centres + Float(first))
                    let pixel = start + line * side + column * cell + first
                    let offset = pixel * MemoryLayout<Float>.size
                    grades.storeBytes(of: values.grades, toByteOffset: offset, as: SIMD8<Float>.self)
                    confidences.storeBytes(
                        of: values.confidences, toByteOffset: offset, as: SIMD8<Float>.self)
                }
            }
        }
    }

    /// Reads smaller cells, pixel by pixel.
    private func readPixels(ofBand number: Int, into band: inout FieldBand) {
        for line in 0..<bandHeight {
            for column in 0..<side {
                let value = nodes.value(atPixel: (column, number * bandHeight + line), cell: cell)
                band.grades[line * side + column] = value.grade
                band.confidences[line * side + column] = value.confidence
            }
        }
    }
}
