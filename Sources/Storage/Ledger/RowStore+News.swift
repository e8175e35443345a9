package import Alerts
package import People

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
        try await readRows { [taxonomy, keys] runner in
            let profile = try runner.profile(of: account, taxonomy: taxonomy, keys)
            let oldest =
                try runner.value("SELECT min(id) FROM delivery", as: Int64?.self).flatMap(\.self) ?? 0
            return LedgerReader(
                language: profile.language, tone: profile.tone,
                persons: try runner.persons(of: account, keys),
                bounds: oldest...max(oldest, try runner.newestLine()))
        }
    }
}
