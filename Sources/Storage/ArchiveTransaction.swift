package import Allergens
import Foundation
import GRDB
import Geography

/// One transaction on the writer.
final class ArchiveTransaction: AlertTransaction {
    let database: Database
    let taxonomy: Taxonomy
    private let isAwaited: () -> Bool
    private var stations: [Station.ID: (number: Int64, timeZone: TimeZone)] = [:]

    init(database: Database, taxonomy: Taxonomy, isAwaited: @escaping () -> Bool = { false }) {
        self.database = database
        self.taxonomy = taxonomy
        self.isAwaited = isAwaited
    }

    var othersWait: Bool { isAwaited() }

    func station(_ id: Station.ID) throws -> Station? { try Archive.station(id, in: database) }

    func newestValues(of allergen: Allergen.ID, until day: CivilDate) throws -> [DayValue] {
        try Archive.newestValues(
            of: allergen, in: day.adding(days: -1)...day, taxonomy: taxonomy, database: database)
    }

    func value(of allergen: Allergen.ID, at station: Station.ID, on day: CivilDate) throws -> DayValue? {
        try Archive.newestValues(of: allergen, in: day...day, taxonomy: taxonomy, database: database)
            .first { $0.station == station }
    }

    func forecasts(of allergen: Allergen.ID, for day: CivilDate) throws -> [DayValue] {
        try Archive.forecasts(of: allergen, for: day, taxonomy: taxonomy, in: database)
    }

    func keep(_ reading: Reading, received: Date) throws -> (keeping: Keeping, day: CivilDate) {
        let (station, timeZone) = try numbered(reading.station)
        let code = try code(of: reading.allergen)
        switch reading.period {
        case .day(let day):
            let keeping = try keepDay(
                day.daysSinceEpoch, station: station, code: code, value: reading.value, received: received)
            return (keeping, day)
        case .hour(let end):
            // The hour that ends at midnight belongs to the day that it was part of.
            let day = CivilDate(at: end.addingTimeInterval(-1), in: timeZone)
            let keeping = try keepHour(
                ending: end, day: day.daysSinceEpoch, station: station, code: code, value: reading.value,
                received: received)
            if keeping != .unchanged {
                try summarise(day: day.daysSinceEpoch, station: station, code: code)
            }
            return (keeping, day)
        }
    }

    func keep(_ forecast: Forecast, received: Date) throws -> Keeping {
        let station = try numbered(forecast.station).number
        let code = try code(of: forecast.allergen)
        let day = forecast.day.daysSinceEpoch
        try run(
            """
            INSERT INTO forecast (allergen, day, station, value, received) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """, [code, day, station, forecast.value, received.stored])
        if database.changesCount == 1 { return .accepted }
        try run(
            """
            UPDATE forecast SET value = ?1, received = ?2
            WHERE allergen = ?3 AND day = ?4 AND station = ?5 AND value <> ?1
            """, [forecast.value, received.stored, code, day, station])
        return database.changesCount == 1 ? .replaced : .unchanged
    }

    private func keepDay(
        _ day: Int, station: Int64, code: Int, value: Double, received: Date
    ) throws -> Keeping {
        try run(
            """
            INSERT INTO reading (allergen, day, station, value, received) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """, [code, day, station, value, received.stored])
        if database.changesCount == 1 { return .accepted }
        try run(
            """
            UPDATE reading SET value = ?1, hours = NULL, received = ?2
            WHERE allergen = ?3 AND day = ?4 AND station = ?5 AND (value <> ?1 OR hours IS NOT NULL)
            """, [value, received.stored, code, day, station])
        return database.changesCount == 1 ? .replaced : .unchanged
    }

    private func keepHour(
        ending end: Date, day: Int, station: Int64, code: Int, value: Double, received: Date
    ) throws -> Keeping {
        try run(
            """
            INSERT INTO hourlyReading (station, allergen, day, ending, value, received)
            VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """, [station, code, day, end.stored, value, received.stored])
        if database.changesCount == 1 { return .accepted }
        try run(
            """
            UPDATE hourlyReading SET value = ?1, received = ?2
            WHERE station = ?3 AND allergen = ?4 AND day = ?5 AND ending = ?6 AND value <> ?1
            """, [value, received.stored, station, code, day, end.stored])
        return database.changesCount == 1 ? .replaced : .unchanged
    }

    /// Makes the mean of a day's hours its value, once enough of them are there; a day that the station itself
    /// gave stays.
    private func summarise(day: Int, station: Int64, code: Int) throws {
        try run(
            """
            INSERT INTO reading (allergen, day, station, value, hours, received)
            SELECT allergen, day, station, avg(value), count(*), max(received) FROM hourlyReading
            WHERE station = ?1 AND allergen = ?2 AND day = ?3
            GROUP BY allergen, day, station
            HAVING count(*) >= ?4
            ON CONFLICT (allergen, day, station) DO UPDATE
            SET value = excluded.value, hours = excluded.hours, received = excluded.received
            WHERE reading.hours IS NOT NULL
            """, [station, code, day, Reading.hoursForADay])
    }

    private func numbered(_ id: Station.ID) throws -> (number: Int64, timeZone: TimeZone) {
        if let known = stations[id] { return known }
        let row = try SQLRequest<Row>(
            literal: "SELECT number, timeZone FROM station WHERE id = \(id.rawValue)", cached: true
        ).fetchOne(database)
        guard let row, let timeZone = TimeZone(identifier: row["timeZone"])
        else { throw ReadingRejection.unknownStation }
        let found: (number: Int64, timeZone: TimeZone) = (row["number"], timeZone)
        stations[id] = found
        return found
    }

    func code(of allergen: Allergen.ID) throws -> Int {
        guard let code = taxonomy[allergen]?.code else { throw ReadingRejection.unknownAllergen }
        return code
    }

    func run(_ sql: String, _ arguments: StatementArguments) throws {
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }
}

extension Archive: AlertArchive {
    package func write<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any AlertTransaction) throws -> Outcome,
        committed: @escaping @Sendable (Outcome) -> Void
    ) async throws -> Outcome {
        try await pool.write { [taxonomy] database in
            let outcome = try acts(ArchiveTransaction(database: database, taxonomy: taxonomy))
            database.afterNextTransaction { _ in committed(outcome) }
            return outcome
        }
    }
}
