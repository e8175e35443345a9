import Allergens
import Foundation
import Geography
import Observations
import SampleTesting
import Testing

@testable import Storage

/// What stations measured around places.
@Suite struct MeasuredAirTests {
    private let opened: OpenedArchive
    private let days = today.adding(days: -2)...today
    /// Beside Basel, 8 km away, and 100 km away.
    private let stations = [
        Station.sample("near", at: Coordinate(7.60, 47.56)), .sample("next", at: Coordinate(7.70, 47.56)),
        .sample("far", at: Coordinate(8.9, 47.56)),
    ]

    init() async throws {
        opened = try OpenedArchive()
        try await opened.store.add(stations)
    }

    private func keep(
        _ value: Double, of allergen: Allergen.ID, at station: Station.ID, _ daysAgo: Int = 0,
        quality: ReadingQuality = .valid
    ) async throws {
        try await opened.keep([
            Reading(
                station: station, allergen: allergen, period: .day(today.adding(days: -daysAgo)),
                value: value, quality: quality)
        ])
    }

    private func air(_ places: Coordinate...) async throws -> MeasuredAir {
        try await opened.store.measuredAir(around: places, days: days)
    }

    @Test func `each allergen comes from the nearest station that measures it`() async throws {
        try await keep(10, of: "birch", at: "near")
        try await keep(90, of: "birch", at: "next")
        try await keep(90, of: "birch", at: "next", 1)
        try await keep(40, of: "grass", at: "next", 2)
        try await keep(5, of: "alder", at: "far")
        let air = try await air(.basel)
        #expect(air.stations.map(\.id.rawValue) == ["near", "next"])
        #expect(Set(air.series.keys) == ["birch", "grass"])
        #expect(air.series["birch"]?.values == [today: 10], "a gap is not filled from elsewhere")
        #expect(air.series["grass"]?.stations == ["next"])
        #expect(air.series["grass"]?.values == [today.adding(days: -2): 40])
    }

    @Test func `several places have the mean, and neighbours one value`() async throws {
        try await keep(10, of: "birch", at: "near")
        try await keep(30, of: "birch", at: "far")
        #expect(try await air(.basel, Coordinate(7.601, 47.561)).series["birch"]?.values == [today: 10])
        let both = try await air(.basel, Coordinate(8.9, 47.56))
        #expect(both.series["birch"]?.values == [today: 20])
        #expect(both.series["birch"]?.stations == ["near", "far"])
        #expect(try await air().series.isEmpty)
    }

    @Test func `values in doubt and days outside of the span do not count`() async throws {
        try await keep(500, of: "birch", at: "near", quality: .suspect(.jump))
        try await keep(20, of: "birch", at: "near", 3)
        #expect(try await air(.basel).series.isEmpty)
    }
}
