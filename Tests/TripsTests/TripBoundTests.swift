import Foundation
import Geography
import SampleTesting
import Testing

@testable import Trips

/// What is told at a bound, beside it, and by other settings than the defaults.
///
/// `Scripts/inference.test.mjs` reads the same file.
@Suite struct TripBoundTests {
    /// A way to the north, with a fix every thousandth of a degree, which are 111 m.
    private struct Sample: Decodable {
        let says: String
        /// Milliseconds from each fix to the next.
        let intervals: [Int]
        let altitude: Double?
        let accuracy: Double?
        /// Those that differ from the defaults.
        let settings: [String: Double]
        /// Such as `car 0–330000`.
        let told: [String]
    }

    private static func samples() throws -> [Sample] {
        let file = repository.appending(path: "Tests/TripFiles/Golden/bounds.json")
        return try JSONDecoder().decode([Sample].self, from: Data(contentsOf: file))
    }

    private static func track(
        _ intervals: [Int], altitude: Double? = nil, accuracy: Double? = nil
    ) -> [TrackFix] {
        var time = 0
        return ([0] + intervals).enumerated().map { index, interval in
            time += interval
            return TrackFix(
                position: Coordinate(wrappingLongitude: 11, latitude: 48 + Double(index) / 1_000), time: time,
                altitude: altitude, accuracy: accuracy)
        }
    }

    /// The defaults with some settings of one's own.
    private static func settings(_ own: [String: Double]) throws -> TripSettings {
        let defaults = try JSONSerialization.jsonObject(with: JSONEncoder().encode(TripSettings()))
        var members = try #require(defaults as? [String: Any])
        for (name, value) in own {
            #expect(members[name] != nil || name == "cyclistSpeed", "there is no setting \(name)")
            members[name] = value
        }
        return try JSONDecoder().decode(
            TripSettings.self, from: JSONSerialization.data(withJSONObject: members))
    }

    @Test func `at each bound, and by other settings, a track is told as the file says`() throws {
        let samples = try Self.samples()
        #expect(samples.count >= 30)
        for sample in samples {
            let fixes = Self.track(sample.intervals, altitude: sample.altitude, accuracy: sample.accuracy)
            let told = TripInference.activities(of: fixes, settings: try Self.settings(sample.settings))
            #expect(
                told.map { "\($0.mode.rawValue) \($0.start)–\($0.end)" } == sample.told,
                "\(sample.says): \(sample.settings)")
        }
    }

    @Test func `a step at the very speed of a bound is one by car, and the fastest one still counts`() throws
    {
        let fixes = Self.track(Array(repeating: 27_500, count: 12))
        let speeds = zip(fixes, fixes.dropFirst()).map { before, fix in
            let distance = GreatCircle.distance(from: before.position, to: fix.position)
            return TripStep.speed(distance, in: fix.time - before.time)
        }
        let (slowest, fastest) = (try #require(speeds.min()), try #require(speeds.max()))
        let bounds: [(vehicle: Double, limit: Double, told: [TravelMode])] = [
            (slowest, 88.8, [.car]), (fastest.nextUp, 88.8, [.onFoot]),
            (4, fastest, [.car]), (4, slowest.nextDown, []),
        ]
        for (vehicle, limit, modes) in bounds {
            var settings = TripSettings()
            (settings.vehicleSpeed, settings.speedLimit) = (vehicle, limit)
            let told = TripInference.activities(of: fixes, settings: settings)
            #expect(told.map(\.mode) == modes, "from \(vehicle) to \(limit) m/s")
        }
    }
}
