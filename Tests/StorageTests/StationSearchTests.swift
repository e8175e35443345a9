import Foundation
import Geography
import Observations
import SampleTesting
import SeededTesting
import Testing

@testable import Storage

@Suite struct StationSearchTests {
    let opened: OpenedArchive

    init() throws { opened = try OpenedArchive() }

    private func add(_ positions: [Coordinate]) async throws -> [Station] {
        let stations = positions.enumerated().map { number, position in
            Station.sample(Station.ID(rawValue: "s\(number)")!, at: position)
        }
        try await opened.store.add(stations)
        return stations
    }

    private func ids(in box: BoundingBox) async throws -> [Station.ID] {
        try await opened.store.stations(in: box).map(\.id)
    }

    @Test func `a station comes back unchanged`() async throws {
        let station = Station(
            id: "visp", name: "Visp", position: Coordinate(7.8829, 46.2921), altitude: 648,
            timeZone: .gmt, attribution: "Source: MeteoSwiss", isSimulated: true)
        try await opened.store.add([station])
        let found = try #require(try await opened.store.station("visp"))
        #expect(found.id == station.id && found.name == station.name && found.position == station.position)
        #expect(found.altitude == 648 && found.timeZone.secondsFromGMT() == 0)
        #expect(found.attribution == "Source: MeteoSwiss" && found.isSimulated)
        #expect(try await opened.store.hasSimulatedStations())
        #expect(try await opened.store.station("nowhere") == nil)
    }

    @Test func `a station that is already known stays as it is`() async throws {
        #expect(try await opened.store.add([.sample(), .sample("bern")]) == ["basel", "bern"])
        #expect(try await opened.store.add([.sample(at: Coordinate(0, 0)), .sample("chur")]) == ["chur"])
        #expect(try await opened.store.station("basel")?.position == .basel)
        #expect(try await opened.store.stations().map(\.id) == ["basel", "bern", "chur"])
        #expect(try await ids(in: BoundingBox(-1, -1, 1, 1)).isEmpty)
    }

    @Test func `a box over the antimeridian finds the stations on both sides`() async throws {
        _ = try await add([Coordinate(179.9, -17), Coordinate(-179.9, -17), Coordinate(0, -17)])
        #expect(try await ids(in: BoundingBox(179, -18, -179, -16)) == ["s0", "s1"])
        #expect(try await ids(in: BoundingBox(-179, -18, 179, -16)) == ["s2"])
        #expect(try await ids(in: .world) == ["s0", "s1", "s2"])
    }

    @Test func `a station on the antimeridian is found from either side`() async throws {
        _ = try await add([Coordinate(180, 0), Coordinate(-180, 0)])
        #expect(try await ids(in: BoundingBox(170, -1, 180, 1)) == ["s0", "s1"])
        #expect(try await ids(in: BoundingBox(-180, -1, -170, 1)) == ["s0", "s1"])
        #expect(try await ids(in: BoundingBox(170, -1, -170, 1)) == ["s0", "s1"])
    }

    @Test func `stations at the poles and on Svalbard are found`() async throws {
        _ = try await add([Coordinate(0, 90), Coordinate(120, -90), Coordinate(15.6, 78.2)])
        #expect(try await ids(in: BoundingBox(-180, 85, 180, 90)) == ["s0"])
        #expect(try await ids(in: BoundingBox(-180, -90, 180, -90)) == ["s1"])
        #expect(try await ids(in: BoundingBox(10, 76, 34, 81)) == ["s2"])
    }

    @Test func `a station is found once, however the two halves of a box overlap after rounding`()
        async throws
    {
        _ = try await add([Coordinate(0.1, 0)])
        #expect(try await ids(in: BoundingBox(0.1.nextUp, -1, 0.1, 1)) == ["s0"])
    }

    @Test func `an edge that 32 bits cannot represent neither adds nor loses a station`() async throws {
        let longitude = 7.123456789
        _ = try await add([Coordinate(longitude, 47.1)])
        #expect(try await ids(in: BoundingBox(longitude, 47.1, longitude, 47.1)) == ["s0"])
        #expect(try await ids(in: BoundingBox(longitude.nextUp, 47, 8, 48)).isEmpty)
        #expect(try await ids(in: BoundingBox(7, 47, longitude.nextDown, 48)).isEmpty)
    }

    @Test(arguments: UInt64(0)..<12)
    func `agrees with testing every station by hand`(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let centre = [Coordinate(179.95, -17), Coordinate(15, 89), Coordinate(7, 47)][Int(seed % 3)]
        let positions = (0..<150).map { number in
            number % 2 == 0
                ? Coordinate.random(near: centre, within: 2, using: &generator)
                : Coordinate.random(using: &generator)
        }
        let stations = try await add(positions)
        for turn in 0..<40 {
            // Every other corner is a station's own position, so that edges are met exactly.
            let corners = (0..<2).map { _ in
                turn % 2 == 0
                    ? positions.randomElement(using: &generator)!
                    : Coordinate.random(near: centre, within: 3, using: &generator)
            }
            let latitudes = corners.map(\.latitude).sorted()
            let box = BoundingBox(corners[0].longitude, latitudes[0], corners[1].longitude, latitudes[1])
            let expected = stations.filter { box.contains($0.position) }.map(\.id).sorted()
            #expect(try await ids(in: box) == expected, "\(box)")
        }
    }
}
