import Alerts
import Allergens
import Foundation
import GRDB
import Geography
import People
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
        touching box: BoundingBox, watching allergen: Allergen.ID = "birch", for kind: Alert.Kind = .station,
        at now: Date = noon
    ) async throws -> [Int64] {
        try await opened.store.transact { transaction in
            var found: [Int64] = []
            try transaction.visitFences(touching: box, watching: allergen, for: kind, at: now) {
                found.append($0.number.rawValue)
            }
            return found.sorted()
        }
    }

    private func threshold(of allergen: Allergen.ID = "birch") async throws -> Level? {
        try await opened.store.transact { transaction in
            var level: Level?
            try transaction.visitFences(touching: .world, watching: allergen, for: .station, at: noon) {
                level = $0.threshold
            }
            return level
        }
    }

    private func fence(_ rules: FenceRules, _ id: String = "home") -> Fence {
        Fence(
            id: Fence.ID(rawValue: id), account: anna, name: "Home",
            area: .circle(centre: .basel, radius: 5_000), rules: rules)
    }

    private func row() async throws -> Row {
        let row = try opened.store.pool.read { try Row.fetchOne($0, sql: "SELECT * FROM fence") }
        return try #require(row)
    }

    /// The watch plan in the fence's row.
    private func plan() async throws -> WatchPlan {
        let row = try await row()
        return try opened.store.cipher.details(of: row["id"], sealed: row["sealed"]).plan
    }

    private func names(_ set: AllergenSet) -> Set<String> {
        Set(Taxonomy.standard.ids(in: set).map(\.rawValue))
    }

    @Test func `a circle and its rules come back unchanged`() async throws {
        let rules = FenceRules(
            watches: [Watch(.allergen("birch"), level: .low), Watch(.group(.weed)), Watch(.allergen("cat"))],
            kinds: [.user, .forecast], gauge: .field,
            quietHours: QuietHours(
                from: LocalTime(hour: 22), until: LocalTime(hour: 7), exception: .veryHigh),
            days: today...today.adding(days: 13), timeZone: TimeZone(identifier: "Asia/Kathmandu"))
        try await opened.add(fence(rules), in: [box])
        let found = try #require(try await opened.store.fences(of: anna).first)
        #expect(found.rules == rules && found.area == .circle(centre: Coordinate(7, 47), radius: 5_000))
        #expect(found.id == "home" && found.account == anna && found.name == "Home")
    }

    @Test func `an outline comes back to the last bit, holes and all`() async throws {
        let area = Fence.Area.polygons([
            .rectangle(
                BoundingBox(0.1 + 0.2, -1 / 3, 7.123456789012345, 47),
                holes: [BoundingBox(1, 1, 2, 2), BoundingBox(3, 3, 4, 4)]),
            .rectangle(BoundingBox(-180, -90, -179.99999999999997, 1e-300)),
        ])
        try await opened.add(.sample(of: anna, area: area), in: [box])
        #expect(try await opened.store.fences(of: anna).first?.area == area)
    }

    @Test func `a fence's masks hold its allergens by level, and those it names itself`() async throws {
        var profile = Profile()
        profile.isCrossReactive = true
        try await opened.store.keep(profile, of: anna, at: noon)
        let last = try #require(Taxonomy.standard.allergens.last { $0.code > 63 }).id
        try await opened.add(
            fence(
                FenceRules(watches: [
                    Watch(.allergen("olive"), level: .low), Watch(.allergen("grass"), level: .moderate),
                    Watch(.allergen("ragweed"), level: .high), Watch(.allergen(last), level: .veryHigh),
                ])), in: [box])
        let plan = try await plan()
        #expect(names(plan.watched(from: .low)) == ["olive", "ash"])
        #expect(names(plan.watched(from: .moderate)) == ["olive", "ash", "grass", "rye"])
        #expect(names(plan.watched(from: .high)) == ["olive", "ash", "grass", "rye", "ragweed", "mugwort"])
        #expect(
            names(plan.watched(from: .veryHigh))
                == ["olive", "ash", "grass", "rye", "ragweed", "mugwort", last.rawValue])
        #expect(names(plan.own) == ["olive", "grass", "ragweed", last.rawValue])
        let crossWatches = plan.crossReactions.map { watch in
            [watch.allergen, watch.cause].map { Taxonomy.standard[code: Int($0)]?.id.rawValue ?? "" }
        }
        #expect(Set(crossWatches) == [["ash", "olive"], ["rye", "grass"], ["mugwort", "ragweed"]])
    }

    @Test func `a profile changes the rules of existing fences, not their places`() async throws {
        try await opened.add(fence(FenceRules()), in: [box])
        try await opened.add(
            fence(FenceRules(watches: [Watch(.allergen("oak"))], timeZone: .gmt), "own"), in: [box])
        #expect(try await candidates(touching: box).isEmpty)
        try await remember(Announcement(level: .high, day: today), of: "birch", at: 1)
        var profile = Profile()
        profile.watches = [Watch(.allergen("birch"), level: .moderate), Watch(.allergen("oak"), level: .low)]
        profile.acceptsUnsure = false
        profile.timeZone = TimeZone(identifier: "Asia/Kathmandu")!
        profile.forecastRound = .sameMorning(at: LocalTime(hour: 6))
        try await opened.store.keep(profile, of: anna, at: noon)
        #expect(try await candidates(touching: box) == [1])
        #expect(try await threshold() == .moderate)
        #expect(try await candidates(touching: box, watching: "oak") == [1, 2])
        #expect(try await threshold(of: "oak") == .low)
        #expect(try await candidates(touching: BoundingBox(9, 47, 9.1, 48)).isEmpty)
        #expect(try await announcement(of: "birch", at: 1) == Announcement(level: .high, day: today))
        let rows = try opened.store.pool.read {
            try Row.fetchAll($0, sql: "SELECT timeZone, unsure, nextForecast FROM fence ORDER BY number")
        }
        #expect(rows.map { $0["timeZone"] } == ["Asia/Kathmandu", "GMT"])
        #expect(rows.allSatisfy { $0["unsure"] == 0 })
        // The next six in the morning after noon UTC: in Kathmandu it is 00:15 UTC.
        let midnight = Int64(today.startInUTC.timeIntervalSince1970) + 86_400
        let rounds = rows.map { row -> Int64 in row["nextForecast"] }
        #expect(rounds == [midnight + 900, midnight + 21_600])
        try await opened.store.keep(Profile(), of: anna, at: noon)
        #expect(try await candidates(touching: box).isEmpty)
        #expect(try await candidates(touching: box, watching: "oak") == [2])
        #expect(try await opened.store.profile(of: anna) == Profile())
    }

    @Test func `a profile comes back unchanged, and belongs to one account`() async throws {
        var profile = Profile()
        profile.watches = [Watch(.allergen("birch"), level: .moderate), Watch(.group(.tree))]
        (profile.isCrossReactive, profile.acceptsUnsure) = (true, false)
        (profile.language, profile.tone) = (.french, .plain)
        profile.timeZone = TimeZone(identifier: "Pacific/Apia")!
        profile.forecastRound = .sameMorning(at: try #require(LocalTime("06:30")))
        profile.digestTime = try #require(LocalTime("23:59"))
        try await opened.store.keep(Profile(), of: anna, at: noon)
        try await opened.store.keep(profile, of: anna, at: noon)
        #expect(try await opened.store.profile(of: anna) == profile)
        #expect(try await opened.store.profile(of: opened.account("bert")) == Profile())
    }

    @Test func `quiet hours and days are stored as minutes and instants of the fence's clock`() async throws {
        let first = try #require(CivilDate("2026-03-28"))
        try await opened.add(
            fence(
                FenceRules(
                    kinds: [.station],
                    quietHours: QuietHours(from: LocalTime(hour: 22), until: LocalTime(hour: 7)),
                    days: first...first.adding(days: 1), timeZone: TimeZone(identifier: "Europe/Zurich"))),
            in: [box])
        let row = try await row()
        let quiet: [Int?] = [row["quietFrom"], row["quietUntil"], row["quietException"]]
        #expect(quiet == [1_320, 420, nil])
        // Two days; the second one has 23 hours.
        #expect(row["starts"] == Int64(first.startInUTC.timeIntervalSince1970) - 3_600)
        let (starts, ends): (Int64, Int64) = (row["starts"], row["ends"])
        #expect(ends - starts == 47 * 3_600)
        #expect(row["nextForecast"] == nil)
    }

    @Test func `a fence is active from the start of its first day to the end of its last`() async throws {
        let days = try #require(CivilDate("2026-07-01"))...(try #require(CivilDate("2026-07-14")))
        try await opened.add(
            fence(
                FenceRules(
                    watches: [Watch(.allergen("birch"))], days: days,
                    timeZone: TimeZone(identifier: "Europe/Zurich"))), in: [box])
        for (instant, isOn) in [
            ("2026-06-30T21:59:59Z", false), ("2026-06-30T22:00:00Z", true), ("2026-07-14T21:59:59Z", true),
            ("2026-07-14T22:00:00Z", false),
        ] {
            let found = try await candidates(touching: box, at: Date(instant, strategy: .iso8601))
            #expect(found.isEmpty != isOn, "\(instant)")
        }
    }

    @Test func `only its owner can replace a fence, which then starts afresh`() async throws {
        let bert = try await opened.account("bert")
        try await opened.add(.sample(of: anna), in: [box])
        try await remember(Announcement(level: .high, day: today), of: "birch", at: 1)
        let there = FenceFootprint(
            anchor: Coordinate(1, 1), boxes: [BoundingBox(1, 1, 2, 2)], extent: 5_000, outline: nil)
        #expect(
            try await opened.store.replace(.sample(of: bert, name: "Mine"), footprint: there, at: noon)
                == false)
        #expect(try await announcement(of: "birch", at: 1) == Announcement(level: .high, day: today))
        #expect(try await opened.store.replace(.sample(of: anna, name: "Work"), footprint: there, at: noon))
        #expect(try await opened.store.fences(of: anna).map(\.name) == ["Work"])
        #expect(try await candidates(touching: box).isEmpty)
        #expect(try await candidates(touching: BoundingBox(2, 2, 3, 3)) == [2])
        #expect(try await opened.count("announcedLevel") == 0)
    }

    private func remember(
        _ announcement: Announcement?, of allergen: Allergen.ID, at fence: Int64
    ) async throws {
        try await opened.store.transact { transaction in
            try transaction.remember([Fence.Number(rawValue: fence): announcement], of: allergen)
        }
    }

    private func announcement(of allergen: Allergen.ID, at fence: Int64) async throws -> Announcement? {
        try await opened.store.transact { transaction in
            var found: Announcement?
            try transaction.visitFences(touching: .world, watching: allergen, for: .station, at: noon) {
                if $0.number.rawValue == fence { found = $0.announced }
            }
            return found
        }
    }

    @Test func `an announcement is remembered, replaced and forgotten`() async throws {
        try await opened.add(.sample(of: anna, levels: ["birch": .high, "grass": .high]), in: [box])
        try await remember(Announcement(level: .high, day: today), of: "birch", at: 1)
        try await remember(Announcement(level: .veryHigh, day: today.adding(days: 1)), of: "birch", at: 1)
        #expect(
            try await announcement(of: "birch", at: 1)
                == Announcement(level: .veryHigh, day: today.adding(days: 1)))
        #expect(try await announcement(of: "grass", at: 1) == nil)
        try await remember(nil, of: "birch", at: 1)
        #expect(try await opened.count("announcedLevel") == 0)
    }

    @Test func `only its owner can remove a fence, and everything attached goes with it`() async throws {
        let bert = try await opened.account("bert")
        let area = Fence.Area.polygons([.rectangle(box)])
        try await opened.add(.sample(of: anna, area: area), in: [box, BoundingBox(-8, 47, -7, 48)])
        try await remember(Announcement(level: .high, day: today), of: "birch", at: 1)
        #expect(try await opened.store.remove("home", of: bert) == false)
        #expect(try await opened.count("fenceBox") == 2)
        #expect(try await opened.store.remove("home", of: anna))
        for table in ["fence", "fenceBox", "fenceOutline", "announcedLevel"] {
            #expect(try await opened.count(table) == 0, "\(table)")
        }
        #expect(try await opened.store.remove("home", of: anna) == false)
    }

    @Test func `an account has at most fifty fences`() async throws {
        for number in 0..<FenceLimits.perAccount {
            try await opened.add(.sample("f\(number)", of: anna), in: [box])
        }
        await #expect(throws: FenceRefusal.tooMany(limit: 50)) {
            try await opened.add(.sample("one more", of: anna), in: [box])
        }
        #expect(try await opened.store.fences(of: anna).count == 50)
        try await opened.add(.sample("another", of: opened.account("bert")), in: [box])
    }

    @Test func `a fence over the antimeridian is found once, from either side`() async throws {
        try await opened.add(.sample(of: anna), in: [BoundingBox(179, -18, -179, -16)])
        #expect(try await opened.count("fenceBox") == 2)
        #expect(try await candidates(touching: BoundingBox(179.5, -17, 179.6, -17)) == [1])
        #expect(try await candidates(touching: BoundingBox(-179.6, -17, -179.5, -17)) == [1])
        #expect(try await candidates(touching: BoundingBox(179.5, -17, -179.5, -17)) == [1])
        #expect(try await candidates(touching: BoundingBox(-178, -18, 178, -16)).isEmpty)
    }

    @Test func `a candidate watches the allergen and the kind of alert`() async throws {
        let last = try #require(Taxonomy.standard.allergens.last { $0.code > 63 }).id
        try await opened.add(.sample("birch", of: anna, kinds: [.station]), in: [box])
        try await opened.add(.sample("last", of: anna, levels: [last: .low], kinds: [.user]), in: [box])
        try await opened.add(
            .sample("both", of: anna, levels: ["birch": .low, last: .low], kinds: [.station, .user]),
            in: [box])
        #expect(try await candidates(touching: box) == [1, 3])
        #expect(try await candidates(touching: box, watching: last, for: .user) == [2, 3])
        #expect(try await candidates(touching: box, watching: "grass", for: .user).isEmpty)
        #expect(try await candidates(touching: box, for: .forecast).isEmpty)
    }
}
