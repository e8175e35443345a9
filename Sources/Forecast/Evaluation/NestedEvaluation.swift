package import Allergens
import Interpolation
package import Observations

/// Judges the map with numbers that were chosen on other days than those on which it is judged.
///
/// The judged days are held out part by part: calendar years where there are several, else the two halves of
/// the season. For each part, the numbers of `Averaging` are chosen on all other parts by the rule that chose
/// the standard ones, from a grid of 36: softenings of 10, 20, 30, 40, 50 and 70 km with lifts of 0, .1, .2,
/// .3, .5 and .8. Stations alone are judged, without a numerical model and without terrain. The same samples
/// always have the same result.
package struct NestedEvaluation: Sendable {
    /// Days that were held out together, and what the others chose for them.
    package struct Part: Sendable {
        /// The calendar year, or the half of the season: 1 or 2.
        package let number: Int
        package let isYear: Bool
        package let days: ClosedRange<CivilDate>
        /// The distance in metres within which neighbours keep their influence, as chosen without these days.
        package let softening: Double
        /// The share of the standard deviation that is added where neighbours disagree, as chosen without them.
        package let lift: Double
        /// The number of station-days that chose.
        package let chosenOn: Int
    }

    /// In the order of their days.
    package let parts: [Part]
    /// Inverse distance of concentrations.
    package let plain: [JudgedDay]
    /// Inverse distance of logarithms.
    package let logarithms: [JudgedDay]
    /// The map with its standard numbers.
    package let fixed: [JudgedDay]
    /// The map with the numbers that were chosen without the part of each day.
    package let nested: [JudgedDay]
    /// 1 if every day of the season was judged, see ``Evaluation/stride``.
    package let stride: Int

    /// The approximate maximum of station-days, each of them predicted with all numbers of the grid.
    package static let mostStationDays = 6_000
    /// The seed of the draws by which the numbers are chosen and intervals are found.
    package static let seed = BlockBootstrap.seed

    /// Judges one allergen's samples, at most one per station and day; `nil` where a part would be left with
    /// fewer than two blocks of ten days to choose on.
    package init?(_ samples: [DayValue], of allergen: Allergen, bounds: LevelBounds) {
        let evaluation = Evaluation(samples, bounds: bounds, mostStationDays: Self.mostStationDays)
        let trials = AveragingTrials(evaluation, of: allergen, bounds: bounds)
        guard let held = HeldOutParts(trials.plain.map(\.day)) else { return nil }
        var parts: [Part] = []
        var chosen: [[JudgedDay]] = []
        for (part, number) in held.numbers.enumerated() {
            let others = held.parts.indices.filter { held.parts[$0] != part }
            guard let choice = trials.choice(on: others) else { return nil }
            chosen.append(trials.candidates[choice.place])
            let averaging = AveragingChoice.candidates[choice.place]
            parts.append(
                Part(
                    number: number, isYear: held.areYears, days: held.days[part],
                    softening: averaging.softening, lift: averaging.lift, chosenOn: choice.count))
        }
        self.parts = parts
        plain = trials.plain
        logarithms = trials.logarithms
        fixed = evaluation.judged(by: MapField(of: allergen, bounds: bounds))
        nested = held.parts.enumerated().map { place, part in chosen[part][place] }
        stride = evaluation.stride
    }
}
