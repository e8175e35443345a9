package import Allergens
package import Geography
package import Observations

/// Tells which values are too strange to be passed on before somebody has looked at them.
///
/// The bounds are chosen so that real measurements pass: of 144 216 daily values of Basel, Geneva, Bečej and the Swiss
/// network fewer than 1 in 2 000 are marked. What nothing can explain is refused before, at ``Allergen/ceiling``.
package struct Plausibility: Sendable {
    /// The value so many periods earlier, or `nil` when there is none; asked for only where it decides.
    package typealias Earlier = (_ periods: Int) throws -> KeptValue?

    private let allergen: Allergen
    private let season: PollenSeason?

    package init(of allergen: Allergen) {
        self.allergen = allergen
        season = PollenSeason(of: allergen.id)
    }

    /// The value below which nothing is ever doubtful, whatever the allergen.
    package static let floor = 10.0

    /// How many periods before a value it is compared with, and how many of them must be known: after a gap nothing is a
    /// jump.
    ///
    /// Days are compared with those of a week. Hours are compared with those of a day, since pollen come and go with the
    /// sun: of 191 114 hourly values (MeteoSwiss, counters at Payerne, PM2.5 of the megafires of 2015) two are marked.
    private func past(of period: Reading.Period) -> (count: Int, needed: Int) {
        switch period {
        case .day: (7, 3)
        case .hour: (24, 12)
        case .threeHours: (8, 4)
        }
    }

    /// How often the highest of the periods before, and ``background`` besides, must be exceeded.
    ///
    /// The steepest rise in the series named above is from 0 to 550 grains/m³ of birch (Basel, 1976-03-30).
    private static let steepness = 20.0
    /// What may always be in the air, in the allergen's unit.
    private static let background = 10.0

    /// The value below which no rise is a jump, in the allergen's unit: what people in doubt had better be told of.
    private var jumpFloor: Double {
        switch allergen.category {
        case .pollen: 500
        case .spore: 2_500
        // Smoke of a wildfire may come from one day to the next; 1 000 µg/m³ is a day in the midst of one.
        case .pollutant, .indoor, .chemical, .food: 1_000
        }
    }

    /// The value below which repetition is no doubt: traps count few grains, and few numbers are possible.
    private var stuckFloor: Double { allergen.category == .spore ? 100 : 10 }

    /// Equal values in a row that are too many for a period.
    ///
    /// Five equal days from 10 grains/m³ on came twice in 144 216 values, six equal hours once in 29 959. Particle
    /// counters in clean air may show one number for half a day; a day of it came 3 times in 119 903 hours.
    private func stuckLength(of period: Reading.Period) -> Int {
        switch (period, allergen.category) {
        case (.day, _): 5
        case (.hour, .pollutant): 24
        case (.hour, _): 6
        case (.threeHours, .pollutant): 8
        case (.threeHours, _): 5
        }
    }

    /// What speaks against a value.
    ///
    /// - Parameters:
    ///   - value: The concentration, in the allergen's unit; one below detection is never doubtful.
    ///   - period: When the air was sampled.
    ///   - day: The day of the station that it belongs to.
    ///   - position: Where the station stands, or `nil` when it has no past yet and its seasons are not known.
    ///   - earlier: The values before.
    /// - Returns: Every doubt; none for a value that may be passed on.
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
        // A value that is doubtful itself must not vouch for the next.
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
