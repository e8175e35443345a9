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
    /// - Complexity: Logarithmic in the number of stops, and linear in those as far north.
    package func nearest(
        _ kind: TravelStop.Kind, to position: Coordinate, within radius: Double
    ) -> TravelStop? {
        let stops = kind == .airport ? airports : stations
        let reach = radius / GreatCircle.metresPerDegree + Self.slack
        let breadth = Self.breadth(of: reach, at: position.latitude)
        var index = Self.first(of: stops, from: position.latitude - reach)
        var found: TravelStop?
        var least = radius
        while index < stops.count, stops[index].position.latitude <= position.latitude + reach {
            let stop = stops[index]
            index += 1
            guard abs(GreatCircle.turn(from: position, to: stop.position)) <= breadth else { continue }
            let distance = GreatCircle.distance(from: position, to: stop.position)
            if found == nil ? distance <= least : distance < least { (found, least) = (stop, distance) }
        }
        return found
    }

    /// Degrees that are searched besides, so that rounding loses no stop at the edge.
    private static let slack = 1e-9

    /// Degrees of longitude, or a few more, within which every stop in reach is; near a pole all of them.
    private static func breadth(of reach: Double, at latitude: Double) -> Double {
        let farthest = abs(latitude) + reach
        guard farthest < 89 else { return 180 }
        return 1.1 * reach / GreatCircle.cosine(GreatCircle.radians(farthest))
    }

    private static func sorted(_ stops: [TravelStop], of kind: TravelStop.Kind) -> [TravelStop] {
        stops.filter { $0.kind == kind }.sorted {
            ($0.position.latitude, $0.position.longitude) < ($1.position.latitude, $1.position.longitude)
        }
    }

    /// The index of the first stop that is not south of a latitude.
    private static func first(of stops: [TravelStop], from latitude: Double) -> Int {
        var (low, high) = (0, stops.count)
        while low < high {
            let middle = (low + high) / 2
            if stops[middle].position.latitude < latitude { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
