import Allergens
import Forms
import Foundation
import People
import SampleTesting
import Studies
import StudyExport
import Testing

@testable import Storage

/// What everybody may read of answers, and that it stays as it was published.
extension StudyStorageTests {
    private func answered(_ nose: String, daysAgo: Int) throws -> StudyAnswerDraft {
        let form = try draft(daysAgo: daysAgo)
        return StudyAnswerDraft(
            version: 1, moment: form.moment, place: nil, answers: FormAnswers(["nose": .text(nose)]))
    }

    /// A study with seven people, of whom each has answered once today.
    private func studyOfSeven() async throws -> (id: Study.ID, people: [Account.ID]) {
        let id = try await opened()
        var people: [Account.ID] = []
        for number in 0..<7 {
            let account = try #require(try await store.addAccount(named: "p\(number)", at: noon)).id
            try await join(id, account)
            _ = try await store.answer(answered("1", daysAgo: 0), to: id, as: account, at: noon)
            people.append(account)
        }
        return (id, people)
    }

    private func noses(_ release: StudyRelease?) -> [Int?] {
        release?.results.versions.first?.questions.first { $0.name == "nose" }?.choices?.map(\.answers) ?? []
    }

    @Test func `results stay as they were published, although somebody erases answers`() async throws {
        let (id, people) = try await studyOfSeven()
        let later = noon + 14 * 86_400
        #expect(try await store.releaseResults(at: later) == 0)
        try await store.release(.weekly, of: id, by: otto)
        #expect(try await store.releaseResults(at: noon) == 0)
        #expect(try await store.releaseResults(at: later) == 1)
        let first = try #require(try await store.releases(of: id).first)
        #expect(noses(first) == [0, 7, 0, 0])
        #expect(first.days.lowerBound == today.adding(days: -9))
        #expect(first.days.contains(today) && first.days.upperBound <= today.adding(days: 9))
        try await store.withdraw(from: id, as: people[0], erasing: true, at: noon)
        #expect(try await store.releaseResults(at: later) == 0)
        #expect(try await store.releases(of: id) == [first])
        _ = try await store.act(.close, on: id, by: otto, at: noon)
        #expect(try await store.releaseResults(at: later) == 0)
        #expect(try await store.releases(of: id) == [first])
    }

    @Test func `results are hidden while their owner wants that, and come back as they were`() async throws {
        let (id, _) = try await studyOfSeven()
        try await store.release(.end, of: id, by: otto)
        #expect(try await store.releaseResults(at: noon + 13 * 86_400) == 0)
        #expect(try await store.releaseResults(at: noon + 14 * 86_400) == 1)
        let published = try await store.releases(of: id)
        #expect(published.count == 1 && published[0].days.upperBound == today.adding(days: 9))
        try await store.release(.never, of: id, by: otto)
        #expect(try await store.releases(of: id).isEmpty)
        try await store.release(.weekly, of: id, by: otto)
        #expect(try await store.releases(of: id) == published)
        #expect(try await store.study(id)?.settings.results == .weekly)
    }

    @Test func `only owners say when results are published, also after the end`() async throws {
        let id = try await opened()
        try await grantResearch(to: anna)
        try await store.appoint(.analyst, "anna", in: id, by: otto, at: noon)
        await #expect(throws: StudyRefusal.role(.analyst)) {
            try await store.release(.weekly, of: id, by: anna)
        }
        _ = try await store.act(.close, on: id, by: otto, at: noon)
        try await store.release(.end, of: id, by: otto)
        // Nobody has answered, and a group of nobody has no results.
        #expect(try await store.releaseResults(at: noon) == 0)
    }
}
