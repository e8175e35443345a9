import Allergens
package import Foundation
package import Observations

extension RowStore {
    /// Stores classes and regional concentrations in one transaction.
    ///
    /// Each replaces the one known for the same place, subject, time and scale.
    ///
    /// - Throws: ``UnknownPlace`` when a region or station is unknown; then nothing is stored.
    package func keep(
        _ classes: [ClassReading], _ values: [RegionValue], received: Date
    ) async throws -> IntakeTally {
        try await writeManyRows(locking: .nothing) { [taxonomy] runner in
            var tally = IntakeTally()
            for reading in classes {
                tally.count(try runner.keep(reading, received: received, taxonomy))
            }
            for value in values {
                tally.count(try runner.keep(value, received: received, taxonomy))
            }
            return tally
        }
    }
}

extension QueryRunner {
    func keep(
        _ reading: ClassReading, received: Date, _ taxonomy: Taxonomy
    ) throws -> Keeping {
        let column: String
        let id: String
        switch reading.place {
        case .region(let region): (column, id) = ("region", region.rawValue)
        case .station(let station): (column, id) = ("station", station.rawValue)
        }
        let place = try number(of: id, in: column)
        let subject = try reading.subject.stored(taxonomy)
        let day = reading.day.daysSinceEpoch
        let known = try row(
            """
            SELECT code, basis FROM classReading
            WHERE \(sql: column) = \(place) AND day = \(day) AND subject = \(subject) AND scale = \(reading.scale)
            """)
        let isSame = try known.map {
            try $0["code"] as String == reading.code && $0["basis"] as String == reading.basis.rawValue
        }
        guard isSame != true else { return .unchanged }
        try run(
            """
            INSERT INTO classReading (\(sql: column), subject, day, scale, code, basis, received)
            VALUES (
                \(place), \(subject), \(day), \(reading.scale), \(reading.code), \(reading.basis.rawValue),
                \(received.stored))
            ON CONFLICT (\(sql: column), day, subject, scale) WHERE \(sql: column) IS NOT NULL
            DO UPDATE SET code = excluded.code, basis = excluded.basis, received = excluded.received
            """)
        return known == nil ? .accepted : .replaced
    }

    fileprivate func keep(
        _ value: RegionValue, received: Date, _ taxonomy: Taxonomy
    ) throws -> Keeping {
        let row = try row(
            "SELECT number, timeZone FROM region WHERE id = \(value.region.rawValue)")
        guard let row, let zone = TimeZone(identifier: try row["timeZone"]) else {
            throw UnknownPlace(kind: "region", id: value.region.rawValue)
        }
        let place: Int64 = try row["number"]
        let code = try AirSubject.allergen(value.allergen).stored(taxonomy)
        let (day, ending) = value.period.stored(in: zone)
        let known = try self.row(
            """
            SELECT value, basis FROM regionValue
            WHERE region = \(place) AND day = \(day) AND allergen = \(code) AND ending = \(ending)
            """)
        let isSame = try known.map {
            try $0["value"] as Double == value.value && $0["basis"] as String == value.basis.rawValue
        }
        guard isSame != true else { return .unchanged }
        try run(
            """
            INSERT INTO regionValue (region, day, allergen, ending, value, basis, received)
            VALUES (
                \(place), \(day), \(code), \(ending), \(value.value), \(value.basis.rawValue),
                \(received.stored))
            ON CONFLICT (region, day, allergen, ending)
            DO UPDATE SET value = excluded.value, basis = excluded.basis, received = excluded.received
            """)
        return known == nil ? .accepted : .replaced
    }

    fileprivate func number(of id: String, in table: String) throws -> Int64 {
        let number = try value("SELECT number FROM \(sql: table) WHERE id = \(id)", as: Int64.self)
        guard let number else { throw UnknownPlace(kind: table, id: id) }
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

/// What is to be stored names a region, a station or a site that the store does not have.
struct UnknownPlace: Error, Hashable, CustomStringConvertible {
    let kind: String
    let id: String

    var description: String { "no \(kind) \(id)" }
}
