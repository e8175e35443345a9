import Foundation
import Geography
import SampleTesting
import Testing

@testable import Trips

/// Tracks at random: what the inference promises, and what the pages' twin has to tell as well.
@Suite struct RandomTrackTests {
    private static let golden = repository.appending(path: "Tests/TripFiles/Golden/random-tracks.json")
    private static let seeds = UInt64(0)..<200

    @Test func `two hundred tracks are told as the golden file says, to the last bit`() throws {
        let told = Self.seeds.map { seed in
            let track = RandomTrack(seed: seed)
            return TripInference.activities(
                of: track.fixes, stops: TravelStops(track.stops), settings: track.settings)
        }
        if ProcessInfo.processInfo.environment["BREATHE_ACCEPT_GOLDEN"] == "1" {
            try ("[\n" + told.map(Self.rows).joined(separator: ",\n") + "\n]\n")
                .write(to: Self.golden, atomically: true, encoding: .utf8)
        }
        let known = try String(contentsOf: Self.golden, encoding: .utf8)
            .split(separator: "\n").dropFirst().dropLast().map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
        #expect(told.map(Self.rows) == known.map(String.init))
        let modes = Set(told.joined().map(\.mode))
        #expect(modes == Set(TravelMode.allCases), "the tracks are too alike to say much")
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
