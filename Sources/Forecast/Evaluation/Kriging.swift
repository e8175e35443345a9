import Geography

/// The best linear unbiased mean of the values around a place under a ``Variogram`` (Cressie 1993, 3.2).
struct Kriging {
    let variogram: Variogram

    /// Stations beyond the 32 nearest are screened by them and would only make the system larger.
    private static let neighbours = 32

    /// The mean at a place, which at a value's own place is that value, or `nil` without any values.
    func mean(at place: UnitVector, of values: [LocatedValue]) -> Double? {
        let near = values.nearest(Self.neighbours, to: place)
        guard let first = near.first else { return nil }
        if near.count == 1 || first.squaredChord == 0 { return first.value }
        // The last row holds the sum of the weights at 1.
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
