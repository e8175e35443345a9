import Geography

/// How far a station's reading tells something about the air.
package enum Reach {
    /// The distance in metres from which on a reading says nothing.
    ///
    /// In season the logarithms of daily counts still correlate by .61–.74 at 100–150 km between Swiss stations;
    /// what is lost with distance is amplitude. Networks are planned for about 50 km around each trap (Bavaria: 8
    /// zones in 70 550 km²).
    package static let metres = 150_000.0

    /// The distance in metres up to which a reading is trusted in full.
    ///
    /// Traps 4–6 km apart differ as much as traps side by side do (median 16 %); differences between town and
    /// country show from some 30 km on.
    package static let full = 30_000.0

    /// The distance in metres within which a station counts as being here, which keeps 1/d² finite.
    ///
    /// No station's position is known better than to a metre.
    static let least = 1.0

    static let squaredChord = Earth.squaredChord(ofDistance: metres)
    static let leastSquaredChord = Earth.squaredChord(ofDistance: least)

    /// The chord of ``metres``, and of ``full``; within the reach chord and distance differ by 2 in 100 000.
    static let chord = squaredChord.squareRoot()
    static let fullChord = Earth.squaredChord(ofDistance: full).squareRoot()

    /// The confidence, 0…1, in an estimate whose nearest station lies at a squared chord.
    static func confidence(atSquaredChord squaredChord: Double) -> Double {
        min(max((chord - squaredChord.squareRoot()) / (chord - fullChord), 0), 1)
    }
}
