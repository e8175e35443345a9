import Alerts
import Allergens
import Foundation
import GRDB
import Geography
import People
import SampleTesting
import SeededTesting
import Testing

@testable import Storage

/// The cache of opened fences that matching uses.
@Suite struct OpenedFencesTests {
    private let circle = Fence.Area.circle(centre: .basel, radius: 5_000)

    private func packed(_ rules: FenceRules) throws -> PackedPlan {
        PackedPlan(try WatchPlan(rules, Profile(), taxonomy: .standard))
    }

    private func keep(_ number: Int64, extent: Double, in table: OpenedFences) throws {
        let shape = FenceShape(anchor: .basel, extent: extent, isCircle: true, inner: 0.1)
        try packed(FenceRules()).masks.withUnsafeBytes {
            table.keep(number, proof: 1, shape, plan: $0)
        }
    }

    private func fences(_ count: Int, of account: Account.ID) -> [(fence: Fence, footprint: FenceFootprint)] {
        (0..<count).map { (.sample("f\($0)", of: account, area: circle), .sample(of: circle)) }
    }

    /// The accounts that a report at Basel concerns.
    private func told(_ opened: OpenedArchive) async throws -> Set<Account.ID> {
        let last = try await opened.store.lastEntry()
        try await opened.store.transact { transaction in
            let alert = Alert.sample("a\(last)", kind: .user, level: nil)
            try transaction.add(alert)
            try transaction.notify(of: alert, at: .basel, except: nil, now: noon)
        }
        let told = try await opened.store.pool.read { database in
            try Int64.fetchSet(database, sql: "SELECT account FROM delivery WHERE id > \(last)")
        }
        return Set(told.map(Account.ID.init(rawValue:)))
    }

    @Test func `numbers with the same lower half are told apart`() throws {
        let table = OpenedFences()
        let numbers = (0..<3).map { Int64(7) + $0 << 32 }
        for number in numbers { try keep(number, extent: Double(number), in: table) }
        for number in numbers {
            #expect(table.read(number, proof: 1) { fence, _ in fence.extent } == Double(number))
        }
        #expect(table.read(7 + 3 << 32, proof: 1) { _, _ in true } == nil)
        #expect(table.count == 3)
    }

    @Test func `numbers in any order, scattered or adjacent, are all found`() throws {
        var generator = SeededGenerator(seed: 1)
        let table = OpenedFences()
        let far = (0..<3_000).map { _ in Int64.random(in: 1...(1 << 40), using: &generator) }
        let numbers = Set(far + far.prefix(1_000).flatMap { $0..<$0 + 5 } + Array(1...3_000))
        for number in numbers { try keep(number, extent: Double(number), in: table) }
        #expect(table.count == numbers.count)
        let wrong = numbers.filter { number in
            table.read(number, proof: 1) { fence, _ in fence.extent } != Double(number)
        }
        #expect(wrong.isEmpty)
    }

    @Test(arguments: UInt64(0)..<20)
    func `a row's fence watches what its rules say`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var profile = Profile()
        profile.isCrossReactive = Bool.random(using: &generator)
        let watches = Taxonomy.standard.allergens.filter { _ in Int.random(in: 0..<8, using: &generator) == 0
        }
        .map { Watch(.allergen($0.id), level: Level.allCases.dropFirst().randomElement(using: &generator)) }
        let plan = try WatchPlan(FenceRules(watches: watches), profile, taxonomy: .standard)
        let masks = PackedPlan(plan).masks.withUnsafeBytes { WatchMasks($0) }
        #expect(masks.own == plan.own && masks.all == plan.watched(from: .veryHigh))
        for allergen in Taxonomy.standard.allergens {
            let set = AllergenSet([allergen])
            #expect(masks.level(of: set) == plan.level(of: set))
            let cause = plan.crossReactions.first { Int($0.allergen) == allergen.code }
            #expect(masks.cause(of: set) == cause.map { Int($0.cause) })
        }
    }

    @Test func `a fence that this process sealed is not opened again`() async throws {
        let opened = try OpenedArchive()
        let (anna, bert) = (try await opened.account(), try await opened.account("bert"))
        try await opened.store.add(fences(100, of: anna), at: noon)
        let own = Fence.sample("own", of: bert, area: circle)
        try await opened.store.add(own, footprint: .sample(of: circle), at: noon)
        #expect(opened.store.cipher.fences.count == 101)
        // The cache knows rows that can no longer be opened, as long as they have not changed.
        try await opened.execute("UPDATE fence SET id = 'other ' || id")
        #expect(try await told(opened) == [anna, bert])
    }

    @Test func `a failed load leaves nothing that matching would use`() async throws {
        let opened = try OpenedArchive()
        let (anna, bert) = (try await opened.account(), try await opened.account("bert"))
        let load = fences(100, of: anna)
        await #expect(throws: (any Error).self) { try await opened.store.add(load + [load[7]], at: noon) }
        #expect(opened.store.cipher.fences.count >= 100)
        // The first fence that is added next has the number of one that was rolled back.
        let far = Fence.Area.circle(centre: Coordinate(-70, -30), radius: 5_000)
        try await opened.store.add(
            .sample("far", of: bert, area: far), footprint: .sample(of: far), at: noon)
        let near = Fence.sample("near", of: anna, area: circle)
        try await opened.store.add(near, footprint: .sample(of: circle), at: noon)
        #expect(try await told(opened) == [anna])
    }
}
