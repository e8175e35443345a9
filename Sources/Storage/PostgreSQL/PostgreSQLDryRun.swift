package import Alerts
import Foundation
import GRDB
import Observations
import Synchronization

/// A database in which submissions are tried, as in ``DryRun``.
///
/// The rows that they concern are copied out of PostgreSQL into a file of our own, which vanishes with this object.
/// Nothing is locked or written in PostgreSQL.
final class PostgreSQLDryRun: AlertDryRun {
    /// The columns of a table that is copied.
    private struct Table {
        let name: String
        let columns: [String]
    }

    private static let value = ["value", "received", "detectionLimit", "quality", "suspicions"]
    private static let hours = ["station", "allergen", "day", "ending"] + value
    private static let tables = [
        Table(name: "reading", columns: ["allergen", "day", "station", "hours"] + value),
        Table(name: "readingSetAside", columns: ["station", "allergen", "day"] + value),
        Table(name: "hourlyReading", columns: hours), Table(name: "threeHourReading", columns: hours),
        Table(name: "forecast", columns: ["allergen", "day", "station", "value", "received", "issued"]),
        Table(name: "stationNote", columns: ["station", "day", "text", "received"]),
        Table(
            name: "classReading",
            columns: ["station", "subject", "day", "scale", "code", "basis", "received"]),
    ]
    private static let station = Table(
        name: "station",
        columns: [
            "number", "id", "name", "longitude", "latitude", "altitude", "timeZone", "attribution",
            "isSimulated",
        ])

    private let store: PostgreSQLStore
    private let database: DatabaseQueue
    private let copied = Mutex<[Station.ID: ClosedRange<Int>]>([:])

    init(of store: PostgreSQLStore) throws {
        self.store = store
        database = try DryRun.emptyDatabase(store.cipher)
    }

    func run<Outcome: Sendable>(
        _ submission: Submission,
        _ acts: @escaping @Sendable (any StoreTransaction) throws -> Outcome
    ) async throws -> Outcome {
        for (station, days) in submission.days { try await copy(station, days) }
        return try await database.write { [store] database in
            try acts(SQLiteTransaction(database: database, taxonomy: store.taxonomy, cipher: store.cipher))
        }
    }

    /// Copies the rows of a station's days that have not been copied yet.
    private func copy(_ station: Station.ID, _ days: ClosedRange<Int>) async throws {
        let known = copied.withLock { $0[station] }
        if known == nil { try await copy(Self.station, "id = \(station.rawValue)") }
        let own: Query = "station = (SELECT number FROM station WHERE id = \(station.rawValue))"
        if known == nil {
            // Only stations with a past have expected seasons. The earliest day shows that there is one.
            try await copy(Self.tables[0], "\(own) AND day = (SELECT min(day) FROM reading WHERE \(own))")
        }
        guard known?.contains(days.lowerBound) != true || known?.contains(days.upperBound) != true else {
            return
        }
        for table in Self.tables {
            try await copy(table, "\(own) AND day BETWEEN \(days.lowerBound) AND \(days.upperBound)")
        }
        let all =
            known.map { min($0.lowerBound, days.lowerBound)...max($0.upperBound, days.upperBound) } ?? days
        copied.withLock { $0[station] = all }
    }

    /// Copies rows; those that are here already stay as they were tried.
    private func copy(_ table: Table, _ condition: Query) async throws {
        let columns = table.columns.joined(separator: ", ")
        let rows = try await store.readRows { runner in
            try runner.rows("SELECT \(sql: columns) FROM \(sql: table.name) WHERE \(condition)")
        }
        let places = table.columns.map { _ in "?" }.joined(separator: ", ")
        try await database.write { database in
            for row in rows {
                try database.cachedStatement(
                    sql: "INSERT INTO \(table.name) (\(columns)) VALUES (\(places)) ON CONFLICT DO NOTHING"
                ).execute(arguments: StatementArguments(row.values.map(\.databaseValue)))
            }
        }
    }
}

extension PostgreSQLStore {
    package func dryRun() throws -> any AlertDryRun { try PostgreSQLDryRun(of: self) }
}
