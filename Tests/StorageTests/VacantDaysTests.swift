import Alerts
import Allergens
import Observations
import SampleTesting
import Testing

@testable import Storage

/// New days of stations are written many at a time; the result must be as if they had come one by one.
@Suite struct VacantDaysTests {
    private static let stations: [Station.ID] = ["basel", "bern"]

    private func opened() async throws -> OpenedArchive {
        let opened = try OpenedArchive()
        try await opened.store.add(Self.stations.map { .sample($0) })
        return opened
    }

    /// One value a day for either station: one is below the detection limit, and one is suspect.
    private func history(_ count: Int) -> [Reading] {
        var readings: [Reading] = []
        for day in 0..<count {
            let period = Reading.Period.day(today.adding(days: -day))
            let quality: ReadingQuality = day == 60 ? .suspect(.jump) : .valid
            for station in Self.stations {
                readings.append(
                    Reading(
                        station: station, allergen: "birch", period: period,
                        value: day == 3 ? 2 : Double(day), detectionLimit: day == 3 ? 4 : nil,
                        quality: quality, meanOf: day == 7 ? 20 : nil))
            }
        }
        return readings
    }

    private func keep(_ batch: [Reading], in opened: OpenedArchive) async throws -> [Keeping] {
        try await opened.store.transact {
            try $0.keep(readingsOf: Submission(readings: batch), received: noon).map(\.keeping)
        }
    }

    /// All stored days, row by row.
    private func content(of opened: OpenedArchive) async throws -> [[StationReading]] {
        var content: [[StationReading]] = []
        for station in Self.stations {
            content.append(
                try await opened.store.readings(of: station, days: today.adding(days: -400)...today))
        }
        return content
    }

    @Test(arguments: [1, 24, 25, 26, 130])
    func `a history of any length has the same result as its days one by one`(count: Int) async throws {
        let (together, apart) = (try await opened(), try await opened())
        let batch = history(count)
        #expect(try await keep(batch, in: together) == Array(repeating: .accepted, count: 2 * count))
        #expect(try await apart.keep(batch) == Array(repeating: .accepted, count: 2 * count))
        #expect(try await content(of: together) == content(of: apart))
        #expect(try await together.count("reading") == 2 * count)
        #expect(try await together.store.integrityProblems().isEmpty)
    }

    @Test func `the same history again changes nothing, and a longer one adds its new days`() async throws {
        let opened = try await opened()
        _ = try await keep(history(60), in: opened)
        #expect(try await keep(history(60), in: opened).allSatisfy { $0 == .unchanged })
        let longer = try await keep(history(130), in: opened)
        #expect(longer.prefix(120).allSatisfy { $0 == .unchanged })
        #expect(longer.dropFirst(120).allSatisfy { $0 == .accepted })
        #expect(try await opened.count("revision") == 0)
    }

    @Test func `a day that occurs twice in a new history is stored once, and corrected`() async throws {
        let opened = try await opened()
        let corrected = Reading.sample(999, on: today.adding(days: -5))
        let kept = try await keep(history(130) + [corrected], in: opened)
        #expect(kept.last == .replaced)
        #expect(kept.dropLast().allSatisfy { $0 == .accepted })
        #expect(try await opened.count("reading") == 260)
        #expect(try await opened.count("revision") == 1)
    }

    @Test func `a history corrects an earlier value within its span`() async throws {
        let opened = try await opened()
        _ = try await opened.keep([.sample(999, on: today.adding(days: -70))])
        let kept = try await keep(history(130), in: opened)
        #expect(kept.filter { $0 == .replaced }.count == 1)
        #expect(kept.filter { $0 == .accepted }.count == 259)
        #expect(try await opened.count("revision") == 1)
    }
}
