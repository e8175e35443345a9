import Allergens
import Diary
import Foundation
import People
import SampleTesting
import Sealing
import Testing

@testable import Storage

extension BothStoresTests {
    @Suite struct DiaryStorageTests {
        private let days = today.adding(days: -3)...today

        private func change(
            _ values: [DiaryItem: DiaryEntry.Value?], said: Date = noon
        ) -> DiaryChange {
            DiaryChange(said: said, values: values, arrived: noon)
        }

        @Test(arguments: StoreKind.tested)
        func `what was said is read back as it was, to the millisecond`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let anna = try await opened.account()
            var values: [DiaryItem: DiaryEntry.Value?] = [:]
            for item in DiaryItem.all {
                values[item] =
                    item.range.map { .number($0.upperBound) } ?? .text("Grüße\n„heute“ \u{1F927}")
            }
            let said = noon.addingTimeInterval(-0.125)
            let kept = try await opened.store.merge(
                change(values, said: said), on: today, of: anna, at: noon)
            #expect(try await opened.store.diary(of: anna, days: days) == [kept])
            #expect(kept.values.count == DiaryItem.all.count && kept.begun == said)
            let former = days.lowerBound...today.adding(days: -1)
            #expect(try await opened.store.diary(of: anna, days: former).isEmpty)
        }

        @Test(arguments: StoreKind.tested)
        func `changes are merged, and a repeated one changes nothing`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let anna = try await opened.account()
            let first = change([.question(.nose): .number(2), .question(.eyes): .number(1)])
            let second = change([.question(.nose): nil], said: noon.addingTimeInterval(-5))
            for part in [first, second, first] {
                _ = try await opened.store.merge(part, on: today, of: anna, at: noon)
            }
            let entry = try #require(try await opened.store.diary(of: anna, days: days).first)
            #expect(entry.values == [.question(.nose): .number(2), .question(.eyes): .number(1)])
        }

        @Test(arguments: StoreKind.tested)
        func `many devices at once lose nothing`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let anna = try await opened.account()
            let symptoms = DiarySymptom.allCases
            try await withThrowingTaskGroup { group in
                for (place, symptom) in symptoms.enumerated() {
                    let change = change(
                        [.symptom(symptom): .number(1)], said: noon.addingTimeInterval(-Double(place)))
                    group.addTask {
                        _ = try await opened.store.merge(change, on: today, of: anna, at: noon)
                    }
                }
                try await group.waitForAll()
            }
            let entry = try #require(try await opened.store.diary(of: anna, days: days).first)
            #expect(entry.values.count == symptoms.count)
        }

        @Test(arguments: StoreKind.tested)
        func `a deleted day is gone, and does not come back by what was said before`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let anna = try await opened.account()
            let old = change([.note: .text("secret")], said: noon.addingTimeInterval(-1))
            _ = try await opened.store.merge(old, on: today, of: anna, at: noon)
            #expect(try await opened.store.removeDiaryEntry(of: anna, on: today, at: noon))
            #expect(try await opened.store.diary(of: anna, days: days).isEmpty)
            #expect(try await !opened.store.removeDiaryEntry(of: anna, on: today, at: noon))
            await #expect(throws: DiaryRefusal.deleted) {
                _ = try await opened.store.merge(old, on: today, of: anna, at: noon)
            }
        }

        @Test(arguments: StoreKind.tested)
        func `the database holds nothing of what was said, not even how much`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let anna = try await opened.account()
            let short = change([.question(.nose): .number(0)])
            let long = change([.question(.nose): .number(3), .symptom(.hives): .number(2)])
            let note = change([.note: .text("nettle by the river")])
            for (place, change) in [short, long, note].enumerated() {
                _ = try await opened.store.merge(
                    change, on: today.adding(days: -place), of: anna, at: noon)
            }
            let sealed = try await opened.store.readRows { runner in
                try runner.rows("SELECT sealed FROM diaryEntry").map { try $0.first(as: Data.self) }
            }
            #expect(sealed.count == 3)
            for bytes in sealed {
                for word in ["nose", "nettle", "Hives"] { #expect(bytes.range(of: Data(word.utf8)) == nil) }
                #expect((bytes.count - FieldSealer.overhead) % 64 == 0)
            }
        }

        @Test(arguments: StoreKind.tested)
        func `a diary is deleted as a whole, and that of others stays`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (anna, ben) = (try await opened.account("anna"), try await opened.account("ben"))
            for account in [anna, ben] {
                _ = try await opened.store.merge(
                    change([.question(.nose): .number(0)]), on: today, of: account, at: noon)
            }
            try await opened.store.removeDiary(of: anna)
            #expect(try await opened.store.diary(of: anna, days: days).isEmpty)
            #expect(try await opened.store.diary(of: ben, days: days).count == 1)
        }
    }
}
