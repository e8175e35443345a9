import Geography

/// Distances along the surface of a spherical Earth, equal to the last bit on every machine and in every browser.
///
/// Sines of libraries differ in their last bit, and a distance that only just reaches a limit would then tell two
/// journeys. These are sums of +, −, ×, ÷ and √, which IEEE 754 defines exactly; `trip-distance.js` has them in the
/// same order.
enum GreatCircle {
    /// The length of a degree of latitude in metres.
    static let metresPerDegree = Earth.meanRadius * .pi / 180

    /// Metres between two positions, by the haversine formula, which is exact for short distances too.
    static func distance(from start: Coordinate, to end: Coordinate) -> Double {
        let north = sine(radians(end.latitude - start.latitude) / 2)
        let east = sine(radians(turn(from: start, to: end)) / 2)
        let share = cosine(radians(start.latitude)) * cosine(radians(end.latitude))
        let haversine = north * north + share * (east * east)
        return 2 * Earth.meanRadius * arcsine(haversine.squareRoot())
    }

    /// Degrees of longitude from one position eastwards to another, −180…180: the shorter way around.
    private static func turn(from start: Coordinate, to end: Coordinate) -> Double {
        let turn = end.longitude - start.longitude
        return turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn
    }

    static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

    /// The sine of an angle of −π/2…π/2, by its series to the 21st power, whose rest is below 2⁻⁵³ there.
    static func sine(_ angle: Double) -> Double {
        let square = angle * angle
        var sum = 1 / 51_090_942_171_709_440_000.0
        sum = 1 / 121_645_100_408_832_000.0 - square * sum
        sum = 1 / 355_687_428_096_000.0 - square * sum
        sum = 1 / 1_307_674_368_000.0 - square * sum
        sum = 1 / 6_227_020_800.0 - square * sum
        sum = 1 / 39_916_800.0 - square * sum
        sum = 1 / 362_880.0 - square * sum
        sum = 1 / 5_040.0 - square * sum
        sum = 1 / 120.0 - square * sum
        sum = 1 / 6.0 - square * sum
        return angle * (1 - square * sum)
    }

    /// The cosine of an angle of −π/2…π/2.
    static func cosine(_ angle: Double) -> Double { sine(.pi / 2 - abs(angle)) }

    /// The arcsine of a number from 0; numbers that rounding has carried over 1 count as 1.
    static func arcsine(_ number: Double) -> Double {
        guard number > 0.5 else { return arcsineSeries(number) }
        return .pi / 2 - 2 * arcsineSeries(((1 - min(number, 1)) / 2).squareRoot())
    }

    /// The arcsine of a number of 0…1/2, by its series to the last term that changes the sum.
    private static func arcsineSeries(_ number: Double) -> Double {
        let square = number * number
        var (term, sum, order) = (number, number, 1.0)
        while true {
            term = term * square * order / (order + 1)
            order += 2
            let next = sum + term / order
            guard next > sum else { return sum }
            sum = next
        }
    }
}
