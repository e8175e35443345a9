import Foundation
import Testing

@testable import Trips

/// Journeys of all kinds, and how the module reads them; `Scripts/inference.test.js` reads the same files.
@Suite struct TripVectorTests {
    @Test(arguments: TripVector.names)
    func `a journey is told to the last bit as the file says`(name: String) throws {
        let vector = try TripVector.named(name)
        let told = vector.inferred()
        if ProcessInfo.processInfo.environment["BREATHE_ACCEPT_GOLDEN"] == "1" {
            try accept(told, as: name)
        } else {
            #expect(told == vector.activities)
        }
    }

    /// Journeys that are told in other modes than they were made, with those modes: without a cyclist's setting nothing
    /// but speed is known, and a ride by bicycle looks like one by car.
    private static let knownDifferences: [String: [TravelMode]] = ["bicycle": [.car]]

    @Test(arguments: knownDifferences.keys.sorted())
    func `a known difference is one`(name: String) throws {
        let travelled = try TripVector.named(name).travelled.map(\.mode)
        #expect(travelled != Self.knownDifferences[name])
    }

    @Test(arguments: TripVector.names)
    func `a journey is told as it was travelled, give or take three minutes and a tenth`(name: String) throws
    {
        let vector = try TripVector.named(name)
        let told = vector.inferred()
        let modes = Self.knownDifferences[name] ?? vector.travelled.map(\.mode)
        try #require(told.map(\.mode) == modes, "\(told)")
        for (activity, truth) in zip(told, vector.travelled) {
            #expect(abs(activity.start - truth.start) <= 180_000, "\(activity) began otherwise")
            #expect(abs(activity.end - truth.end) <= 180_000, "\(activity) ended otherwise")
            #expect(abs(activity.distance - truth.distance) <= 0.1 * truth.distance + 60, "\(activity)")
        }
    }

    @Test(arguments: TripVector.names)
    func `activities follow each other, and each takes time`(name: String) throws {
        let told = try TripVector.named(name).inferred()
        #expect(told.allSatisfy { $0.start < $0.end && $0.distance > 0 })
        #expect(zip(told, told.dropFirst()).allSatisfy { $0.end <= $1.start })
    }

    private func accept(_ told: [TravelActivity], as name: String) throws {
        let file = TripVector.folder.appending(path: "\(name).json")
        let text = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(text.range(of: #""activities": ["#)).upperBound
        let lines = told.isEmpty ? "\n" : "\n\(told.lines())\n"
        try (text[..<start] + lines + "]}\n").write(to: file, atomically: true, encoding: .utf8)
    }
}
