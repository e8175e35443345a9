package import Allergens

/// A level and the position within it in one number: 0…1 none, 1…2 low, 2…3 moderate, 3…4 high, 4…5 very
/// high.
///
/// Unlike the index it distinguishes none from low, so a picture can be painted from it alone: the integer
/// part is ``Level/rank``. It rises with the concentration, piecewise linearly between the bounds of the
/// levels, and stays in the last class from ``LevelBounds/top`` on.
package enum Grade {
    /// How close a grade may come to the next class without a 32-bit float rounding it up into that class.
    private static let lastShare = 0.9999

    /// The grade of a concentration of zero or more.
    package static func of(_ concentration: Double, within bounds: LevelBounds) -> Float {
        let level = bounds.level(of: concentration)
        let knots = [
            0, bounds.low - 0.5, bounds.moderate - 0.5, bounds.high - 0.5, bounds.veryHigh - 0.5, bounds.top,
        ]
        let from = max(knots[level.rank], 0)
        let to = knots[level.rank + 1]
        let share = min(max((concentration - from) / (to - from), 0), lastShare)
        return Float(Double(level.rank) + share)
    }
}

/// A look-up table of grades by logarithm of the concentration.
struct GradeTable: Sendable {
    /// Steps of about .4 % in concentration up to 300 grains and 1.3 % up to 200 000 spores: finer than a
    /// shade.
    private static let steps = 1024

    private let grades: [Float]
    private let stepsPerUnit: Float

    init(_ bounds: LevelBounds) {
        let last = LogScale.logarithm(of: bounds.top)
        stepsPerUnit = Float(Double(Self.steps) / last)
        grades = (0...Self.steps).map { step in
            let logarithm = last * Double(step) / Double(Self.steps)
            return Grade.of(LogScale.concentration(ofLogarithm: logarithm), within: bounds)
        }
    }

    /// The grade of a logarithm of zero or more.
    func grade(ofLogarithm logarithm: Float) -> Float {
        let place = logarithm * stepsPerUnit
        guard place < Float(Self.steps) else { return grades[Self.steps] }
        let step = Int(place)
        let share = place - Float(step)
        return grades[step] + share * (grades[step + 1] - grades[step])
    }
}
