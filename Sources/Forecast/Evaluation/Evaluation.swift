package import Allergens
package import Geography
package import Observations

/// Leaves out one station after the other and predicts its values from the rest.
///
/// Only the days of the season are judged: those on which the network's mean over fifteen days, with the day
/// in the middle, is at least one grain. A method that learns is fitted twice, to every other span of ten
/// days, and judged on the spans in between.
///
/// Each prediction costs as much as a day has stations. When an allergen has more station-days than
/// ``mostStationDays``, only evenly spaced days are judged, and ``stride`` is the spacing.
package struct Evaluation: Sendable {
    private let bounds: LevelBounds
    private let days: [(day: CivilDate, samples: [DayValue])]
    /// 1 when every day of the season is judged, 3 when every third is, and so on.
    package let stride: Int

    /// The approximate maximum of station-days that are judged for an allergen.
    ///
    /// With 2,000 stations that is some ten days, which take about a minute for all methods.
    package static let mostStationDays = 20_000

    /// The number of days before and after a day in its fifteen-day window.
    private static let halfWindow = 7
    /// In the allergen's unit; below this mean the season has not begun.
    private static let leastMean = 1.0

    /// Creates the evaluation of one allergen's samples, at most one per station and day.
    package init(
        _ samples: [DayValue], bounds: LevelBounds, mostStationDays: Int = Evaluation.mostStationDays
    ) {
        self.bounds = bounds
        let byDay = Dictionary(grouping: samples, by: \.day)
        let means = byDay.mapValues { samples in
            samples.reduce(0) { $0 + $1.value } / Double(samples.count)
        }
        let season = byDay.keys.sorted().filter { day in
            let window = (-Self.halfWindow...Self.halfWindow).compactMap { means[day.adding(days: $0)] }
            return window.reduce(0, +) >= Self.leastMean * Double(window.count)
        }
        let stationDays = season.reduce(0) { $0 + (byDay[$1]?.count ?? 0) }
        // Odd, so that the judged days fall evenly into odd and even spans.
        let stride = Self.odd(atLeast: (stationDays + mostStationDays - 1) / mostStationDays)
        self.stride = stride
        days = season.enumerated().filter { $0.offset % stride == 0 }.map { _, day in
            (day, byDay[day, default: []].sorted { $0.station < $1.station })
        }
    }

    /// Whether there is a day to judge.
    package var isEmpty: Bool { days.isEmpty }

    /// The score of a method over all judged days.
    package func score(of method: some Interpolator) -> Score { Score(judged(by: method), bounds: bounds) }

    /// What a method predicts for each judged station-day, in the same order for every method.
    package func judged(by method: some Interpolator) -> [JudgedDay] {
        let halves = [false, true].map { isOdd in
            method.fitted(to: days.filter { isInOddSpan($0.day) != isOdd }.map(\.samples))
        }
        return days.flatMap { day, samples in
            let method = halves[isInOddSpan(day) ? 1 : 0]
            return samples.indices.map { place in
                var others = samples
                let left = others.remove(at: place)
                return JudgedDay(
                    day: day, prediction: method.concentration(at: left.position, from: others),
                    measured: left.value)
            }
        }
    }

    private static func odd(atLeast number: Int) -> Int { number / 2 * 2 + 1 }

    /// Consecutive days are similar: blocks of ten separate what is learned from what is judged.
    private func isInOddSpan(_ day: CivilDate) -> Bool { !BlockBootstrap.block(of: day).isMultiple(of: 2) }
}

extension Evaluation {
    /// All methods, the map last; altitudes are in metres above sea level, where they are known.
    ///
    /// With `grids` of a numerical model, the map and inverse distance stand there with and without it, and
    /// with `terrain` the map with and without that.
    package static func methods(
        for allergen: Allergen, bounds: LevelBounds, altitudes: [Coordinate: Double],
        grids: [CivilDate: ModelGrid] = [:], terrain: Terrain? = nil
    ) -> [any Interpolator] {
        let simple: [any Interpolator] = [
            NearestStation(), InverseDistance(of: .concentrations), InverseDistance(of: .logarithms),
            NaturalNeighbour(), OrdinaryKriging(), RegressionKriging(altitudes: altitudes),
        ]
        var maps = [MapField(of: allergen, bounds: bounds)]
        if let terrain { maps.append(MapField(of: allergen, bounds: bounds, terrain: terrain)) }
        guard !grids.isEmpty else { return simple + maps }
        maps.append(MapField(of: allergen, bounds: bounds, grids: grids))
        if let terrain {
            maps.append(MapField(of: allergen, bounds: bounds, grids: grids, terrain: terrain))
        }
        return simple + [ModelledDistance(grids: grids)] + maps
    }
}
