import Allergens
import Foundation
import Testing

@testable import Forecasting

@Suite struct SeasonalNormTests {
    /// One value a year, in a span of zeros around it.
    private func spikes(_ days: [CivilDate]) -> DailySeries {
        var series = DailySeries()
        for day in days {
            for offset in -20...20 {
                series.note(offset == 0 ? 99 : 0, on: day.adding(days: offset))
            }
        }
        return series
    }

    @Test func `nearby days count more the nearer they are`() throws {
        let norm = SeasonalNorm(spikes([CivilDate(2018, 4, 10)]))
        // log10(99 + 1) = 2, with 11 of 121 of the weight on its own day; a day away the weight is 10.
        #expect(abs(try #require(norm.logarithm(on: CivilDate(2019, 4, 10))) - 22.0 / 121) < 1e-6)
        #expect(abs(try #require(norm.logarithm(on: CivilDate(2019, 4, 11))) - 20.0 / 121) < 1e-6)
        #expect(try #require(norm.logarithm(on: CivilDate(2019, 4, 21))) == 0)
    }

    @Test func `the mean covers all known days of all years`() throws {
        var series = spikes([CivilDate(2017, 4, 10), CivilDate(2018, 4, 10)])
        for offset in -20...20 { series.note(0, on: CivilDate(2016, 4, 10).adding(days: offset)) }
        let usual = try #require(SeasonalNorm(series).logarithm(on: CivilDate(2019, 4, 10)))
        #expect(abs(usual - 2 * 22.0 / 363) < 1e-6)
    }

    @Test func `a year without half of the days around counts for nothing`() {
        let whole = CivilDate(2018, 4, 10)
        var sparse = DailySeries()
        for offset in [-10, -7, -3, 5, 9] { sparse.note(5, on: whole.adding(days: offset)) }
        #expect(SeasonalNorm(sparse).logarithm(on: CivilDate(2019, 4, 10)) == nil)
        #expect(SeasonalNorm(DailySeries()).logarithm(on: march) == nil)
    }

    @Test(arguments: [CivilDate(2020, 2, 28), CivilDate(2020, 2, 29), CivilDate(2020, 3, 1)])
    func `a leap day lies between its neighbours`(day: CivilDate) throws {
        let norm = SeasonalNorm(
            spikes([CivilDate(2019, 2, 28), CivilDate(2018, 2, 28), CivilDate(2016, 2, 28)]))
        let offsets = [2020 - 2019, 2020 - 2018, 2020 - 2016].map { years in
            let back = Int((Double(years) * 365.2425).rounded())
            let spike = CivilDate(2020 - years, 2, 28)
            return abs(day.adding(days: -back).daysSinceEpoch - spike.daysSinceEpoch)
        }
        #expect(offsets.allSatisfy { $0 <= 2 })
        let expected = offsets.reduce(0) { $0 + 2 * Double(11 - $1) } / 363
        #expect(abs(try #require(norm.logarithm(on: day)) - expected) < 1e-6)
    }

    @Test func `a season over New Year is found from both sides`() throws {
        let norm = SeasonalNorm(spikes([CivilDate(2017, 12, 31), CivilDate(2018, 12, 31)]))
        let eve = try #require(norm.logarithm(on: CivilDate(2019, 12, 31)))
        let later = try #require(norm.logarithm(on: CivilDate(2020, 1, 3)))
        #expect(eve > later && later > 0.1)
        #expect(try #require(norm.logarithm(on: CivilDate(2019, 12, 15))) == 0)
    }

    @Test func `nothing of the last 355 days is used`() {
        let target = CivilDate(2019, 6, 1)
        var series = DailySeries(in: CivilDate(2010, 1, 1)...CivilDate(2018, 6, 11)) {
            Double($0.dayOfYear % 40)
        }
        let before = SeasonalNorm(series).logarithm(on: target)
        var day = target.adding(days: -354)
        while day <= target.adding(days: 30) {
            series.note(9_999, on: day)
            day = day.adding(days: 1)
        }
        #expect(SeasonalNorm(series).logarithm(on: target) == before && before != nil)
    }
}
