import Allergens
import Foundation
import GRDB
import People
import SampleTesting
import Testing
import Trips

@testable import Storage

@Suite struct TripStorageTests {
    let opened: OpenedArchive
    let anna: Account.ID
    private var store: SQLiteStore { opened.store }

    init() async throws {
        opened = try OpenedArchive()
        anna = try await opened.account("anna")
    }

    private static func trip(daysAgo days: Double, hour: Double = 0, _ mode: TravelMode = .car) -> KeptTrip {
        let start = noon.addingTimeInterval(-days * 86_400 + hour * 3_600)
        return KeptTrip(
            start: start, end: start.addingTimeInterval(1_800), mode: mode, distance: 1_234.5,
            carbon: TripCarbon(grams: 216, factor: TripCarbon.Factor(country: "GB", year: 2019)),
            exposures: [KeptExposure(of: "birch", 0...41.25, known: 25, unknown: 5)])
    }

    private func all() async throws -> [KeptTrip] {
        try await store.trips(of: anna, from: .distantPast, until: .distantFuture)
    }

    @Test func `trips are read back as they were, and sent again they change nothing`() async throws {
        let trips = [Self.trip(daysAgo: 2), Self.trip(daysAgo: 1, .onFoot)]
        for unchanged in [0, 2] {
            let outcome = try await store.keep(trips, of: anna)
            #expect(outcome.refusals.isEmpty && outcome.unchanged == unchanged)
        }
        #expect(try await all() == trips)
        let late = try await store.trips(of: anna, from: trips[1].start, until: trips[1].start + 1)
        #expect(late == [trips[1]])
        #expect(try await store.keep([Self.trip(daysAgo: 2, hour: 0.25)], of: anna).refusals == [0: .overlap])
    }

    @Test(arguments: [false, true]) func `a page has its trips in order, and one more if there are more`(
        isNewestFirst: Bool
    ) async throws {
        let trips = [3.0, 2, 1].map { Self.trip(daysAgo: $0) }
        _ = try await store.keep(trips, of: anna)
        let ordered = isNewestFirst ? trips.reversed() : trips
        var page = TripPage(from: trips[0].start, until: noon, limit: 1)
        page.isNewestFirst = isNewestFirst
        #expect(try await store.trips(of: anna, on: page) == Array(ordered.prefix(2)))
        page.start(after: ordered[0].start)
        #expect(try await store.trips(of: anna, on: page) == Array(ordered.dropFirst()))
        page.start(after: ordered[2].start)
        #expect(try await store.trips(of: anna, on: page).isEmpty)
    }

    @Test func `a trip is changed and deleted by its start`() async throws {
        let trip = Self.trip(daysAgo: 1)
        _ = try await store.keep([trip], of: anna)
        let walk = try await store.changeTrip(of: anna, from: trip.start) {
            $0.changed(to: .onFoot, carbon: nil)
        }
        #expect(try await all() == [try #require(walk)])
        #expect(try await store.removeTrip(of: anna, from: trip.start))
        #expect(try await !store.removeTrip(of: anna, from: trip.start))
        #expect(try await store.changeTrip(of: anna, from: trip.start) { $0 } == nil)
    }

    @Test func `old trips are summed once, and later ones with them`() async throws {
        let old = [Self.trip(daysAgo: 40), Self.trip(daysAgo: 39), Self.trip(daysAgo: 39, hour: 2, .onFoot)]
        _ = try await store.keep(old + [Self.trip(daysAgo: 1)], of: anna)
        #expect(try await store.sumTrips(at: noon) == 2)
        #expect(try await store.sumTrips(at: noon) == 0)
        #expect(try await all().map(\.count) == [2, 1, 1])
        #expect(try await store.keep([old[1]], of: anna).refusals == [0: .summed])
        _ = try await store.keep([Self.trip(daysAgo: 42)], of: anna)
        #expect(try await store.sumTrips(at: noon) == 2)
        #expect(try await all().map(\.count) == [3, 1, 1])
    }

    @Test func `trips that were deleted or cannot be opened do not keep others from a sum`() async throws {
        let ben = try await opened.account("ben")
        _ = try await store.keep([Self.trip(daysAgo: 1)], of: anna)
        let count = try await store.pool.write { [store, anna] database in
            try SQLiteStore.sumTrips(
                of: anna.rawValue, before: TripMonths.monthAgo(noon).stored, at: noon, store.cipher,
                in: database)
        }
        #expect(count == 0)
        for account in [anna, ben] {
            _ = try await store.keep([Self.trip(daysAgo: 40), Self.trip(daysAgo: 39)], of: account)
        }
        try await store.pool.write { [anna] database in
            try database.execute(
                literal: "UPDATE trip SET sealed = \(Data([1])) WHERE account = \(anna.rawValue)")
        }
        await #expect(throws: (any Error).self) { try await store.sumTrips(at: noon) }
        let trips = try await store.trips(of: ben, from: .distantPast, until: .distantFuture)
        #expect(trips.map(\.count) == [2])
    }

    /// A column of numbers could hold degrees, and one of text anything; the sealed part is listed by its members.
    @Test func `no column of the table, and no member of its sealed part, can hold a position`() async throws
    {
        let columns = try await store.pool.read { database in
            try Row.fetchAll(database, sql: "SELECT name, type FROM pragma_table_info('trip') ORDER BY cid")
                .map { "\($0["name"] as String) \($0["type"] as String)" }
        }
        #expect(columns == ["account INTEGER", "start INTEGER", "sealed BLOB", "isSettled INTEGER"])
        let row = try JSONEncoder().encode(TripRow(Self.trip(daysAgo: 1)))
        let tree = try #require(try JSONSerialization.jsonObject(with: row) as? [String: Any])
        #expect(
            Set(tree.keys) == ["end", "mode", "distance", "carbon", "exposures", "count", "seconds", "days"])
        let carbon = try #require(tree["carbon"] as? [String: Any])
        #expect(Set(carbon.keys) == ["grams", "factor"])
        #expect(Set(try #require(carbon["factor"] as? [String: Any]).keys) == ["country", "year"])
        let exposures = try #require(tree["exposures"] as? [[String: Any]])
        #expect(Set(exposures[0].keys) == ["allergen", "lowest", "highest", "known", "unknown"])
    }
}
