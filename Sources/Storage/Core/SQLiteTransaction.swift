package import Alerts
import Allergens
import Foundation
import GRDB
import GRDBSQLite
import Geography
import Observations
import People

/// One transaction on the writer.
final class SQLiteTransaction: RowTransaction, StoreTransaction {
    let database: Database
    let runner: any QueryRunner
    let taxonomy: Taxonomy
    let cipher: RowCipher
    /// What it changed so far, for the observers of the store.
    var changes = CommittedChanges()
    let claim: AnswerClaim?
    private let isAwaited: () -> Bool
    var stations: [Station.ID: (number: Int64, timeZone: TimeZone)] = [:]

    init(
        database: Database, taxonomy: Taxonomy, cipher: RowCipher, claim: AnswerClaim? = nil,
        isAwaited: @escaping () -> Bool = { false }
    ) {
        self.database = database
        runner = SQLiteRunner(database)
        self.taxonomy = taxonomy
        self.cipher = cipher
        self.claim = claim
        self.isAwaited = isAwaited
    }

    var othersWait: Bool { isAwaited() }

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
