import Allergens
import Diary
import Foundation
import People
import SampleTesting
import Testing

@testable import Storage

/// Deleted days of diaries, which stay for a while so that no device brings them back.
@Suite struct DeletedDayTests {
    @Test func `a deleted day is forgotten after its time`() async throws {
        let opened = try OpenedArchive()
        let anna = try await opened.account("anna")
        let note = DiaryChange(
            said: noon.addingTimeInterval(-1), values: [.note: .text("secret")], arrived: noon)
        _ = try await opened.store.merge(note, on: today, of: anna, at: noon)
        #expect(try await opened.store.removeDiaryEntry(of: anna, on: today, at: noon))
        let month = noon.addingTimeInterval(Double(Retention.deletedDays.days) * 86_400)
        #expect(try await opened.store.forgetExpired(at: month.addingTimeInterval(-60))[.deletedDays] == nil)
        #expect(try await opened.store.forgetExpired(at: month.addingTimeInterval(60))[.deletedDays] == 1)
    }
}
