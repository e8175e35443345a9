import Alerts
import Allergens
import Foundation
import GRDB
import Geography
import People
import SampleTesting
import Testing

@testable import Storage

@Suite struct LedgerStoreTests {
    let opened: OpenedArchive
    let anna: Account.ID
    let bert: Account.ID

    init() async throws {
        opened = try OpenedArchive()
        anna = try await opened.account("anna")
        bert = try await opened.account("bert")
    }

    /// Raises an alert for every account with a fence that contains the place and watches the kind.
    private func raise(_ alert: Alert, report: Report? = nil) async throws {
        try await opened.store.transact { transaction in
            try transaction.add(alert)
            if let report { try transaction.keep(report, in: alert.id, at: alert.sent) }
            try transaction.notify(
                of: alert, at: report?.position ?? alert.publicPosition, except: report?.account,
                now: alert.sent)
        }
    }

    private func fence(_ accounts: Account.ID...) async throws {
        for account in accounts {
            let box = BoundingBox(around: .basel, radius: 5_000)
            try await opened.store.add(
                .sample("home-\(account.rawValue)", of: account),
                footprint: FenceFootprint(anchor: .basel, boxes: box.parts, extent: 5_000, outline: nil),
                at: noon)
        }
    }

    private func found(
        in box: BoundingBox = .world, at instant: Date = noon, concerning allergens: [Allergen.ID] = [],
        limit: Int = 100
    ) async throws -> [String] {
        try await opened.store.alerts(
            in: box, at: instant, concerning: Taxonomy.standard.set(of: allergens), limit: limit
        ).map(\.id.rawValue)
    }

    @Test func `an alert comes back as it was raised`() async throws {
        try await opened.store.add([.sample()])
        let alert = Alert.sample(allergens: ["birch"], level: .veryHigh)
        try await raise(alert)
        let found = try #require(try await opened.store.alert(alert.id))
        #expect(found.kind == .station && found.level == .veryHigh && found.message == .alert)
        #expect(found.allergens == ["birch"] && found.finding == alert.finding && found.reference == nil)
        #expect(found.publicPosition == .basel && found.sent == noon)
        #expect(found.expires == noon.addingTimeInterval(3_600))
        #expect(try await opened.store.alert(Alert.ID(rawValue: "none")) == nil)
    }

    @Test func `each recipient has an entry, in the order of the ledger`() async throws {
        try await fence(bert, anna)
        try await raise(.sample())
        let entries = try await opened.store.newEntries(after: 0, limit: 10).entries
        #expect(Set(entries.map(\.account)) == [anna, bert])
        #expect(entries.map(\.id) == entries.map(\.id).sorted())
        let mine = try await opened.store.entries(of: anna, after: 0, limit: 10)
        #expect(mine.map(\.id) == entries.filter { $0.account == anna }.map(\.id))
        #expect(mine.map(\.concern.fences) == [["Home"]])
        #expect(mine.first?.alert.id.rawValue == "alert")
    }

    @Test func `the ledger holds an alert once for an account and channel`() async throws {
        try await fence(anna)
        try await raise(.sample())
        await #expect(throws: DatabaseError.self) {
            try await opened.execute(
                """
                INSERT INTO delivery (alert, account, channel, state, fences, created, updated)
                SELECT alert, account, channel, state, fences, created, updated FROM delivery
                """)
        }
        try await opened.store.transact { transaction in
            try transaction.notify(of: .sample(), at: .basel, except: nil, now: noon)
        }
        #expect(try await opened.count("delivery") == 1)
    }

    @Test func `entries are paged without loss or repeat`() async throws {
        try await fence(anna, bert)
        for number in 0..<25 { try await raise(.sample("a\(number)")) }
        var seen: [String] = []
        var last: Int64 = 0
        while true {
            let page = try await opened.store.entries(of: anna, after: last, limit: 7)
            guard let final = page.last else { break }
            #expect(page.count <= 7)
            seen += page.map(\.alert.id.rawValue)
            last = final.id
        }
        #expect(seen == (0..<25).map { "a\($0)" })
    }

    @Test func `the number of an entry is never used again`() async throws {
        try await fence(anna)
        try await raise(.sample("a"))
        let first = try await opened.store.lastEntry()
        try await opened.execute("DELETE FROM delivery; DELETE FROM alertBox; DELETE FROM alert")
        try await raise(.sample("b"))
        #expect(try await opened.store.lastEntry() > first)
    }

    @Test func `alerts are found from the second they are sent until the second they expire`() async throws {
        try await raise(.sample(sent: noon.addingTimeInterval(30), lasting: 60))
        for (second, stands) in [(29.0, false), (30, true), (89, true), (90, false)] {
            let found = try await found(at: noon.addingTimeInterval(second))
            #expect(found.isEmpty != stands, "\(second)")
        }
    }

    @Test func `alerts are found by box, the newest first`() async throws {
        try await raise(.sample("old", at: Coordinate(179.9, -17)))
        try await raise(.sample("new", at: Coordinate(-179.9, -17), sent: noon.addingTimeInterval(60)))
        let later = noon.addingTimeInterval(120)
        #expect(try await found(in: BoundingBox(179, -18, -179, -16), at: later) == ["new", "old"])
        #expect(try await found(in: BoundingBox(179, -18, 180, -16), at: later) == ["old"])
        #expect(try await found(in: BoundingBox(-179, -18, 179, -16), at: later).isEmpty)
        #expect(try await found(at: later, limit: 1) == ["new"])
    }

    @Test func `an edge that 32 bits cannot represent does not add an alert`() async throws {
        let longitude = 7.123456789
        try await raise(.sample(at: Coordinate(longitude, 47)))
        #expect(try await found(in: BoundingBox(7, 46, longitude, 48)) == ["alert"])
        #expect(try await found(in: BoundingBox(7, 46, longitude.nextDown, 48)).isEmpty)
    }

    @Test func `an alert on the antimeridian is found once, from either side`() async throws {
        try await raise(.sample(at: Coordinate(180, 0)))
        #expect(try await found(in: BoundingBox(-180, -1, -170, 1)) == ["alert"])
        #expect(try await found(in: BoundingBox(170, -1, 180, 1)) == ["alert"])
        #expect(try await found(in: BoundingBox(170, -1, -170, 1)) == ["alert"])
    }

    @Test func `alerts are found by allergen, in both words of the set`() async throws {
        let last = try #require(Taxonomy.standard.allergens.last { $0.code > 63 }).id
        try await raise(.sample("birch"))
        try await raise(.sample("last", allergens: [last], sent: noon.addingTimeInterval(-1)))
        #expect(try await found(concerning: ["birch"]) == ["birch"])
        #expect(try await found(concerning: [last]) == ["last"])
        #expect(try await found(concerning: ["birch", last]) == ["birch", "last"])
        #expect(try await found(concerning: ["grass"]).isEmpty)
    }

    @Test func `a search by box does not reveal the exact place of a report`() async throws {
        let place = Coordinate(7.60123, 47.55789)
        let report = Report(
            account: anna, position: place, allergens: [], symptoms: [.cough], comment: "by the river")
        let seen = place.snapped(toGridOf: Report.publicGrid)
        try await raise(.sample(kind: .user, allergens: [], level: nil, at: seen), report: report)
        let exact = BoundingBox(
            place.longitude - 0.001, place.latitude - 0.001, place.longitude + 0.001, place.latitude + 0.001)
        #expect(try await found(in: exact).isEmpty)
        #expect(try await found(in: BoundingBox(7.60, 47.55, 7.61, 47.56)) == ["alert"])
        let kept = try opened.store.pool.read { database in
            try Row.fetchOne(database, sql: "SELECT * FROM report")
        }
        #expect(kept?["longitude"] == 7.605 && kept?["latitude"] == 47.555, "the exact place is not stored")
        let sealed: Data = try #require(kept?["sealed"])
        #expect(sealed.range(of: Data("river".utf8)) == nil && sealed.range(of: Data("cough".utf8)) == nil)
        let testimony = try await opened.store.alert(Alert.ID(rawValue: "alert"))?.testimony
        #expect(testimony?.comment == "by the river" && testimony?.symptoms == [.cough])
    }

    @Test func `a failed action undoes the whole transaction`() async throws {
        struct Broken: Error {}
        try await opened.store.add([.sample()])
        try await fence(anna)
        await #expect(throws: Broken.self) {
            try await opened.store.transact { transaction in
                _ = try transaction.keep(.sample(80), received: noon)
                try transaction.add(.sample())
                try transaction.notify(of: .sample(), at: .basel, except: nil, now: noon)
                throw Broken()
            }
        }
        for table in ["reading", "alert", "alertBox", "delivery"] {
            #expect(try await opened.count(table) == 0, "\(table)")
        }
    }
}
