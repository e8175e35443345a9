package import Allergens
package import Diary
package import Foundation
package import People

/// Stores diaries.
package protocol DiaryStore: Sendable {
    /// The entries of an account's diary, oldest first.
    func diary(of account: Account.ID, days: ClosedRange<CivilDate>) async throws -> [DiaryEntry]
    /// Merges a change into an account's diary.
    ///
    /// - Returns: The entry; an empty one if nothing of it stands.
    /// - Throws: ``DiaryRefusal``.
    func merge(
        _ change: DiaryChange, on day: CivilDate, of account: Account.ID, at now: Date
    ) async throws -> DiaryEntry
    /// Deletes a day; `false` when there is no entry.
    func removeDiaryEntry(of account: Account.ID, on day: CivilDate, at now: Date) async throws -> Bool
}
