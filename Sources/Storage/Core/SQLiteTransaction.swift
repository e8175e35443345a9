package import Alerts
import Allergens
import Foundation
import GRDB
import GRDBSQLite
import Geography
import Observations
import People

/// One transaction on the writer.
final class SQLiteTransaction: StoreTransaction {
    let database: Database
    let taxonomy: Taxonomy
    let cipher: RowCipher
    /// What it changed so far, for the observers of the store.
    var changes = CommittedChanges()
    private let claim: AnswerClaim?
    private let isAwaited: () -> Bool
    private var stations: [Station.ID: (number: Int64, timeZone: TimeZone)] = [:]

    init(
        database: Database, taxonomy: Taxonomy, cipher: RowCipher, claim: AnswerClaim? = nil,
        isAwaited: @escaping () -> Bool = { false }
    ) {
        self.database = database
        self.taxonomy = taxonomy
        self.cipher = cipher
        self.claim = claim
        self.isAwaited = isAwaited
    }

    var othersWait: Bool { isAwaited() }

    func claim(for alert: Alert.ID) throws { try claim?.note(alert.rawValue, cipher, in: database) }

    func station(_ id: Station.ID) throws -> Station? { try SQLiteStore.station(id, in: database) }

    func newestValues(of allergen: Allergen.ID, until day: CivilDate) throws -> [DayValue] {
        try SQLiteStore.newestValues(
            of: allergen, in: day.adding(days: -1)...day, taxonomy: taxonomy, database: database)
    }

    func value(of allergen: Allergen.ID, at station: Station.ID, on day: CivilDate) throws -> DayValue? {
        try SQLiteStore.newestValues(of: allergen, in: day...day, taxonomy: taxonomy, database: database)
            .first { $0.station == station }
    }

    func forecasts(of allergen: Allergen.ID, for day: CivilDate) throws -> [DayValue] {
        try SQLiteStore.forecasts(of: allergen, for: day, taxonomy: taxonomy, in: database)
    }

    func numbered(_ id: Station.ID) throws -> (number: Int64, timeZone: TimeZone) {
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

extension SQLiteStore: AlertStore {
    package func write<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any StoreTransaction) throws -> Outcome
    ) async throws -> Outcome {
        try await transact(acts)
    }

    /// Runs acts in one transaction, and notifies the observers of what they changed.
    func transact<Outcome: Sendable>(
        _ acts: @escaping @Sendable (SQLiteTransaction) throws -> Outcome
    ) async throws -> Outcome {
        try await pool.write { [taxonomy, cipher, notifier] database in
            let transaction = SQLiteTransaction(database: database, taxonomy: taxonomy, cipher: cipher)
            let outcome = try acts(transaction)
            notifier.notify(of: transaction.changes, after: database)
            return outcome
        }
    }

    package func load<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any StoreTransaction) throws -> Outcome
    ) async throws -> Outcome {
        try await pool.writeWithoutTransaction { [taxonomy, cipher, notifier] database in
            // "This pragma is a no-op within a transaction":
            // https://sqlite.org/pragma.html#pragma_foreign_keys
            try database.execute(sql: "PRAGMA foreign_keys = OFF")
            let result = Result { () throws -> Outcome in
                var outcome: Outcome?
                try database.inTransaction {
                    let transaction = SQLiteTransaction(
                        database: database, taxonomy: taxonomy, cipher: cipher)
                    outcome = try acts(transaction)
                    notifier.notify(of: transaction.changes, after: database)
                    return .commit
                }
                guard let outcome else {
                    preconditionFailure("a transaction that does not throw has run its acts")
                }
                return outcome
            }
            // SQLite directly: GRDB refuses to run statements for a task that was cancelled meanwhile.
            let status = sqlite3_exec(database.sqliteConnection, "PRAGMA foreign_keys = ON", nil, nil, nil)
            guard status == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: status)) }
            return try result.get()
        }
    }
}
