import Alerts
import Allergens
import Foundation
import GRDB
import Observations
import SampleTesting
import Synchronization
import Testing

@testable import Storage

@Suite struct KeepingReadingsTests {
    let opened: OpenedArchive

    init() async throws {
        opened = try OpenedArchive()
        try await opened.store.add([
            .sample(), .sample("bern"), .sample("oslo", isSimulated: true),
        ])
    }

    private func values(of station: Station.ID = "basel") async throws -> [StationReading] {
        try await opened.store.readings(of: station, days: today.adding(days: -400)...today)
    }

    @Test func `a value is accepted, then unchanged, then replaced by another`() async throws {
        let kept = try await opened.keep([.sample(80), .sample(80), .sample(81), .sample(81)])
        #expect(kept == [.accepted, .unchanged, .replaced, .unchanged])
        #expect(try await values() == [StationReading(allergen: "birch", day: today, value: 81, hours: nil)])
    }

    @Test func `values of other stations, days and allergens are kept apart`() async throws {
        let kept = try await opened.keep([
            .sample(1), .sample(2, at: "bern"), .sample(3, on: today.adding(days: -1)),
            .sample(4, of: "grass"),
        ])
        #expect(kept == Array(repeating: .accepted, count: 4))
        #expect(try await values().map(\.value) == [3, 1, 4])
        #expect(try await values(of: "bern").map(\.value) == [2])
    }

    @Test func `one allergen of a station can be requested alone`() async throws {
        try await opened.keep([.sample(1), .sample(4, of: "grass")])
        let found = try await opened.store.readings(
            of: "basel", days: today...today, allergens: Taxonomy.standard.set(of: ["grass"]))
        #expect(found.map(\.value) == [4])
    }

    @Test func `an unknown station or allergen is refused and keeps nothing`() async throws {
        await #expect(throws: ReadingRejection.unknownStation) {
            try await opened.keep([.sample(1), .sample(2, at: "nowhere")])
        }
        await #expect(throws: ReadingRejection.unknownAllergen) {
            try await opened.keep([.sample(1), .sample(2, of: "kryptonite")])
        }
        #expect(try await opened.count("reading") == 0)
    }

    @Test func `a forecast is accepted, replaced and read back as a forecast`() async throws {
        let kept = try await opened.store.transact { transaction in
            try [90.0, 90, 95].map { value in
                try transaction.keep(
                    Forecast(station: "basel", allergen: "birch", day: today, value: value), received: noon)
            }
        }
        #expect(kept == [.accepted, .unchanged, .replaced])
        let found = try await opened.store.forecasts(of: "birch", for: today)
        #expect(found.map(\.value) == [95])
        #expect(found.map(\.basis) == [.forecast])
        #expect(try await opened.store.forecasts(of: "birch", for: today.adding(days: 1)).isEmpty)
    }

    @Test func `the newest value in the span is found for each station`() async throws {
        let yesterday = today.adding(days: -1)
        try await opened.keep([
            .sample(1, on: yesterday), .sample(2), .sample(3, at: "bern", on: yesterday),
            .sample(4, at: "oslo", on: today.adding(days: -2)), .sample(9, of: "grass"),
        ])
        let found = try await opened.store.newestValues(of: "birch", in: yesterday...today)
        #expect(found.map(\.station) == ["basel", "bern"])
        #expect(found.map(\.value) == [2, 3])
        #expect(found.map(\.day) == [today, yesterday])
    }

    @Test func `values of simulated stations are marked`() async throws {
        try await opened.keep([.sample(1), .sample(2, at: "oslo")])
        let found = try await opened.store.newestValues(of: "birch", in: today...today)
        #expect(found.map(\.basis) == [.measured, .simulated])
    }

    @Test func `an allergen's peak is the day with the highest mean of all stations`() async throws {
        let yesterday = today.adding(days: -1)
        try await opened.keep([
            .sample(100), .sample(0, at: "bern"), .sample(60, on: yesterday),
            .sample(60, at: "bern", on: yesterday),
        ])
        let peaks = try await opened.store.peaks(in: yesterday...today)
        #expect(peaks["birch"]?.day == yesterday)
        #expect(peaks["birch"]?.mean == 60)
        #expect(peaks.count == 1)
    }

    @Test func `an allergen's span goes from its first reading to its last reading or forecast`()
        async throws
    {
        try await opened.keep([.sample(1, on: today.adding(days: -40)), .sample(1), .sample(2, of: "grass")])
        _ = try await opened.store.transact { transaction in
            try transaction.keep(
                Forecast(station: "basel", allergen: "birch", day: today.adding(days: 1), value: 3),
                received: noon)
        }
        let spans = try await opened.store.spans()
        #expect(
            spans == ["birch": today.adding(days: -40)...today.adding(days: 1), "grass": today...today])
    }

    @Test func `an export visits every reading once`() async throws {
        try await opened.keep([.sample(1), .sample(2, at: "bern"), .sample(3, of: "grass", at: "bern")])
        let found = Mutex<[String]>([])
        try await opened.store.forEachReading { station, reading in
            found.withLock {
                $0.append("\(station.rawValue) \(reading.allergen.rawValue) \(reading.value)")
            }
        }
        #expect(found.withLock(\.self) == ["basel birch 1.0", "bern birch 2.0", "bern grass 3.0"])
    }
}
