import Foundation
import Geography
import SampleTesting
import Testing
import Trips

/// A track with what was travelled and what the inference tells, from a file that the tests of the pages read as well.
struct TripVector: Decodable {
    let settings: TripSettings
    let stops: [TravelStop]
    let fixes: [TrackFix]
    /// How the journey was made.
    let travelled: [TravelActivity]
    /// What is told of it.
    let activities: [TravelActivity]

    static let folder = repository.appending(path: "Tests/TripFiles/Vectors")
    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
    }()

    static func named(_ name: String) throws -> TripVector {
        try JSONDecoder().decode(
            TripVector.self, from: Data(contentsOf: folder.appending(path: "\(name).json")))
    }

    /// What the inference tells now.
    func inferred() -> [TravelActivity] {
        TripInference.activities(of: fixes, stops: TravelStops(stops), settings: settings)
    }

    private enum CodingKeys: CodingKey {
        case settings, stops, fixes, travelled, activities
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let own = try values.decode([String: Double].self, forKey: .settings)
        var settings = TripSettings()
        settings.cyclistSpeed = own["cyclistSpeed"]
        self.settings = settings
        stops = try values.decode([StopRow].self, forKey: .stops).map(\.stop)
        fixes = try values.decode([[Double?]].self, forKey: .fixes).map(TrackFix.init(row:))
        travelled = try values.decode([TravelActivity].self, forKey: .travelled)
        activities = try values.decode([TravelActivity].self, forKey: .activities)
    }
}

/// A stop as a file has it: its kind, longitude and latitude.
private struct StopRow: Decodable {
    let stop: TravelStop

    init(from decoder: any Decoder) throws {
        var row = try decoder.unkeyedContainer()
        let kind = try row.decode(TravelStop.Kind.self)
        let (longitude, latitude) = (try row.decode(Double.self), try row.decode(Double.self))
        stop = TravelStop(
            kind: kind, at: Coordinate(wrappingLongitude: longitude, latitude: latitude))
    }
}

extension TrackFix {
    /// A fix as a file has it: longitude, latitude, time, altitude and accuracy.
    fileprivate init(row: [Double?]) throws {
        let (longitude, latitude) = (try #require(row[0]), try #require(row[1]))
        self.init(
            position: Coordinate(wrappingLongitude: longitude, latitude: latitude),
            time: Int(try #require(row[2])), altitude: row[3], accuracy: row[4])
    }
}

extension [TravelActivity] {
    /// One in a line, as the files have them.
    func lines() -> String {
        map {
            #"  {"mode": "\#($0.mode.rawValue)", "start": \#($0.start), "end": \#($0.end), "distance": \#($0.distance)}"#
        }.joined(separator: ",\n")
    }
}
