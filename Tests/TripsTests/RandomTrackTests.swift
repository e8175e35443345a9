import Foundation
import Geography
import SampleTesting
import Testing

@testable import Trips

/// Tracks at random: what the inference promises, and what the pages' twin has to tell as well.
@Suite struct RandomTrackTests {
    private static let seeds = UInt64(0)..<200

    @Test func `two hundred tracks are told as the golden file says, to the last bit`() throws {
        let told = Self.seeds.map { seed in
            let track = RandomTrack(seed: seed)
            return TripInference.activities(
                of: track.fixes, stops: TravelStops(track.stops), settings: track.settings)
        }
        try expectGolden(told.map(Self.rows), named: "random-tracks.json")
        let modes = Set(told.joined().map(\.mode))
        let all = Set(TravelMode.allCases).subtracting([.bus, .metro, .indoors])
        #expect(modes == all, "the tracks are too alike to say much")
    }

    @Test func `what was in the air along forty tracks is as the golden file says, to the last bit`() throws {
        let lines = try Self.seeds.prefix(40).map { seed in
            let track = RandomTrack(seed: seed)
            let fixes = track.inOrder
            let grid = try #require(RandomTrack.grid(around: fixes[0], seed: Int(seed)))
            let activities = TripInference.activities(of: fixes, settings: track.settings)
            let exposures = TripExposure.exposures(
                during: activities, along: fixes, settings: track.settings, concentration: grid.value)
            #expect(exposures.count == activities.count)
            return
                "[\(exposures.map { "[\($0.lowest),\($0.highest),\($0.known),\($0.unknown)]" }.joined(separator: ","))]"
        }
        try expectGolden(lines, named: "random-exposures.json")
    }

    @Test func `what would have been in the air at another pace is as the golden file says, to the last bit`()
        throws
    {
        let file = repository.appending(path: "Tests/TripFiles/Golden/paced-exposures.json")
        let golden = try JSONDecoder().decode([[[Double]]].self, from: Data(contentsOf: file))
        #expect(golden.count == 40)
        for (seed, expected) in zip(Self.seeds, golden) {
            let track = RandomTrack(seed: seed)
            let fixes = track.inOrder
            let grid = try #require(RandomTrack.grid(around: fixes[0], seed: Int(seed)))
            let pace = seed % 2 == 0 ? TripPace(.bicycle, speed: 6) : TripPace(.onFoot, speed: 1.4)
            let told = TripInference.activities(of: fixes, settings: track.settings).map { activity in
                TripExposure.exposure(
                    during: activity, along: fixes, at: pace, settings: track.settings,
                    concentration: grid.value)
            }
            let rows = told.map { [$0.lowest, $0.highest, Double($0.known), Double($0.unknown)] }
            #expect(rows == expected, "seed \(seed)")
        }
    }

    /// Expects the lines of a golden file, or writes them when they are accepted.
    private func expectGolden(_ lines: [String], named name: String) throws {
        let file = repository.appending(path: "Tests/TripFiles/Golden/\(name)")
        if ProcessInfo.processInfo.environment["BREATHE_ACCEPT_GOLDEN"] == "1" {
            try ("[\n" + lines.joined(separator: ",\n") + "\n]\n").write(
                to: file, atomically: true, encoding: .utf8)
        }
        let known = try String(contentsOf: file, encoding: .utf8)
            .split(separator: "\n").dropFirst().dropLast().map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
        #expect(lines == known.map(String.init))
    }

    /// A track's activities in a line, each with mode, start, end and distance.
    private static func rows(_ activities: [TravelActivity]) -> String {
        let rows = activities.map { "[\"\($0.mode.rawValue)\",\($0.start),\($0.end),\($0.distance)]" }
        return "[\(rows.joined(separator: ","))]"
    }

    @Test func `the defaults are those that the golden file has for the pages`() throws {
        let file = repository.appending(path: "Tests/TripFiles/Golden/defaults.json")
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        if ProcessInfo.processInfo.environment["BREATHE_ACCEPT_GOLDEN"] == "1" {
            try (encoder.encode(TripSettings()) + Data("\n".utf8)).write(to: file)
        }
        let known = try JSONDecoder().decode(TripSettings.self, from: Data(contentsOf: file))
        #expect(known == TripSettings())
    }

    @Test(arguments: seeds)
    func `no time is told twice, and every distance is a way`(seed: UInt64) {
        let track = RandomTrack(seed: seed)
        let told = TripInference.activities(
            of: track.fixes, stops: TravelStops(track.stops), settings: track.settings)
        #expect(told.allSatisfy { $0.start < $0.end && $0.distance > 0 })
        #expect(zip(told, told.dropFirst()).allSatisfy { $0.end <= $1.start })
    }

    @Test(arguments: seeds)
    func `the nearest stop is the one that a look at all of them finds`(seed: UInt64) {
        let track = RandomTrack(seed: seed)
        let stops = TravelStops(track.stops)
        for fix in track.fixes {
            for (kind, radius) in [(TravelStop.Kind.station, 75.0), (.airport, 2_500)] {
                let found = stops.nearest(kind, to: fix.position, within: radius)
                let all = track.stops.filter { $0.kind == kind }
                    .map { GreatCircle.distance(from: fix.position, to: $0.position) }
                    .filter { $0 <= radius }
                #expect(found.map { GreatCircle.distance(from: fix.position, to: $0.position) } == all.min())
            }
        }
    }
}
