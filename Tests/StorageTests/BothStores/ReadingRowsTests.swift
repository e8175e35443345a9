import Alerts
import Allergens
import Foundation
import Observations
import SampleTesting
import SeededTesting
import Testing

@testable import Storage

extension BothStoresTests {
    /// A batch of readings is written with few statements, as if they had come one by one.
    @Suite struct ReadingRowsTests {
        private func opened(_ kind: StoreKind) async throws -> OpenedRows {
            let opened = try await OpenedRows(kind)
            for station in ["basel", "bern"] { try await opened.addStation(station) }
            return opened
        }

        /// Readings for few places, so that many meet an existing value or another one of their batch.
        private func readings(
            _ count: Int, areDays: Bool, using generator: inout SeededGenerator
        ) -> [Reading] {
            (0..<count).map { _ in
                let hour = Double(Int.random(in: 1...24, using: &generator)) * 3_600
                let day = today.adding(days: -Int.random(in: 0...2, using: &generator))
                let value = Double(Int.random(in: 0...3, using: &generator)) / 10
                return Reading(
                    station: Bool.random(using: &generator) ? "basel" : "bern",
                    allergen: Bool.random(using: &generator) ? "birch" : "ash",
                    period: areDays ? .day(day) : .hour(ending: day.startInUTC.addingTimeInterval(hour)),
                    value: value, detectionLimit: value > 0.2 ? 0.6 : nil,
                    quality: Bool.random(using: &generator) ? .valid : .suspect(.jump))
            }
        }

        private func content(of opened: OpenedRows) async throws -> [String] {
            try await opened.store.readRows { runner in
                try ["reading", "readingSetAside", "hourlyReading"].flatMap { table in
                    try runner.rows(
                        """
                        SELECT station, allergen, day, value, detectionLimit, quality, suspicions
                        FROM \(sql: table)
                        """
                    ).map { "\(table) \($0.values)" }.sorted()
                }
            }
        }

        @Test(arguments: StoreKind.tested, [1, 2, 3] as [UInt64])
        func `a batch has the same result as its readings one by one`(
            kind: StoreKind, seed: UInt64
        ) async throws {
            var generator = SeededGenerator(seed: seed)
            let (together, apart) = (try await opened(kind), try await opened(kind))
            for areDays in [false, true, false] {
                let batch = readings(150, areDays: areDays, using: &generator)
                let kept = try await together.raising {
                    try $0.keep(readingsOf: Submission(readings: batch), received: noon).map(\.keeping)
                }
                let single = try await apart.raising { transaction in
                    try batch.map { try transaction.keep($0, received: noon).keeping }
                }
                #expect(kept == single)
            }
            let expected = try await content(of: apart)
            #expect(try await content(of: together) == expected)
            #expect(try await together.count("revision") == apart.count("revision"))
        }

        @Test(arguments: StoreKind.tested)
        func `a batch of more readings than one statement takes is kept as a whole`(
            kind: StoreKind
        ) async throws {
            let opened = try await opened(kind)
            let batch = (0..<2_500).map { place in
                Reading(
                    station: "basel", allergen: "birch", period: .day(today.adding(days: -place)),
                    value: Double(place) / 3)
            }
            for keeping in [Keeping.accepted, .unchanged] {
                let kept = try await opened.raising {
                    try $0.keep(readingsOf: Submission(readings: batch), received: noon)
                }
                #expect(kept.allSatisfy { $0.keeping == keeping })
            }
            #expect(try await opened.count("reading") == 2_500)
        }
    }
}
