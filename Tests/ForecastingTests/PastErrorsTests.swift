import Allergens
import Testing

@testable import Forecasting

@Suite struct PastErrorsTests {
    /// A day after `march`, on which `norm` is usual.
    private func result(_ found: Double, after days: Int, norm: Double = 1) throws -> OutlookResult {
        let origin = march.adding(days: days - 1)
        let series = DailySeries(from: origin, [9])
        let outlook = try #require(
            Outlook(from: origin, to: origin.adding(days: 1), series: series, norm: { _ in norm }))
        return OutlookResult(outlook: outlook, found: found)
    }

    /// Errors from -.5 to .5, sixty in the first year, and one each day from the 500th day on.
    private func past(then errors: [Double], norm: Double = 1) throws -> PastErrors {
        let before = try (0..<60).map { try result(1.5 + Double($0) / 59, after: $0) }
        let later = try errors.enumerated().map { try result(2 + $1, after: 500 + $0, norm: norm) }
        let known = before + later
        return PastErrors(known, predictions: known.map { _ in 2 })
    }

    @Test func `without an earlier year a fifth is left out, a tenth on either side`() throws {
        let past = try past(then: [])
        #expect(abs(past.leftOut() - 0.2) < 1e-9)
        let interval = past.intervals().interval(around: 2)
        // Below the rank of 61 / 10 lie five of the errors, and a tenth of the step to the next, a 59th.
        #expect(abs(interval.upperBound - 2 - (0.5 - 5.1 / 59)) < 1e-9)
        #expect(abs(interval.lowerBound - 2 + (0.5 - 5.1 / 59)) < 1e-9)
    }

    @Test func `less is left out after days that were missed, and more after others`() throws {
        let pace = IntervalChoice.pace
        #expect(abs(try past(then: [0, 0]).leftOut() - (0.2 + 2 * pace * 0.2)) < 1e-9)
        #expect(abs(try past(then: [3, 0, -3]).leftOut() - (0.2 - pace * (2 * 0.8 - 0.2))) < 1e-9)
        // .42 is outside the interval of a fifth, but no longer after two days were missed.
        #expect(abs(try past(then: [0.42]).leftOut() - (0.2 - pace * 0.8)) < 1e-9)
        #expect(abs(try past(then: [3, 3, 0.42]).leftOut() - (0.2 - pace * (2 * 0.8 - 0.2))) < 1e-9)
    }

    @Test func `a result is judged by the errors before its year alone`() throws {
        // If the twenty had taught the interval that judges them, it would hold them.
        let missed = [Double](repeating: 3, count: 20)
        #expect(abs(try past(then: missed).leftOut() - (0.2 - 20 * IntervalChoice.pace * 0.8)) < 1e-9)
    }

    @Test func `the stations of a day are one step`() throws {
        let before = try (0..<60).map { try result(1.5 + Double($0) / 59, after: $0) }
        let known = before + (try [2, 2, 2, 5].map { try result($0, after: 500) })
        let past = PastErrors(known, predictions: known.map { _ in 2 })
        #expect(abs(past.leftOut() - (0.2 - IntervalChoice.pace * 0.05)) < 1e-9)
    }

    @Test func `days that are not judged do not count`() throws {
        #expect(abs(try past(then: [3, 3, 0], norm: 0.2).leftOut() - 0.2) < 1e-9)
    }

    @Test func `the order of the results does not matter`() throws {
        let known = try (0..<900).map { try result(2 + Double($0 * $0 % 97) / 97 - 0.5, after: $0) }
        let found = [known, known.reversed()].map { known in
            PastErrors(known, predictions: known.map { _ in 2 }).leftOut()
        }
        #expect(found[0] == found[1] && found[0] != 0.2)
    }
}
