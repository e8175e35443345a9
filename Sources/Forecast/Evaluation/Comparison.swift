package import Allergens

/// The difference between two methods on the days that both predicted, and whether chance explains it.
package struct Comparison: Sendable {
    /// What a difference says about the first method.
    package enum Verdict: String, Sendable {
        case better
        case worse
        /// The interval holds 0: no lead, whatever its sign.
        case withinChance = "within chance"
    }

    /// A figure of the first method minus that of the second.
    package struct Difference: Hashable, Sendable {
        package let value: Double
        /// The 95 % interval, see `BlockBootstrap`.
        package let range: ClosedRange<Double>
        package let verdict: Verdict

        init?(_ value: Double?, _ range: ClosedRange<Double>?, isGain: (Double) -> Bool) {
            guard let value, let range else { return nil }
            self.value = value
            self.range = range
            verdict = range.contains(0) ? .withinChance : isGain(value) ? .better : .worse
        }
    }

    /// The number of station-days that both methods predicted.
    package let count: Int
    /// Of the mean absolute error of log₁₀(x + 1): less is better; `nil` without two blocks of days.
    package let logError: Difference?
    /// Of the CSI: more is better; `nil` without a high day that was measured or predicted.
    package let successIndex: Difference?

    /// Compares two methods that were judged on the same station-days, in the same order.
    package init(_ first: [JudgedDay], with second: [JudgedDay], bounds: LevelBounds) {
        precondition(first.count == second.count, "both methods are asked for every station-day")
        var blocks: [Int: (first: BlockTally, second: BlockTally)] = [:]
        var count = 0
        for (one, other) in zip(first, second) {
            guard let prediction = one.prediction, let otherPrediction = other.prediction else { continue }
            count += 1
            let block = BlockBootstrap.block(of: one.day)
            var pair = blocks[block] ?? (BlockTally(), BlockTally())
            pair.first.add(prediction, measured: one.measured, bounds: bounds)
            pair.second.add(otherPrediction, measured: other.measured, bounds: bounds)
            blocks[block] = pair
        }
        self.count = count
        let pairs = blocks.sorted { $0.key < $1.key }.map(\.value)
        func difference(
            of figure: @escaping (BlockTally) -> Double?
        ) -> (value: Double?, range: ClosedRange<Double>?) {
            let between = { (pairs: [(first: BlockTally, second: BlockTally)]) -> Double? in
                guard let first = figure(pairs.reduce(into: BlockTally()) { $0.add($1.first) }),
                    let second = figure(pairs.reduce(into: BlockTally()) { $0.add($1.second) })
                else { return nil }
                return first - second
            }
            return (between(pairs), BlockBootstrap.range(of: pairs, between))
        }
        let (error, errors) = difference(of: \.meanLogError)
        logError = Difference(error, errors) { $0 < 0 }
        let (success, successes) = difference(of: \.successIndex)
        successIndex = Difference(success, successes) { $0 > 0 }
    }
}

/// The 95 % intervals of a method's own figures, see ``Comparison``.
package struct ScoreRanges: Sendable {
    package let logError: ClosedRange<Double>?
    package let successIndex: ClosedRange<Double>?

    package init(_ days: [JudgedDay], bounds: LevelBounds) {
        var blocks: [Int: BlockTally] = [:]
        for day in days {
            guard let prediction = day.prediction else { continue }
            blocks[BlockBootstrap.block(of: day.day), default: BlockTally()]
                .add(prediction, measured: day.measured, bounds: bounds)
        }
        let tallies = blocks.sorted { $0.key < $1.key }.map(\.value)
        func range(of figure: (BlockTally) -> Double?) -> ClosedRange<Double>? {
            BlockBootstrap.range(of: tallies) { figure($0.reduce(into: BlockTally()) { $0.add($1) }) }
        }
        logError = range(of: \.meanLogError)
        successIndex = range(of: \.successIndex)
    }
}
