import Foundation
import GRDB
import SampleTesting
import Testing
import Trips

@testable import Storage

/// What the rows of trips can hold.
@Suite struct TripColumnTests {
    /// A column of numbers could hold degrees, and one of text anything; the sealed part is listed by its members.
    @Test func `no column of the table, and no member of its sealed part, can hold a position`() async throws
    {
        let opened = try OpenedArchive()
        let columns = try await opened.store.pool.read { database in
            try Row.fetchAll(database, sql: "SELECT name, type FROM pragma_table_info('trip') ORDER BY cid")
                .map { "\($0["name"] as String) \($0["type"] as String)" }
        }
        #expect(columns == ["account INTEGER", "start INTEGER", "sealed BLOB", "isSettled INTEGER"])
        let row = try JSONEncoder().encode(TripRow(KeptTrip.sample(daysAgo: 1)))
        let tree = try #require(try JSONSerialization.jsonObject(with: row) as? [String: Any])
        #expect(
            Set(tree.keys) == ["end", "mode", "distance", "carbon", "exposures", "count", "seconds", "days"])
        let carbon = try #require(tree["carbon"] as? [String: Any])
        #expect(Set(carbon.keys) == ["grams", "factor"])
        #expect(Set(try #require(carbon["factor"] as? [String: Any]).keys) == ["country", "year"])
        let exposures = try #require(tree["exposures"] as? [[String: Any]])
        #expect(Set(exposures[0].keys) == ["allergen", "lowest", "highest", "known", "unknown"])
    }

    /// PostgreSQL need not run for this: it has the columns that its steps name.
    @Test func `the table in PostgreSQL has the same columns, and no step adds another`() throws {
        let steps = PostgreSQLSchema.steps.joined(separator: "\n")
        let table = try #require(steps.firstMatch(of: /CREATE TABLE trip \((?<body>[^;]*)\n\s*\);/))
        let lines = table.body.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let columns = lines.filter { !$0.hasPrefix("PRIMARY KEY") && !$0.hasPrefix("--") }
            .map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
        #expect(columns == ["account bigint", "start bigint", "sealed bytea", "isSettled bigint"])
        #expect(!steps.contains("ALTER TABLE trip "))
        let tables = steps.matches(of: /CREATE TABLE trip\w{0,20}/).map { String($0.output) }
        #expect(tables == ["CREATE TABLE trip"])
    }
}

extension KeptTrip {
    /// A trip of half an hour that started so long before noon.
    static func sample(daysAgo days: Double, hour: Double = 0, _ mode: TravelMode = .car) -> KeptTrip {
        let start = noon.addingTimeInterval(-days * 86_400 + hour * 3_600)
        return KeptTrip(
            start: start, end: start.addingTimeInterval(1_800), mode: mode, distance: 1_234.5,
            carbon: TripCarbon(grams: 216, factor: TripCarbon.Factor(country: "GB", year: 2019)),
            exposures: [KeptExposure(of: "birch", 0...41.25, known: 25, unknown: 5)])
    }
}
