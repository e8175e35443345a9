import Geography

extension PreparedArea {
    /// Returns the narrowest box around the globe that contains all the given spans of longitude.
    ///
    /// - Parameters:
    ///   - longitudes: Spans that begin in −180..<180 and may extend past 180.
    ///   - latitudes: The span of latitudes.
    /// - Returns: One box, or two that meet at the antimeridian. A box that ends at the antimeridian is
    ///   accompanied by one of zero width on the other side, so that both 180 and −180 are found.
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

    /// Returns the span from the end of the widest gap around the globe to its beginning.
    private static func narrowest(_ spans: [ClosedRange<Double>]) -> (west: Double, east: Double) {
        let sorted = spans.sorted { $0.lowerBound < $1.lowerBound }
        let west = sorted[0].lowerBound
        var reached = sorted[0].upperBound
        var gaps: [(start: Double, end: Double)] = []
        for span in sorted.dropFirst() {
            if span.lowerBound > reached { gaps.append((reached, span.lowerBound)) }
            reached = max(reached, span.upperBound)
        }
        // A span past 180 covers the beginning of the next turn, and may close gaps there.
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
