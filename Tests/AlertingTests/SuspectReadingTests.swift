import Alerting
import Alerts
import Allergens
import Foundation
import Geography
import Localisation
import Observations
import People
import SampleTesting
import Storage
import Testing

@Suite struct SuspectReadingTests {
    private let network: NewsNetwork

    init() async throws {
        network = try await NewsNetwork([.sample(zone: "UTC")])
        try await network.keep(.sample(of: network.account()))
    }

    /// Four quiet days before today.
    private func quietDays() async throws {
        for age in 1...4 { try await network.take(.sample(1, on: today.adding(days: -age))) }
    }

    private var quality: ReadingQuality? {
        get async throws {
            try await network.store.readings(of: "basel", days: today...today).first?.quality
        }
    }

    @Test func `a jump is stored and alerts nobody until its operator confirms it`() async throws {
        try await quietDays()
        #expect(try await network.take(.sample(9_000)).isEmpty)
        #expect(try await quality == .suspect(.jump))
        #expect(try await network.store.newestValues(of: "birch", in: today...today).isEmpty)
        #expect(try await network.take(.sample(9_000)).isEmpty)
        let told = try await network.decide("birch", isConfirmed: true)
        #expect(told.map(\.concern.fences) == [["Home"]])
        #expect(try await quality == .confirmed)
        #expect(
            try await network.store.newestValues(of: "birch", in: today...today).map(\.value) == [9_000])
    }

    @Test func `a dismissed value alerts nobody, and never appears on a map`() async throws {
        try await quietDays()
        try await network.take(.sample(9_000))
        #expect(try await network.decide("birch", isConfirmed: false).isEmpty)
        #expect(try await quality == .dismissed)
        #expect(try await network.take(.sample(9_000)).isEmpty)
        #expect(try await quality == .dismissed, "the decision applies to the same value again")
        #expect(try await network.take(.sample(400)).count == 1, "a different value is not dismissed")
    }

    @Test func `an alert is cancelled when the value that raised it no longer counts`() async throws {
        try await quietDays()
        #expect(try await network.take(.sample(90)).map(\.alert.message) == [.alert])
        let told = try await network.decide("birch", isConfirmed: false)
        #expect(told.map(\.alert.message) == [.cancel])
        let headline = try #require(told.first.map { MessageCatalogue(.english).headline(of: $0.alert) })
        #expect(headline.contains("withdrawn") && !headline.contains("90"), "\(headline)")
        #expect(
            try await network.take(.sample(95)).map(\.alert.message) == [.alert],
            "it may raise an alert again")
    }

    @Test func `an alert is cancelled when a suspect value replaces the one that raised it`() async throws {
        try await quietDays()
        try await network.take(.sample(90))
        let told = try await network.take(.sample(9_000))
        #expect(told.map(\.alert.message) == [.cancel])
        #expect(try await network.decide("birch", isConfirmed: true).map(\.alert.message) == [.alert])
    }

    @Test func `a value that its sender confirms is accepted at once`() async throws {
        try await quietDays()
        #expect(
            try await network.take(Submission(readings: [.sample(9_000)], by: .command, isConfirmed: true))
                .count == 1)
        #expect(try await quality == .confirmed)
    }

    @Test func `values of one batch are compared with each other, in order of time`() async throws {
        let days = (0...5).reversed().map { age in
            Reading.sample(age == 0 ? 9_000 : age == 1 ? 8_000 : 2, on: today.adding(days: -age))
        }
        let counts = try await network.counts(Submission(readings: days.reversed(), by: .command))
        #expect(counts.accepted == 6)
        #expect(counts.suspects.isEmpty, "the next day explains the first, and that the second")
    }

    @Test func `a stuck sensor is found across uploads`() async throws {
        for age in (1...4).reversed() { try await network.take(.sample(90, on: today.adding(days: -age))) }
        let counts = try await network.counts(Submission(readings: [.sample(90)], by: .command))
        #expect(counts.suspects.map(\.doubts) == [["stuck"]])
    }

    /// Nine Aprils in which hardly any birch flies.
    private func quietAprils(at station: Station.ID = "basel") async throws {
        let days = (1...9).flatMap { year in
            (0...30).map { today.adding(days: $0 - 15 - Int(365.25 * Double(year))) }
        }
        _ = try await network.take(
            Submission(
                readings: days.map { Reading.sample(2, at: station, on: $0) }, by: .command))
    }

    @Test func `a station that never saw a season doubts it, and a new station does not`() async throws {
        try await quietDays()
        #expect(try await network.counts(Submission(readings: [.sample(90)], by: .command)).suspects.isEmpty)
        try await quietAprils()
        let counts = try await network.counts(Submission(readings: [.sample(91)], by: .command))
        #expect(counts.suspects.map { Set($0.doubts) } == [["jump", "outOfSeason"]])
    }

    @Test func `the next day lifts the doubt about a steep rise`() async throws {
        for age in 2...5 { try await network.take(.sample(1, on: today.adding(days: -age))) }
        let yesterday = today.adding(days: -1)
        #expect(try await network.take(.sample(9_000, on: yesterday)).isEmpty)
        func quality() async throws -> ReadingQuality? {
            try await network.store.readings(of: "basel", days: yesterday...yesterday).first?.quality
        }
        #expect(try await quality() == .suspect(.jump))
        try await network.take(.sample(1_000))
        #expect(try await quality() == .suspect(.jump))
        try await network.take(.sample(2_000))
        #expect(try await quality() == .valid)
        let shown = try await network.store.newestValues(of: "birch", in: yesterday...yesterday)
        #expect(shown.map(\.value) == [9_000])
        let revisions = try await network.store.revisions(of: "basel", limit: 9)
        #expect(revisions.contains { $0.former.quality == .suspect(.jump) && $0.current.quality == .valid })
    }

    @Test func `a dry run reports what would happen and changes nothing`() async throws {
        try await quietDays()
        let counts = try await network.tryOut(
            Submission(readings: [.sample(9_000), .sample(1, on: today.adding(days: -1))], by: .command))
        #expect(counts.accepted == 1 && counts.unchanged == 1 && counts.suspects.count == 1)
        #expect(try await quality == nil)
    }

    @Test func `earlier values of a dry run count in the same run, and nowhere else`() async throws {
        try await network.take(.sample(2, on: today.adding(days: -5)))
        let trial = try network.dryRun()
        func tried(_ readings: [Reading]) async throws -> IntakeTally {
            try await trial.keep(Submission(readings: readings, by: .command), at: noon)
        }
        let quiet = (1...4).map { Reading.sample(1, on: today.adding(days: -$0)) }
        #expect(try await tried(quiet).accepted == 4)
        #expect(try await tried([.sample(9_000)]).suspects.map(\.doubts) == [["jump"]])
        #expect(try await tried(quiet).unchanged == 4)
        #expect(try await tried([.sample(3, on: today.adding(days: -5))]).replaced == 1)
        let days = today.adding(days: -5)...today
        #expect(try await network.store.readings(of: "basel", days: days).map(\.value) == [2])
        #expect(try await network.store.revisions(of: "basel", limit: 9).isEmpty)
        #expect(
            try await network.tryOut(Submission(readings: [.sample(9_000)], by: .command)).suspects.isEmpty)
    }

    @Test func `a jump among the hours is left out of the day's mean`() async throws {
        let hours = (1...20).map { hour in
            Reading.hour(
                hour == 20 ? 9_000 : 2, ending: today.startInUTC.addingTimeInterval(Double(hour) * 3_600))
        }
        let counts = try await network.counts(Submission(readings: hours, by: .command))
        #expect(counts.suspects.map(\.line) == [20])
        #expect(
            try await network.store.readings(of: "basel", days: today...today)
                == [StationReading(allergen: "birch", day: today, value: 2, hours: 19)])
    }

    /// Rows of a table with a column for each taxon, in which each has the height of one some places further on.
    private func table(_ days: ClosedRange<Int>, yearsAgo: Int = 0, movedBy places: Int = 0) -> [Reading] {
        let taxa: [(allergen: Allergen.ID, height: Double)] = [
            ("alder", 200), ("birch", 1_000), ("hazel", 20), ("grass", 2), ("oak", 60),
        ]
        return days.flatMap { day in
            taxa.indices.map { number in
                let height = taxa[(number + places) % taxa.count].height
                // Values differ from day to day, and so no sensor seems stuck.
                let share = 0.5 + 0.02 * Double((day + 60) % 14)
                return Reading.sample(
                    height * share, of: taxa[number].allergen,
                    on: today.adding(days: day - Int(365.25 * Double(yearsAgo))))
            }
        }
    }

    @Test func `what is too high in a table whose columns have moved is suspect`() async throws {
        let history = (1...4).flatMap { table(-45...15, yearsAgo: $0) }
        _ = try await network.take(Submission(readings: history, by: .command, isConfirmed: true))
        let right = try await network.counts(Submission(readings: table(-27 ... -14), by: .command))
        #expect(right.accepted == 70 && right.suspects.isEmpty)
        let moved = try await network.counts(Submission(readings: table(-13...0, movedBy: 1), by: .command))
        #expect(moved.suspects.count > 10)
        #expect(moved.suspects.allSatisfy { $0.doubts.contains("outOfSeason") })
        // Where there is less than usual, nobody is misled: birch has the values of hazel.
        let birch = try await network.store.readings(of: "basel", days: today...today).first {
            $0.allergen == "birch"
        }
        #expect(birch?.quality == .valid)
    }

    @Test func `simulated stations are never suspect`() async throws {
        let simulated = try await NewsNetwork([.sample(zone: "UTC", isSimulated: true)])
        for age in 1...4 { try await simulated.take(.sample(1, on: today.adding(days: -age))) }
        let counts = try await simulated.counts(Submission(readings: [.sample(9_000)], by: .command))
        #expect(counts.suspects.isEmpty)
    }
}
