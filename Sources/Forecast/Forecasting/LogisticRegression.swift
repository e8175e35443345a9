import Foundation

/// The probability of an event, as the logistic function of a linear fit.
///
/// The fit uses Newton's method, with a ridge around a prior, which decides where events are few.
struct LogisticRegression: Sendable {
    let coefficients: [Double]

    private static let mostRounds = 12
    /// Rows that are almost certain keep this weight, so that the steps stay bounded.
    private static let leastWeight = 1e-4
    private static let tolerance = 1e-4

    /// Learns from rows and whether the event occurred.
    ///
    /// `ridge` is the penalty for leaving the prior, relative to rows, each of which weighs p(1 − p). `start` are
    /// coefficients that are close to the solution; the prior, unless they are given.
    init(rows: [[Double]], events: [Bool], prior: [Double], ridge: Double, start: [Double]? = nil) {
        var coefficients = start ?? prior
        for _ in 0..<Self.mostRounds {
            let pull = zip(prior, coefficients).map { ridge * ($0 - $1) }
            var equations = NormalEquations(size: prior.count, ridge: ridge, pull: pull)
            for (row, isEvent) in zip(rows, events) {
                let probability = Self.logistic(product(row, coefficients))
                equations.add(
                    row, weight: max(probability * (1 - probability), Self.leastWeight),
                    outcome: (isEvent ? 1 : 0) - probability)
            }
            let step = equations.solution()
            for place in coefficients.indices { coefficients[place] += step[place] }
            if (step.map { abs($0) }.max() ?? 0) < Self.tolerance { break }
        }
        self.coefficients = coefficients
    }

    func probability(of row: [Double]) -> Double { Self.logistic(product(row, coefficients)) }

    private static func logistic(_ number: Double) -> Double { 1 / (1 + exp(-min(max(number, -30), 30))) }
}

extension LogisticRegression {
    /// The probability above which an event should be predicted, to maximise the expected critical success
    /// index.
    ///
    /// The index is the share of hits among all events that occurred or were predicted (Schaefer 1990).
    static func bestThreshold(for probabilities: [Double]) -> Double {
        let expected = probabilities.reduce(0, +)
        var (hits, named) = (0.0, 0.0)
        var best = (index: 0.0, threshold: 1.0)
        for probability in probabilities.sorted(by: >) {
            hits += probability
            named += 1
            let index = hits / (named + expected - hits)
            if index > best.index { best = (index, probability) }
        }
        return best.threshold
    }
}
