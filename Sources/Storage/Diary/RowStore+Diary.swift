package import Allergens
package import Diary
package import Foundation
package import People

extension RowStore {
    /// The entries of an account's diary, oldest first.
    package func diary(of account: Account.ID, days: ClosedRange<CivilDate>) async throws -> [DiaryEntry] {
        try await readRows { [keys] runner in
            try runner.rows(
                """
                SELECT day, sealed FROM diaryEntry
                WHERE account = \(account.rawValue) AND sealed IS NOT NULL
                    AND day BETWEEN \(days.lowerBound.daysSinceEpoch) AND \(days.upperBound.daysSinceEpoch)
                ORDER BY day
                """
            ).map { row in
                let day = CivilDate(daysSinceEpoch: try row["day"])
                return try DiaryRow.opened(row["sealed"], of: account.rawValue, on: day, keys)
            }
        }
    }

    /// Merges a change into an account's diary; when this returns, it is durable.
    ///
    /// Changes of many people share commits.
    ///
    /// - Returns: The entry; an empty one if nothing of it stands.
    /// - Throws: ``DiaryRefusal``; then nothing has changed.
    package func merge(
        _ change: DiaryChange, on day: CivilDate, of account: Account.ID, at now: Date
    ) async throws -> DiaryEntry {
        try await writeRows(locking: .account(account)) { [keys] runner in
            let row = try runner.row(
                """
                SELECT sealed, deleted FROM diaryEntry
                WHERE account = \(account.rawValue) AND day = \(day.daysSinceEpoch)
                """)
            let sealed = try row.flatMap { try $0["sealed"] as Data? }
            let deleted = try row.flatMap { try $0["deleted"] as Int64? }
            let former = try sealed.map { try DiaryRow.opened($0, of: account.rawValue, on: day, keys) }
            let entry = try DiaryEntry.merged(
                change, on: day, into: former, deleted: deleted.map(Date.init(milliseconds:)), at: now)
            guard entry != former, !change.values.isEmpty else { return entry }
            try runner.run(
                """
                INSERT INTO diaryEntry (account, day, sealed)
                VALUES (
                    \(account.rawValue), \(day.daysSinceEpoch),
                    \(try DiaryRow.sealed(entry, of: account.rawValue, keys)))
                ON CONFLICT (account, day) DO UPDATE SET sealed = excluded.sealed, deleted = NULL
                """)
            return entry
        }
    }

    /// Deletes a day of an account's diary.
    ///
    /// - Returns: `false` when there is no entry.
    package func removeDiaryEntry(
        of account: Account.ID, on day: CivilDate, at now: Date
    ) async throws -> Bool {
        try await writeRows(locking: .account(account)) { runner in
            try runner.run(
                """
                UPDATE diaryEntry SET sealed = NULL, deleted = \(now.milliseconds)
                WHERE account = \(account.rawValue) AND day = \(day.daysSinceEpoch) AND sealed IS NOT NULL
                """) > 0
        }
    }

    /// Deletes all of an account's diary.
    package func removeDiary(of account: Account.ID) async throws {
        try await writeRows(locking: .account(account)) { runner in
            try runner.run("DELETE FROM diaryEntry WHERE account = \(account.rawValue)")
        }
    }
}
