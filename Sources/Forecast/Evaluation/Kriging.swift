import Geography

/// The best linear unbiased mean of the values around a place under a ``Variogram`` (Cressie 1993, 3.2).
struct Kriging {
    let variogram: Variogram

    /// Stations beyond the 32 nearest are screened by these and would only enlarge the system.
    private static let neighbours = 32

    /// The mean at a place, or `nil` without any values; at a value's own place it is that value.
    func mean(at place: UnitVector, of values: [LocatedValue]) -> Double? {
        let near = values.nearest(Self.neighbours, to: place)
        guard let first = near.first else { return nil }
        if near.count == 1 || first.squaredChord == 0 { return first.value }
        // The last row makes the weights add up to 1.
        var rows = near.map { station in
            near.map { unlikeness(at: station.point.squaredChord(to: $0.point)) }
                + [1, unlikeness(at: station.squaredChord)]
        }
        rows.append([Double](repeating: 1, count: near.count) + [0, 1])
        guard let weights = LinearSystem.solution(of: rows) else { return first.value }
        return zip(weights, near).reduce(0) { $0 + $1.0 * $1.1.value }
    }

    private func unlikeness(at squaredChord: Double) -> Double {
        variogram.value(atDistance: Earth.distance(ofSquaredChord: squaredChord))
    }
}
