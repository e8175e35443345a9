import Allergens
import Geography
import Observations

/// Finds the tents of a square of pixels.
struct TentLayout {
    /// The pixels along each edge of the square.
    let side: Int
    /// The largest radius in pixels: one cell of the lattice.
    let radius: Int
    /// The pixels around the equator.
    private let worldSide: Int
    private let firstColumn: Int
    private let firstRow: Int

    /// Creates the layout of `span` × `span` tiles; `tile` is the north-western one.
    init(_ tile: TileAddress, lattice: Lattice, scale: Int, span: Int) {
        let tileSide = Lattice.tileSide * scale
        side = tileSide * span
        radius = lattice.step * scale
        worldSide = tileSide << tile.zoom
        firstColumn = tile.column * tileSide
        firstRow = tile.row * tileSide
    }

    /// The tents that touch the square, ordered by row and column.
    func tents(of field: IntensityField, ranks: [Int]) -> [Tent] {
        let (pixels, ranks) = stationPixels(of: field.index, ranks: ranks)
        var tents: [Tent] = []
        var radii = [Int](repeating: radius, count: pixels.count)
        for (place, pixel) in pixels.enumerated() {
            var next = place + 1
            while next < pixels.count, pixels[next].row - pixel.row < radius {
                let (x, y) = (pixels[next].column - pixel.column, pixels[next].row - pixel.row)
                let squaredDistance = x * x + y * y
                if squaredDistance < radius * radius {
                    let distance = Int(Double(squaredDistance).squareRoot())
                    radii[place] = min(radii[place], distance)
                    radii[next] = min(radii[next], distance)
                }
                next += 1
            }
            if touchesSquare(pixel, radius: radii[place]) {
                tents.append(
                    Tent(
                        column: pixel.column, row: pixel.row, radius: radii[place],
                        grade: field.grade(ofStations: ranks[pixel.stations]),
                        confidence: field.confidence(ofStations: ranks[pixel.stations])))
            }
        }
        return tents
    }

    private struct StationPixel {
        let column: Int
        let row: Int
        /// The indices of the stations that share the pixel.
        var stations: Range<Int>
    }

    private func touchesSquare(_ pixel: StationPixel, radius: Int) -> Bool {
        let touched = -radius + 1...side + radius - 2
        return touched.contains(pixel.column) && touched.contains(pixel.row)
    }

    /// The pixels that hold stations, ordered by row and column, and the ranks of those stations.
    ///
    /// They include pixels outside the square, as far as a neighbour can limit the radius of a tent that
    /// touches the square.
    private func stationPixels(of index: StationIndex, ranks: [Int]) -> ([StationPixel], [Int]) {
        let near = -2 * radius..<side + 2 * radius
        var found: [(row: Int, column: Int, rank: Int)] = []
        for rank in ranks {
            let place = index.mercator[rank] * Double(worldSide)
            let row = Int(place.y.rounded(.down)) - firstRow
            guard near.contains(row) else { continue }
            // Longitude 180 is −180; a station beyond the antimeridian is in a column left of 0.
            let column = (Int(place.x) - firstColumn + 2 * worldSide) % worldSide
            for candidate in [column, column - worldSide] where near.contains(candidate) {
                found.append((row, candidate, rank))
            }
        }
        found.sort { $0 < $1 }
        var pixels: [StationPixel] = []
        for (place, (row, column, _)) in found.enumerated() {
            if let last = pixels.last, last.row == row, last.column == column {
                pixels[pixels.count - 1].stations = last.stations.lowerBound..<place + 1
            } else {
                pixels.append(StationPixel(column: column, row: row, stations: place..<place + 1))
            }
        }
        return (pixels, found.map(\.rank))
    }
}

extension IntensityField {
    /// The grade of a pixel's stations: that of the reading, or of the mean of several logarithms.
    fileprivate func grade(ofStations ranks: ArraySlice<Int>) -> Float {
        if ranks.count == 1, let rank = ranks.first { return stationGrades[rank] }
        var (sum, weights) = (0.0, 0.0)
        for rank in ranks {
            let freshness = provenances[index.sources[rank].provenance].freshness
            sum += LogScale.logarithm(of: samples[index.places[rank]].value) * freshness
            weights += freshness
        }
        return Grade.of(LogScale.concentration(ofLogarithm: sum / weights), within: bounds)
    }

    /// The confidence of a pixel's stations: that of the freshest reading.
    fileprivate func confidence(ofStations ranks: ArraySlice<Int>) -> Float {
        Float(ranks.map { provenances[index.sources[$0].provenance].freshness }.max() ?? 0)
    }
}
