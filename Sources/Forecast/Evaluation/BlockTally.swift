import Allergens

/// What a block of days adds to the figures of a method.
struct BlockTally {
    private var count = 0
    private var logError = 0.0
    private var hits = 0
    /// Station-days that were high or predicted to be.
    private var called = 0

    var meanLogError: Double? { count > 0 ? logError / Double(count) : nil }
    var successIndex: Double? { called > 0 ? Double(hits) / Double(called) : nil }

    /// Adds one prediction, rounded as it is shown.
    mutating func add(_ prediction: Double, measured: Double, bounds: LevelBounds) {
        let shown = prediction.rounded()
        count += 1
        logError += abs(LogScale.logarithm(of: shown) - LogScale.logarithm(of: measured))
        let (isCalled, isHigh) = (bounds.level(of: shown) >= .high, bounds.level(of: measured) >= .high)
        if isCalled && isHigh { hits += 1 }
        if isCalled || isHigh { called += 1 }
    }

    mutating func add(_ other: BlockTally) {
        count += other.count
        logError += other.logError
        hits += other.hits
        called += other.called
    }
}
