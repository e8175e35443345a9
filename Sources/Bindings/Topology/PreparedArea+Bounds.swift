import Geography

extension PreparedArea {
    /// The narrowest box round the globe that holds all the given spans of longitude.
    ///
    /// - Parameters:
    ///   - longitudes: Spans that begin in −180..<180 and may run on past 180.
    ///   - latitudes: The span of latitudes.
    /// - Returns: One box, or two that meet at the antimeridian. A box that ends at the antimeridian is joined by
    ///   one without width on its other side, so that 180 and −180 are both found.
    static func bounds(
        longitudes: [ClosedRange<Double>], latitudes: ClosedRange<Double>
    ) -> [BoundingBox] {
        let (west, east) = narrowest(longitudes)
        let isWhole = east - west >= 360
        let box = BoundingBox(
            west: isWhole ? -180 : west == -180 ? 180 : west, south: latitudes.lowerBound,
            east: isWhole ? 180 : east > 180 ? east - 360 : east == 180 ? -180 : east,
            north: latitudes.upperBound)
        return box?.parts ?? BoundingBox.world.parts
    }

    /// The span from the end of the widest gap, once round, to its beginning.
    private static func narrowest(_ spans: [ClosedRange<Double>]) -> (west: Double, east: Double) {
        let sorted = spans.sorted { $0.lowerBound < $1.lowerBound }
        let west = sorted[0].lowerBound
        var reached = sorted[0].upperBound
        var gaps: [(start: Double, end: Double)] = []
        for span in sorted.dropFirst() {
            if span.lowerBound > reached { gaps.append((reached, span.lowerBound)) }
            reached = max(reached, span.upperBound)
        }
        // What runs past 180 covers the beginning of the next turn, and with it gaps that seemed open.
        gaps = gaps.compactMap { gap in
            let start = max(gap.start, reached - 360)
            return start < gap.end ? (start, gap.end) : nil
        }
        let seam = west + 360 - reached
        guard let widest = gaps.max(by: { $0.end - $0.start < $1.end - $1.start }),
            widest.end - widest.start > seam
        else { return seam <= 0 ? (-180, 180) : (west, reached) }
        return (widest.end, widest.start + 360)
    }
}
