import Allergens
import Foundation
import GRDB
import Geography
import Observations
import SampleTesting
import Testing

@testable import Storage

@Suite struct GridStorageTests {
    let opened: OpenedArchive
    private var store: SQLiteStore { opened.store }
    private static let source = GridSource(name: "cams", degrees: 0.1, attribution: "Source: CAMS")

    init() throws { opened = try OpenedArchive() }

    private func day(
        _ value: Double, column: Int = 75, row: Int = 475, on day: CivilDate = today,
        of allergen: Allergen.ID = "birch"
    ) -> GridDay {
        GridDay(cell: ModelCell(column: column, row: row), allergen: allergen, day: day, value: value)
    }

    private func logarithm(
        of allergen: Allergen.ID = "birch", on day: CivilDate = today
    ) async throws -> Float? {
        try await store.modelGrid(of: allergen, on: day)?.logarithm(at: Coordinate(7.55, 47.55))
    }

    @Test func `a grid comes back as it was stored, and a later value replaces an earlier one`() async throws
    {
        #expect(try await logarithm() == nil)
        let tally = try await store.keep([day(99), day(9, column: 77)], from: Self.source)
        #expect(tally.accepted == 2 && tally.unchanged == 0)
        #expect(try await logarithm() == 2)
        let grid = try #require(try await store.modelGrid(of: "birch", on: today))
        #expect(grid.source == Self.source)
        #expect(grid.logarithm(at: Coordinate(7.75, 47.55)) == 1)
        #expect(grid.logarithm(at: Coordinate(7.65, 47.55)) == nil, "a gap is unknown")
        let again = try await store.keep([day(99), day(999, column: 77)], from: Self.source)
        #expect(again.accepted == 1 && again.unchanged == 1)
        #expect(try await store.modelGrid(of: "alder", on: today) == nil)
        #expect(try await store.modelGrid(of: "birch", on: today.adding(days: 1)) == nil)
        #expect(try await store.gridDays(of: "birch", in: today.adding(days: -9)...today) == [today])
    }

    @Test func `of several sources the one with the smallest cells is taken`() async throws {
        let fine = GridSource(name: "national", degrees: 0.05, attribution: nil)
        try await store.keep([day(99)], from: Self.source)
        try await store.keep([day(9, column: 151, row: 951), day(5, of: "grass")], from: fine)
        #expect(try await store.modelSources() == ["birch": [fine, Self.source], "grass": [fine]])
        let grid = try #require(try await store.modelGrid(of: "birch", on: today))
        #expect(grid.source == fine)
        #expect(grid.logarithm(at: Coordinate(7.575, 47.575)) == 1)
    }

    @Test func `grids are kept for 400 days up to the newest of their allergen`() async throws {
        let old = today.adding(days: -SQLiteStore.keptGridDays)
        try await store.keep([day(9, on: old.adding(days: -1)), day(9, on: old)], from: Self.source)
        try await store.keep([day(9, on: today.adding(days: -900), of: "alder")], from: Self.source)
        let all = today.adding(days: -1_000)...today
        #expect(try await store.gridDays(of: "birch", in: all).count == 2)
        try await store.keep([day(9)], from: Self.source)
        #expect(try await store.gridDays(of: "birch", in: all) == [old, today])
        #expect(try await store.gridDays(of: "alder", in: all).count == 1)
    }

    @Test func `cells of another size replace the source's earlier ones`() async throws {
        try await store.keep([day(99), day(99, on: today.adding(days: -1))], from: Self.source)
        let coarse = GridSource(name: "cams", degrees: 0.2, attribution: nil)
        try await store.keep([day(9, column: 37, row: 237)], from: coarse)
        #expect(try await logarithm() == 1)
        #expect(try await logarithm(on: today.adding(days: -1)) == nil)
    }

    @Test func `the cells around a station and its trials are stretches of the primary key`() async throws {
        let cell = ModelCell(column: 75, row: 475)
        let queries = [
            Query.cells(around: cell, of: 3, from: 1, on: [18_360, 18_361]),
            Query.modelTrials(of: 3, since: today),
        ]
        let plans = try await store.pool.read { database in
            try queries.flatMap { query in
                try SQLRequest<Row>(literal: "EXPLAIN QUERY PLAN " + query.literal).fetchAll(database)
                    .map { $0["detail"] as String }
            }
        }
        #expect(
            plans == [
                "SEARCH gridCell USING PRIMARY KEY (allergen=? AND day=? AND source=? AND north=? "
                    + "AND east>? AND east<?)",
                // The list of days.
                "LIST SUBQUERY 1", "SCAN json_each VIRTUAL TABLE INDEX 1:",
                "SEARCH trial USING PRIMARY KEY (allergen=? AND day>?)",
                "SEARCH station USING INTEGER PRIMARY KEY (rowid=?)",
            ])
    }

    @Test func `twenty thousand cells are taken in at once`() async throws {
        let days = (0..<20_000).map { day(Double($0 % 300), column: $0 % 400, row: $0 / 400) }
        #expect(try await store.keep(days, from: Self.source).accepted == 20_000)
    }
}
