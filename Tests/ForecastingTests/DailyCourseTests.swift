import Allergens
import Foundation
import Observations
import Testing

@testable import Forecasting

@Suite struct DailyCourseTests {
    /// Nothing but at noon, by the sun; on wet days at midnight.
    private let course = DailyCourse(
        anyDay: (0..<24).map { $0 == 6 ? 24 : 0 }, dryDay: (0..<24).map { $0 == 12 ? 24 : 0 },
        wetDay: (0..<24).map { $0 == 0 ? 24 : 0 }, errors: -0.3...0.4)

    private func day(_ value: Double, _ interval: ForecastInterval? = nil) -> AirValue.Estimate {
        AirValue.Estimate(
            day: march, value: value, level: .high, index: 6, basis: .modelled, interval: interval)
    }

    private func hour(
        ending clock: String, at longitude: Double = 0, of day: AirValue.Estimate, isWet: Bool? = false
    ) throws -> ComingHours.Hour {
        let end = try Date("2019-03-01T\(clock):00Z", strategy: .iso8601)
        return try #require(
            course.hour(ending: end, of: day, longitude: longitude, isWet: isWet, bounds: birchBounds))
    }

    @Test func `each course keeps the mean of the day, and wraps around midnight`() {
        for (taxon, course) in DailyCourse.learned {
            #expect(Taxonomy.standard[Allergen.ID(rawValue: taxon)]?.isForecast == true)
            for isWet in [nil, false, true] {
                let shares = (0..<24).map { course.share(at: Double($0) + 0.5, isWet: isWet) }
                #expect(abs(shares.reduce(0, +) / 24 - 1) < 0.01 && shares.allSatisfy { $0 > 0 }, "\(taxon)")
            }
            #expect(course.errors.lowerBound < 0 && course.errors.upperBound > 0, "\(taxon)")
        }
        #expect(course.share(at: 23.75, isWet: true) == 18)
    }

    @Test func `the hours of a day keep its mean, and each is the one that begins then`() throws {
        let shares = course.shares(atLongitude: 0)
        #expect(shares.count == 24 && abs(shares.reduce(0, +) / 24 - 1) < 1e-9)
        #expect(shares[5] == 12 && shares[6] == 12)
        #expect(course.shares(atLongitude: 90)[0] == 12)
    }

    @Test func `the weather chooses the course, and an unknown one is neither`() throws {
        let found = try [nil, false, true].map { try hour(ending: "12:30", of: day(10), isWet: $0) }
        #expect(found.map(\.value) == [0, 240, 0] && found.map(\.knowsWeather) == [false, true, true])
        #expect(found[1].level == birchBounds.level(of: 240))
        #expect(try hour(ending: "06:30", of: day(10), isWet: nil).value == 240)
    }

    @Test func `noon is that of the sun`() throws {
        // Halfway between hours at longitude 0; at noon 15° east it is 11 o'clock in Greenwich.
        #expect(try hour(ending: "12:00", of: day(10)).value == 120)
        #expect(try hour(ending: "11:30", at: 15, of: day(10)).value == 240)
        #expect(try hour(ending: "00:30", at: -180, of: day(10)).value == 240)
    }

    @Test func `the errors of the day and of its course add up as squares`() throws {
        let interval = ForecastInterval(low: 0.1, high: pow(10, 0.3) * 11 - 1)
        // The day errs by a factor of ten below and of .3 decades above.
        let found = try hour(ending: "12:30", of: day(10, interval)).interval
        #expect(abs(log10((found.high + 1) / 241) - 0.5) < 1e-6)
        #expect(abs(log10((found.low + 1) / 241) + (0.09 + 1).squareRoot()) < 1e-6)
        let measured = try hour(ending: "12:30", of: day(10)).interval
        #expect(abs(log10((measured.high + 1) / 241) - 0.4) < 1e-6)
        #expect(try hour(ending: "01:30", of: day(10)).interval.low == 0)
    }
}
