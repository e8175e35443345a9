import Foundation
import Geography

/// A smooth random pattern over the globe that drifts from day to day, with nearly standard normal values.
///
/// It is a sum of plane waves through space, each with its own direction, length and speed. It therefore has
/// no seam and can be computed for any day without the days before.
struct RandomField {
    private struct Wave {
        /// Radians per unit of the unit sphere.
        let direction: (x: Double, y: Double, z: Double)
        /// Radians per day.
        let speed: Double
        let phase: Double
    }

    private let waves: [Wave]

    /// Enough waves to make a sum of cosines hard to distinguish from a normal variable.
    private static let waveCount = 32
    /// The shortest and longest waves in metres, over 2π.
    ///
    /// With these, the daily values of two stations 50–100 km apart correlate as in the Swiss network
    /// (.75–.86 for the logarithms), and those 1,000 km apart hardly.
    private static let lengths = 110_000.0...700_000.0
    /// The spread of the waves' speeds: a value correlates with the next day's by exp(−0.9²/2) = .67.
    private static let speed = 0.9

    init(seed: UInt64, name: String) {
        waves = (0..<Self.waveCount).map { index in
            var numbers = SeededNumbers(seed: seed, name.stableHash, UInt64(index))
            let share = (Double(index) + numbers.uniform()) / Double(Self.waveCount)
            let length =
                Self.lengths.lowerBound * pow(Self.lengths.upperBound / Self.lengths.lowerBound, share)
            let (x, y, z) = (numbers.normal(), numbers.normal(), numbers.normal())
            let scale = Earth.meanRadius / length / (x * x + y * y + z * z).squareRoot()
            return Wave(
                direction: (x * scale, y * scale, z * scale), speed: Self.speed * numbers.normal(),
                phase: 2 * .pi * numbers.uniform())
        }
    }

    /// The field's terms at a place, computed once for each station.
    struct Site {
        fileprivate let cosines: [Double]
        fileprivate let sines: [Double]
    }

    func site(_ position: UnitVector) -> Site {
        let angles = waves.map {
            $0.direction.x * position.x + $0.direction.y * position.y + $0.direction.z * position.z
        }
        return Site(cosines: angles.map(cos), sines: angles.map(sin))
    }

    /// The field on one day.
    struct Day {
        fileprivate let cosines: [Double]
        fileprivate let sines: [Double]

        /// The value at a site, by cos(a + b) = cos a cos b − sin a sin b.
        func value(at site: Site) -> Double {
            var sum = 0.0
            for index in cosines.indices {
                sum += cosines[index] * site.cosines[index] - sines[index] * site.sines[index]
            }
            return sum * (2 / Double(cosines.count)).squareRoot()
        }
    }

    func day(_ daysSinceEpoch: Int) -> Day {
        let angles = waves.map { $0.phase + $0.speed * Double(daysSinceEpoch) }
        return Day(cosines: angles.map(cos), sines: angles.map(sin))
    }
}
