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
        let radii = TentRadii(largest: radius).radii(of: pixels)
        for (place, pixel) in pixels.enumerated() {
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

    /// A pixel that holds stations.
    struct StationPixel {
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
        // Row, column and rank in one number are sorted several times as fast as in three.
        var found: [UInt64] = []
        found.reserveCapacity(ranks.count)
        for rank in ranks {
            let place = index.mercator[rank] * Double(worldSide)
            let row = Int(place.y.rounded(.down)) - firstRow
            guard near.contains(row) else { continue }
            // Longitude 180 is −180; a station beyond the antimeridian is in a column left of 0.
            let eastern = (Int(place.x) - firstColumn + 2 * worldSide) % worldSide
            for column in [eastern, eastern - worldSide] where near.contains(column) {
                let pixel = (row - near.lowerBound) * near.count + column - near.lowerBound
                found.append(UInt64(pixel) << 32 | UInt64(rank))
            }
        }
        found.sort()
        var pixels: [StationPixel] = []
        var last: UInt64?
        for (place, key) in found.enumerated() {
            if last == key >> 32 {
                pixels[pixels.count - 1].stations = pixels[pixels.count - 1].stations.lowerBound..<place + 1
                continue
            }
            last = key >> 32
            let (row, column) = Int(key >> 32).quotientAndRemainder(dividingBy: near.count)
            pixels.append(
                StationPixel(
                    column: column + near.lowerBound, row: row + near.lowerBound, stations: place..<place + 1)
            )
        }
        return (pixels, found.map { Int($0 & UInt64(UInt32.max)) })
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
        Float(ranks.lazy.map { provenances[index.sources[$0].provenance].freshness }.max() ?? 0)
    }
}
