import Alerts
import Allergens
import GRDB
import Geography

/// The places of one alert's reports that have not been announced yet.
struct UnannouncedPlaces {
    /// Places with no earlier report of the same.
    private(set) var new = PlaceSet()
    /// Places where the same was reported and announced before.
    ///
    /// Only fences that have changed since are considered.
    private(set) var told = PlaceSet()
    /// The time after which fences must have changed; `nil` when all places are new.
    private(set) var past: Int64?

    /// The seconds by which a fence may be stored after its own time.
    ///
    /// A request waits for the writer, up to ten seconds when another process writes. Accounts that know of
    /// the alert are left out anyway.
    private static let margin: Int64 = 15

    mutating func add(_ content: UnannouncedReports.Content, toldSince time: Int64?) {
        guard let time else { return new.add(content) }
        told.add(content)
        past = min(past ?? .max, time - Self.margin)
    }
}

/// Public places, each with all allergens that were reported there.
struct PlaceSet {
    struct Condition {
        let place: ReportPlace
        let sql: SQL
    }

    /// The number of places per statement.
    ///
    /// SQLite takes expressions of at most a thousand terms.
    private static let statementSize = 32

    private var allergens: [Coordinate: AllergenSet] = [:]

    mutating func add(_ content: UnannouncedReports.Content) {
        // Either all reports of an alert name allergens, or none does.
        let former = allergens[content.position] ?? AllergenSet()
        allergens[content.position] = former.union(content.allergens)
    }

    /// The places with their allergens.
    var all: [(place: ReportPlace, allergens: AllergenSet)] {
        allergens.map { (ReportPlace(holding: $0.key), $0.value) }
    }

    /// The conditions that a fence is concerned, in groups of as many as a statement takes.
    var conditions: [[Condition]] {
        let all = allergens.map { position, set in
            let place = ReportPlace(holding: position)
            return Condition(
                place: place, sql: "(\(SQLiteTransaction.takes(set)) AND \(place.touches(watching: set)))")
        }
        return stride(from: 0, to: all.count, by: Self.statementSize).map { first in
            Array(all[first..<min(first + Self.statementSize, all.count)])
        }
    }
}
