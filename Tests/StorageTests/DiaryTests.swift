import Allergens
import Diary
import Foundation
import GRDB
import People
import SampleTesting
import Sealing
import Testing

@testable import Storage

@Suite struct DiaryStorageTests {
    let opened: OpenedArchive
    let anna: Account.ID
    private let days = today.adding(days: -3)...today

    init() async throws {
        opened = try OpenedArchive()
        anna = try await opened.account("anna")
    }

    private func change(
        _ values: [DiaryItem: DiaryEntry.Value?], said: Date = noon
    ) -> DiaryChange {
        DiaryChange(said: said, values: values, arrived: noon)
    }

    @Test func `what was said is read back as it was, to the millisecond`() async throws {
        var values: [DiaryItem: DiaryEntry.Value?] = [:]
        for item in DiaryItem.all {
            values[item] = item.range.map { .number($0.upperBound) } ?? .text("Grüße\n„heute“ \u{1F927}")
        }
        let said = noon.addingTimeInterval(-0.125)
        let kept = try await opened.store.merge(change(values, said: said), on: today, of: anna, at: noon)
        #expect(try await opened.store.diary(of: anna, days: days) == [kept])
        #expect(kept.values.count == DiaryItem.all.count && kept.begun == said)
        #expect(
            try await opened.store.diary(of: anna, days: days.lowerBound...today.adding(days: -1)).isEmpty)
    }

    @Test func `changes are merged, and a repeated one changes nothing`() async throws {
        let first = change([.question(.nose): .number(2), .question(.eyes): .number(1)])
        let second = change([.question(.nose): nil], said: noon.addingTimeInterval(-5))
        for part in [first, second, first] {
            _ = try await opened.store.merge(part, on: today, of: anna, at: noon)
        }
        let entry = try #require(try await opened.store.diary(of: anna, days: days).first)
        #expect(entry.values == [.question(.nose): .number(2), .question(.eyes): .number(1)])
    }

    @Test func `many devices at once lose nothing`() async throws {
        let symptoms = DiarySymptom.allCases
        try await withThrowingTaskGroup { group in
            for (place, symptom) in symptoms.enumerated() {
                let change = change(
                    [.symptom(symptom): .number(1)], said: noon.addingTimeInterval(-Double(place)))
                group.addTask { [opened, anna] in
                    _ = try await opened.store.merge(change, on: today, of: anna, at: noon)
                }
            }
            try await group.waitForAll()
        }
        let entry = try #require(try await opened.store.diary(of: anna, days: days).first)
        #expect(entry.values.count == symptoms.count)
    }

    @Test func `a deleted day is gone, does not come back by what was said before, and is forgotten`()
        async throws
    {
        let old = change([.note: .text("secret")], said: noon.addingTimeInterval(-1))
        _ = try await opened.store.merge(old, on: today, of: anna, at: noon)
        #expect(try await opened.store.removeDiaryEntry(of: anna, on: today, at: noon))
        #expect(try await opened.store.diary(of: anna, days: days).isEmpty)
        #expect(try await !opened.store.removeDiaryEntry(of: anna, on: today, at: noon))
        await #expect(throws: DiaryRefusal.deleted) {
            _ = try await opened.store.merge(old, on: today, of: anna, at: noon)
        }
        let month = noon.addingTimeInterval(Double(Retention.deletedDays.days) * 86_400)
        #expect(try await opened.store.forgetExpired(at: month.addingTimeInterval(-60))[.deletedDays] == nil)
        #expect(try await opened.store.forgetExpired(at: month.addingTimeInterval(60))[.deletedDays] == 1)
    }

    @Test func `the file holds nothing of what was said, not even how much`() async throws {
        let short = change([.question(.nose): .number(0)])
        let long = change([.question(.nose): .number(3), .symptom(.hives): .number(2)])
        _ = try await opened.store.merge(short, on: today, of: anna, at: noon)
        _ = try await opened.store.merge(long, on: today.adding(days: -1), of: anna, at: noon)
        _ = try await opened.store.merge(
            change([.note: .text("nettle by the river")]), on: today.adding(days: -2), of: anna, at: noon)
        let sealed = try await opened.store.pool.read {
            try Data.fetchAll($0, sql: "SELECT sealed FROM diaryEntry")
        }
        #expect(sealed.count == 3)
        for bytes in sealed {
            for word in ["nose", "nettle", "Hives"] { #expect(bytes.range(of: Data(word.utf8)) == nil) }
            #expect((bytes.count - FieldSealer.overhead) % 64 == 0)
        }
    }

    @Test func `a diary goes with its account`() async throws {
        _ = try await opened.store.merge(
            change([.question(.nose): .number(0)]), on: today, of: anna, at: noon)
        try await opened.store.removeDiary(of: anna)
        #expect(try await opened.store.diary(of: anna, days: days).isEmpty)
    }
}
