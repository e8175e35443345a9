/// The strength of a colour, which says how sure it is.
///
/// The confidence of a field falls with the distance from the nearest station and with the age of its reading.
/// Drawn smoothly or in many steps, it surrounds every station with rings, which cross the borders of the levels
/// and read as levels themselves. A colour therefore has two strengths with one edge between them, far from the
/// stations, where the air of a place is no longer theirs.
enum Trust {
    /// The strengths of a colour: pale, and full.
    static let strengths = 2

    /// The least confidence of a full colour: for birch and grass 114 km from the nearest station, where its
    /// anomalies no longer say more than the weather of the day, see `Reach`; older readings are full up to shorter
    /// distances, and those of three days ago nowhere.
    static let full: Float = 0.3

    /// The least confidence that is drawn; the last kilometres of the reach are not.
    static let least: Float = 0.04

    /// The share of the full opacity that a pale colour has.
    static let paleShare = 0.5

    /// The opacities of the strengths, of a layer with an opacity.
    static func opacities(of opacity: Double) -> [Double] { [opacity * paleShare, opacity] }

    /// A number whose whole part is the strength for a confidence, 0 for none.
    ///
    /// It is a straight line through both bounds, without branches, so that the compiler can vectorise it.
    @inline(__always)
    static func strength(_ confidence: Float) -> Float {
        let slope = 1 / (full - least)
        return min(max(confidence, 0) * slope + (1 - least * slope), Float(strengths))
    }
}
