package import Geography

/// A stop: somebody between two of them is taken to have travelled by train or by plane.
package struct TravelStop: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Codable, Sendable {
        case station
        case airport
    }

    package let kind: Kind
    package let position: Coordinate

    package init(kind: Kind, at position: Coordinate) { (self.kind, self.position) = (kind, position) }
}

/// Stations and airports, found by position.
///
/// Stops are in rows of latitude from south to north, and in a row from west to east: a search looks at the few around a
/// position, even where a line of stops runs along one latitude.
package struct TravelStops: Sendable {
    private let airports: [TravelStop]
    private let stations: [TravelStop]

    /// Keeps stops, in any order.
    package init(_ stops: [TravelStop]) {
        airports = Self.sorted(stops, of: .airport)
        stations = Self.sorted(stops, of: .station)
    }

    /// The nearest stop of a kind within some metres; of equally near ones the southernmost, then westernmost.
    ///
    /// - Complexity: Logarithmic in the number of stops, and linear in those around the position.
    package func nearest(
        _ kind: TravelStop.Kind, to position: Coordinate, within radius: Double
    ) -> TravelStop? {
        let stops = kind == .airport ? airports : stations
        let reach = radius / GreatCircle.metresPerDegree + Self.slack
        let windows = Self.windows(around: position, reach)
        var found: TravelStop?
        var least = radius
        for row in Self.row(at: position.latitude - reach)...Self.row(at: position.latitude + reach) {
            for window in windows {
                var index = Self.first(of: stops, in: row, from: window.lowerBound)
                while index < stops.count, Self.row(of: stops[index]) == row,
                    stops[index].position.longitude <= window.upperBound
                {
                    let stop = stops[index]
                    index += 1
                    let distance = GreatCircle.distance(from: position, to: stop.position)
                    guard distance <= least else { continue }
                    if distance == least, let found, Self.isBefore(found, stop) { continue }
                    (found, least) = (stop, distance)
                }
            }
        }
        return found
    }

    /// Degrees that are searched besides, so that rounding loses no stop at the edge.
    private static let slack = 1e-9

    /// The height of a row in degrees: some kilometres, as far as one looks for an airport.
    private static let rowHeight = 0.05

    private static func row(at latitude: Double) -> Int { Int((latitude / rowHeight).rounded(.down)) }

    private static func row(of stop: TravelStop) -> Int { row(at: stop.position.latitude) }

    /// The longitudes, or a few more, within which every stop in reach is; near a pole all of them.
    private static func windows(around position: Coordinate, _ reach: Double) -> [ClosedRange<Double>] {
        let farthest = abs(position.latitude) + reach
        let breadth = farthest < 89 ? 1.1 * reach / GreatCircle.cosine(GreatCircle.radians(farthest)) : 180
        guard breadth < 180 else { return [-180...180] }
        let (west, east) = (position.longitude - breadth, position.longitude + breadth)
        if west < -180 { return [-180...east, west + 360...180] }
        if east > 180 { return [west...180, -180...east - 360] }
        return [west...east]
    }

    private static func sorted(_ stops: [TravelStop], of kind: TravelStop.Kind) -> [TravelStop] {
        stops.filter { $0.kind == kind }.sorted {
            (row(of: $0), $0.position.longitude) < (row(of: $1), $1.position.longitude)
        }
    }

    /// Whether a stop is south of another, or west of it on the same latitude.
    private static func isBefore(_ stop: TravelStop, _ other: TravelStop) -> Bool {
        (stop.position.latitude, stop.position.longitude)
            < (other.position.latitude, other.position.longitude)
    }

    /// The index of the first stop of a row, or of those to its north, that is not west of a longitude.
    private static func first(of stops: [TravelStop], in row: Int, from longitude: Double) -> Int {
        var (low, high) = (0, stops.count)
        while low < high {
            let middle = (low + high) / 2
            let stop = stops[middle]
            if (Self.row(of: stop), stop.position.longitude) < (row, longitude) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}
