package import Alerts
import Allergens
import Foundation
import GRDB
import Observations
import Synchronization

/// A database in which submissions are tried: it starts from the store's state, and nobody else sees what is
/// written.
///
/// The rows that the submissions concern are copied into a separate database. It lies in SQLite's folder for
/// temporary files (https://sqlite.org/tempfiles.html), grows with what is tried and vanishes with this
/// object. The store is read and never locked: a deferred transaction locks only the databases that it
/// writes.
final class DryRun: AlertDryRun {
    private let database: DatabaseQueue
    private let taxonomy: Taxonomy
    private let cipher: RowCipher
    private let loaded = Mutex<[Station.ID: ClosedRange<Int>]>([:])

    init(of store: SQLiteStore) throws {
        taxonomy = store.taxonomy
        cipher = store.cipher
        database = try Self.emptyDatabase(cipher)
        // Only now, because a migration locks every attached database.
        let path = store.pool.path
        try database.writeWithoutTransaction { database in
            try database.execute(sql: "ATTACH DATABASE ? AS store", arguments: [path])
        }
    }

    /// A database of our own without rows, which vanishes with its last user.
    static func emptyDatabase(_ cipher: RowCipher) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { database in
            SQLFunctions.register(in: database, cipher)
            // Nothing in this database has to survive a power failure.
            try database.execute(sql: "PRAGMA synchronous = OFF")
        }
        let database = try DatabaseQueue(path: "", configuration: configuration)
        try Schema.migrator(sealing: cipher).migrate(database)
        return database
    }

    func run<Outcome: Sendable>(
        _ submission: Submission,
        _ acts: @escaping @Sendable (any StoreTransaction) throws -> Outcome
    ) async throws -> Outcome {
        try await database.writeWithoutTransaction { [taxonomy, cipher, self] database in
            var outcome: Outcome?
            try database.inTransaction(.deferred) {
                for (station, days) in submission.days { try load(station, days, into: database) }
                outcome = try acts(
                    SQLiteTransaction(database: database, taxonomy: taxonomy, cipher: cipher))
                return .commit
            }
            guard let outcome else {
                preconditionFailure("a transaction that does not throw has run its acts")
            }
            return outcome
        }
    }

    /// Copies the rows of a station's days that have not been copied yet.
    private func load(_ station: Station.ID, _ days: ClosedRange<Int>, into database: Database) throws {
        let before = loaded.withLock { $0[station] }
        guard let before else {
            try database.execute(
                literal: """
                    INSERT INTO main.station SELECT * FROM store.station WHERE id = \(station.rawValue);
                    """)
            // Only stations with a past have expected seasons. The earliest day shows that there is one.
            try database.execute(
                literal: """
                    INSERT INTO main.reading
                    SELECT * FROM store.reading
                    WHERE station = (SELECT number FROM station WHERE id = \(station.rawValue))
                    ORDER BY day LIMIT 1
                    """)
            try copy(station, days, in: database)
            return loaded.withLock { $0[station] = days }
        }
        // Days in between are copied too, so that the copied days stay one range and nothing is copied twice.
        if days.lowerBound < before.lowerBound {
            try copy(station, days.lowerBound...before.lowerBound - 1, in: database)
        }
        if days.upperBound > before.upperBound {
            try copy(station, before.upperBound + 1...days.upperBound, in: database)
        }
        let all =
            min(days.lowerBound, before.lowerBound)...max(days.upperBound, before.upperBound)
        loaded.withLock { $0[station] = all }
    }

    private func copy(_ station: Station.ID, _ days: ClosedRange<Int>, in database: Database) throws {
        // The keys of hourly tables begin with station and allergen.
        let codes = taxonomy.allergens.map { String($0.code) }.joined(separator: ", ")
        let tables = [
            ("reading", ""), ("readingSetAside", ""), ("forecast", ""), ("stationNote", ""),
            ("hourlyReading", "AND allergen IN (\(codes))"),
            ("threeHourReading", "AND allergen IN (\(codes))"), ("classReading", "AND station IS NOT NULL"),
        ]
        for (table, condition) in tables {
            try database.execute(
                sql: """
                    INSERT OR IGNORE INTO main.\(table)
                    SELECT * FROM store.\(table)
                    WHERE station = (SELECT number FROM main.station WHERE id = ?) \(condition)
                        AND day BETWEEN ? AND ?
                    """, arguments: [station.rawValue, days.lowerBound, days.upperBound])
        }
    }
}

extension SQLiteStore {
    package func dryRun() throws -> any AlertDryRun { try DryRun(of: self) }
}

extension Submission {
    /// The days that may decide about its parts or change with them, by station, in days since 1970.
    var days: [Station.ID: ClosedRange<Int>] {
        var days: [Station.ID: ClosedRange<Int>] = [:]
        func add(_ station: Station.ID, _ day: Int) {
            // A value is compared with those of the week before. A period that ends at midnight, or in
            // another time zone, belongs to the day before or after.
            let near = day - 9...day + 2
            let known = days[station] ?? near
            days[station] = min(known.lowerBound, near.lowerBound)...max(known.upperBound, near.upperBound)
        }
        for reading in readings { add(reading.station, reading.period.dayInUTC) }
        for forecast in forecasts { add(forecast.station, forecast.day.daysSinceEpoch) }
        for note in notes { add(note.station, note.day.daysSinceEpoch) }
        for reading in classes {
            if let station = reading.place.station { add(station, reading.day.daysSinceEpoch) }
        }
        return days
    }
}

extension Reading.Period {
    fileprivate var dayInUTC: Int {
        switch self {
        case .day(let day): day.daysSinceEpoch
        case .hour(let end), .threeHours(let end): CivilDate(at: end, in: .gmt).daysSinceEpoch
        }
    }
}
