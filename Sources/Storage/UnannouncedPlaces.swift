import Alerts
import Allergens
import GRDB
import Geography

/// Places at which something was reported of one alert that nobody was told of yet.
struct UnannouncedPlaces {
    /// Where nobody reported the same before.
    private(set) var new = PlaceSet()
    /// Where somebody did, and was told of: only fences that are others since then are looked at.
    private(set) var told = PlaceSet()
    /// Since when fences have to be others; `nil` when all places are new.
    private(set) var past: Int64?

    /// Seconds by which a fence may be kept later than the time that it bears.
    ///
    /// A request waits for the writer, ten seconds at most when another process writes. Who knows of the alert is left out
    /// all the same.
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

    /// Places in one statement; SQLite takes expressions of a thousand terms at most.
    private static let statementSize = 32

    private var allergens: [Coordinate: AllergenSet] = [:]

    mutating func add(_ content: UnannouncedReports.Content) {
        // Reports of one alert all name allergens, or none does.
        let former = allergens[content.position] ?? AllergenSet()
        allergens[content.position] = former.union(content.allergens)
    }

    /// The conditions that a fence is concerned, so many as a statement takes at a time.
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
