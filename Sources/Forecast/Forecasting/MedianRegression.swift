/// A linear fit with the smallest sum of absolute errors: its line is the median, which single spikes do not
/// move.
///
/// The fit uses iteratively reweighted least squares (Schlossmacher 1973, doi
/// 10.1080/01621459.1973.10481427), with a ridge that holds the coefficients at a prior where data are few.
struct MedianRegression: Sendable {
    let coefficients: [Double]

    /// The weight of the penalty relative to rows, each of which weighs the reciprocal of its error.
    private static let ridge = 3.0
    /// Errors below this, 7 % of a concentration, weigh the same: counts are no more precise.
    private static let leastError = 0.03
    /// The fit ends when no coefficient changes by more than this.
    private static let tolerance = 1e-4

    /// Learns from rows and their outcomes.
    ///
    /// - Parameters:
    ///   - rows: The terms of each result.
    ///   - outcomes: The outcome of each result.
    ///   - weights: What weighs the errors when they do not all count the same.
    ///   - prior: The coefficients without any result.
    ///   - start: Coefficients that are close to the solution; the prior, unless they are given.
    ///   - mostRounds: The most rounds, one or more.
    init(
        rows: [[Double]], outcomes: [Double], weights: [Double]? = nil, prior: [Double],
        start: [Double]? = nil, mostRounds: Int = 30
    ) {
        let pull = prior.map { Self.ridge * $0 }
        var coefficients = start ?? prior
        for _ in 0..<mostRounds {
            var equations = NormalEquations(size: prior.count, ridge: Self.ridge, pull: pull)
            for place in rows.indices {
                let (row, outcome) = (rows[place], outcomes[place])
                let error = abs(outcome - product(row, coefficients))
                let weight = (weights?[place] ?? 1) * 0.5 / max(error, Self.leastError)
                equations.add(row, weight: weight, outcome: weight * outcome)
            }
            let next = equations.solution()
            let moved = zip(next, coefficients).map { abs($0 - $1) }.max() ?? 0
            coefficients = next
            if moved < Self.tolerance { break }
        }
        self.coefficients = coefficients
    }

    func value(of row: [Double]) -> Double { product(row, coefficients) }
}
