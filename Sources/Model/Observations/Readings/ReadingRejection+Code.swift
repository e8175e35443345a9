import Allergens
import Foundation

extension ReadingRejection {
    /// A name of the reason that does not change, for programs that explain it in a language of their own.
    package var code: String {
        switch self {
        case .unknownStation: "unknown-station"
        case .otherStation: "other-station"
        case .unknownAllergen: "unknown-allergen"
        case .notMeasured: "not-measured"
        case .missing: "missing"
        case .notANumber: "not-a-number"
        case .notFinite: "not-finite"
        case .negative: "negative"
        case .aboveCeiling: "above-ceiling"
        case .unknownUnit: "unknown-unit"
        case .wrongUnit: "wrong-unit"
        case .impossibleDate: "impossible-date"
        case .impossibleTime: "impossible-time"
        case .fromTheFuture: "from-the-future"
        case .duplicate: "duplicate"
        case .unknownQuality: "unknown-quality"
        case .unfitNote: "unfit-note"
        case .unfitHours: "unfit-hours"
        case .detectionLimitOfZero: "detection-limit-of-zero"
        case .expectedBeforeIssue: "expected-before-issue"
        case .expectedTooFar: "expected-too-far"
        case .notAGas: "not-a-gas"
        case .unreadable: "unreadable"
        }
    }

    /// What the explanation of ``code`` names, such as a limit.
    package var details: [String: String] {
        switch self {
        case .otherStation(let station): ["station": station.rawValue]
        case .notMeasured(let allergen): ["allergen": allergen.rawValue]
        case .aboveCeiling(let ceiling, let unit):
            ["limit": Self.plain(ceiling), "unit": unit.rawValue]
        case .wrongUnit(let expected): ["unit": expected.rawValue]
        case .fromTheFuture(let today): ["day": "\(today)"]
        case .duplicate(let line): ["line": "\(line)"]
        case .unfitNote: ["limit": "\(StationNote.length)"]
        case .expectedTooFar: ["limit": "\(Forecast.furthest)"]
        case .unknownStation, .unknownAllergen, .missing, .notANumber, .notFinite, .negative, .unknownUnit,
            .impossibleDate, .impossibleTime, .unknownQuality, .unfitHours, .detectionLimitOfZero,
            .expectedBeforeIssue, .notAGas, .unreadable:
            [:]
        }
    }

    /// A number with a decimal point and without groups.
    static func plain(_ number: Double) -> String {
        number.formatted(.number.grouping(.never).locale(Locale(identifier: "en_GB")))
    }
}
