import Alerts
import Allergens
import Foundation
import GRDB
import Geography
import People
import SampleTesting
import Sealing
import Testing

@testable import Storage

/// Which values are sealed in the file, and who can read them.
@Suite struct SealedStorageTests {
    let opened: OpenedArchive
    let anna: Account.ID

    init() async throws {
        opened = try OpenedArchive()
        anna = try await opened.account()
    }

    private let circle = Fence.Area.circle(centre: Coordinate(7.583412, 47.561234), radius: 5_000)

    private func keep(
        _ id: String, named name: String, area: Fence.Area? = nil,
        levels: [Allergen.ID: Level] = ["birch": .high]
    ) async throws {
        let area = area ?? circle
        let fence = Fence.sample(id, of: anna, name: name, area: area, levels: levels)
        try await opened.store.add(fence, footprint: .sample(of: area), at: noon)
    }

    private func raise(_ id: String) async throws {
        try await opened.store.transact { transaction in
            let alert = Alert.sample(id, kind: .user, level: nil)
            try transaction.add(alert)
            try transaction.notify(of: alert, at: .basel, except: nil, now: noon)
        }
    }

    private func names() async throws -> [[String]] {
        try await opened.store.entries(of: anna, after: 0, limit: 10).map(\.concern.fences)
    }

    @Test func `a file is refused without the key that it names`() async throws {
        try await keep("home", named: "Home")
        let path = opened.folder.path("store.sqlite")
        let error = #expect(throws: SealingError.self) {
            _ = try SQLiteStore(path: path, keys: KeyRing(DataKey()))
        }
        #expect(error == .unknownKey(KeyRing.throwAway.ids[0]))
        #expect(error?.description.contains("\(KeyRing.throwAway.ids[0])") == true)
    }

    @Test func `a row that was moved, or changed by one bit, fails the statement`() async throws {
        try await keep("home", named: "Home")
        try await keep("work", named: "Work")
        try await opened.execute(
            "UPDATE fence SET sealed = (SELECT sealed FROM fence WHERE id = 'work') WHERE id = 'home'")
        await #expect(throws: SealingError.broken(FenceDetails.field)) {
            try await opened.store.fences(of: anna)
        }
        let error = await #expect(throws: DatabaseError.self) { try await raise("a") }
        #expect(error?.message?.contains("fence.sealed") == true)
        #expect(try await opened.store.brokenValues() == ["fence.sealed": 1])
    }

    @Test func `matching sees the changes of another process`() async throws {
        try await keep("home", named: "Home", levels: [:])
        var profile = Profile()
        profile.watches = [Watch(.allergen("grass"))]
        try await opened.store.keep(profile, of: anna, at: noon)
        try await raise("a")
        #expect(try await names() == [])
        let other = try SQLiteStore(path: opened.folder.path("store.sqlite"))
        profile.watches = [Watch(.allergen("birch"))]
        try await other.keep(profile, of: anna, at: noon)
        try await raise("b")
        #expect(try await names() == [["Home"]])
    }

    @Test func `the ledger still names a fence that was removed or changed`() async throws {
        try await keep("home", named: "Home")
        try await raise("a")
        let other = try SQLiteStore(path: opened.folder.path("store.sqlite"))
        let fence = Fence.sample("home", of: anna, name: "Summer house", area: circle)
        #expect(try await opened.store.replace(fence, footprint: .sample(of: circle), at: noon))
        try await raise("b")
        #expect(try await opened.store.remove("home", of: anna))
        #expect(try await names() == [["Home"], ["Summer house"]])
        // Another process has not seen the names before.
        let entries = try await other.entries(of: anna, after: 0, limit: 10)
        #expect(entries.map(\.concern.fences) == [["Home"], ["Summer house"]])
        #expect(try await opened.count("formerFence") == 2)
    }

    @Test func `an alert's distance and allergen come back from the ledger`() async throws {
        var profile = Profile()
        profile.isCrossReactive = true
        try await opened.store.keep(profile, of: anna, at: noon)
        try await keep("home", named: "Home", levels: ["olive": .low])
        let alert = Alert.sample("a", allergens: ["ash"])
        try await opened.store.add([.sample()])
        try await opened.store.transact { transaction in
            try transaction.add(alert)
            try transaction.notify(of: alert, concerned: [Fence.Number(rawValue: 1): 1_234.5], now: noon)
            let next = Alert.sample("b", allergens: ["ash"])
            try transaction.add(next)
            try transaction.notify(of: next, insteadOf: alert.id, now: noon)
        }
        let concerns = try await opened.store.entries(of: anna, after: 0, limit: 10).map(\.concern)
        #expect(
            concerns
                == Array(
                    repeating: LedgerEntry.Concern(
                        fences: ["Home"], distance: 1_234.5, crossReaction: "olive"),
                    count: 2))
    }

    @Test func `a fence comes back whatever its name and however much it watches`() async throws {
        let all = Dictionary(uniqueKeysWithValues: Taxonomy.standard.allergens.map { ($0.id, Level.low) })
        for (number, name) in ["x", String(repeating: "👨‍👩‍👧‍👦", count: 60), "a\u{0}b", "\"[]\\"].enumerated() {
            try await keep("f\(number)", named: name, levels: number == 1 ? all : ["birch": .low])
            let found = try #require(try await opened.store.fences(of: anna).last)
            #expect(found.name == name && found.area == circle)
            #expect(found.rules.watches.count == (number == 1 ? all.count : 1))
        }
    }

    @Test func `all fences are opened once, and again when they change`() async throws {
        for number in 0..<30 { try await keep("f\(number)", named: "Home") }
        let other = try SQLiteStore(path: opened.folder.path("store.sqlite"))
        try await other.openFences()
        #expect(other.cipher.fences.count == 30)
        try await opened.store.keep(Profile(), of: anna, at: noon)
        try await other.openFences()
        #expect(other.cipher.fences.count == 30)
    }

    @Test(arguments: [10, 768, 769, 5_000])
    func `every fence is found in the cache of opened ones, however many there are`(count: Int) throws {
        let table = OpenedFences()
        let plan = PackedPlan(try WatchPlan(FenceRules(), Profile(), taxonomy: .standard))
        func keep(_ number: Int64) {
            let shape = FenceShape(
                anchor: .basel, extent: Double(number), isCircle: number % 2 == 0, inner: 0.1)
            plan.masks.withUnsafeBytes { table.keep(number, proof: UInt64(number), shape, plan: $0) }
        }
        // The numbers are ascending with gaps, and never negative.
        let numbers = (1...count).map { Int64($0 * ($0 % 7 + 1)) }
        for number in numbers { keep(number) }
        for number in numbers {
            let extent = table.read(number, proof: UInt64(number)) { fence, _ in fence.extent }
            #expect(extent == Double(number))
            #expect(table.read(number, proof: 0) { _, _ in true } == nil)
        }
        #expect(table.count == Set(numbers).count)
        #expect(table.read(Int64(count) * 8, proof: 1) { _, _ in true } == nil)
    }
}

extension FenceFootprint {
    /// The footprint of a circle away from the antimeridian.
    static func sample(of area: Fence.Area) -> FenceFootprint {
        guard case .circle(let centre, let radius) = area else {
            preconditionFailure("only circles are sampled")
        }
        return FenceFootprint(
            anchor: centre, boxes: [BoundingBox(hiding: centre, radius: radius)], extent: radius, outline: nil
        )
    }
}
