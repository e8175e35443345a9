import Allergens
import Geography

/// What is added to a mean of logarithms: κ · δ · r · d² / (d² + h²).
///
/// δ is the weighted standard deviation σ of the logarithms around their mean, as σ²/√(σ² + ε): the root alone would
/// rise steeply where a station that differs comes into reach. r rises from 0 at the moderate to 1 at the high class,
/// and d is the distance to the nearest station: nothing is added at a station, nor where the stations around agree.
struct Lift: Sendable {
    /// The distance h in metres at which half of the lift is left.
    private static let half = 10_000.0

    /// ε: deviations below 0.14, or 40 %, are within the noise of counts side by side and add little.
    private static let noise = 0.02

    /// κ; 0 for no lift at all.
    let share: Double
    private let start: Double
    private let perUnit: Double
    private let squaredHalf = Earth.squaredChord(ofDistance: half)

    init(_ averaging: Averaging, bounds: LevelBounds) {
        share = averaging.lift
        start = LogScale.logarithm(of: bounds.moderate - 0.5)
        perUnit = 1 / (LogScale.logarithm(of: bounds.high - 0.5) - start)
    }

    /// The estimate's logarithm.
    func lifted(_ mean: Double, variance: Double, squaredChord: Double) -> Double {
        guard share > 0 else { return mean }
        let ramp = min(max((mean - start) * perUnit, 0), 1)
        let distant = squaredChord / (squaredChord + squaredHalf)
        let positive = max(variance, 0)
        return mean + share * ramp * distant * positive / (positive + Self.noise).squareRoot()
    }

    /// The same for eight nodes.
    func lifted(
        _ mean: SIMD8<Float>, variance: SIMD8<Float>, squaredChord: SIMD8<Float>
    ) -> SIMD8<Float> {
        guard share > 0 else { return mean }
        let ramp = ((mean - Float(start)) * Float(perUnit)).clamped(
            lowerBound: .zero, upperBound: SIMD8(repeating: 1))
        let distant = squaredChord / (squaredChord + Float(squaredHalf))
        let positive = variance.replacing(with: 0, where: variance .< 0)
        let deviation = positive / (positive + Float(Self.noise)).squareRoot()
        return mean + Float(share) * ramp * distant * deviation
    }
}
