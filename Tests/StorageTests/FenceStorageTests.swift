import Allergens
import Foundation
import Geography
import SampleTesting
import Testing

@testable import Storage

@Suite struct FenceStorageTests {
    let opened: OpenedArchive
    let anna: Account.ID
    private let box = BoundingBox(7, 47, 8, 48)

    init() async throws {
        opened = try OpenedArchive()
        anna = try await opened.account()
    }

    private func candidates(
        touching box: BoundingBox, watching allergens: [Allergen.ID] = ["birch"],
        for kind: Alert.Kind = .station
    ) async throws -> [String] {
        let set = Taxonomy.standard.set(of: allergens)
        return try await opened.archive.write { transaction in
            try transaction.fences(touching: box, watching: set, for: kind).map(\.id.rawValue).sorted()
        }
    }

    @Test func `a circle comes back as it was kept`() async throws {
        let fence = Fence.sample(
            of: anna, name: "Hütte", levels: ["birch": .low, "cat": .veryHigh], kinds: [.user, .forecast])
        try await opened.add(fence, in: [BoundingBox(7.58, 47.56, 8, 48)])
        let found = try #require(try await opened.archive.fences(of: anna).first)
        #expect(found.id == fence.id && found.account == anna && found.name == "Hütte")
        #expect(found.area == fence.area)
        #expect(found.levels == fence.levels)
        #expect(found.kinds == fence.kinds)
    }

    @Test func `an outline comes back to the last bit, holes and all`() async throws {
        let area = Fence.Area.polygons([
            .rectangle(
                BoundingBox(0.1 + 0.2, -1 / 3, 7.123456789012345, 47),
                holes: [BoundingBox(1, 1, 2, 2), BoundingBox(3, 3, 4, 4)]),
            .rectangle(BoundingBox(-180, -90, -179.99999999999997, 1e-300)),
        ])
        try await opened.add(.sample(of: anna, area: area), in: [box])
        #expect(try await opened.archive.fences(of: anna).first?.area == area)
        let read = try await opened.archive.write { transaction in
            try transaction.fences(touching: .world, watching: AllergenSet(), for: .user).first?.area()
        }
        #expect(read == area)
    }

    @Test func `a fence is replaced only by its owner, and begins anew`() async throws {
        let bert = try await opened.account("bert")
        try await opened.add(.sample(of: anna), in: [box])
        let before = try await version()
        try await remember(Announcement(level: .high, day: today))
        let elsewhere = FenceFootprint(anchor: Coordinate(1, 1), boxes: [BoundingBox(1, 1, 2, 2)])
        #expect(
            try await opened.archive.replace(.sample(of: bert, name: "Mine"), footprint: elsewhere) == false)
        #expect(try await announcement() == Announcement(level: .high, day: today))
        #expect(try await opened.archive.replace(.sample(of: anna, name: "Work"), footprint: elsewhere))
        #expect(try await opened.archive.fences(of: anna).map(\.name) == ["Work"])
        #expect(try await announcement() == nil)
        #expect(try await version() > before)
        #expect(try await candidates(touching: box).isEmpty)
        #expect(try await candidates(touching: BoundingBox(2, 2, 3, 3)) == ["home"])
    }

    private func version() async throws -> Int64 {
        let found = try await opened.archive.write { transaction in
            try transaction.fences(touching: .world, watching: AllergenSet(), for: .user).first?.version
        }
        return try #require(found)
    }

    private func remember(_ announcement: Announcement?, at fence: String = "home") async throws {
        try await opened.archive.write { transaction in
            try transaction.remember(announcement, at: Fence.ID(rawValue: fence), of: "birch")
        }
    }

    private func announcement(of allergen: Allergen.ID = "birch") async throws -> Announcement? {
        try await opened.archive.write { transaction in
            try transaction.announcement(at: Fence.ID(rawValue: "home"), of: allergen)
        }
    }

    @Test func `an announcement is remembered, replaced and forgotten`() async throws {
        try await opened.add(.sample(of: anna), in: [box])
        #expect(try await announcement() == nil)
        try await remember(Announcement(level: .high, day: today))
        try await remember(Announcement(level: .veryHigh, day: today.adding(days: 1)))
        #expect(try await announcement() == Announcement(level: .veryHigh, day: today.adding(days: 1)))
        #expect(try await announcement(of: "grass") == nil)
        try await remember(nil)
        #expect(try await announcement() == nil)
        try await remember(Announcement(level: .high, day: today), at: "nowhere")
        #expect(try await opened.count("announcement") == 0)
    }

    @Test func `a fence is removed only by its owner, with all that hangs on it`() async throws {
        let bert = try await opened.account("bert")
        try await opened.add(.sample(of: anna), in: [box, BoundingBox(-8, 47, -7, 48)])
        try await remember(Announcement(level: .high, day: today))
        #expect(try await opened.archive.remove(Fence.ID(rawValue: "home"), of: bert) == false)
        #expect(try await opened.count("fence") == 1)
        #expect(try await opened.archive.remove(Fence.ID(rawValue: "home"), of: anna))
        for table in ["fence", "fenceBox", "fenceLevel", "announcement"] {
            #expect(try await opened.count(table) == 0, "\(table)")
        }
        #expect(try await opened.archive.remove(Fence.ID(rawValue: "home"), of: anna) == false)
    }

    @Test func `an account has at most fifty fences`() async throws {
        for number in 0..<FenceLimits.perAccount {
            try await opened.add(.sample("f\(number)", of: anna), in: [box])
        }
        await #expect(throws: FenceRefusal.tooMany(limit: 50)) {
            try await opened.add(.sample("one more", of: anna), in: [box])
        }
        #expect(try await opened.archive.fences(of: anna).count == 50)
        try await opened.add(.sample("another", of: opened.account("bert")), in: [box])
    }

    @Test func `a fence over the antimeridian is found once, and from both sides`() async throws {
        try await opened.add(.sample(of: anna), in: [BoundingBox(179, -18, -179, -16)])
        #expect(try await opened.count("fenceBox") == 2)
        #expect(try await candidates(touching: BoundingBox(179.5, -17, 179.6, -17)) == ["home"])
        #expect(try await candidates(touching: BoundingBox(-179.6, -17, -179.5, -17)) == ["home"])
        #expect(try await candidates(touching: BoundingBox(179.5, -17, -179.5, -17)) == ["home"])
        #expect(try await candidates(touching: BoundingBox(-178, -18, 178, -16)).isEmpty)
    }

    @Test func `a candidate watches one of the allergens and wants the kind`() async throws {
        let last = try #require(Taxonomy.standard.allergens.last { $0.code > 63 }).id
        try await opened.add(.sample("birch", of: anna, kinds: [.station]), in: [box])
        try await opened.add(.sample("last", of: anna, levels: [last: .low], kinds: [.user]), in: [box])
        try await opened.add(
            .sample("both", of: anna, levels: ["birch": .low, last: .low], kinds: [.station, .user]),
            in: [box])
        #expect(try await candidates(touching: box, watching: ["birch"]) == ["birch", "both"])
        #expect(try await candidates(touching: box, watching: [last], for: .user) == ["both", "last"])
        #expect(try await candidates(touching: box, watching: ["grass"], for: .user).isEmpty)
        #expect(try await candidates(touching: box, watching: [], for: .user) == ["both", "last"])
        #expect(try await candidates(touching: box, watching: [], for: .forecast).isEmpty)
    }

    @Test func `a candidate knows what its fence asks for`() async throws {
        try await opened.add(.sample(of: anna, levels: ["birch": .low, "grass": .high]), in: [box])
        let found = try await opened.archive.write { transaction in
            try transaction.fences(
                touching: .world, watching: Taxonomy.standard.set(of: ["grass"]), for: .user)
        }
        let fence = try #require(found.first)
        #expect(fence.account == anna && fence.name == "Home" && fence.anchor == Coordinate(7, 47))
        #expect(fence.levels == ["birch": .low, "grass": .high])
    }
}
