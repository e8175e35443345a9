import Alerts
import Allergens
import Foundation
import Geography
import People
import SampleTesting
import Testing

@testable import Storage

extension BothStoresTests {
    /// What is kept of many fences at once, alike at some of them and different at others.
    @Suite struct AnnouncementTests {
        private let tomorrow = today.adding(days: 1)

        /// Four fences around Basel.
        private func fences(in opened: OpenedRows) async throws -> [Fence.Number] {
            let anna = try await opened.account()
            for name in ["home", "work", "school", "garden"] { try await opened.fence(name, of: anna) }
            let numbers = try await opened.store.readRows { runner in
                try runner.rows("SELECT number FROM fence ORDER BY number").map { try $0.first() as Int64 }
            }
            return numbers.map(Fence.Number.init(rawValue:))
        }

        private func announced(
            in opened: OpenedRows, of allergen: Allergen.ID = "birch"
        ) async throws -> [Fence.Number: Announcement] {
            try await opened.raising { transaction in
                var found: [Fence.Number: Announcement] = [:]
                try transaction.visitFences(
                    touching: .world, watching: allergen, for: .station, at: noon
                ) { found[$0.number] = $0.announced }
                return found
            }
        }

        @Test(arguments: StoreKind.tested)
        func `what was announced at many fences is kept, replaced and forgotten`(kind: StoreKind) async throws
        {
            let opened = try await OpenedRows(kind)
            let fences = try await fences(in: opened)
            let high = Announcement(level: .high, day: today)
            let higher = Announcement(level: .veryHigh, day: today)
            let later = Announcement(level: .high, day: tomorrow)
            try await opened.raising { transaction in
                try transaction.remember(
                    [fences[0]: high, fences[1]: high, fences[2]: higher, fences[3]: later], of: "birch")
                try transaction.remember([fences[0]: later], of: "grass")
            }
            #expect(
                try await announced(in: opened) == [
                    fences[0]: high, fences[1]: high, fences[2]: higher, fences[3]: later,
                ])
            try await opened.raising { transaction in
                try transaction.remember(
                    [fences[0]: nil, fences[1]: higher, fences[2]: nil], of: "birch")
                try transaction.remember([:], of: "birch")
            }
            #expect(try await announced(in: opened) == [fences[1]: higher, fences[3]: later])
            #expect(try await opened.count("announcedLevel") == 3, "that of another allergen stays")
        }

        @Test(arguments: StoreKind.tested)
        func `what a forecast announced at many fences is kept, replaced and forgotten`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let fences = try await fences(in: opened)
            let tomorrow = tomorrow
            func announced(for day: CivilDate) async throws -> [Fence.Number: Level] {
                try await opened.raising { transaction in
                    var found: [Fence.Number: Level] = [:]
                    try transaction.visitFences(fences, watching: "birch", forecastFor: day) {
                        found[$0.number] = $0.announced?.level
                    }
                    return found
                }
            }
            try await opened.raising { transaction in
                try transaction.rememberForecast(
                    [fences[0]: .high, fences[1]: .high, fences[2]: .veryHigh], of: "birch", for: today)
                try transaction.rememberForecast([fences[0]: .moderate], of: "birch", for: tomorrow)
            }
            #expect(
                try await announced(for: today)
                    == [fences[0]: .high, fences[1]: .high, fences[2]: .veryHigh])
            try await opened.raising { transaction in
                try transaction.rememberForecast(
                    [fences[0]: .none, fences[1]: .veryHigh, fences[2]: .none], of: "birch", for: today)
            }
            #expect(try await announced(for: today) == [fences[1]: .veryHigh])
            #expect(try await announced(for: tomorrow) == [fences[0]: .moderate])
        }

        @Test(arguments: StoreKind.tested)
        func `each fence is due when its own round is`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let fences = try await fences(in: opened)
            let (soon, late) = (noon.addingTimeInterval(60), noon.addingTimeInterval(7_200))
            func rounds() async throws -> [String] {
                try await opened.store.readRows { runner in
                    try runner.rows("SELECT number, nextForecast, lastForecast FROM fence ORDER BY number")
                        .map { row in
                            let (next, last): (Int64, Int64?) = (
                                try row["nextForecast"], try row["lastForecast"]
                            )
                            return "\(next) \(last.map(String.init) ?? "-")"
                        }
                }
            }
            let before = try await rounds()
            try await opened.raising { transaction in
                try transaction.schedule([
                    fences[0]: (day: today, next: soon), fences[1]: (day: today, next: soon),
                    fences[2]: (day: nil, next: soon),
                ])
                try transaction.schedule([fences[1]: (day: nil, next: late)])
            }
            let day = today.daysSinceEpoch
            #expect(
                try await rounds() == [
                    "\(soon.stored) \(day)", "\(late.stored) \(day)", "\(soon.stored) -", before[3],
                ])
        }
    }
}
