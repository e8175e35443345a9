/// A group of lattice nodes, for finding the stations that can matter to them.
struct NodeRegion {
    private let centre: SIMD4<Double>
    private let radius: Double

    /// Creates the region of the nodes in the given columns and rows.
    init(columns: ArraySlice<Bearing>, rows: ArraySlice<Bearing>) {
        var sum = SIMD4<Double>.zero
        for row in rows {
            for column in columns { sum += row.point(at: column) }
        }
        let centre = sum / Double(columns.count * rows.count)
        var squaredRadius = 0.0
        for row in rows {
            for column in columns {
                let difference = row.point(at: column) - centre
                squaredRadius = max(squaredRadius, (difference * difference).sum())
            }
        }
        self.centre = centre
        radius = squaredRadius.squareRoot()
    }

    /// Whether a station may be in reach of a node; a few stations out of reach pass too.
    func isReached(by station: Source, reach: Reach) -> Bool {
        var difference = station.point - centre
        difference.w = 0
        let limit = radius + reach.chord
        return (difference * difference).sum() <= limit * limit
    }
}
