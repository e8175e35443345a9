import Foundation

/// The value of an index.
package enum AirQualityScore: Hashable, Comparable, Sendable {
    case value(Int)
    /// Above the end of the table, by an amount that the index does not define.
    case beyond(Int)

    private var order: (Int, Int) {
        switch self {
        case .value(let value): (value, 0)
        case .beyond(let end): (end, 1)
        }
    }

    package static func < (left: Self, right: Self) -> Bool { left.order < right.order }
}

/// Why a concentration has no value of an index.
///
/// A missing value must never be shown as good air.
package enum AirQualityAbsence: Error, Hashable, Sendable {
    /// There is no concentration.
    case missing
    case notFinite
    case negative
    /// The index does not rate the pollutant.
    case notRated
    /// The index rates it by means over other periods.
    case otherPeriod([AveragingPeriod])
    /// The pollutant is not a gas, so its unit cannot be converted.
    case noConversion
    /// The index defines no value below a concentration for means over this period.
    case belowTable(Double, PollutantUnit)

    /// The reason in English words, safe to show to strangers.
    package var reason: String {
        switch self {
        case .missing: "there is no value"
        case .notFinite: "the value is not a number"
        case .negative: "the value is negative"
        case .notRated: "the index does not rate it"
        case .otherPeriod(let periods):
            "the index needs its mean over \(periods.map(\.rawValue).joined(separator: " or "))"
        case .noConversion: "particles have no parts by volume"
        case .belowTable(let begin, let unit):
            "the index rates a mean over this period from \(begin.formatted()) \(unit.rawValue)"
        }
    }
}

/// The rating of the air by one index, with its parts.
package struct AirQualityRating: Hashable, Sendable {
    /// The value of one pollutant.
    package struct Part: Hashable, Sendable {
        package let pollutant: Pollutant
        package let period: AveragingPeriod
        package let score: AirQualityScore
    }

    /// A pollutant without a value.
    package struct Gap: Hashable, Sendable {
        package let pollutant: Pollutant
        package let period: AveragingPeriod
        package let absence: AirQualityAbsence
    }

    package let index: AirQualityIndex
    /// The rated pollutants, worst first, equal values in the order of the index's tables.
    package let parts: [Part]
    /// The pollutants that could not be rated by any of their means, each once.
    package let gaps: [Gap]

    /// Whether some pollutants were rated, but not those that the index needs.
    package var isIncomplete: Bool { !parts.isEmpty && !hasWhatItNeeds }

    /// The value of the index, which is that of its worst pollutant; `nil` when nothing was rated, and when it
    /// ``isIncomplete``.
    ///
    /// If there are ``gaps``, the air may be worse, and this must be said beside the value.
    package var score: AirQualityScore? { hasWhatItNeeds ? parts.first?.score : nil }

    private var hasWhatItNeeds: Bool { index.needs?.areMet(by: Set(parts.map(\.pollutant))) ?? true }

    /// The pollutants that decide, in the order of the index's tables.
    ///
    /// There are several when they have the same value.
    package var mainPollutants: [Pollutant] {
        parts.filter { $0.score == score }.reduce(into: []) { list, part in
            if !list.contains(part.pollutant) { list.append(part.pollutant) }
        }
    }

    package var airClass: AirQualityIndex.Class? { score.map(index.airClass(of:)) }
}
