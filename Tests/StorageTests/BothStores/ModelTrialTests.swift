import Alerts
import Allergens
import Forecasting
import Foundation
import Geography
import Observations
import SampleTesting
import Testing

@testable import Storage

extension BothStoresTests {
    /// What numerical models say at stations, and what was foreseen with and without them.
    @Suite struct ModelTrialTests {
        private let tomorrow = today.adding(days: 1)

        private func trial(
            _ plain: Double, followed: Double = 2, at station: Station.ID = "basel",
            on day: CivilDate = today, ahead: Int = 1
        ) -> ModelTrial {
            ModelTrial(station: station, day: day, daysAhead: ahead, plain: plain, followed: followed)
        }

        @Test(arguments: StoreKind.tested)
        func `what was foreseen first stays, and is read by day and forgotten`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let store = opened.store
            for station in ["basel", "bern"] { try await opened.addStation(station) }
            let first = [trial(1.5), trial(0, ahead: 2), trial(1, at: "bern"), trial(1, on: tomorrow)]
            try await store.keep(first, of: "birch")
            try await store.keep([trial(1.75), trial(1.25, ahead: 3)], of: "birch")
            try await store.keep([trial(3)], of: "alder")
            let found = try await store.modelTrials(of: "birch", since: today)
            #expect(Set(found) == Set(first + [trial(1.25, ahead: 3)]) && found.count == 5)
            #expect(found.map(\.day) == found.map(\.day).sorted())
            #expect(try await store.modelTrials(of: "birch", since: tomorrow) == [trial(1, on: tomorrow)])
            try await store.forgetModelTrials(before: tomorrow)
            #expect(try await store.modelTrials(of: "birch", since: today) == [trial(1, on: tomorrow)])
            #expect(try await store.modelTrials(of: "alder", since: today).isEmpty)
        }

        /// Values of nine cells of a tenth of a degree around the station, each another one.
        private func block(on day: CivilDate, plus extra: Double = 0) -> [GridDay] {
            (-1...1).flatMap { north in
                (-1...1).map { east in
                    GridDay(
                        cell: ModelCell(column: 75 + east, row: 475 + north), allergen: "birch", day: day,
                        value: extra + Double(10 * (north + 2) + east))
                }
            }
        }

        @Test(arguments: StoreKind.tested)
        func `a station has the values of the map's grid, and two models are not mixed`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let store = opened.store
            let fine = GridSource(name: "national", degrees: 0.05, attribution: nil)
            let coarse = GridSource(name: "cams", degrees: 0.1, attribution: "CAMS")
            // A cell apart, so that the block is not all that the grid has.
            let apart = GridDay(
                cell: ModelCell(column: 90, row: 475), allergen: "birch", day: today, value: 7)
            try await store.keep(block(on: today) + [apart] + block(on: tomorrow, plus: 50), from: coarse)
            let place = Coordinate(7.57, 47.52)
            let basel = Station.sample("basel", at: place)
            let bern = Station.sample("bern", at: Coordinate(2, 45))
            let span = today.adding(days: -1)...tomorrow
            let found = try await store.modelSeries(of: "birch", at: [basel, bern], in: span)
            #expect(found["bern"] == nil)
            let change = try #require(found["basel"]?.change(from: today, to: tomorrow))
            let (now, then) = (
                try await store.modelGrid(of: "birch", on: today)?.logarithm(at: place),
                try await store.modelGrid(of: "birch", on: tomorrow)?.logarithm(at: place)
            )
            #expect(change == Double(try #require(then)) - Double(try #require(now)) && change > 0)
            #expect(found["basel"]?.change(from: today.adding(days: -1), to: today) == nil)
            #expect(try await store.modelSeries(of: "alder", at: [basel], in: span).isEmpty)
            // Finer cells of one day alone change nothing: two models are not mixed.
            let cell = ModelCell(around: place, degrees: fine.degrees)
            try await store.keep(
                [GridDay(cell: cell, allergen: "birch", day: tomorrow, value: 9_999)], from: fine)
            let again = try await store.modelSeries(of: "birch", at: [basel], in: span)
            #expect(again["basel"]?.change(from: today, to: tomorrow) == change)
        }
    }
}
