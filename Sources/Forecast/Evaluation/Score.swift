import Allergens
import Foundation

/// How close predictions were to the measurements.
package struct Score: Hashable, Sendable {
    /// Station-days with a prediction.
    package private(set) var count = 0
    /// Station-days for which the method had no prediction; they do not count in any other figure.
    package private(set) var unknown = 0
    /// Station-days measured in the high class or above.
    package var strong: Int { hits + misses }

    private var error = 0.0
    private var squaredError = 0.0
    private var logError = 0.0
    private var exact = 0
    private var hits = 0
    private var misses = 0
    private var falseAlarms = 0
    private var ranges = 0
    private var covered = 0

    package init() {}

    /// Scores one interval.
    mutating func add(_ range: ClosedRange<Double>, measured: Double) {
        ranges += 1
        // The measured value comes from a logarithm of four bytes.
        if range.contains(measured) || abs(measured - range.lowerBound) < 1e-3 { covered += 1 }
    }

    /// Scores one prediction, rounded to a whole concentration as it is shown.
    mutating func add(_ prediction: Double?, measured: Double, bounds: LevelBounds) {
        guard let prediction else {
            unknown += 1
            return
        }
        let shown = prediction.rounded()
        count += 1
        error += abs(shown - measured)
        squaredError += (shown - measured) * (shown - measured)
        logError += abs(LogScale.logarithm(of: shown) - LogScale.logarithm(of: measured))
        let (predictedLevel, level) = (bounds.level(of: shown), bounds.level(of: measured))
        if predictedLevel == level { exact += 1 }
        switch (predictedLevel >= .high, level >= .high) {
        case (true, true): hits += 1
        case (false, true): misses += 1
        case (true, false): falseAlarms += 1
        case (false, false): break
        }
    }

    /// The mean absolute error in the allergen's unit.
    package var meanError: Double? { share(error, of: count) }
    /// The root of the mean squared error in the allergen's unit.
    package var rootMeanSquaredError: Double? { share(squaredError, of: count)?.squareRoot() }
    /// The mean absolute error of log₁₀(x + 1).
    package var meanLogError: Double? { share(logError, of: count) }
    /// The share of predictions in the measured class.
    package var exactClass: Double? { share(Double(exact), of: count) }
    /// POD: the share of high measurements that were predicted to be high.
    package var detected: Double? { share(Double(hits), of: hits + misses) }
    /// FAR: the share of high predictions that were not measured as high.
    package var falseAlarmRatio: Double? { share(Double(falseAlarms), of: hits + falseAlarms) }
    /// CSI: the share of hits among all station-days that were high or predicted to be (Schaefer 1990).
    package var successIndex: Double? { share(Double(hits), of: hits + misses + falseAlarms) }

    /// The share of intervals that held the measured value, where the method gives any.
    package var coverage: Double? { share(Double(covered), of: ranges) }

    /// The score over the predictions of both.
    package static func + (left: Score, right: Score) -> Score {
        var sum = left
        sum.count += right.count
        sum.unknown += right.unknown
        sum.error += right.error
        sum.squaredError += right.squaredError
        sum.logError += right.logError
        sum.exact += right.exact
        sum.hits += right.hits
        sum.misses += right.misses
        sum.falseAlarms += right.falseAlarms
        sum.ranges += right.ranges
        sum.covered += right.covered
        return sum
    }

    private func share(_ part: Double, of whole: Int) -> Double? {
        whole > 0 ? part / Double(whole) : nil
    }
}
