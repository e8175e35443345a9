package import Alerts
import Synchronization

/// Whether the database can be used.
///
/// Its server watches over its own disk: a failure is that of the latest look, and ends with the next that works.
extension PostgreSQLStore {
    package var finding: StoreFailure.Finding? { state.withLock { $0.finding } }
    package var failureCounts: [StoreFailure: Int] { state.withLock { $0.counts } }

    /// The size of the database in bytes; 0 while it cannot be reached.
    package var size: Int {
        get async {
            let size = try? await glanceRows {
                try $0.value("SELECT pg_database_size(current_database())", as: Int.self)
            }
            return (size ?? nil) ?? 0
        }
    }

    package func answers() async throws {
        _ = try await glanceRows { try $0.value("SELECT 1 AS number", as: Int.self) }
    }

    /// Throws if the database takes no writes: it locks the head of the ledger, and changes nothing.
    package func tryToWrite() async throws {
        try await writeRows(locking: .nothing) { runner in
            try runner.run("UPDATE ledgerHead SET number = number")
        }
    }

    package func examine(after _: Duration) async {
        do {
            try await answers()
            state.withLock { $0.finding = nil }
        } catch {
            state.withLock { state in
                let failure = StoreFailure.Finding(failure: .unreachable, reason: "\(error)")
                if state.finding == nil { state.counts[.unreachable, default: 0] += 1 }
                state.finding = failure
            }
        }
    }

    /// A number that changes whenever a program that does not serve has written.
    package func foreignVersion() async throws -> Int64 {
        try await glanceRows { try $0.value("SELECT number FROM foreignWrite") ?? 0 }
    }
}
