package import Allergens
package import Observations

/// What is known around a value; looked up only when it decides.
package protocol ReadingSurroundings {
    /// The value the given number of periods earlier, or `nil` when there is none.
    func earlier(by periods: Int) throws -> KeptValue?

    /// The value of the following period, or `nil` when there is none yet.
    func next() throws -> KeptValue?

    /// What the station saw at this time of the year in earlier years.
    func seasonRecord() throws -> SeasonRecord

    /// What the station's neighbours saw at this time of the year in earlier years.
    func neighbouringRecord() throws -> SeasonRecord

    /// The highest value that the neighbours have from the day before to the day after.
    func highestNearby() throws -> Double?
}

/// Decides which values are too unusual to be published before somebody has checked them.
///
/// The bounds on days were chosen on Basel 1971–2015 (MeteoSwiss), and checked on Geneva 1994–2015, fourteen
/// Swiss stations in 2019 and 2020, and Bečej; the article on accuracy has the figures. Values that nothing can
/// explain are refused earlier, at ``Allergen/ceiling``.
package struct Plausibility: Sendable {
    private let allergen: Allergen

    package init(of allergen: Allergen) { self.allergen = allergen }

    /// The value below which no value is ever doubtful, for any allergen.
    package static let floor = 10.0

    /// The concentration that may always be in the air, in the allergen's unit.
    private static let background = 10.0

    /// Whether a value exceeds another one, with what may always be in the air, by more than a factor.
    private static func exceeds(_ value: Double, _ other: Double, by factor: Double) -> Bool {
        value + background > factor * (other + background)
    }

    /// Where no season is known, a jump exceeds the highest of the preceding periods by more than this factor.
    ///
    /// The steepest rise at Basel is from 0 to 550 grains/m³ of birch (1976-03-30).
    private static let steepness = 20.0

    /// The value below which no rise is a jump where no season is known, in the allergen's unit.
    ///
    /// In doubt, people should be warned of such values.
    private var jumpFloor: Double {
        switch allergen.category {
        // Beside busy roads an hour may have several milligrams; 20 mg/m³ is twice the guideline for 8 hours.
        case _ where allergen.isAbundant: 20_000
        case .pollen: 500
        case .spore: 2_500
        // Wildfire smoke may arrive from one day to the next; 1 000 µg/m³ is a day in the midst of a fire.
        case .pollutant, .indoor, .chemical, .food: 1_000
        }
    }

    /// Pollen below this daily mean in grains per cubic metre is never doubtful for its season: long-range
    /// transport and dust bring as much.
    static let seasonFloor = 30.0

    /// A rise above the highest day of the week by more than this factor is doubtful, where the station never
    /// saw as much at this time of the year.
    private static let rise = 5.0

    /// A value above the highest of its time of the year by more than this factor is out of season.
    private static let excess = 4.0

    /// The earlier years that a station needs to know its highest values of a season, and those that it needs
    /// to know when nothing flowers: trees that flower little for years have years of plenty.
    private static let (fewYears, manyYears) = (3, 8)

    /// The value below which repetition is not doubtful: traps count few grains, so few numbers are possible.
    ///
    /// Carbon monoxide is reported in steps of 100 µg/m³, and clean air may have the same step all day.
    private var stuckFloor: Double {
        switch allergen.category {
        case _ where allergen.isAbundant: 1_000
        case .spore: 100
        default: 10
        }
    }

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
    ///   - surroundings: What is known around it.
    /// - Returns: All doubts; empty for a value that may be published.
    /// - Throws: What looking up the surroundings throws.
    package func suspicions(
        about value: Double, in period: Reading.Period, among surroundings: some ReadingSurroundings
    ) throws -> Suspicions {
        var found: Suspicions = []
        if allergen.category == .pollen, case .day = period {
            found = try doubts(aboutPollen: value, in: period, among: surroundings)
        } else if value >= jumpFloor, isJump(value, after: try Past(of: period, in: surroundings)) {
            found.insert(.jump)
        }
        if value >= stuckFloor, try isStuck(value, for: stuckLength(of: period), among: surroundings) {
            found.insert(.stuck)
        }
        return found
    }

    /// Whether a value of the day before or after, or of a neighbour, explains a suspect one.
    package func explains(_ witness: Double, _ suspect: Double) -> Bool {
        witness >= Self.floor && !Self.exceeds(suspect, witness, by: Self.rise)
    }

    /// The doubts about a day's pollen: its rise, and its season as the station and its neighbours know it.
    private func doubts(
        aboutPollen value: Double, in period: Reading.Period, among surroundings: some ReadingSurroundings
    ) throws -> Suspicions {
        guard value >= Self.seasonFloor else { return [] }
        let week = try Past(of: period, in: surroundings)
        let isRise = week.highest.map { Self.exceeds(value, $0, by: Self.rise) }
        guard isRise ?? true || week.isOutOfSeason else { return [] }
        let record = try surroundings.seasonRecord()
        var found: Suspicions = []
        if record.years < Self.fewYears {
            if value >= jumpFloor, isJump(value, after: week) { found.insert(.jump) }
        } else if isRise == true, value > record.highest {
            found.insert(.jump)
        }
        if record.years >= Self.manyYears, Self.exceeds(value, record.highest, by: Self.excess) {
            found.insert(.outOfSeason)
        }
        return found.isEmpty ? [] : try found.subtracting(explained(value, found, among: surroundings))
    }

    /// The doubts that neighbours or the next day explain.
    ///
    /// The next day does not tell the season: a column that holds another plant holds it again.
    private func explained(
        _ value: Double, _ doubts: Suspicions, among surroundings: some ReadingSurroundings
    ) throws -> Suspicions {
        if let nearby = try surroundings.highestNearby(), explains(nearby, value) { return doubts }
        let highest = try surroundings.neighbouringRecord().highest
        var found: Suspicions = []
        if value <= highest { found.insert(.jump) }
        if !Self.exceeds(value, highest, by: Self.excess) { found.insert(.outOfSeason) }
        if doubts.contains(.jump), let next = try surroundings.next(), next.quality != .dismissed,
            explains(next.value, value)
        {
            found.insert(.jump)
        }
        return found
    }

    /// Whether a value is a jump where no season is known.
    private func isJump(_ value: Double, after past: Past) -> Bool {
        past.highest.map { value > Self.steepness * ($0 + Self.background) } ?? false
    }

    private func isStuck(
        _ value: Double, for length: Int, among surroundings: some ReadingSurroundings
    ) throws -> Bool {
        for step in 1..<length {
            guard let before = try surroundings.earlier(by: step), before.value == value,
                before.detectionLimit == nil
            else { return false }
        }
        return true
    }
}

/// The periods before a value.
///
/// A suspect value is one of them: it would otherwise raise doubts about every day of a steep season. What was
/// dismissed is not.
private struct Past {
    /// The highest value; `nil` after a gap, after which nothing counts as a rise.
    let highest: Double?
    /// Whether a value is suspected to be out of season.
    let isOutOfSeason: Bool

    init(of period: Reading.Period, in surroundings: some ReadingSurroundings) throws {
        let (length, needed) = Self.length(for: period)
        let known = try (1...length).compactMap(surroundings.earlier).filter { $0.quality != .dismissed }
        highest = known.count >= needed ? known.map(\.value).max() : nil
        isOutOfSeason = known.contains { $0.quality.suspicions.contains(.outOfSeason) }
    }

    /// The number of periods that a value is compared with, and how many of them must be known.
    ///
    /// Days are compared with the days of a week. Hours are compared with those of a day, because pollen comes
    /// and goes with the sun: of 191 114 hourly values (MeteoSwiss, counters at Payerne, PM2.5 of the megafires
    /// of 2015) two are marked.
    private static func length(for period: Reading.Period) -> (periods: Int, needed: Int) {
        switch period {
        case .day: (7, 3)
        case .hour: (24, 12)
        case .threeHours: (8, 4)
        }
    }
}
