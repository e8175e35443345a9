import Geography

/// How far an allergen's readings describe the air around their station.
package struct Reach: Hashable, Sendable {
    /// The distance in metres beyond which a reading has no influence.
    package let metres: Double
    /// The distance in metres up to which a reading is fully trusted.
    package let full: Double

    let squaredChord: Double
    /// The chords of ``metres`` and ``full``; within the reach, chord and distance differ by 2 in 100 000.
    let chord: Double
    let fullChord: Double

    /// Creates a reach of 0 < `full` < `metres` ≤ ``widest``.
    package init(metres: Double, full: Double) {
        precondition(0 < full && full < metres && metres <= Self.widest, "\(full) < \(metres) m")
        self.metres = metres
        self.full = full
        squaredChord = Earth.squaredChord(ofDistance: metres)
        chord = squaredChord.squareRoot()
        fullChord = Earth.squaredChord(ofDistance: full).squareRoot()
    }

    /// The longest reach of any allergen, in metres.
    package static let widest = 150_000.0

    /// The distance in metres within which a station counts as being at the place, which keeps 1/d² finite.
    ///
    /// No station's position is known more precisely than to a metre.
    static let least = 1.0

    static let leastSquaredChord = Earth.squaredChord(ofDistance: least)

    /// The confidence, 0…1, of an estimate whose nearest station is at a squared chord.
    func confidence(atSquaredChord squaredChord: Double) -> Double {
        min(max((chord - squaredChord.squareRoot()) / (chord - fullChord), 0), 1)
    }

    /// The factor of the weights, see ``Averaging``, that falls from 1 to 0 at the end of the reach.
    func taper(atSquaredChord squaredChord: Double) -> Double {
        let share = squaredChord / self.squaredChord
        return max(0, 1 - share * share * share * share)
    }

    /// The confidences, 0…1, at eight places.
    func confidences(atSquaredChords squaredChords: SIMD8<Float>) -> SIMD8<Float> {
        ((Float(chord) - squaredChords.squareRoot()) * Float(1 / (chord - fullChord)))
            .clamped(lowerBound: .zero, upperBound: SIMD8(repeating: 1))
    }
}
