import Allergens
import Observations

/// What a column of a feed tells about a row.
enum ColumnRole: String, CaseIterable, CodingKey {
    case station, allergen, day, time, value, unit, forecast, issued, valid, quality, hours, note
    case meanOf = "mean_of"
}

/// The grammar of a feed.
struct FeedFormat: Sendable {
    let encoding: TextEncoding
    /// The separators that may be used, each one ASCII byte.
    let separators: [UInt8]
    /// The names that the column of a role may have.
    let columns: [ColumnRole: [String]]
    /// Columns whose value must be this one.
    let fixed: [String: String]
    /// The columns of allergens; empty in the long form.
    let allergens: [String: Allergen]
    /// Columns that are not read.
    let ignored: Set<String>
    /// Words that mean “not measured”, beside the empty cell.
    let missing: [[UInt8]]
    let dayForms: [StampForm]
    let timeForms: [StampForm]

    var isWide: Bool { !allergens.isEmpty }

    /// Why a day is turned away that is in none of the forms.
    var impossibleDay: ReadingRejection { dayForms == [.day] ? .impossibleDate : Self.impossible(dayForms) }

    /// Why an instant is turned away that is in none of the forms.
    var impossibleTime: ReadingRejection {
        timeForms == [.internet] ? .impossibleTime : Self.impossible(timeForms)
    }

    private static func impossible(_ forms: [StampForm]) -> ReadingRejection {
        .unreadable("not in the calendar as \(forms.map(\.rawValue).joined(separator: " or "))")
    }
}
