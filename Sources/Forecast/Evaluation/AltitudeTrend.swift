import Allergens
import Geography
import Interpolation
import Observations

/// How the logarithms of one day change with altitude, which itself changes over the season.
///
/// Plants flower later at higher altitudes, so a slope that is negative before the season's middle may be
/// positive after it. The slope is b₀ + b₁ t, where t is the number of days from the season's middle in units
/// of its spread.
struct AltitudeTrend: Hashable {
    /// b₀ in decades per metre.
    let slope: Double
    /// b₁ in decades per metre.
    let change: Double
    let season: Season

    static let none = AltitudeTrend(slope: 0, change: 0, season: .whole)

    func slope(on day: CivilDate) -> Double { slope + change * season.position(of: day) }
}

extension AltitudeTrend {
    /// Fits the deviations from each day's mean by least squares; no trend when altitudes are unknown or all
    /// equal.
    init(fittedTo days: [[DayValue]], altitudes: [Coordinate: Double]) {
        season = Season(days)
        // The normal equations of two unknowns, with the right-hand side at the end.
        var rows = [[Double]](repeating: [0, 0, 0], count: 2)
        for samples in days {
            let pairs = samples.compactMap { sample in
                altitudes[sample.position].map { ($0, LogScale.logarithm(of: sample.value)) }
            }
            guard pairs.count > 1, let day = samples.first?.day else { continue }
            let count = Double(pairs.count)
            let meanAltitude = pairs.reduce(0) { $0 + $1.0 } / count
            let meanLogarithm = pairs.reduce(0) { $0 + $1.1 } / count
            let position = season.position(of: day)
            for (altitude, logarithm) in pairs {
                let rise = altitude - meanAltitude
                let terms = [rise, rise * position]
                for row in 0..<2 {
                    for column in 0..<2 { rows[row][column] += terms[row] * terms[column] }
                    rows[row][2] += terms[row] * (logarithm - meanLogarithm)
                }
            }
        }
        let solution = LinearSystem.solution(of: rows)
        slope = solution?[0] ?? 0
        change = solution?[1] ?? 0
    }
}

/// The time of year of an allergen.
struct Season: Hashable {
    /// The mean day of the year, weighted by concentration.
    let middle: Double
    /// The standard deviation in days, 1 or more.
    let spread: Double

    /// A season in which every day is the middle.
    static let whole = Season(middle: 183, spread: .infinity)

    init(middle: Double, spread: Double) {
        self.middle = middle
        self.spread = spread
    }

    /// The season that the days show; all years are superimposed.
    init(_ days: [[DayValue]]) {
        var (weight, sum, squares) = (0.0, 0.0, 0.0)
        for sample in days.joined() {
            let day = Self.dayOfYear(sample.day)
            weight += sample.value
            sum += sample.value * day
            squares += sample.value * day * day
        }
        guard weight > 0 else {
            self = .whole
            return
        }
        middle = sum / weight
        spread = max(squares / weight - middle * middle, 1).squareRoot()
    }

    /// Days from the middle in units of the spread, limited to two spreads.
    func position(of day: CivilDate) -> Double {
        min(max((Self.dayOfYear(day) - middle) / spread, -2), 2)
    }

    /// Days since the last 1 January; a season that straddles it looks like two.
    private static func dayOfYear(_ day: CivilDate) -> Double {
        let start = CivilDate(year: day.components.year, month: 1, day: 1) ?? day
        return Double(day.daysSinceEpoch - start.daysSinceEpoch)
    }
}
