import Alerts
import Allergens
import Foundation
import GRDB
import Observations
import SampleTesting
import Testing

@testable import Storage

/// A day has the value that its station gave, as long as that counts, and otherwise the mean of its hours.
@Suite struct MeanOfHoursTests {
    let opened: OpenedArchive

    init() async throws {
        opened = try OpenedArchive()
        try await opened.store.add([.sample(zone: "UTC")])
    }

    private let mean = StationReading(allergen: "birch", day: today, value: 10.5, hours: 20)

    private func own(_ quality: ReadingQuality) -> StationReading {
        StationReading(allergen: "birch", day: today, value: 900, hours: nil, quality: quality)
    }

    private func aside(_ quality: ReadingQuality) -> StationReading {
        StationReading(
            allergen: "birch", day: today, value: 900, hours: nil, quality: quality, isAside: true)
    }

    private func hours(_ range: ClosedRange<Int> = 1...20, quality: ReadingQuality = .valid) -> [Reading] {
        range.map { hour in
            Reading(
                station: "basel", allergen: "birch",
                period: .hour(ending: today.startInUTC.addingTimeInterval(Double(hour) * 3_600)),
                value: Double(hour), quality: quality)
        }
    }

    private func day(_ quality: ReadingQuality) -> Reading {
        Reading(station: "basel", allergen: "birch", period: .day(today), value: 900, quality: quality)
    }

    private var shown: [StationReading] {
        get async throws { try await opened.store.readings(of: "basel", days: today...today) }
    }

    private var onMaps: [Double] {
        get async throws {
            try await opened.store.newestValues(of: "birch", in: today...today).map(\.value)
        }
    }

    private func decide(_ quality: ReadingQuality, _ period: Reading.Period = .day(today)) async throws {
        let outcome = try await opened.store.transact {
            try $0.decide(quality, about: "birch", at: "basel", in: period, by: .command, now: noon)
        }
        #expect(outcome?.isChanged == true)
    }

    @Test func `the mean of the hours counts while the day's own value is suspect`()
        async throws
    {
        try await opened.keep(hours())
        #expect(try await opened.keep([day(.suspect(.jump))]) == [.accepted])
        #expect(try await shown == [mean, aside(.suspect(.jump))])
        #expect(try await onMaps == [10.5])
        #expect(try await opened.keep([day(.suspect(.jump))]) == [.unchanged])
        try await decide(.confirmed)
        #expect(try await shown == [own(.confirmed)])
        #expect(try await onMaps == [900])
        try await decide(.dismissed)
        #expect(try await shown == [mean, aside(.dismissed)])
        try await decide(.confirmed)
        #expect(try await shown == [own(.confirmed)], "a dismissed value can be confirmed later")
    }

    @Test func `the mean of the hours replaces a suspect value that was there before`() async throws {
        try await opened.keep([day(.suspect(.jump))])
        try await opened.keep(hours(1...17))
        #expect(try await shown == [own(.suspect(.jump))])
        try await opened.keep(hours(18...20))
        #expect(try await shown == [mean, aside(.suspect(.jump))])
        for hour in 18...20 {
            let end = today.startInUTC.addingTimeInterval(Double(hour) * 3_600)
            try await decide(.dismissed, .hour(ending: end))
        }
        #expect(try await shown == [own(.suspect(.jump))], "without a mean the day is doubtful again")
        #expect(try await onMaps.isEmpty)
    }

    @Test func `the mean counts for a day after its own value is dismissed or corrected to a suspect one`()
        async throws
    {
        try await opened.keep(hours())
        try await opened.keep([day(.valid)])
        #expect(try await onMaps == [900])
        try await decide(.dismissed)
        #expect(try await onMaps == [10.5])
        try await decide(.confirmed)
        let other = Reading(
            station: "basel", allergen: "birch", period: .day(today), value: 9_000, quality: .suspect(.jump))
        #expect(try await opened.keep([other]) == [.replaced])
        #expect(try await onMaps == [10.5])
        #expect(try await shown.map(\.value) == [10.5, 9_000])
        let former = try await opened.store.revisions(of: "basel", limit: 9).map(\.former.value)
        #expect(former.allSatisfy { $0 == 900 } && former.count == 3, "\(former)")
    }

    @Test func `eighteen values from fewer hours are not enough for a day`() async throws {
        let halves = (1...18).map { half in
            Reading.hour(30, ending: today.startInUTC.addingTimeInterval(Double(half) * 1_800))
        }
        try await opened.keep(halves)
        #expect(try await shown.isEmpty)
        try await opened.keep(hours(10...18))
        #expect(try await shown.map(\.hours) == [19], "from the first hour to the eighteenth")
    }

    @Test func `overlapping three-hour values count each hour once`() async throws {
        func threes(_ ends: ClosedRange<Int>) -> [Reading] {
            ends.map { hour in
                Reading(
                    station: "basel", allergen: "birch",
                    period: .threeHours(ending: today.startInUTC.addingTimeInterval(Double(hour) * 3_600)),
                    value: 40)
            }
        }
        try await opened.keep(threes(3...17))
        #expect(try await shown.isEmpty, "seventeen hours, each reported three times")
        try await opened.keep(threes(18...18))
        #expect(try await shown == [StationReading(allergen: "birch", day: today, value: 40, hours: 18)])
    }

    @Test func `a mean that was made elsewhere is stored, and yields to our own data`()
        async throws
    {
        let foreign = Reading(
            station: "basel", allergen: "birch", period: .day(today), value: 33, meanOf: 22)
        #expect(try await opened.keep([foreign]) == [.accepted])
        let kept = StationReading(allergen: "birch", day: today, value: 33, hours: 22)
        #expect(try await shown == [kept])
        #expect(try await opened.keep([foreign]) == [.unchanged])
        try await opened.keep(hours(1...3))
        #expect(try await shown == [kept], "three hours are no reason to doubt the mean of 22")
        try await opened.keep(hours(4...20))
        #expect(try await shown == [mean])
        #expect(try await opened.keep([foreign]) == [.unchanged])
        #expect(try await opened.keep([day(.valid)]) == [.replaced])
        #expect(try await opened.keep([foreign]) == [.unchanged])
        #expect(try await shown == [own(.valid)])
    }

    @Test func `a value that a mean replaced stays among the suspects for the operator`() async throws {
        try await opened.keep(hours())
        try await opened.keep([day(.suspect(.jump))])
        let page = try await opened.store.suspects(of: "basel", limit: 9)
        #expect(page.total == 1 && page.values.map(\.value) == [900] && page.days == today...today)
        #expect(page.values.first?.place == .init(allergen: "birch", period: .day(today)))
        try await decide(.dismissed)
        #expect(try await opened.store.suspects(of: "basel", limit: 9).total == 0)
    }

    @Test func `a mean that was made elsewhere survives the confirmation of one of its hours`() async throws {
        let foreign = Reading(
            station: "basel", allergen: "birch", period: .day(today), value: 33, meanOf: 22)
        try await opened.keep([foreign])
        try await opened.keep(hours(1...2) + hours(3...3, quality: .suspect(.jump)))
        let end = today.startInUTC.addingTimeInterval(3 * 3_600)
        try await decide(.confirmed, .hour(ending: end))
        let other = Reading(station: "basel", allergen: "birch", period: .hour(ending: end), value: 4)
        #expect(try await opened.keep([other]) == [.replaced])
        #expect(try await onMaps == [33])
    }

    @Test func `a decision made elsewhere about a mean applies to the same mean here`() async throws {
        try await opened.keep(hours())
        let decided = Reading(
            station: "basel", allergen: "birch", period: .day(today), value: 10.5, quality: .dismissed,
            meanOf: 20)
        #expect(try await opened.keep([decided]) == [.replaced])
        #expect(try await onMaps.isEmpty)
        #expect(try await opened.keep([decided]) == [.unchanged])
    }

    @Test func `a cancelled load leaves foreign keys enforced`() async throws {
        let store = opened.store
        let load = Task {
            try await store.load { transaction in
                withUnsafeCurrentTask { $0?.cancel() }
                return try transaction.station("basel")
            }
        }
        load.cancel()
        _ = try? await load.value
        #expect(try await store.pool.write { try Int.fetchOne($0, sql: "PRAGMA foreign_keys") } == 1)
    }

    @Test func `a dry run neither waits for writers nor blocks them`() async throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let writer = try DatabaseQueue(path: opened.store.pool.path, configuration: configuration)
        try await writer.writeWithoutTransaction { database in
            try database.execute(sql: "BEGIN IMMEDIATE; UPDATE station SET name = 'Elsewhere'")
        }
        let rehearsal = try opened.store.dryRun()
        let submission = Submission(readings: [day(.valid)], by: .command)
        let kept = try await rehearsal.run(submission) { transaction in
            try transaction.keep(submission.readings[0], received: noon, by: .command).keeping
        }
        #expect(kept == .accepted)
        try await writer.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        _ = try await rehearsal.run(submission) { _ in
            try writer.write { try $0.execute(sql: "UPDATE station SET name = 'Later'") }
        }
        #expect(try await opened.store.station("basel")?.name == "Later")
        #expect(try await shown.isEmpty, "nothing of the dry run is visible")
    }
}
