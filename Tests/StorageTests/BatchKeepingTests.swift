import Alerts
import Allergens
import Foundation
import GRDB
import Observations
import SampleTesting
import SeededTesting
import Testing

@testable import Storage

/// A batch is written in the store's order; the result must be as if its readings had come one by one.
@Suite struct BatchKeepingTests {
    private static let stations: [Station.ID] = ["basel", "bern"]
    private static let tables = ["reading", "readingSetAside", "hourlyReading", "threeHourReading"]

    private func opened() async throws -> OpenedArchive {
        let opened = try OpenedArchive()
        try await opened.store.add([.sample(zone: "UTC"), .sample("bern", zone: "Asia/Kolkata")])
        return opened
    }

    /// Readings for few places, so that many meet an existing value or another one of their batch.
    private func readings(_ count: Int, using generator: inout SeededGenerator) -> [Reading] {
        (0..<count).map { _ in
            let hour = today.startInUTC.addingTimeInterval(
                Double(Int.random(in: 1...24, using: &generator)) * 3_600)
            let periods: [Reading.Period] = [
                .day(today), .day(today.adding(days: -1)), .hour(ending: hour), .hour(ending: hour),
                .threeHours(ending: hour),
            ]
            let qualities: [ReadingQuality] = [.valid, .valid, .suspect(.jump), .confirmed, .dismissed]
            let value = Double(Int.random(in: 0...3, using: &generator))
            return Reading(
                station: Self.stations.randomElement(using: &generator) ?? "basel",
                allergen: Bool.random(using: &generator) ? "birch" : "ash",
                period: periods.randomElement(using: &generator) ?? .day(today), value: value,
                detectionLimit: value == 3 ? 6 : nil,
                quality: qualities.randomElement(using: &generator) ?? .valid)
        }
    }

    private func content(of opened: OpenedArchive) async throws -> [String] {
        try await opened.store.pool.read { database in
            try Self.tables.flatMap { table in
                try Row.fetchAll(database, sql: "SELECT * FROM \(table)").map { "\(table) \($0)" }.sorted()
            }
        }
    }

    @Test(arguments: UInt64(0)..<20)
    func `a batch of days or of hours has the same result as its readings one by one`(seed: UInt64)
        async throws
    {
        var generator = SeededGenerator(seed: seed)
        let (together, apart) = (try await opened(), try await opened())
        // Files hold days or hours, never both. In a mixed batch only the intermediate
        // outcomes for means would differ.
        for isDay in [false, true, false, true] {
            let usual = (1...20).map { hour in
                Reading.hour(2, ending: today.startInUTC.addingTimeInterval(Double(hour) * 3_600))
            }
            let batch = (usual + readings(150, using: &generator)).filter { ($0.period.end == nil) == isDay }
            let kept = try await together.store.transact {
                try $0.keep(readingsOf: Submission(readings: batch), received: noon).map(\.keeping)
            }
            #expect(try await apart.keep(batch) == kept)
        }
        let expected = try await content(of: apart)
        #expect(try await content(of: together) == expected)
        let counts = try await (together.count("revision"), apart.count("revision"))
        #expect(counts.0 == counts.1)
    }

    @Test func `revisions of a batch follow the order of its rows`() async throws {
        let opened = try await opened()
        let days = [3, 1, 2].map { today.adding(days: -$0) }
        try await opened.keep(days.map { .sample(1, on: $0) })
        _ = try await opened.store.transact { transaction in
            try transaction.keep(
                readingsOf: Submission(readings: days.map { .sample(2, on: $0) }), received: noon)
        }
        let revisions = try await opened.store.revisions(of: "basel", limit: 9)
        #expect(revisions.reversed().map(\.period) == days.map { .day($0) })
    }
}
