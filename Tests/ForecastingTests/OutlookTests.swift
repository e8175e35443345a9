import Allergens
import Foundation
import Testing

@testable import Forecasting

@Suite struct OutlookTests {
    /// Logarithms 1, 2, 1, – and 2.
    private let series = DailySeries(from: march, [9, 99, 9, nil, 99])

    private func outlook(from origin: CivilDate, norm: @escaping (CivilDate) -> Double? = { _ in nil })
        -> Outlook?
    {
        Outlook(from: origin, to: origin.adding(days: 1), series: series, norm: norm)
    }

    private func expect(_ features: [Double]?, _ expected: [Double]) throws {
        let pairs = zip(try #require(features), expected)
        #expect(pairs.allSatisfy { abs($0 - $1) < 1e-6 }, "\(features ?? [])")
    }

    @Test func `the features are differences from today`() throws {
        let found = outlook(from: march.adding(days: 2)) { $0 == march.adding(days: 2) ? 0.5 : 0.75 }
        // The norm of tomorrow, its slope, today over the mean of three and of seven days, the step from
        // yesterday, the highest of a week and of three, and a constant.
        try expect(found?.features, [-0.25, 0.25, 1 - 4.0 / 3, 1.0 / 3, -1, 1, 1, 1])
    }

    @Test func `missing days are left out, and never zero`() throws {
        let found = outlook(from: march.adding(days: 4))
        // Two of the three days are known, with 1 and 2; yesterday is not.
        try expect(found?.features, [0, 0, 0.5, 1.5 - 2, 0, 0, 0, 1])
        // The mean and the lowest of the known values.
        try expect(found?.background, [1.5 - 2, 1 - 2])
        #expect(found?.norm == nil)
        #expect(outlook(from: march.adding(days: 3)) == nil)
    }

    @Test func `later data change nothing`() throws {
        var longer = series
        longer.note(5_000, on: march.adding(days: 5))
        let origin = march.adding(days: 4)
        let after = Outlook(from: origin, to: origin.adding(days: 1), series: longer, norm: { _ in nil })
        #expect(after?.features == outlook(from: origin)?.features)
    }

    @Test func `days may come in any order`() {
        var series = DailySeries()
        for (offset, value) in [(4, 99.0), (0, 9), (2, 9), (1, 99)] {
            series.note(value, on: march.adding(days: offset))
        }
        #expect(Array(series.days) == Array(self.series.days))
        #expect(series.span == march...march.adding(days: 4))
        #expect(series[march.adding(days: 3)] == nil && series[march.adding(days: 1)] == 2)
        #expect(series.newest(in: march...march.adding(days: 3)) == march.adding(days: 2))
        #expect(series.newest(in: march.adding(days: 3)...march.adding(days: 3)) == nil)
    }
}
