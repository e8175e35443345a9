import Allergens
import Testing

@testable import Forecasting

@Suite struct HighLessonsTests {
    private let start = LogScale.logarithm(of: 69.5)

    /// A value of 60 grains, and what followed some days after ``march``.
    private func result(then found: Double, after days: Int, ahead: Int = 2) throws -> OutlookResult {
        let target = march.adding(days: days)
        let origin = target.adding(days: -ahead)
        let series = DailySeries(from: origin, [60])
        let outlook = try #require(Outlook(from: origin, to: target, series: series, norm: { _ in nil }))
        return OutlookResult(outlook: outlook, found: LogScale.logarithm(of: found))
    }

    /// Eighty days of each of five years; of twenty days, some bring 160 and the others 45.
    private func lessons(highOfTwenty: Int) throws -> [OutlookResult] {
        try (0..<5).flatMap { year in
            try (0..<80).map { day in
                try result(then: day % 20 < highOfTwenty ? 160 : 45, after: year * 365 + day)
            }
        }
    }

    /// The share of ten of twenty days that came, with medians that are below today's value.
    private func precision(below distance: Double) throws -> Double? {
        let known = try lessons(highOfTwenty: 10)
        let high = HighLessons(
            known, medians: known.map { $0.outlook.newest - distance }, start: start, knowingWeather: false)
        return high.precision(from: high.fit().high)
    }

    @Test func `days are named by what other spans taught, and counted`() throws {
        let share = try precision(below: 0)
        #expect(share == 0.5)
    }

    @Test func `where no median is near the class none is named`() throws {
        let share = try precision(below: 0.5)
        #expect(share == nil)
    }

    @Test func `spans of a year are other folds than those of the next, and each day is one's own`() throws {
        let known = try lessons(highOfTwenty: 10)
        let splits = SpanFolds(known).splits
        #expect(splits.count >= 4)
        #expect(splits.flatMap(\.own).sorted() == Array(known.indices))
        #expect(splits.allSatisfy { Set($0.teachers).isDisjoint(with: $0.own) })
    }

    @Test func `days of one span prove nothing`() throws {
        let known = try (0..<40).map { try result(then: $0 % 2 == 0 ? 160 : 45, after: $0) }
        #expect(SpanFolds(known).splits.isEmpty)
    }

    @Test func `two days ahead a high day is named only if such days came`() throws {
        func forecast(highOfTwenty: Int) throws -> Double {
            let known = try lessons(highOfTwenty: highOfTwenty)
            let coming = try result(then: 0, after: 2_000).outlook
            return try #require(ForecastModel(known, bounds: birchBounds)).expectation(of: coming).value
        }
        let (often, seldom) = (try forecast(highOfTwenty: 9), try forecast(highOfTwenty: 6))
        #expect(often == 70 && seldom < 70)
    }
}
