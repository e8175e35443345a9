package import Alerts
import Allergens
package import People
import Sealing

/// What an account's live stream asks of the ledger.
extension RowStore {
    /// The number of lines above `last` that disturb the reader, and the newest line of all.
    ///
    /// The lines are those in the inboxes of an account and its persons.
    package func missed(
        by account: Account.ID, and persons: [Account.ID] = [], after last: Int64
    ) async throws -> (count: Int, newest: Int64) {
        try await readRows { runner in
            let lines = LedgerVolumes.lines(of: account, and: persons, after: last)
            let count = try runner.value(
                "SELECT count(*) FROM delivery WHERE id IN (\(lines)) AND \(NewsReader.disturbs)",
                as: Int.self)
            return (count ?? 0, try runner.newestLine())
        }
    }

    /// What an account's live stream needs to know when it opens.
    package func reader(_ account: Account.ID) async throws -> LedgerReader {
        try await readRows { [taxonomy, keys] in try $0.reader(account, taxonomy, keys) }
    }

    /// The same from a server that certainly has the newest lines: the lock is written, and its commit waits for
    /// the standby, which no longer follows a server that it has replaced.
    package func currentReader(_ account: Account.ID) async throws -> LedgerReader {
        try await writeRows(locking: .account(account)) { [taxonomy, keys] in
            try $0.reader(account, taxonomy, keys)
        }
    }
}

extension QueryRunner {
    fileprivate func reader(
        _ account: Account.ID, _ taxonomy: Taxonomy, _ keys: KeyRing
    ) throws -> LedgerReader {
        let profile = try profile(of: account, taxonomy: taxonomy, keys)
        let oldest = try value("SELECT min(id) FROM delivery", as: Int64?.self).flatMap(\.self) ?? 0
        return LedgerReader(
            language: profile.language, tone: profile.tone, persons: try persons(of: account, keys),
            bounds: oldest...max(oldest, try newestLine()))
    }
}
