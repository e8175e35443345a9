import Allergens
import Forms
import Foundation
import GRDB
import SampleTesting
import Studies
import Testing

@testable import Storage

/// What somebody answered, as they see it.
extension StudyStorageTests {
    @Test func `own answers come in pages, the latest first, under all pseudonyms of a person`() async throws
    {
        let id = try await opened()
        for account in [anna, ben] {
            try await join(id, account)
            for day in [0, 1, 2] {
                _ = try await store.answer(
                    draft("\(day)", daysAgo: day), to: id, as: account, at: noon - Double(day) * 86_400)
            }
        }
        try await store.withdraw(from: id, as: anna, erasing: false, at: noon)
        let first = try await store.ownAnswers(to: id, of: anna, before: nil, limit: 2)
        #expect(first.answers.map(\.day) == [today, today.adding(days: -1)])
        #expect(first.answers.map { $0.answers.values["note"] } == [.text("0"), .text("1")])
        let place = try #require(first.next)
        // An answer that is erased meanwhile does not matter.
        try await store.pool.write {
            try $0.execute(literal: "DELETE FROM studyAnswer WHERE id = \(place.id)")
        }
        let second = try await store.ownAnswers(to: id, of: anna, before: place, limit: 2)
        #expect(second.answers.map(\.day) == [today.adding(days: -2)] && second.next == nil)
        try await join(id, anna)
        #expect(try await store.ownAnswers(to: id, of: anna, before: nil, limit: 9).answers.count == 2)
        #expect(try await store.ownAnswers(to: id, of: ben, before: nil, limit: 9).answers.count == 3)
    }

    @Test func `who never took part has no answers to read`() async throws {
        let id = try await opened()
        await #expect(throws: StudyRefusal.unknown) {
            try await store.ownAnswers(to: id, of: ben, before: nil, limit: 9)
        }
    }

    @Test func `answers that belong to nobody are nobody's to read`() async throws {
        let id = try await opened(.unlinked)
        try await join(id, anna)
        _ = try await store.answer(draft(), to: id, as: anna, at: noon)
        let page = try await store.ownAnswers(to: id, of: anna, before: nil, limit: 9)
        #expect(page.answers.isEmpty && page.next == nil)
    }
}
