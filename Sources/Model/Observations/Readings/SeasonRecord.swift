package import Allergens
import Foundation

/// The highest values of an allergen around one day of the year, in each earlier year.
///
/// It is what a station has seen of a season: when plants flower differs between climates and species, so no
/// calendar of one country can tell.
package struct SeasonRecord: Equatable, Sendable {
    /// Days before and after the day of the year that belong to it, because seasons begin earlier in some
    /// years than in others.
    package static let margin = 15

    /// The number of earlier years that are looked at.
    package static let reach = 30

    /// The fewest days of a year with values from which that year counts.
    private static let leastDays = 15

    private struct Year: Equatable, Sendable {
        var days = 0
        var highest = 0.0
    }

    private let day: CivilDate
    /// By how many years before ``day``.
    private var seen: [Int: Year] = [:]

    package init(around day: CivilDate) { self.day = day }

    /// The middle of this time of the year, a number of years before.
    package func centre(yearsBack: Int) -> CivilDate {
        day.adding(days: -Int((365.25 * Double(yearsBack)).rounded()))
    }

    /// Notes days of an earlier year.
    package mutating func note(yearsBack: Int, days: Int, highest: Double) {
        seen[yearsBack, default: Year()].days += days
        seen[yearsBack, default: Year()].highest = max(seen[yearsBack]?.highest ?? 0, highest)
    }

    /// Notes a value of any day; one of another time of the year changes nothing.
    package mutating func note(_ value: Double, on other: CivilDate) {
        let age = day.daysSinceEpoch - other.daysSinceEpoch
        let years = Int((Double(age) / 365.25).rounded())
        guard (1...Self.reach).contains(years),
            abs(centre(yearsBack: years).daysSinceEpoch - other.daysSinceEpoch) <= Self.margin
        else { return }
        note(yearsBack: years, days: 1, highest: value)
    }

    /// The number of earlier years that are known.
    package var years: Int { seen.values.count { $0.days >= Self.leastDays } }

    /// The fewest earlier years of which a mean says what is usual.
    private static let leastYears = 3

    /// What the highest value is in a usual year, as the mean of ``logarithm(of:)``; `nil` when too few years are known.
    package var usualHighest: Double? {
        let known = seen.values.filter { $0.days >= Self.leastDays }
        guard known.count >= Self.leastYears else { return nil }
        return known.reduce(0) { $0 + Self.logarithm(of: $1.highest) } / Double(known.count)
    }

    /// A concentration in powers of ten, with 10 that may always be in the air, so that few grains do not differ much.
    package static func logarithm(of value: Double) -> Double { log10(value + 10) }

    /// The highest value of all earlier years; 0 when there is none.
    package var highest: Double { seen.values.lazy.map(\.highest).max() ?? 0 }
}
