import Allergens
import Diary
import Foundation
import People

@testable import API

/// The diaries of some accounts.
struct InMemoryDiaries: DiaryStore {
    private struct Page: Hashable {
        let account: Account.ID
        let day: CivilDate
    }

    private let pages = Guarded<[Page: DiaryEntry]>([:])

    func diary(of account: Account.ID, days: ClosedRange<CivilDate>) async throws -> [DiaryEntry] {
        pages.value.filter { $0.key.account == account && days.contains($0.key.day) }.map(\.value)
            .sorted { $0.day < $1.day }
    }

    func merge(
        _ change: DiaryChange, on day: CivilDate, of account: Account.ID, at now: Date
    ) async throws -> DiaryEntry {
        let page = Page(account: account, day: day)
        let entry = try DiaryEntry.merged(
            change, on: day, into: pages.value[page], deleted: nil, at: now)
        pages.change { $0[page] = entry }
        return entry
    }

    func removeDiaryEntry(of account: Account.ID, on day: CivilDate, at now: Date) async throws -> Bool {
        pages.change { $0.removeValue(forKey: Page(account: account, day: day)) != nil }
    }
}
