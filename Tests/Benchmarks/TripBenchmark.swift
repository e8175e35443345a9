import Foundation
import Geography
import Trips

/// Measures how long a long track takes to become activities.
enum TripBenchmark {
    private struct Outcome: Encodable {
        let fixes: Int
        let activities: Int
        let milliseconds: Double
    }

    private static let rounds = 21

    static func run(_ count: Int) throws {
        let fixes = track(of: count)
        var activities = 0
        let clock = ContinuousClock()
        let times = (0..<rounds).map { _ in
            let elapsed = clock.measure {
                activities = TripInference.activities(of: fixes, stops: TravelStops(stops)).count
            }.components
            return Double(elapsed.seconds) * 1e3 + Double(elapsed.attoseconds) / 1e15
        }
        let outcome = Outcome(
            fixes: count, activities: activities, milliseconds: times.sorted()[rounds / 2])
        print(String(decoding: try JSONEncoder().encode(outcome), as: UTF8.self))
    }

    /// As many stations as a country has, each tenth on the way and the others up to a degree beside it.
    private static let stops = (0..<2_000).map { index in
        let latitude = index.isMultiple(of: 10) ? 47 : 46 + Double(index * 37 % 200) / 100
        return TravelStop(
            kind: .station, at: Coordinate(wrappingLongitude: 7 + Double(index) * 0.02, latitude: latitude))
    }

    /// A fix every ten seconds to the east, in turns of ten minutes on foot and by car.
    private static func track(of count: Int) -> [TrackFix] {
        var longitude = 7.0
        return (0..<count).map { index in
            longitude += (index / 60).isMultiple(of: 2) ? 2e-4 : 2e-3
            return TrackFix(
                position: Coordinate(wrappingLongitude: longitude, latitude: 47), time: index * 10_000)
        }
    }
}
