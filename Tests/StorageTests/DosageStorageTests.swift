import Foundation
import Help
import People
import SampleTesting
import Testing

@testable import Storage

@Suite struct DosageStorageTests {
    let opened: OpenedArchive
    let anna: Account.ID
    private var store: SQLiteStore { opened.store }

    init() async throws {
        opened = try OpenedArchive()
        anna = try await opened.account("anna")
    }

    private func dosage(_ name: String, of food: String = "peanut", isCurrent: Bool = true) -> Dosage {
        Dosage(
            allergen: .food(food), name: name, amount: Decimal(string: "0.3")!, unit: "mg", route: .oral,
            notes: "", isCurrent: isCurrent, hasHalf: true)
    }

    private func current() async throws -> [String] {
        try await store.records(Dosage.self, of: anna).map(\.record).filter(\.isCurrent).map(\.name)
            .sorted()
    }

    @Test func `of each allergen one dosage is current, whichever way it became so`() async throws {
        let first = try await store.add(dosage("1"), to: anna, at: noon)
        _ = try await store.add(dosage("2"), to: anna, at: noon)
        _ = try await store.add(dosage("milk", of: "milk"), to: anna, at: noon)
        #expect(try await current() == ["2", "milk"])
        _ = try await store.replace(first.id, of: anna, by: dosage("1"), at: noon)
        #expect(try await current() == ["1", "milk"])
        _ = try await store.replace(first.id, of: anna, by: dosage("1", isCurrent: false), at: noon)
        #expect(try await current() == ["milk"])
        #expect(try await store.records(Dosage.self, of: anna).first?.record.amount == Decimal(string: "0.3"))
    }

    @Test func `a name that is taken is refused, and nothing changes`() async throws {
        _ = try await store.add(dosage("1"), to: anna, at: noon)
        let second = try await store.add(dosage("2"), to: anna, at: noon)
        let before = try await store.records(Dosage.self, of: anna)
        await #expect(throws: HelpRefusal.known) { try await store.add(dosage("1 "), to: anna, at: noon) }
        await #expect(throws: HelpRefusal.known) {
            try await store.replace(second.id, of: anna, by: dosage("1"), at: noon)
        }
        #expect(try await store.records(Dosage.self, of: anna) == before)
    }

    @Test func `many who make another current at once leave one`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<20 {
                group.addTask { [store, anna] in
                    _ = try await store.add(dosage("\(index)"), to: anna, at: noon)
                }
            }
            try await group.waitForAll()
        }
        #expect(try await current().count == 1)
        #expect(try await store.records(Dosage.self, of: anna).count == 20)
    }
}
