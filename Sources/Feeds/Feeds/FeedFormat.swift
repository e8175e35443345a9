import Allergens
import Foundation
import Observations

/// The role of a column in a row.
enum ColumnRole: String, CaseIterable, CodingKey {
    case station, allergen, day, time, value, unit, forecast, issued, valid, quality, hours, note
    case longitude, latitude
    case meanOf = "mean_of"
}

/// The grammar of a feed of rows.
struct FeedFormat: Sendable {
    let encoding: TextEncoding
    /// The allowed separators, each one ASCII byte.
    let separators: [UInt8]
    /// The allowed names of each role's column.
    let columns: [ColumnRole: [String]]
    /// Columns with a required value.
    let fixed: [String: String]
    /// The columns of allergens in the wide form, and the names of allergens in the long form.
    let allergens: [String: Allergen]
    /// Columns that are ignored, and in the long form names of allergens; ``rest`` stands for all others.
    let ignored: Set<String>
    /// Texts that mean “not measured”, in addition to the empty cell.
    let missing: [[UInt8]]
    let dayForms: [StampForm]
    let timeForms: [StampForm]
    /// The number of lines that may stand above the header, apart from blank ones.
    let linesAbove: Int
    /// The year of days that are written without one.
    let year: Int?
    let numbers: NumberForm
    /// The stations by lower-case spelling, in addition to those of the network.
    let stationNames: [String: Station.ID]
    /// The columns of the weather; empty for readings.
    let weather: [String: WeatherColumn]
    /// The size of the cells of a grid in degrees, for rows with longitude and latitude.
    let degrees: Double?
    /// The time zone whose midnight begins a day on a grid.
    let timeZone: TimeZone

    /// The name in ``ignored`` that stands for every other one.
    static let rest = "*"

    /// Whether each allergen has a column.
    var isWide: Bool { !allergens.isEmpty && columns[.allergen] == nil }

    /// The rejection for a day that matches none of the forms.
    var impossibleDay: ReadingRejection { dayForms == [.day] ? .impossibleDate : Self.impossible(dayForms) }

    /// The rejection for an instant that matches none of the forms.
    var impossibleTime: ReadingRejection {
        timeForms == [.internet] ? .impossibleTime : Self.impossible(timeForms)
    }

    private static func impossible(_ forms: [StampForm]) -> ReadingRejection {
        .unreadable("not in the calendar as \(forms.map(\.rawValue).joined(separator: " or "))")
    }
}
