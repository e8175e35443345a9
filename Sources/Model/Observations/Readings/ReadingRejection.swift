package import Allergens
package import Foundation

/// Why a row of readings was rejected.
///
/// The set is closed: clients switch over it, so a new case is a change of the API.
package enum ReadingRejection: Error, Hashable, Sendable {
    case unknownStation
    case otherStation(Station.ID)
    case unknownAllergen
    case notMeasured(Allergen.ID)
    case missing
    case notANumber
    case notFinite
    case negative
    case aboveCeiling(Double, ConcentrationUnit)
    case unknownUnit
    case wrongUnit(expected: ConcentrationUnit)
    case impossibleDate
    case impossibleTime
    case fromTheFuture(today: CivilDate)
    case duplicate(ofLine: Int)
    case unknownQuality
    case unfitNote
    case unfitHours
    case detectionLimitOfZero
    case expectedBeforeIssue
    case expectedTooFar
    case notAGas
    case unreadable(String)

    /// The reason in words, safe to show to strangers.
    package var reason: String {
        switch self {
        case .unknownStation: "no station has this identifier"
        case .otherStation(let station): "the key is for station \(station.rawValue) only"
        case .unknownAllergen: "no allergen has this key or alias"
        case .notMeasured(let allergen): "\(allergen.rawValue) is not measured by stations"
        case .missing: "a value is needed here"
        case .notANumber: "not a number; decimals are written with a point"
        case .notFinite: "not a finite number"
        case .negative: "a concentration cannot be negative"
        case .aboveCeiling(let ceiling, let unit):
            "above \(Self.plain(ceiling)) \(unit.rawValue), which no station has ever measured"
        case .unknownUnit:
            "unknown unit; known are grains/m3, spores/m3, ug/m3, mg/m3 and, for gases, ppb and ppm"
        case .wrongUnit(let expected): "this allergen is given in \(expected.rawValue)"
        case .impossibleDate: "not a day of the calendar as YYYY-MM-DD, 1870 to 2199"
        case .impossibleTime: "not a time as in RFC 3339, such as 2026-04-08T13:00:00Z"
        case .fromTheFuture(let today): "in the future; at the station it is \(today)"
        case .duplicate(let line): "the same station, allergen and time stand in line \(line) already"
        case .unknownQuality: "known are valid, confirmed, suspect and dismissed"
        case .unfitNote: "a note is one line of at most \(StationNote.length) characters"
        case .unfitHours: "a time ends a mean of 1 or 3 hours; a day has 24 and needs no hours"
        case .detectionLimitOfZero: "a limit of detection lies above zero"
        case .expectedBeforeIssue: "the day had passed when the forecast was issued"
        case .expectedTooFar: "a forecast reaches at most \(Forecast.furthest) days ahead"
        case .notAGas: "parts by volume are for gases; this allergen is none"
        case .unreadable(let what): what
        }
    }
}

/// A rejected row: its position and the reason.
package struct RejectedRow: Error, Hashable, Sendable {
    /// The number of characters shown of a column and of a value, both of which the sender chooses.
    package static let shownLength = 100

    /// The line in the file, counted from 1 with the header; in JSON the position in the list, counted from
    /// 1.
    package let line: Int
    /// The name of the column, or the position in a document, cut after ``shownLength`` characters.
    package let column: String
    /// The rejected text, cut after ``shownLength`` characters.
    package let value: String
    package let rejection: ReadingRejection

    package init(line: Int, column: String, value: String, rejection: ReadingRejection) {
        self.line = line
        self.column = String(column.prefix(Self.shownLength))
        self.value = String(value.prefix(Self.shownLength))
        self.rejection = rejection
    }
}

extension RejectedRow: Encodable {
    private enum CodingKeys: String, CodingKey {
        case line, column, value, reason, code, details
    }

    /// Writes the row with its reason in words, and as a code for programs that have words of their own.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(line, forKey: .line)
        try container.encode(column, forKey: .column)
        try container.encode(value, forKey: .value)
        try container.encode(rejection.reason, forKey: .reason)
        try container.encode(rejection.code, forKey: .code)
        if !rejection.details.isEmpty { try container.encode(rejection.details, forKey: .details) }
    }
}

/// The rules for every reading, whatever its source.
package enum ReadingRules {
    /// Accepts a concentration of an allergen, or throws why not.
    package static func admit(value: Double, of allergen: Allergen) throws(ReadingRejection) {
        guard let unit = allergen.unit else { throw .notMeasured(allergen.id) }
        guard value.isFinite else { throw .notFinite }
        guard value >= 0 else { throw .negative }
        guard value <= allergen.ceiling else { throw .aboveCeiling(allergen.ceiling, unit) }
    }

    /// Accepts a period that is over or has begun at the station, or throws why not.
    package static func admit(
        _ period: Reading.Period, at station: Station, now: Date
    ) throws(ReadingRejection) {
        try admit(period, today: CivilDate(at: now, in: station.timeZone), now: now)
    }

    /// Accepts a period that is over or has begun, given the station's local date, or throws why not.
    ///
    /// This is for callers with many readings of one station, who compute the local date once.
    package static func admit(
        _ period: Reading.Period, today: CivilDate, now: Date
    ) throws(ReadingRejection) {
        switch period {
        case .day(let day):
            guard CivilDate.accepted.contains(day) else { throw .impossibleDate }
            guard day <= today else { throw .fromTheFuture(today: today) }
        case .hour(let end), .threeHours(let end):
            guard CivilDate.accepted.contains(CivilDate(at: end, in: .gmt)) else { throw .impossibleTime }
            guard end <= now.addingTimeInterval(allowedClockSkew) else { throw .fromTheFuture(today: today) }
        }
    }

    /// How far a station's clock may run ahead of ours, in seconds: one sampling interval of the fastest
    /// instruments.
    package static let allowedClockSkew: TimeInterval = 600
}
