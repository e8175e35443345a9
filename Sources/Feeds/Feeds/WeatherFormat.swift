import Foundation
import Observations

/// What a column, or a name in a document, says of the weather.
struct WeatherColumn: Hashable, Sendable {
    let parameter: WeatherParameter
    let unit: WeatherUnit
    /// Another column; this one is not read from files that have it.
    let unless: String?

    /// Converts a value to the unit of its parameter, and checks it.
    ///
    /// - Parameters:
    ///   - value: The value as the source states it.
    ///   - stated: The unit that the file itself states, which precedes ``unit``.
    ///   - span: The length of the period.
    /// - Returns: The value, to four decimals.
    /// - Throws: `ReadingRejection` for a unit of another quantity, and for a value that never occurs.
    func value(
        of value: Double, in stated: WeatherUnit?, over span: WeatherPeriod.Span
    ) throws(ReadingRejection) -> Double {
        guard let converted = (stated ?? unit).convert(value, to: parameter.unit) else {
            throw .unreadable("\((stated ?? unit).rawValue) is no unit of \(parameter.rawValue)")
        }
        // Fractions of binary numbers: 100.000 000 01 % of a share is 100 %.
        let rounded = (converted * 1e4).rounded() / 1e4 + 0.0
        try WeatherRules.admit(rounded, of: parameter, over: span)
        return rounded
    }
}

/// The location of the weather in a row.
struct WeatherColumns {
    /// The columns of a grid's point.
    let longitude: Int?
    let latitude: Int?
    /// The column of the time at which a forecast was issued.
    let issued: Int?
    let values: [(column: Int, meaning: WeatherColumn)]
}

/// The location of one kind of weather values in a document.
struct WeatherRule: Sendable {
    let value: NodePath
    let place: PlaceRule
    /// The name of each value in ``columns``.
    let parameter: NodeSource
    let columns: [String: WeatherColumn]
    let period: PeriodRule
    let isForecast: Bool
    /// When the forecast was issued; the time of reading if missing.
    let issued: Issue?
    /// The path to the unit, which precedes that of the definition where the document has it.
    let unit: NodePath?
    /// The site's time zone; the feed's if missing.
    let timeZone: NodeSource?
    /// The path to the seconds by which stamps are ahead of UTC; if missing, they are in the feed's zone.
    let offset: NodePath?

    struct Issue: Sendable {
        let path: NodePath
        let form: NodeStampForm
    }
}

extension FeedFormat {
    /// Whether rows have the longitude and latitude of a grid's point.
    var isOfGrid: Bool { columns[.longitude] != nil && columns[.latitude] != nil }
}
