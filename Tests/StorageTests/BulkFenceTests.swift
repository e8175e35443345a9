import Alerts
import Allergens
import GRDB
import Geography
import People
import SampleTesting
import SeededTesting
import Testing

@testable import Storage

/// Fences that are loaded in bulk are found like those that are added one by one.
@Suite struct BulkFenceTests {
    private typealias Placed = (fence: Fence, footprint: FenceFootprint)

    /// Fences all over the world: some cross the antimeridian, some reach a pole, some have no extent.
    private func fences(
        _ count: Int, named name: String, of account: Account.ID, using generator: inout SeededGenerator
    ) -> [Placed] {
        (0..<count).map { number in
            let west = Double.random(in: -180...180, using: &generator)
            let width: Double = [0, 0.01, 3, 40].randomElement(using: &generator) ?? 0
            let south = Double.random(in: -90...90, using: &generator)
            let east = west + width > 180 ? west + width - 360 : west + width
            let footprint = FenceFootprint(
                anchor: Coordinate(west, south),
                boxes: [BoundingBox(west, south, east, min(south + width / 2, 90))], extent: 5_000,
                outline: nil)
            return (.sample("\(name)\(number)", of: account), footprint)
        }
    }

    /// Every box with its fence, as the R*Tree has them.
    private func boxes(_ opened: OpenedArchive, touching area: String = "true") async throws -> Set<String> {
        try await opened.store.pool.read { database in
            try String.fetchSet(
                database,
                sql: """
                    SELECT format('%s %d %s %s %s %s', fence.id, fenceBox.id % 2, west, east, south, north)
                    FROM fenceBox JOIN fence ON fence.number = fenceBox.id / 2 WHERE \(area)
                    """)
        }
    }

    private func soundness(_ opened: OpenedArchive) async throws -> String? {
        try await opened.store.pool.read { try String.fetchOne($0, sql: "SELECT rtreecheck('fenceBox')") }
    }

    private func schema(_ opened: OpenedArchive) async throws -> Set<String> {
        try await opened.store.pool.read {
            try String.fetchSet($0, sql: "SELECT name || ifnull(sql, '') FROM sqlite_master")
        }
    }

    @Test(arguments: [[1], [40], [51, 52], [2_400], [700, 900, 30, 1], [3, 2_000, 100]])
    func `bulk-loaded fences have the same boxes as single ones`(loads: [Int]) async throws {
        let (single, bulk) = (try OpenedArchive(), try OpenedArchive())
        let (anna, bert) = (try await single.account(), try await bulk.account())
        let schema = try await schema(bulk)
        var generator = SeededGenerator(seed: UInt64(loads[0]))
        for (load, count) in loads.enumerated() {
            let fences = fences(count, named: "load \(load) fence ", of: anna, using: &generator)
            try await single.store.pool.write { [fences, cipher = single.store.cipher] database in
                let writer = try FenceWriter(database, cipher)
                let planner = FencePlanner(taxonomy: .standard, at: noon)
                for (fence, footprint) in fences {
                    try writer.add(fence, footprint, planner.plan(fence.rules, Profile()))
                }
            }
            try await bulk.store.add(
                fences.map { (.sample($0.fence.id.rawValue, of: bert), $0.footprint) }, at: noon)
        }
        #expect(try await soundness(bulk) == "ok")
        #expect(try await self.schema(bulk) == schema)
        #expect(try await boxes(bulk) == boxes(single))
        for _ in 0..<50 {
            let west = Double.random(in: -180...150, using: &generator)
            let south = Double.random(in: -90...70, using: &generator)
            let area =
                "west <= \(west + 10) AND east >= \(west) AND south <= \(south + 5) AND north >= \(south)"
            #expect(try await boxes(bulk, touching: area) == boxes(single, touching: area))
        }
    }

    @Test func `after a bulk load the tree still follows fences that are added and removed`() async throws {
        let opened = try OpenedArchive()
        let anna = try await opened.account()
        var generator = SeededGenerator(seed: 5)
        try await opened.store.add(fences(500, named: "old ", of: anna, using: &generator), at: noon)
        for number in 0..<400 {
            #expect(try await opened.store.remove(Fence.ID(rawValue: "old \(number)"), of: anna))
        }
        for (fence, footprint) in fences(
            20, named: "new ", of: try await opened.account("bert"), using: &generator)
        {
            try await opened.store.add(fence, footprint: footprint, at: noon)
        }
        #expect(try await soundness(opened) == "ok")
        #expect(try await opened.count("fence") == 120)
        let left = Set(try await boxes(opened).map { $0.prefix(3) })
        #expect(left == ["old", "new"])
    }

    @Test func `a failed load leaves everything as it was`() async throws {
        let opened = try OpenedArchive()
        let anna = try await opened.account()
        var generator = SeededGenerator(seed: 6)
        try await opened.store.add(fences(200, named: "old ", of: anna, using: &generator), at: noon)
        let before = (try await schema(opened), try await boxes(opened))
        var load = fences(200, named: "new ", of: anna, using: &generator)
        load.append(load[7])
        await #expect(throws: DatabaseError.self) { try await opened.store.add(load, at: noon) }
        #expect(try await schema(opened) == before.0)
        #expect(try await boxes(opened) == before.1)
        #expect(try await soundness(opened) == "ok")
    }
}
