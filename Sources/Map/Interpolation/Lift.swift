import Allergens
import Geography

/// The increment to a mean of logarithms: κ · δ · r · d² / (d² + h²).
///
/// δ is σ²/√(σ² + ε), where σ is the weighted standard deviation of the logarithms around their mean. The
/// root alone would rise steeply where a differing station comes into reach. r rises from 0 at the moderate
/// class to 1 at the high class, and d is the distance to the nearest station: nothing is added at a station,
/// nor where the stations around agree.
struct Lift: Sendable {
    /// The distance h in metres at which the lift is halved.
    private static let half = 10_000.0

    /// ε: deviations below 0.14, or 40 %, are within the noise of neighbouring counts and add little.
    private static let noise = 0.02

    /// κ; 0 means no lift at all.
    let share: Double
    private let start: Double
    private let perUnit: Double
    private let squaredHalf = Earth.squaredChord(ofDistance: half)

    init(_ averaging: Averaging, bounds: LevelBounds) {
        share = averaging.lift
        start = LogScale.logarithm(of: bounds.moderate - 0.5)
        perUnit = 1 / (LogScale.logarithm(of: bounds.high - 0.5) - start)
    }

    /// The lifted logarithm of the estimate.
    func lifted(_ mean: Double, variance: Double, squaredChord: Double) -> Double {
        guard share > 0 else { return mean }
        let ramp = min(max((mean - start) * perUnit, 0), 1)
        let distant = squaredChord / (squaredChord + squaredHalf)
        let positive = max(variance, 0)
        return mean + share * ramp * distant * positive / (positive + Self.noise).squareRoot()
    }

    /// The lifted logarithms at eight nodes.
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
