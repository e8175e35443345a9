import Alerts
import Allergens
import Foundation
import GRDB
import Observations
import SampleTesting
import Testing

@testable import Storage

@Suite struct SuspectTests {
    let opened: OpenedArchive
    private var store: SQLiteStore { opened.store }

    init() async throws {
        opened = try OpenedArchive()
        try await opened.store.add([.sample(zone: "UTC"), .sample("bern")])
    }

    private func reading(
        _ period: Reading.Period, _ value: Double = 80, of allergen: Allergen.ID = "birch",
        at station: Station.ID = "basel", _ quality: ReadingQuality = .suspect(.jump)
    ) -> Reading {
        Reading(station: station, allergen: allergen, period: period, value: value, quality: quality)
    }

    private func places(limit: Int = 100, before place: SuspectValue.Place? = nil) async throws
        -> [SuspectValue.Place]
    {
        try await store.suspects(of: "basel", before: place, limit: limit).values.map(\.place)
    }

    @Test func `suspect days and hours of all years are listed, the newest first`() async throws {
        let old = today.adding(days: -4_000)
        try await opened.keep([
            reading(.day(old), 3, of: "grass"),
            reading(.hour(ending: noon), 5, .suspect([.stuck, .declared])),
            reading(.threeHours(ending: noon)), reading(.day(today), 1, .valid),
            reading(.day(today.adding(days: -1)), 1, .dismissed), reading(.day(today), of: "oak", at: "bern"),
        ])
        let page = try await store.suspects(of: "basel", limit: 100)
        #expect(
            page.values.map(\.place) == [
                .init(allergen: "birch", period: .threeHours(ending: noon)),
                .init(allergen: "birch", period: .hour(ending: noon)),
                .init(allergen: "grass", period: .day(old)),
            ])
        #expect(page.values.map(\.value) == [80, 5, 3])
        #expect(page.values.map(\.suspicions) == [.jump, [.stuck, .declared], .jump])
        #expect(page.total == 3 && page.days == old...today && page.next == nil)
    }

    @Test func `a station without suspect values has an empty list`() async throws {
        try await opened.keep([reading(.day(today), 1, .confirmed)])
        for station in ["basel", "nowhere"] as [Station.ID] {
            let page = try await store.suspects(of: station, limit: 100)
            #expect(page.values.isEmpty && page.total == 0 && page.days == nil && page.next == nil)
        }
    }

    @Test(arguments: [1, 2, 7, 40]) func `the pages together are the whole list`(limit: Int) async throws {
        let readings = (0..<12).flatMap { index -> [Reading] in
            let end = noon.addingTimeInterval(Double(-index) * 3 * 3_600)
            let allergen: Allergen.ID = index.isMultiple(of: 2) ? "birch" : "grass"
            return [
                reading(.hour(ending: end)), reading(.hour(ending: end), of: "grass"),
                reading(.threeHours(ending: end), of: allergen), reading(.day(today.adding(days: -index))),
            ]
        }
        try await opened.keep(readings)
        let whole = try await places()
        #expect(whole.count == 48 && Set(whole).count == 48)
        var gathered: [SuspectValue.Place] = []
        var next: SuspectValue.Place?
        repeat {
            let page = try await store.suspects(of: "basel", before: next, limit: limit)
            #expect(page.total == 48 && page.values.count <= limit)
            gathered += page.values.map(\.place)
            next = page.next
        } while next != nil
        #expect(gathered == whole)
    }

    @Test func `a page continues after a value that was decided meanwhile`() async throws {
        let days = (0..<4).map { today.adding(days: -$0) }
        try await opened.keep(days.map { reading(.day($0)) })
        let first = try await store.suspects(of: "basel", limit: 2)
        let mark = try #require(first.next)
        _ = try await store.transact {
            try $0.decide(
                .confirmed, about: "birch", at: "basel", in: mark.period, by: .key("a1"), now: noon)
        }
        #expect(try await places(before: mark).map(\.period) == [.day(days[2]), .day(days[3])])
    }

    @Test func `suspect values are found without scanning the readings`() async throws {
        try await opened.keep([reading(.day(today)), reading(.hour(ending: noon))])
        let plan = try await store.pool.read { database in
            let query = Query.suspectRequest(of: 1, before: .newest, limit: 10)
            let request = SQLRequest<Row>(literal: query.literal)
            let (sql, arguments) = try request.statementAndArguments(database)
            return try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: arguments)
                .map { $0["detail"] as String }
        }
        for index in ["readingSuspect", "hourlyReadingSuspect", "threeHourReadingSuspect"] {
            #expect(plan.contains { $0.contains("USING INDEX \(index) (station=? AND day<?)") }, "\(plan)")
        }
    }
}

extension SQLRequest {
    /// The statement's text and its bound arguments.
    fileprivate func statementAndArguments(_ database: Database) throws -> (String, StatementArguments) {
        let statement = try makePreparedRequest(database, forSingleResult: false).statement
        return (statement.sql, statement.arguments)
    }
}
