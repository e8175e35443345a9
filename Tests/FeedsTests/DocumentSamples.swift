import Allergens
import Foundation
import Geography
import Observations
import SampleTesting

@testable import Feeds

extension Date {
    /// Noon UTC on 28 June 2026, the day of the recorded forecasts.
    static let noonOfJune = Date(timeIntervalSince1970: 1_782_648_000)
}

/// The content of a document.
func document(
    _ bytes: some Sequence<UInt8>, as feed: String, asked: AskedPlace = AskedPlace(),
    stations: [Station] = [], at now: Date = .noonOfJune
) throws -> Submission {
    var reader = FeedReader(
        definition: try .named(feed, in: feeds),
        stations: Dictionary(uniqueKeysWithValues: stations.map { ($0.id, $0) }), now: now, asked: asked)
    var batches: [Submission] = []
    try reader.read(bytes) { batches.append($0) }
    try reader.finish { batches.append($0) }
    precondition(batches.count == 1, "a document is one batch")
    return batches[0]
}

func document(
    _ text: String, as feed: String, asked: AskedPlace = AskedPlace(), stations: [Station] = [],
    at now: Date = .noonOfJune
) throws -> Submission {
    try document(text.utf8, as: feed, asked: asked, stations: stations, at: now)
}

/// The content of a recorded file.
func recorded(
    _ path: String, as feed: String, asked: AskedPlace = AskedPlace(), stations: [Station] = [],
    at now: Date = .noonOfJune
) throws -> Submission {
    try document(
        Data(contentsOf: RealFiles.file(path)), as: feed, asked: asked, stations: stations,
        at: now)
}

extension Submission {
    /// The code of a class.
    func code(_ region: String, _ subject: AirSubject, _ day: String) -> String? {
        classes.first {
            $0.place == Region.ID(rawValue: region).map(ClassPlace.region) && $0.subject == subject
                && $0.day.description == day
        }?.code
    }

    /// The rejections, as `place: reason`.
    var complaints: [String] { tally.rejected.map { "\($0.column) “\($0.value)”: \($0.rejection.reason)" } }
}

extension AirSubject {
    static func plant(_ key: String) -> AirSubject { .allergen(Allergen.ID(rawValue: key)) }
}

extension Coordinate {
    static func at(_ longitude: Double, _ latitude: Double) -> Coordinate {
        guard let position = Coordinate(longitude: longitude, latitude: latitude) else {
            preconditionFailure("the sample is no position")
        }
        return position
    }
}
