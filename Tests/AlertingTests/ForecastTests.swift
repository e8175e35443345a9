import Alerts
import Allergens
import Foundation
import Geography
import Observations
import People
import SampleTesting
import Storage
import Testing

@testable import Alerting

/// When subscribers get the forecast for tomorrow.
///
/// ``today`` is 2020-04-08; clocks in Zürich are two hours ahead of UTC.
@Suite struct ForecastTests {
    let network: NewsNetwork
    let anna: Account.ID
    private let tomorrow = today.adding(days: 1)
    private let zurich = LocalCalendar(TimeZone(identifier: "Europe/Zurich")!)

    init() async throws {
        network = try await NewsNetwork()
        anna = try await network.account()
    }

    private func live(
        in zone: String = "Europe/Zurich", _ round: ForecastRound = .eveningBefore(at: LocalTime(hour: 18))
    ) async throws {
        var profile = Profile()
        profile.timeZone = try #require(TimeZone(identifier: zone))
        profile.forecastRound = round
        try await network.store.keep(profile, of: anna, at: noon)
    }

    private func forecast(_ value: Double, for day: CivilDate? = nil) -> Forecast {
        Forecast(station: "basel", allergen: "birch", day: day ?? tomorrow, value: value)
    }

    private func clock(_ hour: Int, _ minute: Int = 0, on day: CivilDate = today) -> Date {
        zurich.instant(of: LocalTime(minutes: 60 * hour + minute)!, on: day)
    }

    @Test func `tomorrow is announced once, at six in the evening`() async throws {
        try await live()
        try await network.keep(.sample(of: anna))
        try await network.take(forecasts: [forecast(80)])
        #expect(try await network.look(at: clock(17, 59)).isEmpty)
        let entry = try #require(try await network.look(at: clock(18)).first)
        #expect(entry.alert.kind == .forecast && entry.alert.level == .high)
        #expect(entry.alert.finding?.day == tomorrow && entry.alert.finding?.basis == .forecast)
        #expect(entry.alert.expires == clock(0, on: tomorrow.adding(days: 1)))
        #expect(try await network.look(at: clock(18, 1)).isEmpty)
        #expect(try await network.look(at: clock(18, on: tomorrow)).isEmpty)
    }

    @Test func `subscribers who prefer the morning are notified of the same day`() async throws {
        try await live(.sameMorning(at: LocalTime(hour: 7)))
        try await network.keep(.sample(of: anna))
        try await network.take(forecasts: [forecast(80)])
        #expect(try await network.look(at: clock(18)).isEmpty)
        #expect(try await network.look(at: clock(6, 59, on: tomorrow)).isEmpty)
        let entries = try await network.look(at: clock(7, on: tomorrow))
        #expect(entries.map(\.alert.finding?.day) == [tomorrow])
    }

    private func live(_ round: ForecastRound) async throws { try await live(in: "Europe/Zurich", round) }

    @Test func `below the level there is no alert, and a fence without forecasts gets none`() async throws {
        try await live()
        try await network.keep(.sample("a", of: anna))
        try await network.keep(.sample("b", of: anna, levels: ["birch": .low], kinds: [.station, .user]))
        try await network.take(forecasts: [forecast(69)])
        #expect(try await network.look(at: clock(18)).isEmpty)
    }

    @Test(arguments: [(Level.high, Alert.Message.cancel), (.low, .update)])
    func `a lowered forecast is corrected at once, and a higher one is news again`(
        threshold: Level, message: Alert.Message
    ) async throws {
        try await live()
        try await network.keep(.sample(of: anna, levels: ["birch": threshold]))
        try await network.take(forecasts: [forecast(80)])
        let told = try #require(try await network.look(at: clock(18)).first)
        try await network.take(forecasts: [forecast(75)], at: clock(18, 30))
        #expect(try await network.look(at: clock(18, 31)).isEmpty, "the level is the same")
        try await network.take(forecasts: [forecast(40)], at: clock(19))
        let entries = try await network.news()
        let correction = try #require(entries.first).alert
        #expect(entries.count == 1 && correction.message == message && correction.kind == .forecast)
        #expect(correction.level == .moderate && correction.finding?.value == 40)
        #expect(correction.reference?.id == told.alert.id)
        #expect(try await network.look(at: clock(19, 1)).isEmpty)
        try await network.take(forecasts: [forecast(90)], at: clock(20))
        let again = try await network.look(at: clock(20, 1))
        #expect(again.map(\.alert.message) == [.alert] && again.first?.alert.level == .high)
    }

    @Test func `a day that was measured needs no correction of its forecast`() async throws {
        try await live(.sameMorning(at: LocalTime(hour: 7)))
        try await network.keep(.sample(of: anna, kinds: [.forecast]))
        try await network.take(forecasts: [forecast(80)])
        #expect(try await network.look(at: clock(7, on: tomorrow)).count == 1)
        try await network.take(.sample(90, on: tomorrow), at: clock(9, on: tomorrow))
        try await network.take(forecasts: [forecast(2)], at: clock(10, on: tomorrow))
        #expect(try await network.news().isEmpty)
    }

    @Test func `every subscriber gets the same alert on the evening of their own place`() async throws {
        try await live(in: "America/New_York")
        try await network.keep(.sample("a", of: anna))
        let bert = try await network.account("bert")
        var zurichProfile = Profile()
        zurichProfile.timeZone = try #require(TimeZone(identifier: "Europe/Zurich"))
        try await network.store.keep(zurichProfile, of: bert, at: noon)
        try await network.keep(.sample("b", of: bert))
        try await network.take(forecasts: [forecast(80)])
        let first = try await network.look(at: clock(18))
        #expect(first.map(\.account) == [bert])
        let second = try await network.look(at: clock(23, 59))
        #expect(second.isEmpty)
        let third = try await network.look(at: clock(0, on: tomorrow))
        #expect(third.map(\.account) == [anna])
        #expect(third.first?.alert.id == first.first?.alert.id)
    }

    @Test func `a late round is held on the same evening, and skipped on the next day`() async throws {
        try await live()
        try await network.keep(.sample(of: anna))
        try await network.take(forecasts: [forecast(80), forecast(90, for: tomorrow.adding(days: 1))])
        #expect(try await network.look(at: clock(23, 30)).count == 1)
        // No round ran on the next evening.
        #expect(try await network.look(at: clock(0, 30, on: tomorrow.adding(days: 1))).isEmpty)
    }

    @Test func `a forecast that comes or rises in the evening alerts at once, and not again the next day`()
        async throws
    {
        try await live()
        try await network.keep(.sample(of: anna))
        #expect(try await network.look(at: clock(18)).isEmpty)
        try await network.take(forecasts: [forecast(80)], at: clock(19))
        #expect(try await network.look(at: clock(19)).map(\.alert.level) == [.high])
        try await network.take(forecasts: [forecast(400)], at: clock(20))
        #expect(try await network.look(at: clock(20)).map(\.alert.level) == [.veryHigh])
        try await network.take(forecasts: [forecast(100)], at: clock(21))
        #expect(try await network.look(at: clock(21)).map(\.alert.message) == [.update])
        try await network.take(forecasts: [forecast(900)], at: clock(0, 30, on: tomorrow))
        #expect(try await network.look(at: clock(0, 30, on: tomorrow)).isEmpty)
    }

    /// In 2020 the clocks of Zürich went from 2:00 to 3:00 on 29 March, and from 3:00 to 2:00 on 25 October.
    @Test(arguments: [("2020-03-29", 3, 30), ("2020-10-25", 2, 30)])
    func `half past two occurs exactly once on days when the clocks change`(
        day: String, hour: Int, minute: Int
    ) async throws {
        let day = try #require(CivilDate(day))
        let start = zurich.start(of: day)
        let network = try await NewsNetwork()
        let bert = try await network.account()
        var profile = Profile()
        profile.timeZone = try #require(TimeZone(identifier: "Europe/Zurich"))
        profile.forecastRound = .sameMorning(at: try #require(LocalTime("02:30")))
        try await network.store.keep(profile, of: bert, at: start)
        try await network.keep(.sample(of: bert), at: start)
        try await network.take(forecasts: [forecast(80, for: day)], at: start)
        var told: [Date] = []
        for quarter in 0..<100 {
            let now = start.addingTimeInterval(Double(quarter) * 900)
            if try await !network.look(at: now).isEmpty { told.append(now) }
        }
        #expect(told == [clock(hour, minute, on: day)])
    }

    @Test func `a clock that jumps ahead and back neither repeats a round nor loses the next`() async throws {
        try await live()
        try await network.keep(.sample(of: anna))
        try await network.take(forecasts: [forecast(80), forecast(80, for: tomorrow.adding(days: 1))])
        #expect(try await network.look(at: clock(18)).count == 1)
        // The clock is a year ahead by mistake, and then correct again.
        #expect(try await network.look(at: clock(12, on: today.adding(days: 365))).isEmpty)
        #expect(try await network.look(at: clock(18, 5)).isEmpty)
        #expect(try await network.look(at: clock(17, 55)).isEmpty)
        #expect(try await network.look(at: clock(18, 10)).isEmpty)
        #expect(try await network.look(at: clock(18, on: tomorrow)).count == 1)
    }

    @Test func `one round notifies several thousand fences`() async throws {
        try await live()
        let footprint = FenceFootprint(
            anchor: .basel, boxes: BoundingBox(around: .basel, radius: 500).parts, extent: 500, outline: nil)
        var fences: [(fence: Fence, footprint: FenceFootprint)] = []
        for number in 0..<4_500 {
            let area = Fence.Area.circle(centre: .basel, radius: 500)
            fences.append((.sample("f\(number)", of: anna, name: "Home", area: area), footprint))
        }
        try await network.store.add(fences, at: noon)
        try await network.take(forecasts: [forecast(80)])
        let entries = try await network.look(at: clock(18))
        #expect(entries.count == 1)
        #expect(try await network.look(at: clock(18, 1)).isEmpty)
    }
}
