import Alerts
import Foundation
import Geography
import People
import Projection
import SampleTesting
import SeededTesting
import Storage
import Testing
import Topology

@testable import Alerting

/// Compares the store's single matching statement with a test of every fence, the slow and obvious way.
@Suite struct MatchTests {
    /// The hardest places for circles and rings: the antimeridian, the poles, zero on the
    /// equator, and an ordinary place.
    private static let places = [
        (7.58, 47.56), (179.97, -17.2), (-179.99, 66), (12, 89.7), (-100, -89.9), (0.01, 0.01), (16, 78.2),
    ]

    private func matching(
        seed: UInt64, using generator: inout SeededGenerator
    ) async throws -> (network: NewsNetwork, fences: [Fence]) {
        let network = try await NewsNetwork()
        let names = (0..<120).map { "a\($0)" }
        let accounts = try await network.store.addAccounts(named: names, at: noon)
        var fences: [Fence] = []
        for (number, account) in accounts.enumerated() {
            let (longitude, latitude) = Self.places[number % Self.places.count]
            let centre = Coordinate.random(
                near: Coordinate(wrappingLongitude: longitude, latitude: latitude), within: 0.3,
                using: &generator)
            let fence = Fence.sample("f\(number)", of: account, area: area(around: centre, using: &generator))
            try await network.keep(fence)
            fences.append(fence)
        }
        return (network, fences)
    }

    private func area(around centre: Coordinate, using generator: inout SeededGenerator) -> Fence.Area {
        guard Bool.random(using: &generator) else {
            return .circle(centre: centre, radius: .random(in: 100...80_000, using: &generator))
        }
        let size = Double.random(in: 0.01...0.6, using: &generator)
        let ring = star(around: centre, size: size, using: &generator)
        let hole = star(around: centre, size: size * 0.3, using: &generator)
        return .polygons([Polygon(exterior: ring, holes: Bool.random(using: &generator) ? [hole] : [])!])
    }

    private func star(
        around centre: Coordinate, size: Double, using generator: inout SeededGenerator
    ) -> [Coordinate] {
        let corners = Int.random(in: 3...20, using: &generator)
        let ring = (0..<corners).map { corner in
            let angle = 2 * Double.pi * Double(corner) / Double(corners)
            let reach = size * Double.random(in: 0.4...1, using: &generator)
            return Coordinate(
                wrappingLongitude: centre.longitude + reach * cos(angle),
                latitude: centre.latitude + reach * sin(angle))
        }
        return ring + [ring[0]]
    }

    /// The accounts whose fences contain a position.
    private func holders(of position: Coordinate, among fences: [Fence]) throws -> Set<Account.ID> {
        Set(
            try fences.filter { fence in
                switch fence.area {
                case .circle(let centre, let radius): Geodesic.distance(from: centre, to: position) <= radius
                case .polygons(let polygons): try PreparedArea(polygons).covers(position)
                }
            }.map(\.account))
    }

    /// The accounts whose fences may contain a position in the cell around a position.
    private func neighbours(of position: Coordinate, among fences: [Fence]) throws -> Set<Account.ID> {
        let middle = position.snapped(toGridOf: Report.publicGrid)
        return Set(
            try fences.filter { fence in
                switch fence.area {
                case .circle(let centre, let radius):
                    Geodesic.distance(from: centre, to: middle) <= radius + Report.publicReach
                case .polygons(let polygons):
                    try Outline(polygons).meets(BoundingBox(cellAround: middle, ofGrid: Report.publicGrid))
                }
            }.map(\.account))
    }

    @Test(arguments: UInt64(0)..<12)
    func `the ledger names exactly the accounts whose fences touch the public cell`(
        seed: UInt64
    ) async throws {
        var generator = SeededGenerator(seed: seed)
        let (network, fences) = try await matching(seed: seed, using: &generator)
        var (found, beyond) = (0, 0)
        for round in 0..<60 {
            let (longitude, latitude) = Self.places[round % Self.places.count]
            let position = Coordinate.random(
                near: Coordinate(wrappingLongitude: longitude, latitude: latitude), within: 0.5,
                using: &generator)
            let alert = Alert.sample("a\(round)", kind: .user, level: nil, at: position)
            try await network.store.writeReports { transaction in
                try transaction.add(alert)
                try transaction.notify(of: alert, at: position, except: nil, now: noon)
            }
            let told = Set(try await network.news().map(\.account))
            #expect(told == (try neighbours(of: position, among: fences)), "\(position)")
            let holders = try holders(of: position, among: fences)
            #expect(told.isSuperset(of: holders), "\(position)")
            found += holders.count
            beyond += told.count - holders.count
        }
        #expect(found > 100 && beyond < found)
    }

    @Test func `vertices, edges and the antimeridian itself belong to a fence`() async throws {
        let network = try await NewsNetwork()
        let anna = try await network.account()
        let square = Fence.Area.polygons([.rectangle(BoundingBox(179, -18, 180, -17))])
        try await network.keep(.sample(of: anna, area: square))
        let places = [(179.0, -18.0), (179.5, -18), (180, -17.5), (-180, -17.5), (180, -17)]
        for (number, place) in places.enumerated() {
            let position = Coordinate(place.0, place.1)
            let alert = Alert.sample("a\(number)", kind: .user, level: nil, at: position)
            try await network.store.writeReports { transaction in
                try transaction.add(alert)
                try transaction.notify(of: alert, at: position, except: nil, now: noon)
            }
            #expect(try await network.news().count == 1, "\(place)")
        }
    }
}
