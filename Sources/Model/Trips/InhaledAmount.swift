/// How many grains or spores somebody breathed in on the way, judged by how adults breathe who travel so.
///
/// An estimate for comparing ways, no dose: people breathe differently, and the air beside somebody differs from the
/// map, each by a factor of two or so. Where the air is not known, nothing is counted. `trip-inhaled.js` is the same for
/// browsers; both are held to `Tests/TripFiles/Golden/inhaled.json`.
package struct InhaledAmount: Hashable, Codable, Sendable {
    /// What was breathed in in the open.
    package private(set) var likely = 0.0
    /// The same, and in vehicles and indoors as much as if all that was outside had come in.
    package private(set) var most = 0.0
    /// What somebody who sits would have breathed in in the open.
    private var sitting = 0.0

    package init() {}

    /// How many times as much was breathed in in the open as by somebody who sits there as long; `nil` if nothing was.
    package var timesSitting: Double? { sitting > 0 ? likely / sitting : nil }

    /// Adds what was breathed in during an activity.
    package mutating func add(_ exposure: TripExposure, by mode: TravelMode) {
        likely += exposure.lowest * mode.breathing
        most += exposure.highest * mode.breathing
        sitting += exposure.lowest * TravelMode.sitting
    }
}

extension TravelMode {
    /// Cubic metres of air that an adult breathes in an hour while sitting, from the same table as `breathing`.
    fileprivate static let sitting = 0.252

    /// Cubic metres of air that an adult breathes in an hour.
    ///
    /// From the means for people of 21 to 31 years in the Exposure Factors Handbook of the US EPA (2011,
    /// EPA/600/R-09/052F), table 6-2: 0.0042 m³ a minute sitting, 0.012 in light, 0.026 in moderate and 0.050 in heavy
    /// activity; at other adult ages they differ by a fifth at most. Which activity a mode is, is ours: walking is between
    /// light and moderate, cycling between moderate and heavy, passengers sit, and people indoors are lightly active.
    package var breathing: Double {
        switch self {
        case .onFoot: 1.14
        case .bicycle: 2.28
        case .car, .bus, .train, .metro, .plane: Self.sitting
        case .indoors: 0.72
        }
    }
}
