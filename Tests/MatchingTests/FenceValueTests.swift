import Alerts
import Allergens
import Geography
import Observations
import Projection
import Testing

@testable import Matching

@Suite struct FenceValueTests {
    private let basel = Coordinate(wrappingLongitude: 7.5839, latitude: 47.5618)

    private func value(_ name: String, at position: Coordinate, _ level: Level) throws -> StationValue {
        StationValue(
            station: try #require(Station.ID(rawValue: name)), position: position, level: level)
    }

    private func fence(radius: Double) -> WatchingFence {
        let circle = Circle(centre: basel, radius: radius)
        return WatchingFence(
            number: Fence.Number(rawValue: 1), anchor: basel, anchorVector: UnitVector(basel), extent: radius,
            gauge: .station, threshold: .high, announced: nil, holds: circle.holds)
    }

    private func away(_ metres: Double) -> Coordinate {
        Geodesic.destination(from: basel, azimuth: 90, distance: metres)
    }

    @Test func `the highest level of the stations inside counts`() throws {
        let fence = fence(radius: 20_000)
        let stations = [
            try value("low", at: basel, .low), try value("z", at: away(9_000), .high),
            try value("a", at: away(15_000), .high), try value("outside", at: away(21_000), .veryHigh),
        ]
        let found = try #require(try FenceValue(at: fence, among: stations))
        #expect(found.level == .high)
        #expect(found.stations.map(\.rawValue) == ["a", "z"])
        #expect(found.distance == 0)
    }

    @Test func `without a station inside the nearest within reach counts`() throws {
        let fence = fence(radius: 5_000)
        let stations = [
            try value("far", at: away(49_000), .veryHigh), try value("near", at: away(30_000), .none),
        ]
        let found = try #require(try FenceValue(at: fence, among: stations))
        #expect(found.level == .none)
        #expect(found.stations.map(\.rawValue) == ["near"])
        #expect(abs(found.distance - 30_000) < 0.001)
    }

    @Test func `beyond reach the level is unknown, which differs from none`() throws {
        let fence = fence(radius: 5_000)
        #expect(try FenceValue(at: fence, among: [value("far", at: away(50_001), .high)]) == nil)
        #expect(try FenceValue(at: fence, among: [value("far", at: away(49_999), .high)]) != nil)
        #expect(try FenceValue(at: fence, among: []) == nil)
    }
}
