package import Allergens
package import Geography
package import Observations

/// Decides which values are too unusual to be published before somebody has checked them.
///
/// The bounds are chosen so that real measurements pass. Of 144 216 daily values from Basel, Geneva, Bečej
/// and the Swiss network, fewer than 1 in 2 000 are marked. Values that nothing can explain are refused
/// earlier, at ``Allergen/ceiling``.
package struct Plausibility: Sendable {
    /// The value the given number of periods earlier, or `nil` when there is none; called only when it
    /// decides.
    package typealias Earlier = (_ periods: Int) throws -> KeptValue?

    private let allergen: Allergen
    private let season: PollenSeason?

    package init(of allergen: Allergen) {
        self.allergen = allergen
        season = PollenSeason(of: allergen.id)
    }

    /// The value below which no value is ever doubtful, for any allergen.
    package static let floor = 10.0

    /// How many preceding periods a value is compared with, and how many of them must be known.
    ///
    /// After a gap, no value counts as a jump. Days are compared with the days of a week. Hours are compared
    /// with those of a day, because pollen comes and goes with the sun: of 191 114 hourly values (MeteoSwiss,
    /// counters at Payerne, PM2.5 of the megafires of 2015) two are marked.
    private func past(of period: Reading.Period) -> (count: Int, needed: Int) {
        switch period {
        case .day: (7, 3)
        case .hour: (24, 12)
        case .threeHours: (8, 4)
        }
    }

    /// A jump exceeds the highest of the preceding periods, plus ``background``, by more than this factor.
    ///
    /// The steepest rise in the series named above is from 0 to 550 grains/m³ of birch (Basel, 1976-03-30).
    private static let steepness = 20.0
    /// The concentration that may always be in the air, in the allergen's unit.
    private static let background = 10.0

    /// The value below which no rise is a jump, in the allergen's unit.
    ///
    /// In doubt, people should be warned of such values.
    private var jumpFloor: Double {
        switch allergen.category {
        case .pollen: 500
        case .spore: 2_500
        // Wildfire smoke may arrive from one day to the next; 1 000 µg/m³ is a day in the midst of a fire.
        case .pollutant, .indoor, .chemical, .food: 1_000
        }
    }

    /// The value below which repetition is not doubtful: traps count few grains, so few numbers are possible.
    private var stuckFloor: Double { allergen.category == .spore ? 100 : 10 }

    /// The number of equal values in a row that is doubtful for a period.
    ///
    /// Runs of five equal days at 10 grains/m³ or more occurred twice in 144 216 values, and runs of six
    /// equal hours once in 29 959. Particle counters in clean air may show one number for half a day; runs of
    /// a whole day occurred 3 times in 119 903 hours.
    private func stuckLength(of period: Reading.Period) -> Int {
        switch (period, allergen.category) {
        case (.day, _): 5
        case (.hour, .pollutant): 24
        case (.hour, _): 6
        case (.threeHours, .pollutant): 8
        case (.threeHours, _): 5
        }
    }

    /// The reasons to doubt a value.
    ///
    /// - Parameters:
    ///   - value: The concentration, in the allergen's unit; a value below detection is never doubtful.
    ///   - period: The sampling period.
    ///   - day: The day in the station's time zone that the value belongs to.
    ///   - position: The station's position, or `nil` when it has no past yet and its seasons are not known.
    ///   - earlier: Looks up the preceding values.
    /// - Returns: All doubts; empty for a value that may be published.
    package func suspicions(
        about value: Double, in period: Reading.Period, on day: CivilDate, at position: Coordinate?,
        earlier: Earlier
    ) rethrows -> Suspicions {
        var found: Suspicions = []
        if value >= PollenSeason.floor, let position, season?.excludes(day, at: position) == true {
            found.insert(.outOfSeason)
        }
        if value >= jumpFloor, try isJump(value, in: period, earlier) { found.insert(.jump) }
        if value >= stuckFloor, try isStuck(value, for: stuckLength(of: period), earlier) {
            found.insert(.stuck)
        }
        return found
    }

    private func isJump(
        _ value: Double, in period: Reading.Period, _ earlier: Earlier
    ) rethrows -> Bool {
        let (count, needed) = past(of: period)
        // A doubtful value must not vouch for the next one.
        let before = try (1...count).compactMap(earlier).filter(\.quality.counts).map(\.value)
        guard before.count >= needed, let highest = before.max() else { return false }
        return value > Self.steepness * (highest + Self.background)
    }

    private func isStuck(_ value: Double, for length: Int, _ earlier: Earlier) rethrows -> Bool {
        for step in 1..<length {
            guard let before = try earlier(step), before.value == value, before.detectionLimit == nil
            else { return false }
        }
        return true
    }
}
