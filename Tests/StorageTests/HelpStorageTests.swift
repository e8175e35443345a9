import Alerts
import Allergens
import Foundation
import GRDB
import Help
import People
import SampleTesting
import Testing

@testable import Storage

@Suite struct HelpStorageTests {
    let opened: OpenedArchive
    let anna: Account.ID
    let ben: Account.ID
    private let injector = Injector(
        name: "Adrenaline", place: "Küche „oben“", expires: CivilDate(year: 2099, month: 5, day: 31)!)
    private var store: SQLiteStore { opened.store }

    init() async throws {
        opened = try OpenedArchive()
        anna = try await opened.account("anna")
        ben = try await opened.account("ben")
    }

    private struct Doses: HelpDayPart {
        static let part = HelpPart.doses
        var amounts: [String]
        var isEmpty: Bool { amounts.isEmpty }
    }

    private struct Intakes: HelpDayPart {
        static let part = HelpPart.intakes
        var count: Int
        var isEmpty: Bool { count == 0 }
    }

    @Test func `a record is read back as it was, changed and deleted, by its owner alone`() async throws {
        let kept = try await store.add(injector, to: anna, at: noon)
        #expect(try await store.records(Injector.self, of: anna) == [kept])
        #expect(try await store.records(Injector.self, of: ben).isEmpty)
        let moved = Injector(name: "Adrenaline", place: "School", expires: injector.expires)
        #expect(try await store.replace(kept.id, of: ben, by: moved, at: noon) == nil)
        #expect(try await !store.remove(kept.id, of: ben, as: Injector.self))
        let later = noon.addingTimeInterval(60)
        #expect(try await store.replace(kept.id, of: anna, by: moved, at: later)?.changed == later)
        #expect(try await store.records(Injector.self, of: anna).map(\.record) == [moved])
        #expect(try await store.remove(kept.id, of: anna, as: Injector.self))
        #expect(try await store.records(Injector.self, of: anna).isEmpty)
    }

    @Test func `one record more than the limit is refused, and nothing changes`() async throws {
        for _ in 0..<Injector.limit { _ = try await store.add(injector, to: anna, at: noon) }
        await #expect(throws: HelpRefusal.tooMany(limit: Injector.limit)) {
            try await store.add(injector, to: anna, at: noon)
        }
        #expect(try await store.records(Injector.self, of: anna).count == Injector.limit)
        _ = try await store.add(injector, to: ben, at: noon)
    }

    @Test func `the store knows when a record is due, and nothing else of it`() async throws {
        _ = try await store.add(injector, to: anna, at: noon)
        let row = try await store.pool.read { database in
            try Row.fetchOne(database, sql: "SELECT due, sealed FROM helpRecord").map { row in
                (due: row["due"] as Int64?, sealed: row["sealed"] as Data)
            }
        }
        let zone = try await store.profile(of: anna).timeZone
        #expect(row?.due == injector.due(after: noon, in: zone)?.stored)
        let bytes = try #require(row?.sealed)
        for word in ["injector", "Adrenaline", "2099"] { #expect(bytes.range(of: Data(word.utf8)) == nil) }
    }

    @Test func `parts of a day are changed without each other, and an empty day is gone`() async throws {
        _ = try await store.change(Doses.self, of: anna, on: today) { _ in Doses(amounts: ["1"]) }
        _ = try await store.change(Intakes.self, of: anna, on: today) { _ in Intakes(count: 2) }
        let doses = try await store.change(Doses.self, of: anna, on: today) { former in
            Doses(amounts: (former?.amounts ?? []) + ["½"])
        }
        #expect(doses?.amounts == ["1", "½"])
        let days = try await store.helpDays(Intakes.self, of: anna, today...today)
        #expect(days.map(\.part.count) == [2] && days.map(\.day) == [today])
        #expect(try await store.helpDays(Doses.self, of: ben, today...today).isEmpty)
        _ = try await store.change(Doses.self, of: anna, on: today) { _ in nil }
        _ = try await store.change(Intakes.self, of: anna, on: today) { _ in Intakes(count: 0) }
        let count = try await store.pool.read { database in
            try Int.fetchOne(database, sql: "SELECT count(*) FROM helpDay")
        }
        #expect(count == 0)
    }

    @Test func `all that is kept is exported, and removed at once`() async throws {
        let kept = try await store.add(injector, to: anna, at: noon)
        _ = try await store.change(Doses.self, of: anna, on: today) { _ in Doses(amounts: ["1"]) }
        let holdings = try await store.helpHoldings(of: anna)
        #expect(holdings.records.map(\.id) == [kept.id] && holdings.days.map(\.part) == [.doses])
        let content = try #require(holdings.records.first?.content)
        #expect(try JSONDecoder().decode(Injector.self, from: content) == injector)
        try await store.removeHelp(of: anna)
        #expect(try await store.helpHoldings(of: anna) == HelpHoldings(records: [], days: []))
    }
}
