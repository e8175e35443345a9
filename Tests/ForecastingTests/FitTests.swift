import Foundation
import Testing

@testable import Forecasting

@Suite struct FitTests {
    @Test func `equations are solved as by hand`() {
        var equations = NormalEquations(size: 2, ridge: 0)
        // Through (0, 1), (1, 3) and (2, 5): 1 + 2x.
        for (x, y) in [(0.0, 1.0), (1, 3), (2, 5)] { equations.add([1, x], weight: 1, outcome: y) }
        let solution = equations.solution()
        #expect(abs(solution[0] - 1) < 1e-9 && abs(solution[1] - 2) < 1e-9)
    }

    @Test func `spikes move a mean, but not a median`() throws {
        let rows = [[Double]](repeating: [1], count: 1_000)
        let outcomes = (0..<1_000).map { $0 < 600 ? 0.2 : 5.0 }
        let fit = MedianRegression(rows: rows, outcomes: outcomes, prior: [0])
        #expect(abs(try #require(fit.coefficients.first) - 0.2) < 0.05)
    }

    @Test func `with few rows the coefficients stay near zero`() throws {
        let fit = MedianRegression(rows: [[1], [1]], outcomes: [0.5, 0.5], prior: [0])
        #expect(try #require(fit.coefficients.first) < 0.5)
    }

    @Test func `a probability is the share of events, or the prior without any rows`() {
        let rows = [[Double]](repeating: [1], count: 4_000)
        let fit = LogisticRegression(
            rows: rows, events: (0..<4_000).map { $0 % 4 == 0 }, prior: [0], ridge: 2)
        #expect(abs(fit.probability(of: [1]) - 0.25) < 0.001)
        let unknown = LogisticRegression(rows: [], events: [], prior: [4], ridge: 2)
        #expect(abs(unknown.probability(of: [1]) - 1 / (1 + exp(-4))) < 1e-9)
    }

    @Test func `the threshold maximises the expected success index`() {
        // Predicting only the first: .9 hits of 1.6 that occurred or were predicted; two:
        // 1.3 of 2.2; three: 1.5 of 3.
        #expect(LogisticRegression.bestThreshold(for: [0.2, 0.9, 0.4]) == 0.4)
        // Only the first: .9 hits of 1.25; both: 1.15 of 2.
        #expect(LogisticRegression.bestThreshold(for: [0.25, 0.9]) == 0.9)
    }

    @Test func `an interval leaves out a tenth on either side, in the prediction's band`() {
        // Forty errors from -0.5 to 0.5 around 1, and forty twice as wide around 2. Below the rank of
        // 41 / 10 lie three of them and a tenth of the step to the next, a 39th.
        let errors = (0..<40).map { Double($0) / 39 - 0.5 }
        let tenth = 0.5 - 3.1 / 39
        let intervals = ErrorBands(
            predictions: errors.map { _ in 1 } + errors.map { _ in 2 },
            found: errors.map { 1 + $0 } + errors.map { 2 + 2 * $0 }
        ).intervals(leavingOut: 0.1)
        for (prediction, scale) in [(0.5, 1.0), (1, 1), (1.5, 2), (2, 2), (5, 2)] {
            let (interval, width) = (intervals.interval(around: prediction), scale * tenth)
            #expect(abs(interval.lowerBound - prediction + width) < 1e-9, "\(prediction)")
            #expect(abs(interval.upperBound - prediction - width) < 1e-9, "\(prediction)")
        }
    }
}
