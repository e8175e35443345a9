import Allergens
package import Foundation
import GRDB
package import Observations

extension SQLiteStore {
    /// Stores classes and regional concentrations in one transaction.
    ///
    /// Each replaces the one known for the same place, subject, time and scale.
    ///
    /// - Throws: `DatabaseError` when a region or station is unknown; then nothing is stored.
    package func keep(
        _ classes: [ClassReading], _ values: [RegionValue], received: Date
    ) async throws -> IntakeTally {
        try await pool.write { [taxonomy] database in
            var tally = IntakeTally()
            for reading in classes {
                tally.count(try Self.keep(reading, received: received, in: database, taxonomy))
            }
            for value in values {
                tally.count(try Self.keep(value, received: received, in: database, taxonomy))
            }
            return tally
        }
    }

    static func keep(
        _ reading: ClassReading, received: Date, in database: Database, _ taxonomy: Taxonomy
    ) throws -> Keeping {
        let column: String
        let id: String
        switch reading.place {
        case .region(let region): (column, id) = ("region", region.rawValue)
        case .station(let station): (column, id) = ("station", station.rawValue)
        }
        let place = try number(of: id, in: column, database)
        let subject = try reading.subject.stored(taxonomy)
        let day = reading.day.daysSinceEpoch
        let known = try Row.fetchOne(
            database,
            sql: """
                SELECT code, basis FROM classReading
                WHERE \(column) = ? AND day = ? AND subject = ? AND scale = ?
                """, arguments: [place, day, subject, reading.scale])
        let isSame = known.map { $0["code"] == reading.code && $0["basis"] == reading.basis.rawValue }
        guard isSame != true else { return .unchanged }
        try database.execute(
            sql: """
                INSERT INTO classReading (\(column), subject, day, scale, code, basis, received)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (\(column), day, subject, scale) WHERE \(column) IS NOT NULL
                DO UPDATE SET code = excluded.code, basis = excluded.basis, received = excluded.received
                """,
            arguments: [
                place, subject, day, reading.scale, reading.code, reading.basis.rawValue, received.stored,
            ])
        return known == nil ? .accepted : .replaced
    }

    private static func keep(
        _ value: RegionValue, received: Date, in database: Database, _ taxonomy: Taxonomy
    ) throws -> Keeping {
        let row = try Row.fetchOne(
            database, sql: "SELECT number, timeZone FROM region WHERE id = ?",
            arguments: [value.region.rawValue])
        guard let row, let zone = TimeZone(identifier: row["timeZone"]) else {
            throw DatabaseError(message: "no region \(value.region.rawValue)")
        }
        let place: Int64 = row["number"]
        let code = try AirSubject.allergen(value.allergen).stored(taxonomy)
        let (day, ending) = value.period.stored(in: zone)
        let known = try Row.fetchOne(
            database,
            sql: """
                SELECT value, basis FROM regionValue
                WHERE region = ? AND day = ? AND allergen = ? AND ending = ?
                """, arguments: [place, day, code, ending])
        let isSame = known.map { $0["value"] == value.value && $0["basis"] == value.basis.rawValue }
        guard isSame != true else { return .unchanged }
        try database.execute(
            sql: """
                INSERT INTO regionValue (region, day, allergen, ending, value, basis, received)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (region, day, allergen, ending)
                DO UPDATE SET value = excluded.value, basis = excluded.basis, received = excluded.received
                """,
            arguments: [place, day, code, ending, value.value, value.basis.rawValue, received.stored])
        return known == nil ? .accepted : .replaced
    }

    private static func number(of id: String, in table: String, _ database: Database) throws -> Int64 {
        let number = try Int64.fetchOne(
            database, sql: "SELECT number FROM \(table) WHERE id = ?", arguments: [id])
        guard let number else { throw DatabaseError(message: "no \(table) \(id)") }
        return number
    }
}

extension Reading.Period {
    /// The day, and the end of the hours; 0 for the day itself.
    ///
    /// Hours that end at midnight belong to the day before.
    fileprivate func stored(in zone: TimeZone) -> (day: Int, ending: Int64) {
        switch self {
        case .day(let day): (day.daysSinceEpoch, 0)
        case .hour(let end), .threeHours(let end):
            (CivilDate(at: end.addingTimeInterval(-1), in: zone).daysSinceEpoch, end.stored)
        }
    }
}
