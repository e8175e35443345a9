import Allergens
import Foundation

/// The exposure to one allergen on each day with a measured value, beside the symptoms.
struct ExposureSeries {
    let allergen: Allergen.ID
    let points: [PollenAssociation.Point]
    /// What is missing before anything can be said; `nil` if nothing is.
    let missing: PollenAssociation.Missing?
    /// The exposure of each day from ``first`` on; not a number where nothing was measured.
    private let exposures: [Double]
    private let first: Int

    /// - Parameters:
    ///   - allergen: The allergen.
    ///   - values: Its measured daily values in grains/m³.
    ///   - symptoms: The days with an entry, in their order.
    ///   - bounds: The bounds of its levels in grains/m³.
    init(
        _ allergen: Allergen.ID, _ values: [CivilDate: Double],
        symptoms: [(day: CivilDate, symptoms: Double)], bounds: [Double]
    ) {
        self.allergen = allergen
        let (first, exposures) = Self.exposures(values)
        (self.first, self.exposures) = (first, exposures)
        let points = symptoms.compactMap { day, symptoms -> PollenAssociation.Point? in
            let place = day.daysSinceEpoch - first
            guard exposures.indices.contains(place), !exposures[place].isNaN else { return nil }
            return PollenAssociation.Point(day: day, exposure: exposures[place], symptoms: symptoms)
        }
        self.points = points
        missing = Self.missing(points, bounds)
    }

    /// The exposure of each day from the first measured one on, and the number of that day.
    private static func exposures(_ values: [CivilDate: Double]) -> (first: Int, exposures: [Double]) {
        guard let first = values.keys.min()?.daysSinceEpoch, let last = values.keys.max()?.daysSinceEpoch
        else { return (0, []) }
        var logarithms = [Double](repeating: .nan, count: last - first + 1)
        for (day, value) in values { logarithms[day.daysSinceEpoch - first] = log1p(value) }
        let exposures = logarithms.indices.map { place in
            guard !logarithms[place].isNaN else { return Double.nan }
            var (sum, count) = (0.0, 0.0)
            for recent in max(0, place - PollenAssociation.lags + 1)...place where !logarithms[recent].isNaN {
                sum += logarithms[recent]
                count += 1
            }
            return sum / count
        }
        return (first, exposures)
    }

    /// The exposure on a day; `nil` if nothing was measured.
    private func exposure(on day: CivilDate) -> Double? {
        let place = day.daysSinceEpoch - first
        guard exposures.indices.contains(place), !exposures[place].isNaN else { return nil }
        return exposures[place]
    }

    var pairs: [RankCorrelation.Pair] {
        points.map { RankCorrelation.Pair(day: $0.day.daysSinceEpoch, x: $0.exposure, y: $0.symptoms) }
    }

    private static func missing(
        _ points: [PollenAssociation.Point], _ bounds: [Double]
    ) -> PollenAssociation.Missing? {
        let bad = points.reduce(0) { $1.symptoms > 0 ? $0 + 1 : $0 }
        let limits = bounds.map(log1p)
        let classes = Set(points.map { point in limits.reduce(0) { $1 <= point.exposure ? $0 + 1 : $0 } })
        let missing = PollenAssociation.Missing(
            days: max(0, PollenAssociation.leastDays - points.count),
            bad: max(0, PollenAssociation.leastOfEach - bad),
            good: max(0, PollenAssociation.leastOfEach - (points.count - bad)), spread: classes.count < 2)
        return missing.days + missing.bad + missing.good == 0 && !missing.spread ? nil : missing
    }

    /// How often the correlation is as high when the air is shifted against the symptoms.
    ///
    /// The days of the diary stay in their place; the measured days turn under them as on a ring. Ranks are those
    /// among all measured days and among all days of the diary, so that a shift costs no sorting.
    var shiftProbability: Double {
        guard let first = points.first?.day, let last = points.last?.day else { return 1 }
        let length = last.daysSinceEpoch - first.daysSinceEpoch + 1
        let ring = rankedExposure(from: first, length: length)
        let places = points.map { $0.day.daysSinceEpoch - first.daysSinceEpoch }
        let ranks = RankCorrelation.ranks(points.map(\.symptoms))
        guard let own = Self.correlation(ring, turnedBy: 0, at: places, with: ranks) else { return 1 }
        var (count, asHigh) = (1, 1)
        let least = PollenAssociation.smallShifts + 1
        for shift in least..<max(least, length - PollenAssociation.smallShifts) {
            guard let shifted = Self.correlation(ring, turnedBy: shift, at: places, with: ranks)
            else { continue }
            count += 1
            if shifted >= own { asHigh += 1 }
        }
        return Double(asHigh) / Double(count)
    }

    /// The rank of each day's exposure; not a number where nothing was measured.
    private func rankedExposure(from first: CivilDate, length: Int) -> [Double] {
        let measured = (0..<length).compactMap { place in
            exposure(on: first.adding(days: place)).map { (place, $0) }
        }
        let ranks = RankCorrelation.ranks(measured.map(\.1))
        var ring = [Double](repeating: .nan, count: length)
        for (index, (place, _)) in measured.enumerated() { ring[place] = ranks[index] }
        return ring
    }

    /// Pearson's correlation of the ranks at some places with others; `nil` if either side is constant.
    private static func correlation(
        _ ring: [Double], turnedBy shift: Int, at places: [Int], with ranks: [Double]
    ) -> Double? {
        var (count, x, y, xx, yy, xy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        for (index, place) in places.enumerated() {
            var turned = place + shift
            if turned >= ring.count { turned -= ring.count }
            let (first, second) = (ring[turned], ranks[index])
            guard !first.isNaN else { continue }
            count += 1
            x += first
            y += second
            xx += first * first
            yy += second * second
            xy += first * second
        }
        let (spreadX, spreadY) = (count * xx - x * x, count * yy - y * y)
        guard count > 2, spreadX > 0, spreadY > 0 else { return nil }
        return (count * xy - x * y) / (spreadX * spreadY).squareRoot()
    }

    /// Whether the symptoms may as well go together with another allergen.
    func isConfused(with other: ExposureSeries, _ own: RankCorrelation) -> Bool {
        let common = points.compactMap { point in
            other.exposure(on: point.day).map { (point, $0) }
        }
        let days = common.map { $0.0.day.daysSinceEpoch }
        func correlation(_ x: [Double], _ y: [Double]) -> RankCorrelation? {
            RankCorrelation(days.indices.map { RankCorrelation.Pair(day: days[$0], x: x[$0], y: y[$0]) })
        }
        let (x, z, y) = (common.map(\.0.exposure), common.map(\.1), common.map(\.0.symptoms))
        guard let between = correlation(x, z), let others = correlation(z, y), let mine = correlation(x, y)
        else { return false }
        if abs(between.rho) > PollenAssociation.twins { return true }
        return mine.partial(given: others, between: between).interval.lowerBound <= 0
    }
}
