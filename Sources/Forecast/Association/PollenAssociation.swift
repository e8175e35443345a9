package import Allergens
import Foundation

/// Whether a person's days go together with the pollen at their places.
///
/// It speaks of days and of the air, never of the person: what goes together need not be the cause.
///
/// The exposure of a day is the mean of ln(1 + grains/m³) over it and the two days before. Spearman's correlation
/// with the symptoms is judged with the number of independent days, since neighbouring days resemble each other.
/// Two further gates keep seasons that merely coincide apart: of the shifts of one series against the other by more
/// than three days, at most one in ten may give as high a correlation, and the false discovery rate over all
/// allergens is held at 10 % (Benjamini and Hochberg 1995, https://doi.org/10.1111/j.2517-6161.1995.tb02031.x).
package struct PollenAssociation: Hashable, Sendable {
    /// What can be said.
    package enum Verdict: Hashable, Sendable {
        /// There are not enough days yet.
        case tooEarly(Missing)
        case notSeen
        case together
        /// They go together, but not apart from these others.
        case togetherWith([Allergen.ID])
    }

    /// What is missing before anything can be said.
    package struct Missing: Hashable, Sendable {
        /// Days with an entry and a measured value.
        package let days: Int
        /// Days with symptoms.
        package let bad: Int
        /// Days without symptoms.
        package let good: Int
        /// Whether the air has changed too little.
        package let spread: Bool
    }

    /// A day that counts: the mean of ln(1 + grains/m³) over three days, and the symptoms.
    package struct Point: Hashable, Sendable {
        package let day: CivilDate
        package let exposure: Double
        package let symptoms: Double
    }

    package let allergen: Allergen.ID
    package let verdict: Verdict
    package let points: [Point]
    /// Spearman's correlation; `nil` if it is too early.
    package let rho: Double?
    /// The interval that holds the true correlation 95 times out of 100.
    package let interval: ClosedRange<Double>?

    /// The fewest days before anything is said.
    ///
    /// The Patient's Hayfever Diary requires as many: https://doi.org/10.2196/16767
    package static let leastDays = 15
    /// The fewest days with and without symptoms.
    package static let leastOfEach = 5
    /// The days whose exposure counts, with the day itself.
    static let lags = 3
    /// From which correlation between two pollens on they cannot be told apart.
    static let twins = 0.7
    /// The false discovery rate, and the share of shifts that may do as well.
    static let significance = 0.1
    /// The shifts, in days, that are too small to break what goes together.
    static let smallShifts = 3

    /// Judges allergens beside one another.
    ///
    /// - Parameters:
    ///   - symptoms: A score for each day with an entry; 0 means no symptoms.
    ///   - concentrations: The measured daily values in grains/m³, by allergen; modelled ones do not belong here.
    ///   - classes: The bounds of an allergen's levels in grains/m³, over which the exposure has to spread.
    /// - Returns: One result for each allergen with any value, by its name.
    package static func all(
        symptoms: [CivilDate: Double], concentrations: [Allergen.ID: [CivilDate: Double]],
        classes: (Allergen.ID) -> [Double]
    ) -> [PollenAssociation] {
        let days = symptoms.sorted { $0.key < $1.key }.map { (day: $0.key, symptoms: $0.value) }
        let series = concentrations.sorted { $0.key.rawValue < $1.key.rawValue }.map { id, values in
            ExposureSeries(id, values, symptoms: days, bounds: classes(id))
        }
        let tested = series.compactMap { series -> (series: ExposureSeries, correlation: RankCorrelation)? in
            guard series.missing == nil, let correlation = RankCorrelation(series.pairs) else { return nil }
            return (series, correlation)
        }
        let found = discoveries(tested.map { $0.correlation.probability })
        let together = zip(tested, found).compactMap { test, isFound in
            isFound && test.correlation.rho > 0 && test.series.shiftProbability < significance ? test : nil
        }
        return series.map { series in
            if let missing = series.missing {
                return PollenAssociation(
                    allergen: series.allergen, verdict: .tooEarly(missing), points: series.points, rho: nil,
                    interval: nil)
            }
            let correlation = tested.first { $0.series.allergen == series.allergen }?.correlation
            var verdict = Verdict.notSeen
            if let own = together.first(where: { $0.series.allergen == series.allergen }) {
                let others = tested.filter { other in
                    other.series.allergen != series.allergen
                        && own.series.isConfused(with: other.series, own.correlation)
                }.map(\.series.allergen)
                verdict = others.isEmpty ? .together : .togetherWith(others)
            }
            return PollenAssociation(
                allergen: series.allergen, verdict: verdict, points: series.points, rho: correlation?.rho,
                interval: correlation?.interval)
        }
    }

    /// Which of some probabilities count, with the false discovery rate held at `rate`.
    static func discoveries(_ probabilities: [Double], rate: Double = significance) -> [Bool] {
        let order = probabilities.indices.sorted { probabilities[$0] < probabilities[$1] }
        let last = order.indices.last { place in
            probabilities[order[place]] <= rate * Double(place + 1) / Double(order.count)
        }
        var found = [Bool](repeating: false, count: probabilities.count)
        if let last { for place in 0...last { found[order[place]] = true } }
        return found
    }
}
