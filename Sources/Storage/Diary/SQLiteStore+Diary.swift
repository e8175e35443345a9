package import Allergens
package import Diary
package import Foundation
import GRDB
package import People

extension SQLiteStore {
    /// The entries of an account's diary, oldest first.
    package func diary(of account: Account.ID, days: ClosedRange<CivilDate>) async throws -> [DiaryEntry] {
        try await pool.read { [cipher] database in
            try SQLRequest<Row>(
                literal: """
                    SELECT day, sealed FROM diaryEntry
                    WHERE account = \(account.rawValue) AND sealed IS NOT NULL
                        AND day BETWEEN \(days.lowerBound.daysSinceEpoch) AND \(days.upperBound.daysSinceEpoch)
                    ORDER BY day
                    """, cached: true
            ).fetchAll(database).map { row in
                try DiaryRow.opened(
                    row["sealed"], of: account.rawValue, on: CivilDate(daysSinceEpoch: row["day"]), cipher)
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
        try await sharedCommit.write(to: pool) { [cipher] database in
            let row = try SQLRequest<Row>(
                literal: """
                    SELECT sealed, deleted FROM diaryEntry
                    WHERE account = \(account.rawValue) AND day = \(day.daysSinceEpoch)
                    """, cached: true
            ).fetchOne(database)
            let former = try (row?["sealed"] as Data?).map {
                try DiaryRow.opened($0, of: account.rawValue, on: day, cipher)
            }
            let entry = try DiaryEntry.merged(
                change, on: day, into: former,
                deleted: (row?["deleted"] as Int64?).map(Date.init(milliseconds:)), at: now)
            guard entry != former, !change.values.isEmpty else { return entry }
            let sealed = try DiaryRow.sealed(entry, of: account.rawValue, cipher)
            try database.cachedStatement(
                sql: """
                    INSERT INTO diaryEntry (account, day, sealed) VALUES (?, ?, ?)
                    ON CONFLICT (account, day) DO UPDATE SET sealed = excluded.sealed, deleted = NULL
                    """
            ).execute(arguments: [account.rawValue, day.daysSinceEpoch, sealed])
            return entry
        }
    }

    /// Deletes a day of an account's diary.
    ///
    /// - Returns: `false` when there is no entry.
    package func removeDiaryEntry(
        of account: Account.ID, on day: CivilDate, at now: Date
    ) async throws -> Bool {
        try await pool.write { database in
            try database.execute(
                literal: """
                    UPDATE diaryEntry SET sealed = NULL, deleted = \(now.milliseconds)
                    WHERE account = \(account.rawValue) AND day = \(day.daysSinceEpoch) AND sealed IS NOT NULL
                    """)
            return database.changesCount > 0
        }
    }

    /// Deletes all of an account's diary.
    package func removeDiary(of account: Account.ID) async throws {
        try await pool.write { database in
            try database.execute(literal: "DELETE FROM diaryEntry WHERE account = \(account.rawValue)")
        }
    }
}
