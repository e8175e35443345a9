import Allergens
import Foundation
import People

/// Formats numbers, days and lists for a language.
struct Figures: Sendable {
    let language: Language
    let locale: Locale
    var units = Units.metric

    /// Formats a concentration: whole numbers from 10 on, otherwise at most one decimal.
    func number(_ value: Double) -> String {
        let digits = value >= 10 && value == value.rounded() ? 0...0 : 0...1
        return value.formatted(.number.precision(.fractionLength(digits)).locale(locale))
    }

    func number(_ count: Int) -> String { count.formatted(.number.locale(locale)) }

    /// Formats a distance in metres.
    ///
    /// Below 1 km it is rounded to 100 m, below 10 km to a tenth of a kilometre, and otherwise to a
    /// kilometre. In imperial units it is rounded to 100 ft below half a mile, to a tenth of a mile below 10
    /// miles, and otherwise to a mile.
    func distance(_ metres: Double) -> String {
        if units == .imperial { return imperialDistance(metres) }
        let hundreds = (metres / 100).rounded()
        if hundreds < 10 { return "\(number(max(1, hundreds) * 100))\u{A0}m" }
        let kilometres = hundreds < 100 ? hundreds / 10 : (metres / 1_000).rounded()
        return "\(number(kilometres))\u{A0}km"
    }

    private func imperialDistance(_ metres: Double) -> String {
        // The international foot of 1959; a mile has 5,280 feet.
        let hundreds = (metres / 0.304_8 / 100).rounded()
        if hundreds < 26 { return "\(number(max(1, hundreds) * 100))\u{A0}ft" }
        let tenths = (metres / 160.934_4).rounded()
        return "\(number(tenths < 100 ? tenths / 10 : (tenths / 10).rounded()))\u{A0}mi"
    }

    /// A day without its year, for use within a line.
    func shortDay(_ day: CivilDate) -> String {
        ordinal(Self.instant(of: day).formatted(style(.gmt).day().month(.wide)))
    }

    /// A day with weekday and year.
    func day(_ day: CivilDate) -> String {
        ordinal(Self.instant(of: day).formatted(style(.gmt).weekday(.wide).day().month(.wide).year()))
    }

    /// A moment by the clock and calendar of a time zone.
    func moment(_ instant: Date, in zone: TimeZone) -> String {
        let day = ordinal(instant.formatted(style(zone).weekday(.wide).day().month(.wide)))
        return "\(day), \(instant.formatted(style(zone).hour(.twoDigits(amPM: .omitted)).minute(.twoDigits)))"
    }

    /// A position to a hundredth of a degree, the grid of reports.
    func position(longitude: Double, latitude: Double) -> String {
        func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
            let figure = abs(value).formatted(.number.precision(.fractionLength(2)).locale(locale))
            return "\(figure)°\u{A0}\(value < 0 ? negative : positive)"
        }
        let (east, west) = language.eastAndWest
        return "\(degrees(latitude, "N", "S")) \(degrees(longitude, east, west))"
    }

    func list(_ words: [String]) -> String { words.formatted(.list(type: .and).locale(locale)) }

    /// The text with an initial capital, to begin a line.
    func capitalised(_ text: String) -> String {
        text.prefix(1).uppercased(with: locale) + text.dropFirst()
    }

    private func style(_ zone: TimeZone) -> Date.FormatStyle {
        Date.FormatStyle(locale: locale, calendar: Calendar(identifier: .gregorian), timeZone: zone)
    }

    private static func instant(of day: CivilDate) -> Date {
        Date(timeIntervalSince1970: (Double(day.daysSinceEpoch) + 0.5) * 86_400)
    }

    /// Adds the French ordinal for the first day of a month, which the Unicode data leave out.
    private func ordinal(_ text: String) -> String {
        language == .french ? text.replacing(/\b1 (?=\p{L})/, with: "1er ") : text
    }
}

extension Language {
    /// The compass letters that differ between languages: those for east and west.
    fileprivate var eastAndWest: (String, String) {
        switch self {
        case .english: ("E", "W")
        case .german: ("O", "W")
        case .french, .italian, .spanish: ("E", "O")
        }
    }
}
