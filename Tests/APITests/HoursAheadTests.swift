import Allergens
import Foundation
import Observations
import SampleTesting
import Testing

@testable import API

/// When there is least in the air.
@Suite struct HoursAheadTests {
    /// Two hours ahead of Greenwich all year, so that hours of the place are not those of the answer.
    private let zone = TimeZone(secondsFromGMT: 7_200) ?? .gmt
    private let day = CivilDate(year: 2026, month: 4, day: 14)

    /// The hours of 14 April by the clocks of the place, each with the value that a closure gives it.
    private func hours(
        of allergen: Allergen.ID, from first: Int = 0, to last: Int = 24, _ value: (Int) -> Double
    ) throws -> ComingHours {
        let allergen = try #require(Taxonomy.standard[allergen])
        let bounds = try #require(Scale.standard(for: allergen)?.bounds)
        let midnight = try Date("2026-04-13T22:00:00Z", strategy: .iso8601)
        return ComingHours(
            allergen: allergen,
            hours: try (first..<last).map { hour in
                let grains = value(hour)
                return ComingHours.Hour(
                    end: midnight.addingTimeInterval(Double(hour + 1) * 3_600), value: grains,
                    level: bounds.level(of: grains),
                    interval: try #require(ForecastInterval(low: grains / 2, high: grains * 2)),
                    knowsWeather: false)
            })
    }

    private func outlook(_ coming: [ComingHours]) throws -> HoursAhead.Day? {
        try #require(HoursAhead(coming)).outlook(on: try #require(day), in: zone)
    }

    @Test func `the best hours are the least of those in which people are up`() throws {
        // At three at night there is nothing, which helps nobody.
        let birch = try hours(of: "birch") { hour in hour == 3 ? 0 : hour < 10 ? 5 : 400 }
        guard case .best(let start, let end, let highest) = try outlook([birch]) else {
            Issue.record("no best hours")
            return
        }
        #expect(start == (try Date("2026-04-14T05:00:00Z", strategy: .iso8601)))
        #expect(end.timeIntervalSince(start) == 3 * 3_600)
        #expect(highest.level == .low && highest.allergen.id == "birch")
    }

    @Test func `an hour counts by what is highest in it`() throws {
        let birch = try hours(of: "birch") { $0 < 12 ? 400 : 1 }
        let grass = try hours(of: "grass") { $0 < 15 ? 0 : 200 }
        guard case .best(let start, _, _) = try outlook([birch, grass]) else {
            Issue.record("no best hours")
            return
        }
        #expect(start == (try Date("2026-04-14T10:00:00Z", strategy: .iso8601)))
        #expect(HoursAhead([birch, grass])?.hours.first?.allergen.id == "birch")
        #expect(HoursAhead([birch, grass])?.hours.last?.allergen.id == "grass")
    }

    @Test func `hours that hardly differ are not called best`() throws {
        guard case .even = try outlook([try hours(of: "birch") { 100 + Double($0) }]) else {
            Issue.record("a difference within half a level was told")
            return
        }
    }

    @Test func `a day that is nearly over has no best hours`() throws {
        #expect(try outlook([try hours(of: "birch", from: 19) { 10 * Double($0) }]) == nil)
    }

    @Test func `a gap is no window`() throws {
        let early = try hours(of: "birch", from: 7, to: 9) { _ in 1 }
        let late = try hours(of: "birch", from: 12, to: 16) { _ in 400 }
        let gapped = ComingHours(allergen: early.allergen, hours: early.hours + late.hours)
        guard case .even = try outlook([gapped]) else {
            Issue.record("hours before and after a gap were joined")
            return
        }
    }

    @Test func `nothing in the air needs no hours`() throws {
        #expect(HoursAhead([try hours(of: "birch") { _ in 0 }]) == nil && HoursAhead([]) == nil)
    }
}
