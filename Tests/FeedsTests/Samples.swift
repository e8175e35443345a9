import Allergens
import Foundation
import Geography
import Observations

@testable import Feeds

/// The root of the package, relative to this file.
private let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

let feeds = root.appending(path: "stations/feeds")
let samples = root.appending(path: "stations/samples")

/// A small generator that gives the same numbers for a seed everywhere (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

extension Station.ID {
    static let basel = sample("basel")
    static let bern = sample("bern")

    static func sample(_ text: String) -> Station.ID {
        guard let id = Station.ID(rawValue: text) else { preconditionFailure("\(text) is no identifier") }
        return id
    }
}

extension Date {
    /// 22:30 UTC on 8 April 2026, when it is already the 9th in Zürich.
    static let eveningOfApril = Date(timeIntervalSince1970: 1_775_687_400)
}

/// Basel in the time zone of Zürich, Bern in UTC.
let knownStations: [Station.ID: Station] = {
    guard let position = Coordinate(longitude: 7.58, latitude: 47.56),
        let zone = TimeZone(identifier: "Europe/Zurich")
    else { preconditionFailure("the samples are wrong") }
    return [
        .basel: Station(id: .basel, name: "Basel", position: position, timeZone: zone),
        .bern: Station(id: .bern, name: "Bern", position: position),
    ]
}()

/// The complete outcome of a feed.
struct Outcome {
    var readings: [Reading] = []
    var lines: [Int] = []
    var forecasts: [Forecast] = []
    var rejected: [RejectedRow] = []
    var totals = FeedTotals()

    mutating func add(_ batch: Submission) {
        readings += batch.readings
        lines += batch.lines
        forecasts += batch.forecasts
        rejected += batch.tally.rejected
    }

    func value(_ station: Station.ID, _ allergen: String, _ day: String) -> Double? {
        readings.first {
            $0.station == station && $0.allergen.rawValue == allergen
                && $0.period == CivilDate(day).map { .day($0) }
        }?.value
    }
}

/// Reads bytes as a feed defines them.
func read(
    _ bytes: some Sequence<UInt8>, as feed: String = "plain", only: Station.ID? = nil, batchSize: Int = 10_000
) throws -> Outcome {
    var reader = FeedReader(
        definition: try .named(feed, in: feeds), stations: knownStations, now: .eveningOfApril, only: only,
        batchSize: batchSize)
    var outcome = Outcome()
    try reader.read(bytes) { outcome.add($0) }
    outcome.totals = try reader.finish { outcome.add($0) }
    return outcome
}

func read(_ text: String, as feed: String = "plain", only: Station.ID? = nil) throws -> Outcome {
    try read(text.utf8, as: feed, only: only)
}

/// Reads a file as a feed defines it.
func read(_ file: URL, as feed: String) throws -> Outcome {
    var reader = FeedReader(
        definition: try .named(feed, in: feeds), stations: knownStations, now: .eveningOfApril)
    var outcome = Outcome()
    outcome.totals = try reader.readFile(at: file) { outcome.add($0) }
    return outcome
}

/// The failure of a file, or `nil` when it is read.
func failure(_ bytes: some Sequence<UInt8>, as feed: String = "plain", only: Station.ID? = nil) throws
    -> String?
{
    do {
        _ = try read(bytes, as: feed, only: only)
        return nil
    } catch let failure as FeedFailure {
        return failure.sentence
    }
}
