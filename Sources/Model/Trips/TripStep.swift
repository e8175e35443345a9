/// The way between two fixes that count.
struct TripStep: Sendable {
    /// What its speed says.
    enum Pace: Sendable {
        case foot
        case vehicle
    }

    /// Milliseconds since 1970.
    let start: Int
    let end: Int
    /// Metres.
    let distance: Double
    let pace: Pace
    /// Whether a cyclist would be that fast.
    let isCyclable: Bool

    /// Metres a second.
    static func speed(_ distance: Double, in milliseconds: Int) -> Double {
        distance / (Double(milliseconds) / 1_000)
    }
}
